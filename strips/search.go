package strips

import (
	"context"
	"math/bits"
	"slices"
)

// search decides a task by breadth-first search over its states, as plan-format
// section 8 of the existing tool defines it:
//
//   - the start state comes first; successors of a state come in ascending
//     step id; a state is stored when it is first generated;
//   - each state taken out counts; more than Options.MaxStates give Unknown;
//   - a state in which all operators have run is a Pass when the goals hold;
//   - a state that the prune test calls hopeless is dropped, any other is
//     expanded.
//
// The arena is the queue: states leave it in the order in which they came. The
// first complete state found has the lexicographically smallest order.
func (t *Task) search(ctx context.Context, o Options) Result {
	p := t.pack()
	a := newArena(p.words, o.MaxMemory)
	r := Result{Method: BFS}
	finish := func(v Verdict, why Reason) Result {
		r.Verdict, r.Reason = v, why
		r.Generated, r.Bytes = a.n, a.bytes
		return r
	}
	if !a.insert(p.start, 0) {
		return finish(Unknown, MemoryBound)
	}
	next := make([]uint64, p.words)
	for i := 0; i < a.n; i++ {
		r.Explored++
		if r.Explored > o.MaxStates {
			r.Partial = t.path(a, uint32(i))
			return finish(Unknown, StateBound)
		}
		if r.Explored&255 == 0 {
			if ctx.Err() != nil {
				return finish(Unknown, Interrupted)
			}
			if o.Progress != nil {
				o.Progress(r.Explored, a.n)
			}
		}
		s := a.state(uint32(i))
		if holds(p.all, s) {
			if holds(p.goals, s) {
				r.Order = t.path(a, uint32(i))
				return finish(Pass, Reachable)
			}
			continue
		}
		if p.hopeless(s) {
			continue
		}
		if !p.expand(a, s, uint32(i), next) {
			return finish(Unknown, MemoryBound)
		}
	}
	t.stuck(a, &r)
	return finish(Reject, Unreachable)
}

// stuck tells how far the search came: the last state stored is one of those
// with the most steps run.
func (t *Task) stuck(a *arena, r *Result) {
	r.Furthest = t.path(a, uint32(a.n-1))
	ran := map[int64]bool{}
	for _, step := range r.Furthest {
		ran[step] = true
	}
	facts := map[int32]bool{}
	for _, f := range t.Init {
		facts[f] = true
	}
	index := map[int64]*Op{}
	for i := range t.Ops {
		index[t.Ops[i].Step] = &t.Ops[i]
	}
	for _, step := range r.Furthest {
		for _, f := range index[step].Del {
			delete(facts, f)
		}
		for _, f := range index[step].Add {
			facts[f] = true
		}
	}
	r.Blocked = t.blocked(func(op int32) bool { return ran[t.Ops[op].Step] }, func(f int32) bool { return facts[f] })
	if len(r.Furthest) == len(t.Ops) {
		for _, g := range t.Goal {
			if !facts[g] {
				r.MissingGoals = append(r.MissingGoals, t.Facts[g])
			}
		}
	}
}

// expand stores the successors of state s, which has number i. It returns
// false when the memory does not suffice.
func (p *packing) expand(a *arena, s []uint64, i uint32, next []uint64) bool {
	for _, ops := range p.all {
		for rest := ops.bits &^ s[ops.word]; rest != 0; rest &= rest - 1 {
			op := &p.ops[int(ops.word)*64+bits.TrailingZeros64(rest)]
			if !holds(op.need, s) {
				continue
			}
			copy(next, s)
			for _, m := range op.clear {
				next[m.word] &^= m.bits
			}
			for _, m := range op.set {
				next[m.word] |= m.bits
			}
			if !a.insert(next, i) {
				return false
			}
		}
	}
	return true
}

// path returns the steps that led to state i: those whose bit appears from
// one state to the next.
func (t *Task) path(a *arena, i uint32) []int64 {
	var order []int64
	for i != 0 {
		parent := a.parent(i)
		s, before := a.state(i), a.state(parent)
		for _, ops := range firstBits(len(t.Ops)) {
			if ran := (s[ops.word] &^ before[ops.word]) & ops.bits; ran != 0 {
				order = append(order, t.Ops[int(ops.word)*64+bits.TrailingZeros64(ran)].Step)
			}
		}
		i = parent
	}
	slices.Reverse(order)
	return order
}
