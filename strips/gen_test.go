package strips_test

import (
	"fmt"

	"pgregory.net/rapid"

	"workbench/strips"
)

// genContract draws a valid contract of up to maxActions actions over few
// facts, with acyclic dependencies; step ids are shuffled and have gaps. A
// fact is deleted where it may be once in 2^deletes draws, never for 0.
func genContract(t *rapid.T, maxActions int, deletes int) (*strips.Contract, strips.Dependencies) {
	n := rapid.IntRange(1, maxActions).Draw(t, "actions")
	facts := make([]string, rapid.IntRange(1, 6).Draw(t, "facts"))
	for i := range facts {
		facts[i] = fmt.Sprintf("f%d", i)
	}
	// rapid's integers lean to small ones; its booleans are fair.
	seldom := func(halvings int, label string) bool {
		for range halvings {
			if !rapid.Bool().Draw(t, label) {
				return false
			}
		}
		return halvings > 0
	}
	subset := func(halvings int, label string) []string {
		out := []string{}
		for _, f := range facts {
			if seldom(halvings, label+f) {
				out = append(out, f)
			}
		}
		return out
	}
	c := &strips.Contract{Initial: subset(1, "init ")}
	known := map[string]bool{}
	for _, f := range c.Initial {
		known[f] = true
	}
	ids := rapid.Permutation([]int64{1, 2, 3, 5, 8, 13, 21, 34}).Draw(t, "ids")[:n]
	for _, id := range ids {
		c.Actions = append(c.Actions, strips.Action{Step: id, Pre: subset(2, "pre "), Add: subset(2, "add "), Del: subset(deletes, "del ")})
	}
	for i := range c.Actions {
		for _, f := range c.Actions[i].Add {
			known[f] = true
		}
	}
	only := func(in []string, ok func(string) bool) []string {
		out := []string{}
		for _, f := range in {
			if ok(f) {
				out = append(out, f)
			}
		}
		return out
	}
	for i := range c.Actions {
		a := &c.Actions[i]
		adds := map[string]bool{}
		for _, f := range a.Add {
			adds[f] = true
		}
		a.Pre = only(a.Pre, func(f string) bool { return known[f] })
		a.Del = only(a.Del, func(f string) bool { return known[f] && !adds[f] })
	}
	c.Goals = only(subset(1, "goal "), func(f string) bool { return known[f] })
	if len(c.Goals) == 0 {
		c.Goals = []string{"g"}
		if rapid.Bool().Draw(t, "goal initially") {
			c.Initial = append(c.Initial, "g")
		} else {
			c.Actions[0].Add = append(c.Actions[0].Add, "g")
		}
	}
	order := rapid.Permutation(ids).Draw(t, "dependency order")
	deps := strips.Dependencies{}
	for i, id := range order {
		d := strips.StepDeps{Step: id}
		for _, on := range order[:i] {
			if seldom(2, "dep") {
				d.On = append(d.On, on)
			}
		}
		deps = append(deps, d)
	}
	return c, deps
}
