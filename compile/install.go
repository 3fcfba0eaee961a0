package compile

import (
	"bytes"
	"context"
	"slices"
	"strconv"

	"workbench/internal/canonjson"
	"workbench/internal/diag"
	"workbench/strips"
)

// Style is the form in which Install writes checks into a plan.
type Style uint8

// The styles.
const (
	// StyleWorkbench names workbench in the checks and changes nothing of the
	// user's text but the verify lists.
	StyleWorkbench Style = iota
	// StylePlanAuditor names plan-auditor's commands and rewrites the whole
	// file as plan-auditor 2.6.3 does: sorted keys, indented by two blanks.
	StylePlanAuditor
)

// MaxPlanBytes is the size of the largest plan file that is read or written.
const MaxPlanBytes = 2_000_000

// InstallOptions say how to install the checks. The zero value is the default.
type InstallOptions struct {
	AnchorStep          int64 // the step that gets the checks; 0: the present one, else the first root
	Style               Style
	MaxStates           int    // put into the check's command line unless 0; StyleWorkbench only
	FastDownward        string // put into the check's command line unless ""
	RequireFastDownward bool   // put into the check's command line
}

// Installed is a plan with its generated checks.
type Installed struct {
	Source         []byte // the new text; the old one when Changed is false
	Changed        bool   // canonical(new plan) differs from canonical(old plan)
	Plan           *Plan
	Contract       *strips.Contract
	ContractSHA256 string
	SourceSHA256   string
	AnchorStep     int64
	Warnings       diag.List
}

// Install compiles a plan and puts the two generated checks at the head of
// the anchor step's verify list, in place of all generated checks there were.
// The anchor step is the one asked for, else that of the present anchor, else
// the lowest step without dependencies, else the first of the list.
//
// It refuses, with every reason at once, what Compile refuses; a plan with
// two anchors [multiple-anchors] or a manual one [manual-anchor-present]; an
// unknown anchor step [anchor-step-unknown] or one whose verify is no list
// [verify-type]; a blank Fast Downward [anchor-fd-empty]; a contract that
// strips.Solve does not pass [never-verifies]; and a result of more than
// MaxPlanBytes [plan-too-large].
func Install(src []byte, root *canonjson.Value, o InstallOptions) (*Installed, error) {
	present, problems := presentAnchor(root)
	if o.FastDownward != "" && canonjson.Strip(o.FastDownward) == "" {
		problems.Addf("anchor-fd-empty", "", "--fast-downward needs a value: auto, or the name of a program")
	}
	plan, contract, err := Compile(root)
	problems = append(problems, diag.From(err, "")...)
	anchor := anchorStep(plan, present, o.AnchorStep)
	if anchor == nil && len(plan.Steps) > 0 {
		problems.Addf("anchor-step-unknown", "", "there is no step %d to put the checks into", o.AnchorStep)
	}
	if anchor != nil {
		if list := root.Get("steps").Items[anchor.index].Get("verify"); !list.IsNull() && list.Kind != canonjson.Array {
			problems.Addf("verify-type", "steps["+strconv.Itoa(anchor.index)+"].verify", "verify must be a list of checks, not %s", list.Kind)
		}
	}
	if len(problems) > 0 {
		return nil, problems
	}
	if err := verifies(contract, plan.Dependencies()); err != nil {
		return nil, err
	}
	in := &Installed{
		Plan: plan, Contract: contract, AnchorStep: anchor.ID,
		ContractSHA256: contract.SHA256(), SourceSHA256: Fingerprint(root),
	}
	checks := generatedChecks(contract, o)
	if err := in.write(src, root, anchor.index, checks, o.Style); err != nil {
		return nil, err
	}
	if in.Changed && o.Style == StyleWorkbench {
		in.Warnings.Addf("style-workbench", "", "plan-auditor reads the second check as part of the plan's source; compile with --style plan-auditor if that tool is to verify this plan")
	}
	return in, nil
}

// Remove takes the generated checks out of a plan's text. A manual anchor is
// left alone, and with it everything else [manual-anchor-present].
func Remove(src []byte, root *canonjson.Value, style Style) (*Installed, error) {
	if _, problems := presentAnchor(root); problems.Has("manual-anchor-present") {
		return nil, problems
	}
	in := &Installed{SourceSHA256: Fingerprint(root)}
	if err := in.write(src, root, -1, nil, style); err != nil {
		return nil, err
	}
	return in, nil
}

// presentAnchor returns the one check that carries a contract, if any, and
// the problems with what is there.
func presentAnchor(root *canonjson.Value) (*check, diag.List) {
	var problems diag.List
	var found []check
	for c := range checksOf(root) {
		if contract := c.value.Get("formal_planning"); contract != nil {
			found = append(found, c)
			if !(&Anchor{Contract: contract}).Generated() {
				problems.Addf("manual-anchor-present", c.where(), "this check carries a contract that was not generated: it is never overwritten; remove it first if the generated one is to take its place")
			}
		}
	}
	if len(found) > 1 {
		problems.Addf("multiple-anchors", found[1].where(), "%d checks carry a contract: keep one", len(found))
	}
	if len(found) != 1 {
		return nil, problems
	}
	return &found[0], problems
}

// anchorStep chooses the step that gets the checks; nil when the one asked
// for does not exist.
func anchorStep(plan *Plan, present *check, asked int64) *Step {
	if asked != 0 {
		return plan.step(asked)
	}
	if present != nil {
		if id, ok := positive(present.step.Get("id")); ok && plan.step(id) != nil {
			return plan.step(id)
		}
	}
	var root *Step
	for i := range plan.Steps {
		s := &plan.Steps[i]
		if len(s.DependsOn) == 0 && (root == nil || s.ID < root.ID) {
			root = s
		}
	}
	if root == nil && len(plan.Steps) > 0 {
		root = &plan.Steps[0]
	}
	return root
}

