package compile

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"workbench/internal/canonjson"
	"workbench/internal/diag"
	"workbench/strips"
)

// Faults are the faults of a plan document, in two groups.
type Faults struct {
	// Graph holds what makes the steps and their data flow ambiguous, for any
	// contract: step ids, dependencies, required outputs.
	Graph diag.List
	// Compile holds what a plan needs besides to be compiled: requirements,
	// coverage, declared outputs, no cycle.
	Compile diag.List
}

// All returns both groups.
func (f Faults) All() diag.List { return append(append(diag.List{}, f.Graph...), f.Compile...) }

// Decode reads the model of a plan document and reports every fault of it
// (plan-auditor 2.6.3's rules, stricter where that accepts what can never be
// verified). The plan holds what could be read. Places are paths such as
// steps[2].outputs[0].name.
func Decode(root *canonjson.Value) (*Plan, Faults) {
	d := &decoder{plan: &Plan{root: root, byID: map[int64]int{}}, declared: map[Output]bool{}}
	d.requirements(root.Get("requirements"))
	d.steps(root.Get("steps"))
	d.graphRules()
	d.coverage()
	return d.plan, d.faults
}

type decoder struct {
	plan     *Plan
	faults   Faults
	declared map[Output]bool // every declared output
}

func (d *decoder) graph(code string, where place, format string, args ...any) {
	d.faults.Graph.Addf(code, where.String(), format, args...)
}

func (d *decoder) rule(code string, where place, format string, args ...any) {
	d.faults.Compile.Addf(code, where.String(), format, args...)
}

// requirements reads the plan's requirements.
func (d *decoder) requirements(list *canonjson.Value) {
	if list == nil || list.Kind != canonjson.Array || len(list.Items) == 0 {
		d.rule("requirements-missing", at("requirements", -1), "a plan needs a list with at least one requirement")
		return
	}
	seen := map[string]bool{}
	required := false
	for i := range list.Items {
		item, where := &list.Items[i], at("requirements", i)
		r, ok := d.requirement(item, i, where)
		if !ok {
			continue
		}
		if seen[r.ID] {
			d.rule("requirement-duplicate", where, "the requirement id %q is taken already", r.ID)
			continue
		}
		seen[r.ID] = true
		if length := utf8.RuneCountInString(RequirementFact(r.ID)); r.Required() && length > strips.MaxFactLength {
			d.rule("requirement-id-too-long", where.dot("id"), "the fact of this requirement has %d characters: shorten the id by %d", length, length-strips.MaxFactLength)
		}
		required = required || r.Required()
		r.index = i
		d.plan.Requirements = append(d.plan.Requirements, r)
	}
	if !required && len(d.faults.Compile) == 0 {
		d.rule("no-required-requirement", at("requirements", -1), "at least one requirement must have the priority must or should")
	}
}

func (d *decoder) requirement(item *canonjson.Value, i int, where place) (Requirement, bool) {
	switch item.Kind {
	case canonjson.String:
		if canonjson.Strip(item.Text) == "" {
			d.rule("requirement-description", where, "the requirement is blank: say what is needed")
		}
		return Requirement{ID: fmt.Sprintf("REQ-%03d", i+1)}, true
	case canonjson.Object:
	default:
		d.rule("requirement-type", where, "a requirement is a string or an object, not %s", item.Kind)
		return Requirement{}, false
	}
	if text := item.Get("description"); !nonBlank(text) {
		d.rule("requirement-description", where.dot("description"), "the description must be a non-blank string")
	}
	r := Requirement{}
	switch p := priority(item.Get("priority")); p {
	case "must":
	case "should":
		r.Priority = Should
	case "may":
		r.Priority = May
	default:
		d.rule("requirement-priority", where.dot("priority"), "the priority must be must, should or may, not %q", p)
	}
	id := item.Get("id")
	if !nonBlank(id) {
		d.rule("requirement-id", where.dot("id"), "the id must be a non-blank string")
		return r, false
	}
	r.ID = canonjson.Strip(id.Text)
	return r, true
}

// priority is the lower-case text of a priority; absent means must.
func priority(v *canonjson.Value) string {
	switch {
	case v == nil:
		return "must"
	case v.Kind == canonjson.String:
		return strings.ToLower(v.Text)
	default:
		return strings.ToLower(string(canonjson.Append(nil, v)))
	}
}

// steps reads the list of steps.
func (d *decoder) steps(list *canonjson.Value) {
	if list == nil || list.Kind != canonjson.Array || len(list.Items) == 0 {
		d.rule("steps-missing", at("steps", -1), "a plan needs a list with at least one step")
		return
	}
	for i := range list.Items {
		item, where := &list.Items[i], at("steps", i)
		if item.Kind != canonjson.Object {
			d.rule("step-id-type", where, "a step must be an object with an integer id, not %s", item.Kind)
			continue
		}
		id, ok := d.stepID(item.Get("id"), where.dot("id"))
		if !ok {
			continue
		}
		if d.plan.step(id) != nil {
			d.graph("step-id-duplicate", where.dot("id"), "the step id %d is taken already", id)
			continue
		}
		s := Step{ID: id, index: i}
		if title := item.Get("title"); title != nil && title.Kind == canonjson.String {
			s.Title = title.Text
		}
		s.DependsOn = d.dependsOn(item.Get("depends_on"), where.dot("depends_on"), len(list.Items) > 1)
		s.Requires = d.requires(item.Get("requires_outputs"), where.dot("requires_outputs"))
		s.Outputs = d.outputs(item.Get("outputs"), where.dot("outputs"), id)
		s.Covers = d.covers(item.Get("covers"), where.dot("covers"))
		d.plan.byID[id] = len(d.plan.Steps)
		d.plan.Steps = append(d.plan.Steps, s)
	}
}

