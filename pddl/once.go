package pddl

import (
	"slices"
	"strconv"
	"strings"

	"workbench/strips"
)

// stepIDs are N for actions that are all named step-N, else 1, 2, ….
func stepIDs(actions []groundAction) []int64 {
	ids := make([]int64, len(actions))
	seen := map[int64]bool{}
	for i, a := range actions {
		n, err := strconv.ParseInt(strings.TrimPrefix(a.name.Fold(), "step-"), 10, 64)
		if err != nil || n < 1 || n > strips.MaxStep || seen[n] || a.name.Fold() != actionName(n) {
			for j := range ids {
				ids[j] = int64(j + 1)
			}
			return ids
		}
		ids[i], seen[n] = n, true
	}
	return ids
}

// roles knows what each atom does in a task.
type roles struct {
	init, goal map[string]bool
	adders     map[string]int
	deleters   map[string]int
	named      map[string]string
	guardOf    map[string]string // by action
}

func newRoles(t groundTask, names map[string]string) *roles {
	r := &roles{init: map[string]bool{}, goal: map[string]bool{}, adders: map[string]int{}, deleters: map[string]int{}, named: names, guardOf: map[string]string{}}
	for _, f := range t.init {
		r.init[f] = true
	}
	for _, f := range t.goal {
		r.goal[f] = true
	}
	for _, a := range t.actions {
		for _, f := range a.add {
			r.adders[f]++
		}
		for _, f := range a.del {
			r.deleters[f]++
		}
	}
	return r
}

// guard is the fact that lets an action run once, "" for none.
func (r *roles) guard(a *groundAction) string {
	var found []string
	for _, f := range a.pre {
		if r.init[f] && slices.Contains(a.del, f) && r.deleters[f] == 1 && r.adders[f] == 0 {
			found = append(found, f)
		}
	}
	g := r.prefer(found, "(unused-"+a.name.Fold()+")")
	r.guardOf[a.name.Fold()] = g
	return g
}

// done is the goal that makes an action run, "" for none.
func (r *roles) done(a *groundAction) string {
	var found []string
	for _, f := range a.add {
		if !r.init[f] && r.goal[f] && r.adders[f] == 1 && r.deleters[f] == 0 {
			found = append(found, f)
		}
	}
	return r.prefer(found, "(done-"+a.name.Fold()+")")
}

// prefer chooses among facts that qualify: one without a human name, then the
// usual name, then the first.
func (r *roles) prefer(found []string, usual string) string {
	rank := func(f string) int {
		_, named := r.named[f[1:len(f)-1]]
		switch {
		case r.named != nil && !named && f == usual:
			return 0
		case r.named != nil && !named:
			return 1
		case f == usual:
			return 2
		}
		return 3
	}
	best := ""
	for _, f := range found {
		if best == "" || rank(f) < rank(best) {
			best = f
		}
	}
	return best
}
