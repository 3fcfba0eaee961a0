package strips

import (
	"cmp"
	"slices"
)

// Task is a valid contract with its dependencies in interned form: facts and
// steps are small integers, and operators are sorted by ascending step id, so
// that the lowest index is the lowest id.
type Task struct {
	Facts []string // distinct fact texts, in order of first use
	Ops   []Op
	Init  []int32 // facts that are initially true
	Goal  []int32 // facts that must be true at the end
}

// Op is one step of a Task.
type Op struct {
	Step int64
	Pre  []int32 // facts
	Add  []int32 // facts
	Del  []int32 // facts
	Deps []int32 // indices of operators that must have run
}

// NewTask interns a contract that Validate accepts with these dependencies.
// What an invalid one means is not defined, but it never panics: dependencies
// on unknown steps make their step one that can never run.
func NewTask(c *Contract, deps Dependencies) *Task {
	in := interner{ids: make(map[string]int32, 2*len(c.Goals)+len(c.Initial))}
	t := &Task{Init: in.all(c.Initial), Goal: in.all(c.Goals)}
	t.Ops = make([]Op, len(c.Actions))
	for i, a := range c.Actions {
		t.Ops[i] = Op{Step: a.Step, Pre: in.all(a.Pre), Add: in.all(a.Add), Del: in.all(a.Del)}
	}
	slices.SortFunc(t.Ops, func(a, b Op) int { return cmp.Compare(a.Step, b.Step) })
	t.Facts = in.facts

	index := make(map[int64]int32, len(t.Ops))
	for i, op := range t.Ops {
		index[op.Step] = int32(i)
	}
	for _, d := range deps {
		op, known := index[d.Step]
		if !known {
			continue
		}
		for _, on := range d.On {
			parent, known := index[on]
			if !known {
				parent = op // never satisfied
			}
			t.Ops[op].Deps = append(t.Ops[op].Deps, parent)
		}
	}
	return t
}

// Monotonic reports whether no operator deletes a fact, so that facts only
// accumulate.
func (t *Task) Monotonic() bool {
	for i := range t.Ops {
		if len(t.Ops[i].Del) > 0 {
			return false
		}
	}
	return true
}

type interner struct {
	ids   map[string]int32
	facts []string
}

func (in *interner) all(facts []string) []int32 {
	out := make([]int32, len(facts))
	for i, f := range facts {
		id, known := in.ids[f]
		if !known {
			id = int32(len(in.facts))
			in.ids[f] = id
			in.facts = append(in.facts, f)
		}
		out[i] = id
	}
	return out
}