func (d *decoder) stepID(v *canonjson.Value, where place) (int64, bool) {
	if v != nil && v.Kind == canonjson.Bool {
		d.graph("step-id-value", where, "a step id must be an integer from 1 on, not a boolean")
		return 0, false
	}
	id, inRange, ok := v.Integer()
	switch {
	case !ok:
		d.graph("step-id-type", where, "a step needs an integer id")
	case !inRange && strings.HasPrefix(v.Text, "-") || inRange && id < 1:
		d.graph("step-id-value", where, "a step id must be 1 or greater")
	case !inRange || id > strips.MaxStep:
		d.graph("step-id-range", where, "a step id must be at most %d", int64(strips.MaxStep))
	default:
		return id, true
	}
	return 0, false
}

// positive reads an integer from 1 on.
func positive(v *canonjson.Value) (int64, bool) {
	n, inRange, ok := v.Integer()
	return n, ok && inRange && n >= 1
}

func (d *decoder) dependsOn(v *canonjson.Value, where place, needed bool) []int64 {
	if v == nil {
		if needed {
			d.graph("depends-missing", where, "say what the step depends on: a list of step ids, [] for none")
		}
		return nil
	}
	if v.Kind != canonjson.Array {
		d.graph("depends-type", where, "depends_on must be a list of step ids, not %s", v.Kind)
		return nil
	}
	var on []int64
	for i := range v.Items {
		n, ok := positive(&v.Items[i])
		if !ok {
			d.graph("depends-value", where.item(i), "a dependency must be a step id: an integer from 1 on")
			continue
		}
		on = append(on, n)
	}
	return on
}

func (d *decoder) requires(v *canonjson.Value, where place) []Output {
	if v.IsNull() {
		return nil
	}
	if v.Kind != canonjson.Array {
		d.graph("requires-type", where, "requires_outputs must be a list of {step, name}, not %s", v.Kind)
		return nil
	}
	var outs []Output
	seen := map[Output]bool{}
	for i := range v.Items {
		item, spot := &v.Items[i], where.item(i)
		if item.Kind != canonjson.Object {
			d.graph("requires-item", spot, "a required output must be an object {step, name}, not %s", item.Kind)
			continue
		}
		step, okStep := positive(item.Get("step"))
		if !okStep {
			d.graph("requires-step", spot.dot("step"), "the step must be the id of the producing step: an integer from 1 on")
		}
		name := item.Get("name")
		okName := nonBlank(name)
		if !okName {
			d.graph("requires-name", spot.dot("name"), "the name must be that of an output of the producing step")
		}
		if !okStep || !okName {
			continue
		}
		out := Output{step, name.Text}
		if seen[out] {
			d.graph("requires-duplicate", spot, "output %q of step %d is required twice", out.Name, out.Step)
			continue
		}
		seen[out] = true
		outs = append(outs, out)
	}
	return outs
}

func (d *decoder) outputs(v *canonjson.Value, where place, step int64) []string {
	if v.IsNull() {
		return nil
	}
	if v.Kind != canonjson.Array {
		d.rule("outputs-type", where, "outputs must be a list of strings or objects with a name, not %s", v.Kind)
		return nil
	}
	var names []string
	for i := range v.Items {
		item, spot := &v.Items[i], where.item(i)
		name := item
		if item.Kind == canonjson.Object {
			name, spot = item.Get("name"), spot.dot("name")
		}
		if !nonBlank(name) {
			d.rule("output-name", spot, "an output needs a name: a non-blank string")
			continue
		}
		text := canonjson.Strip(name.Text)
		if d.declared[Output{step, text}] {
			d.rule("output-duplicate", spot, "the step declares the output %q already", text)
			continue
		}
		d.declared[Output{step, text}] = true
		if length := utf8.RuneCountInString(OutputFact(step, text)); length > strips.MaxFactLength {
			d.rule("output-fact-too-long", spot, "the fact of this output has %d characters: at most %d are allowed", length, strips.MaxFactLength)
		}
		names = append(names, text)
	}
	return names
}

func (d *decoder) covers(v *canonjson.Value, where place) []string {
	if v.IsNull() {
		return nil
	}
	if v.Kind != canonjson.Array {
		d.rule("covers-type", where, "covers must be a list of requirement ids, not %s", v.Kind)
		return nil
	}
	var ids []string
	seen := map[string]bool{}
	for i := range v.Items {
		spot := where.item(i)
		if !nonBlank(&v.Items[i]) {
			d.rule("covers-item", spot, "a covered requirement is named by its id: a non-blank string")
			continue
		}
		id := canonjson.Strip(v.Items[i].Text)
		if seen[id] {
			d.rule("covers-duplicate", spot, "the step covers %q already", id)
			continue
		}
		seen[id] = true
		ids = append(ids, id)
	}
	return ids
}

// nonBlank reports whether v is a string with more than blanks.
func nonBlank(v *canonjson.Value) bool {
	return v != nil && v.Kind == canonjson.String && canonjson.Strip(v.Text) != ""
}
