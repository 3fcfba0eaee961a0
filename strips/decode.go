package strips

import (
	"fmt"
	"slices"
	"strings"

	"workbench/internal/canonjson"
	"workbench/internal/diag"
)

// Parse reads a contract document strictly (see canonjson.Parse) and decodes
// it. The error is a diag.List with every fault that Decode or the reader
// found; a contract that is returned may still break rules of Validate.
func Parse(src []byte) (*Contract, error) {
	v, err := canonjson.Parse(src, canonjson.Options{})
	if err != nil {
		return nil, err
	}
	c, faults := Decode(v)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return c, nil
}

// Decode turns a JSON value into a contract and reports all faults of shape:
// what is no object, list, string or integer where one must be, unknown
// fields, and a version that is not the integer 1. The contract holds what
// could be read; items that could not are left out, and so is an action
// without a usable step id. Check adds the rules of Validate.
func Decode(v *canonjson.Value) (*Contract, diag.List) {
	d := &decoder{}
	c := &Contract{Initial: []string{}}
	if v == nil || v.Kind != canonjson.Object {
		d.faults.Addf("contract-type", "", "a contract is an object with version, initial_facts, goal_facts and actions")
		return c, d.faults
	}
	d.unknown(v, "", "contract-unknown-field", "version", "initial_facts", "goal_facts", "actions")
	if n, inRange, ok := v.Get("version").Integer(); !ok || !inRange || n != 1 {
		d.faults.Addf("contract-version", "version", "the version must be the integer 1")
	}
	if facts := d.facts(v.Get("initial_facts"), "initial_facts"); facts != nil {
		c.Initial = facts
	}
	c.Goals = d.facts(v.Get("goal_facts"), "goal_facts")
	actions := v.Get("actions")
	if actions == nil || actions.Kind != canonjson.Array {
		d.faults.Addf("actions-type", "actions", "actions must be a list with one action for each step of the plan")
		return c, d.faults
	}
	for i := range actions.Items {
		if a, ok := d.action(&actions.Items[i], fmt.Sprintf("actions[%d]", i)); ok {
			c.Actions = append(c.Actions, a)
		}
	}
	return c, d.faults
}

type decoder struct{ faults diag.List }

// unknown reports members of v that are not among the allowed names.
func (d *decoder) unknown(v *canonjson.Value, where, code string, allowed ...string) {
	for _, m := range v.Members {
		if !slices.Contains(allowed, m.Name) {
			d.faults.Addf(code, where, "unknown field %q: only %s are allowed", m.Name, strings.Join(allowed, ", "))
		}
	}
}

// facts reads a list of strings; an absent or wrong list gives nil.
func (d *decoder) facts(v *canonjson.Value, where string) []string {
	if v == nil || v.Kind != canonjson.Array {
		d.faults.Addf("facts-type", where, "%s must be a list of strings", lastName(where))
		return nil
	}
	facts := make([]string, 0, len(v.Items))
	for i := range v.Items {
		if v.Items[i].Kind != canonjson.String {
			d.faults.Addf("fact-value", fmt.Sprintf("%s[%d]", where, i), "a fact must be a string, not %s", v.Items[i].Kind)
			continue
		}
		facts = append(facts, v.Items[i].Text)
	}
	return facts
}

func (d *decoder) action(v *canonjson.Value, where string) (Action, bool) {
	if v.Kind != canonjson.Object {
		d.faults.Addf("action-type", where, "an action must be an object, not %s", v.Kind)
		return Action{}, false
	}
	d.unknown(v, where, "action-unknown-field", "step", "preconditions", "add_effects", "del_effects")
	step, inRange, ok := v.Get("step").Integer()
	if !ok || !inRange || step < 1 || step > MaxStep {
		d.faults.Addf("action-step", where+".step", "the step must be the id of a plan step: an integer from 1 to %d", int64(MaxStep))
		return Action{}, false
	}
	a := Action{Step: step}
	for name, list := range a.lists() {
		if member := v.Get(name); member != nil {
			*list = d.facts(member, where+"."+name)
		}
	}
	return a, true
}

// lists yields the document's name and the place of each fact list of a, in
// a fixed order.
func (a *Action) lists() func(yield func(string, *[]string) bool) {
	return func(yield func(string, *[]string) bool) {
		_ = yield("preconditions", &a.Pre) && yield("add_effects", &a.Add) && yield("del_effects", &a.Del)
	}
}

// lastName is the last member name of a path.
func lastName(where string) string { return where[strings.LastIndexByte(where, '.')+1:] }
