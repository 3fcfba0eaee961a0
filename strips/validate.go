package strips

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"workbench/internal/canonjson"
	"workbench/internal/diag"
)

// Validate returns every structural fault of a contract under the rules of
// the format (plan-auditor 2.6.3), in this order:
//
//  1. initial and goal facts, and the three lists of each action: at most
//     MaxFacts items [facts-limit], none blank [fact-value], none longer than
//     MaxFactLength code points [fact-too-long], none twice [facts-duplicate];
//     there is at least one goal [goals-empty];
//  2. at most MaxActions actions [actions-limit], each with a step id from 1
//     to MaxStep [action-step] that no other has [action-step-duplicate];
//     Add and Del of an action share no fact [add-del-overlap];
//  3. unless deps is nil, the actions are those of the plan's steps, one each
//     [action-missing] [action-extra];
//  4. every precondition [precondition-no-source], delete effect
//     [delete-no-source] and goal [goal-no-source] is initially true or added
//     by some action;
//  5. dependencies name steps of the plan [depends-unknown], not the step
//     itself [depends-self], none twice [depends-duplicate].
//
// A cycle of dependencies is no structural fault: it is a dead end.
func Validate(c *Contract, deps Dependencies) diag.List {
	v := &validator{ids: make(map[string]int32, len(c.Initial)+len(c.Goals)), actions: make([]factIDs, len(c.Actions))}
	v.contract(c)
	v.planSteps(c, deps)
	v.sources(c)
	v.dependencies(deps)
	return v.faults
}

// Check decodes a contract and validates what could be read: all faults of
// Decode and of Validate, at once.
func Check(doc *canonjson.Value, deps Dependencies) (*Contract, diag.List) {
	c, faults := Decode(doc)
	for _, p := range Validate(c, deps) {
		if p.Code == "goals-empty" && reportedAt(faults, "goal_facts") {
			continue // the list is wrong in shape, not empty
		}
		faults = append(faults, p)
	}
	return c, faults
}

func reportedAt(l diag.List, prefix string) bool {
	for _, p := range l {
		if strings.HasPrefix(p.Where, prefix) {
			return true
		}
	}
	return l.Has("contract-type")
}

// Warnings returns what a valid contract proves less by than its author may
// think: no action has an effect [all-effect-free], or a goal is true before
// the first step and never at stake [goal-initially-true].
func Warnings(c *Contract) diag.List {
	var l diag.List
	effects := false
	deleted := map[string]bool{}
	for _, a := range c.Actions {
		effects = effects || len(a.Add)+len(a.Del) > 0
		for _, f := range a.Del {
			deleted[f] = true
		}
	}
	if len(c.Actions) > 0 && !effects {
		l.Addf("all-effect-free", "actions", "no action has an effect: the order proves nothing about the goals")
	}
	initial := set(c.Initial)
	for i, g := range c.Goals {
		if initial[g] && !deleted[g] {
			l.Addf("goal-initially-true", fmt.Sprintf("goal_facts[%d]", i), "the goal %q is true before the first step: no step has to reach it", g)
		}
	}
	return l
}

// validator works on interned facts: each text is looked up once, all rules
// then compare numbers.
type validator struct {
	faults  diag.List
	ids     map[string]int32 // fact text → number
	lastIn  []int32          // by fact: the last list that it was seen in
	source  []bool           // by fact: initially true or added by some action
	list    int32            // number of the current list
	goals   []int32
	actions []factIDs // by action
}

// factIDs are the facts of an action whose sources rule 4 asks for.
type factIDs struct{ pre, del []int32 }

func (v *validator) intern(f string) int32 {
	id, known := v.ids[f]
	if !known {
		id = int32(len(v.lastIn))
		v.ids[f] = id
		v.lastIn = append(v.lastIn, 0)
		v.source = append(v.source, false)
	}
	return id
}

func (v *validator) contract(c *Contract) {
	at := func(name string) func() string { return func() string { return name } }
	for _, id := range v.facts(c.Initial, at("initial_facts")) {
		v.source[id] = true
	}
	v.goals = v.facts(c.Goals, at("goal_facts"))
	if len(c.Goals) == 0 {
		v.faults.Addf("goals-empty", "goal_facts", "a contract needs at least one goal fact")
	}
	if len(c.Actions) > MaxActions {
		v.faults.Addf("actions-limit", "actions", "%d actions: at most %d are allowed", len(c.Actions), MaxActions)
	}
	seen := make(map[int64]bool, len(c.Actions))
	for i := range c.Actions {
		a := &c.Actions[i]
		switch {
		case a.Step < 1 || a.Step > MaxStep:
			v.faults.Addf("action-step", fmt.Sprintf("actions[%d].step", i), "the step must be the id of a plan step: an integer from 1 to %d", int64(MaxStep))
		case seen[a.Step]:
			v.faults.Addf("action-step-duplicate", fmt.Sprintf("actions[%d].step", i), "step %d has an action already: keep one", a.Step)
		default:
			seen[a.Step] = true
			v.action(a, i)
		}
	}
}

