package strips

// forward decides a task without deletes. Facts then only accumulate, so a
// step that can run once can run ever after, and running the lowest step that
// can run, again and again, reaches everything that any order reaches.
//
// Each operator counts what it still misses (dependencies and facts); running
// an operator lowers the counters of those that wait for it. Every operator,
// dependency and fact is looked at a constant number of times, and the ready
// operators wait in a heap: O(size + n log n).
//
// Explored is 1 for the start and 1 for each step run.
func (t *Task) forward() Result {
	f := newForward(t)
	for _, fact := range t.Init {
		f.add(fact)
	}
	r := Result{Method: Forward, Monotonic: true, Explored: 1}
	order := make([]int64, 0, len(t.Ops))
	for len(f.ready) > 0 {
		op := f.ready.pop()
		order = append(order, t.Ops[op].Step)
		r.Explored++
		f.run(op)
	}
	r.Generated = r.Explored
	done := func(op int32) bool { return f.done[op] }
	isTrue := func(fact int32) bool { return f.facts[fact] }
	if len(order) < len(t.Ops) {
		r.Verdict, r.Reason, r.Partial = Reject, DeadEnd, order
		r.Blocked = t.blocked(done, isTrue)
		return r
	}
	for _, g := range t.Goal {
		if !f.facts[g] {
			r.MissingGoals = append(r.MissingGoals, t.Facts[g])
		}
	}
	if len(r.MissingGoals) > 0 {
		r.Verdict, r.Reason, r.Partial = Reject, GoalFalse, order
		return r
	}
	r.Verdict, r.Reason, r.Order = Pass, Reachable, order
	return r
}

// forwardState is the state of the forward solver.
type forwardState struct {
	task      *Task
	facts     []bool    // true facts
	done      []bool    // operators run
	missing   []int32   // by operator: dependencies and preconditions not there yet
	waitsFact [][]int32 // by fact: operators with it as a precondition
	waitsOp   [][]int32 // by operator: operators that depend on it
	ready     heap      // operators that miss nothing and have not run
}

func newForward(t *Task) *forwardState {
	n := len(t.Ops)
	f := &forwardState{
		task:      t,
		facts:     make([]bool, len(t.Facts)),
		done:      make([]bool, n),
		missing:   make([]int32, n),
		waitsFact: make([][]int32, len(t.Facts)),
		waitsOp:   make([][]int32, n),
	}
	for i := range t.Ops {
		op := &t.Ops[i]
		for _, p := range op.Pre {
			f.waitsFact[p] = append(f.waitsFact[p], int32(i))
		}
		for _, d := range op.Deps {
			f.waitsOp[d] = append(f.waitsOp[d], int32(i))
		}
		f.missing[i] = int32(len(op.Pre) + len(op.Deps))
		if f.missing[i] == 0 {
			f.ready.push(int32(i))
		}
	}
	return f
}

// add makes a fact true.
func (f *forwardState) add(fact int32) {
	if !f.facts[fact] {
		f.facts[fact] = true
		f.satisfied(f.waitsFact[fact])
	}
}

// run applies an operator.
func (f *forwardState) run(op int32) {
	f.done[op] = true
	f.satisfied(f.waitsOp[op])
	for _, fact := range f.task.Ops[op].Add {
		f.add(fact)
	}
}

// satisfied lowers the counters of operators that waited for one thing.
func (f *forwardState) satisfied(waiting []int32) {
	for _, op := range waiting {
		f.missing[op]--
		if f.missing[op] == 0 {
			f.ready.push(op)
		}
	}
}

// heap is a binary min-heap of operators.
type heap []int32

func (h *heap) push(x int32) {
	*h = append(*h, x)
	s := *h
	for i := len(s) - 1; i > 0; {
		parent := (i - 1) / 2
		if s[parent] <= s[i] {
			break
		}
		s[parent], s[i] = s[i], s[parent]
		i = parent
	}
}

func (h *heap) pop() int32 {
	s := *h
	top, last := s[0], len(s)-1
	s[0] = s[last]
	s = s[:last]
	*h = s
	for i := 0; ; {
		child := 2*i + 1
		if child >= len(s) {
			return top
		}
		if child+1 < len(s) && s[child+1] < s[child] {
			child++
		}
		if s[i] <= s[child] {
			return top
		}
		s[i], s[child] = s[child], s[i]
		i = child
	}
}
