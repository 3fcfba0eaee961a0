package compile

import (
	"fmt"
	"slices"
	"strings"

	"workbench/internal/canonjson"
	"workbench/internal/diag"
	"workbench/strips"
)

// Recompile holds a generated contract to its plan: the one anchor's contract
// must be, byte for byte in canonical form, what Compile derives from the plan
// now. It returns every violation: the contract has not exactly one source
// fact [marker-count], or one of another plan [source-mismatch]; the plan no
// longer compiles [recompile-failed, and each reason]; any other difference,
// with the first place at which the two differ [recompilation-mismatch].
func Recompile(root *canonjson.Value, a *Anchor) diag.List {
	var l diag.List
	current := Fingerprint(root)
	sources := a.sources()
	if len(sources) != 1 {
		l.Addf("marker-count", a.Where, "a generated contract has exactly one fact %s…, this one has %d", SourcePrefix, len(sources))
	}
	if !slices.Contains(sources, SourceFact(current)) {
		l.Addf("source-mismatch", a.Where, "the contract was compiled from another plan: the plan's source is %s now; run formalize compile again", current)
	}
	_, contract, err := compileAs(root, current)
	if err != nil {
		l.Addf("recompile-failed", a.Where, "the plan does not compile any more, so the contract cannot be its meaning")
		return append(l, diag.From(err, "recompile-failed")...)
	}
	if a.SHA256 != contract.SHA256() { // of the canonical bytes
		want := ContractValue(contract)
		where, _ := difference(a.Contract, &want, "")
		l.Addf("recompilation-mismatch", a.Where+".formal_planning"+where, "the contract is not the compilation of this plan: it differs here from the contract %s; run formalize compile again", contract.SHA256())
	}
	return l
}

// difference finds the first place at which two values differ in canonical
// form.
func difference(a, b *canonjson.Value, where string) (string, bool) {
	switch {
	case a == nil || b == nil:
		return where, a != b
	case a.Kind == canonjson.Array && b.Kind == canonjson.Array:
		for i := range min(len(a.Items), len(b.Items)) {
			if at, differs := difference(&a.Items[i], &b.Items[i], fmt.Sprintf("%s[%d]", where, i)); differs {
				return at, true
			}
		}
		return fmt.Sprintf("%s[%d]", where, min(len(a.Items), len(b.Items))), len(a.Items) != len(b.Items)
	case a.Kind == canonjson.Object && b.Kind == canonjson.Object:
		for _, m := range append(slices.Clone(b.Members), a.Members...) {
			if at, differs := difference(a.Get(m.Name), b.Get(m.Name), where+"."+m.Name); differs {
				return at, true
			}
		}
		return where, false
	default:
		return where, string(canonjson.Append(nil, a)) != string(canonjson.Append(nil, b))
	}
}

// Bind holds a contract to the plan's requirements. For each requirement of
// priority must or should, its fact
//
//  1. is a goal [sem-goal-unbound];
//  2. is not true at the start [sem-goal-initial];
//  3. is added by some action [sem-no-producer];
//  4. is added only by steps that cover the requirement [sem-non-covering],
//     one at least [sem-no-covering-producer];
//
// and every action has an add or delete effect [sem-effect-free]. Goals that
// are no requirement are a warning [sem-extra-goals]; step and output facts of
// a generated contract are none.
func Bind(plan *Plan, c *strips.Contract, generated bool) (faults, warnings diag.List) {
	for i, a := range c.Actions {
		if len(a.Add)+len(a.Del) == 0 {
			faults.Addf("sem-effect-free", fmt.Sprintf("actions[%d]", i), "step %d changes nothing: the contract says nothing about it", a.Step)
		}
	}
	goals := map[string]bool{}
	for _, g := range c.Goals {
		goals[g] = true
	}
	initial := map[string]bool{}
	for _, f := range c.Initial {
		initial[f] = true
	}
	producers := map[string][]int64{}
	for _, a := range c.Actions {
		for _, f := range a.Add {
			producers[f] = append(producers[f], a.Step)
		}
	}
	required := map[string]bool{}
	for _, r := range plan.Requirements {
		if !r.Required() {
			continue
		}
		fact, where := RequirementFact(r.ID), fmt.Sprintf("requirements[%d]", r.index)
		required[fact] = true
		if !goals[fact] {
			faults.Addf("sem-goal-unbound", where, "the fact %q is no goal of the contract", fact)
			continue
		}
		if initial[fact] {
			faults.Addf("sem-goal-initial", where, "the fact %q is true before the first step", fact)
		}
		faults = append(faults, plan.bindProducers(r, producers[fact], where)...)
	}
	var extra []string
	for _, g := range c.Goals {
		if !required[g] && !(generated && (strings.HasPrefix(g, StepPrefix) || strings.HasPrefix(g, OutputPrefix))) {
			extra = append(extra, fmt.Sprintf("%q", g))
		}
	}
	if len(extra) > 0 {
		warnings.Addf("sem-extra-goals", "goal_facts", "goals that are no requirement of the plan: %s", strings.Join(extra, ", "))
	}
	return faults, warnings
}

// bindProducers applies rules 3 and 4 to the steps that add a requirement's
// fact.
func (p *Plan) bindProducers(r Requirement, producers []int64, where string) (l diag.List) {
	covering := 0
	for _, id := range producers {
		if s := p.step(id); s != nil && slices.Contains(s.Covers, r.ID) {
			covering++
		} else {
			l.Addf("sem-non-covering", where, "step %d adds the fact of requirement %q without covering it", id, r.ID)
		}
	}
	switch {
	case len(producers) == 0:
		l.Addf("sem-no-producer", where, "no action adds the fact of requirement %q", r.ID)
	case covering == 0:
		l.Addf("sem-no-covering-producer", where, "no step that covers requirement %q adds its fact", r.ID)
	}
	return l
}

// Gate applies what only the whole gate asks of a plan's checks, beyond the
// contract: a generated contract comes with its second check, for the same
// contract [semantic-check-missing], so that neither can be taken out alone;
// and a manual contract uses no fact of the generator's own classes
// [reserved-fact], so that a generated contract cannot pass as a manual one
// once its source fact is cut out.
func Gate(root *canonjson.Value, a *Anchor, c *strips.Contract) diag.List {
	var l diag.List
	if a.Generated() {
		for ch := range checksOf(root) {
			if sha, ok := semanticSHA(ch.value); ok && sha == a.SHA256 {
				return nil
			}
		}
		l.Addf("semantic-check-missing", a.Where, "the plan has no formalize verify check for this contract: run formalize compile again")
		return l
	}
	reserved := func(f string) bool {
		return strings.HasPrefix(f, StepPrefix) || strings.HasPrefix(f, OutputPrefix) || strings.HasPrefix(f, SourcePrefix)
	}
	seen := map[string]bool{}
	lists := [][]string{c.Initial, c.Goals}
	for _, act := range c.Actions {
		lists = append(lists, act.Pre, act.Add, act.Del)
	}
	for _, f := range slices.Concat(lists...) {
		if reserved(f) && !seen[f] {
			seen[f] = true
			l.Addf("reserved-fact", a.Where, "the fact %q is of a class that only generated contracts use: rename it in a manual contract, or run formalize compile", f)
		}
	}
	return l
}