func (v *validator) action(a *Action, i int) {
	at := func(name string) func() string {
		return func() string { return fmt.Sprintf("actions[%d].%s", i, name) }
	}
	pre := v.facts(a.Pre, at("preconditions"))
	for _, id := range v.facts(a.Add, at("add_effects")) {
		v.source[id] = true
	}
	added := v.list
	for j, f := range a.Del {
		if id, known := v.ids[f]; known && v.lastIn[id] == added {
			v.faults.Addf("add-del-overlap", fmt.Sprintf("actions[%d].del_effects[%d]", i, j), "step %d both adds and deletes %q: decide which", a.Step, f)
		}
	}
	v.actions[i] = factIDs{pre, v.facts(a.Del, at("del_effects"))}
}

// facts applies rule 1 to one list and returns its facts as numbers.
func (v *validator) facts(facts []string, where func() string) []int32 {
	v.list++
	if len(facts) > MaxFacts {
		v.faults.Addf("facts-limit", where(), "%d facts: at most %d are allowed", len(facts), MaxFacts)
	}
	ids := make([]int32, len(facts))
	for i, f := range facts {
		ids[i] = v.intern(f)
		code, message := "", ""
		switch {
		case canonjson.Strip(f) == "":
			code, message = "fact-value", "a fact must not be blank"
		case len(f) > MaxFactLength && utf8.RuneCountInString(f) > MaxFactLength:
			code, message = "fact-too-long", fmt.Sprintf("a fact of %d characters: at most %d are allowed", utf8.RuneCountInString(f), MaxFactLength)
		case v.lastIn[ids[i]] == v.list:
			code, message = "facts-duplicate", fmt.Sprintf("the fact %q stands twice in one list", f)
		}
		if code != "" {
			v.faults.Addf(code, fmt.Sprintf("%s[%d]", where(), i), "%s", message)
		}
		v.lastIn[ids[i]] = v.list
	}
	return ids
}

// planSteps applies rule 3.
func (v *validator) planSteps(c *Contract, deps Dependencies) {
	if deps == nil {
		return
	}
	action := map[int64]bool{}
	for _, a := range c.Actions {
		action[a.Step] = true
	}
	step := map[int64]bool{}
	for _, d := range deps {
		step[d.Step] = true
		if !action[d.Step] {
			v.faults.Addf("action-missing", "actions", "step %d of the plan has no action", d.Step)
		}
	}
	for i, a := range c.Actions {
		if !step[a.Step] {
			v.faults.Addf("action-extra", fmt.Sprintf("actions[%d].step", i), "step %d is no step of the plan", a.Step)
		}
	}
}

// sources applies rule 4: one message an action and list, one for the goals.
func (v *validator) sources(c *Contract) {
	for i := range v.actions {
		step := c.Actions[i].Step
		if missing := v.missing(v.actions[i].pre, c.Actions[i].Pre); missing != "" {
			v.faults.Addf("precondition-no-source", fmt.Sprintf("actions[%d].preconditions", i), "step %d needs %s: neither initially true nor added by any action", step, missing)
		}
		if missing := v.missing(v.actions[i].del, c.Actions[i].Del); missing != "" {
			v.faults.Addf("delete-no-source", fmt.Sprintf("actions[%d].del_effects", i), "step %d deletes %s: neither initially true nor added by any action", step, missing)
		}
	}
	if missing := v.missing(v.goals, c.Goals); missing != "" {
		v.faults.Addf("goal-no-source", "goal_facts", "the goals ask for %s: neither initially true nor added by any action", missing)
	}
}

// missing quotes the facts that have no source.
func (v *validator) missing(ids []int32, facts []string) string {
	var out []string
	for i, id := range ids {
		if !v.source[id] {
			out = append(out, fmt.Sprintf("%q", facts[i]))
		}
	}
	return strings.Join(out, ", ")
}

// dependencies applies rule 5.
func (v *validator) dependencies(deps Dependencies) {
	known := map[int64]bool{}
	for _, d := range deps {
		known[d.Step] = true
	}
	for _, d := range deps {
		seen := map[int64]bool{}
		for _, on := range d.On {
			where := fmt.Sprintf("dependencies of step %d", d.Step)
			switch {
			case on == d.Step:
				v.faults.Addf("depends-self", where, "a step cannot depend on itself")
			case !known[on]:
				v.faults.Addf("depends-unknown", where, "step %d is no step of the plan", on)
			case seen[on]:
				v.faults.Addf("depends-duplicate", where, "step %d stands twice", on)
			}
			seen[on] = true
		}
	}
}

func set(items []string) map[string]bool {
	m := make(map[string]bool, len(items))
	for _, s := range items {
		m[s] = true
	}
	return m
}
