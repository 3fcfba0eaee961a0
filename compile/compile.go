package compile

import (
	"slices"

	"workbench/internal/canonjson"
	"workbench/internal/diag"
	"workbench/strips"
)

// Compile derives the contract of a plan document. The error is a diag.List
// of everything that Decode reports, of reserved checks, and of what
// strips.Validate has against the contract. The plan's generated checks do not
// matter.
//
// There is one action a step, in the plan's order:
//
//   - it needs the source fact of the plan's fingerprint and the output fact
//     of each required output;
//   - it adds the step's own fact, the fact of each declared output and the
//     requirement fact of each covered requirement of priority must or should;
//   - it deletes nothing.
//
// The source fact alone is initially true; all other facts are goals. Lists
// are sorted in code point order.
func Compile(root *canonjson.Value) (*Plan, *strips.Contract, error) {
	return compileAs(root, Fingerprint(root))
}

// compileAs is Compile for a plan whose fingerprint is known.
func compileAs(root *canonjson.Value, fingerprint string) (*Plan, *strips.Contract, error) {
	plan, faults := Decode(root)
	problems := append(faults.All(), reservedChecks(root)...)
	if len(problems) > 0 {
		return plan, nil, problems
	}
	c := plan.contract(fingerprint)
	if problems := strips.Validate(c, plan.Dependencies()); len(problems) > 0 {
		return plan, nil, problems
	}
	return plan, c, nil
}

// contract is the derivation itself; the plan has no faults.
func (p *Plan) contract(fingerprint string) *strips.Contract {
	required := map[string]bool{}
	for _, r := range p.Requirements {
		required[r.ID] = r.Required()
	}
	source := SourceFact(fingerprint)
	c := &strips.Contract{Initial: []string{source}}
	for i := range p.Steps {
		s := &p.Steps[i]
		a := strips.Action{Step: s.ID, Pre: []string{source}, Add: []string{StepFact(s.ID)}, Del: []string{}}
		for _, out := range s.Requires {
			a.Pre = append(a.Pre, OutputFact(out.Step, out.Name))
		}
		for _, name := range s.Outputs {
			a.Add = append(a.Add, OutputFact(s.ID, name))
		}
		for _, id := range s.Covers {
			if required[id] {
				a.Add = append(a.Add, RequirementFact(id))
			}
		}
		a.Pre, a.Add = sorted(a.Pre), sorted(a.Add)
		c.Goals = append(c.Goals, a.Add...)
		c.Actions = append(c.Actions, a)
	}
	c.Goals = sorted(c.Goals)
	return c
}

// sorted sorts facts in code point order and drops repetitions.
func sorted(facts []string) []string {
	slices.Sort(facts)
	return slices.Compact(facts)
}

// reservedChecks refuses run checks that the fingerprint leaves out as
// generated although nothing generates them.
func reservedChecks(root *canonjson.Value) diag.List {
	var l diag.List
	for c := range checksOf(root) {
		if c.value.Get("formal_planning") != nil || !semanticCheck(c.value) {
			continue
		}
		if _, ok := semanticSHA(c.value); !ok {
			l.Addf("reserved-check", c.where(), "a run check of plan-auditor-formalize or workbench formalize is reserved for generated checks and would not be part of the fingerprint: write it as an exec check or remove it")
		}
	}
	return l
}
