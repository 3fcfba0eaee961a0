package pddl

import (
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
	task     groundTask
	adders   map[string]int
	deleters map[string]int
	needers  map[string]int
	named    map[string]string
}

func newRoles(t groundTask, names map[string]string) *roles {
	r := &roles{task: t, adders: map[string]int{}, deleters: map[string]int{}, needers: map[string]int{}, named: names}
	for _, a := range t.actions {
		count(r.adders, a.add)
		count(r.deleters, a.del)
		count(r.needers, a.pre)
	}
	return r
}

func count(n map[string]int, s atoms) {
	for _, f := range s.list {
		n[f]++
	}
}

// guard is the fact that lets an action run once, "" for none. One that does
// nothing else is preferred to all others: those are refused.
func (r *roles) guard(a *groundAction) string {
	var found, alone []string
	for _, f := range a.pre.list {
		if r.task.init.has[f] && a.del.has[f] && r.deleters[f] == 1 && r.adders[f] == 0 {
			found = append(found, f)
			if r.needers[f] == 1 && !r.task.goal.has[f] {
				alone = append(alone, f)
			}
		}
	}
	if len(alone) > 0 {
		found = alone
	}
	return r.prefer(found, guardAtom(a))
}

// done is the goal that makes an action run, "" for none. One that the action
// itself needs is the last choice: it would make a step depend on itself.
func (r *roles) done(a *groundAction) string {
	var found, apart []string
	for _, f := range a.add.list {
		if !r.task.init.has[f] && r.task.goal.has[f] && r.adders[f] == 1 && r.deleters[f] == 0 {
			found = append(found, f)
			if !a.pre.has[f] {
				apart = append(apart, f)
			}
		}
	}
	if len(apart) > 0 {
		found = apart
	}
	return r.prefer(found, doneAtom(a))
}

// guardAtom and doneAtom are the usual facts of an action.
func guardAtom(a *groundAction) string { return "(unused-" + a.name.Fold() + ")" }
func doneAtom(a *groundAction) string  { return "(done-" + a.name.Fold() + ")" }

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