// verifies holds a compiled contract to the solver.
func verifies(c *strips.Contract, deps strips.Dependencies) error {
	r, err := strips.Solve(context.Background(), c, deps, strips.Options{})
	if err != nil {
		return err
	}
	if r.Verdict != strips.Pass {
		return diag.List{{Code: "never-verifies", Message: "the compiled contract is " + r.Verdict.String() + " (" + string(r.Reason) + "): nothing is written"}}
	}
	return nil
}

// formalCommand is the command line of the check that verifies a contract.
func formalCommand(style Style, sha string) []string {
	if style == StylePlanAuditor {
		return []string{auditorFormal, "verify", ".", "--contract-sha", sha}
	}
	return []string{workbench, "formal", "verify", ".", "--contract-sha", sha}
}

// semanticCommand is the command line of the check that recompiles.
func semanticCommand(style Style, sha string) []string {
	if style == StylePlanAuditor {
		return []string{auditorFormalize, "verify", ".", "--contract-sha", sha}
	}
	return []string{workbench, "formalize", "verify", ".", "--contract-sha", sha}
}

// FormalCheck returns the check that carries a contract and verifies it.
func FormalCheck(contract *canonjson.Value, o InstallOptions) canonjson.Value {
	argv := formalCommand(o.Style, canonjson.SHA256(contract))
	if o.MaxStates != 0 && o.Style == StyleWorkbench {
		argv = append(argv, "--max-states", strconv.Itoa(o.MaxStates))
	}
	if o.FastDownward != "" {
		argv = append(argv, "--fast-downward", o.FastDownward)
	}
	if o.RequireFastDownward {
		argv = append(argv, "--require-fast-downward")
	}
	return object(member("type", canonjson.Str("run")), member("argv", canonjson.Strings(argv)), member("formal_planning", *contract))
}

func generatedChecks(c *strips.Contract, o InstallOptions) []canonjson.Value {
	contract := ContractValue(c)
	return []canonjson.Value{
		FormalCheck(&contract, o),
		object(member("type", canonjson.Str("run")), member("argv", canonjson.Strings(semanticCommand(o.Style, c.SHA256())))),
	}
}

// ContractValue is a contract as a JSON value, with its members in the order
// in which people read them: version, initial_facts, goal_facts, actions.
func ContractValue(c *strips.Contract) canonjson.Value {
	actions := canonjson.Value{Kind: canonjson.Array}
	for _, a := range c.Actions {
		v := object(member("step", canonjson.Int(a.Step)))
		for _, list := range []struct {
			name  string
			facts []string
		}{{"preconditions", a.Pre}, {"add_effects", a.Add}, {"del_effects", a.Del}} {
			if list.facts != nil {
				v.Members = append(v.Members, member(list.name, canonjson.Strings(list.facts)))
			}
		}
		actions.Items = append(actions.Items, v)
	}
	v := object(member("version", canonjson.Int(1)))
	if c.Initial != nil {
		v.Members = append(v.Members, member("initial_facts", canonjson.Strings(c.Initial)))
	}
	v.Members = append(v.Members, member("goal_facts", canonjson.Strings(c.Goals)), member("actions", actions))
	return v
}

// write makes the new text: the generated checks of all steps go, those given
// come to the head of step anchor (none for -1). The text is read back and
// must mean exactly that.
func (in *Installed) write(src []byte, root *canonjson.Value, anchor int, checks []canonjson.Value, style Style) error {
	want := withChecks(root, anchor, checks)
	wanted := canonjson.Append(nil, &want)
	in.Source = src
	if bytes.Equal(wanted, canonjson.Append(nil, root)) {
		return nil
	}
	in.Changed = true
	if style == StylePlanAuditor {
		in.Source = append(canonjson.AppendIndent(nil, &want, "  "), '\n')
	} else {
		in.Source = editChecks(src, root, anchor, checks)
	}
	if len(in.Source) > MaxPlanBytes {
		return diag.List{{Code: "plan-too-large", Message: "with its contract the plan has " + strconv.Itoa(len(in.Source)) + " bytes: at most " + strconv.Itoa(MaxPlanBytes) + " can be read back; split the plan"}}
	}
	back, err := canonjson.Parse(in.Source, canonjson.Options{})
	if err != nil || !bytes.Equal(canonjson.Append(nil, back), wanted) {
		return diag.List{{Code: "internal-edit", Message: "internal fault: the edited plan does not read back as meant; nothing is written"}}
	}
	return nil
}

// withChecks is the plan's value after the change.
func withChecks(root *canonjson.Value, anchor int, checks []canonjson.Value) canonjson.Value {
	out := *root
	out.Members = slices.Clone(root.Members)
	steps := out.Get("steps")
	if steps == nil || steps.Kind != canonjson.Array {
		return out
	}
	steps.Items = slices.Clone(steps.Items)
	for i := range steps.Items {
		step := &steps.Items[i]
		list := step.Get("verify")
		isList := list != nil && list.Kind == canonjson.Array
		if i != anchor && !isList {
			continue
		}
		var items []canonjson.Value
		if i == anchor {
			items = slices.Clone(checks)
		}
		if isList {
			for _, c := range list.Items {
				if !generatedCheck(&c) {
					items = append(items, c)
				}
			}
		}
		step.Members = slices.Clone(step.Members)
		if list = step.Get("verify"); list == nil {
			step.Members = append(step.Members, canonjson.Member{Name: "verify"})
			list = &step.Members[len(step.Members)-1].Value
		}
		*list = canonjson.List(items...)
	}
	return out
}
