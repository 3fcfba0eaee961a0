package strips

import (
	"context"
	"errors"
	"fmt"

	"workbench/internal/diag"
)

// Bounds of Options.MaxStates.
const (
	DefaultMaxStates = 100_000
	LargestMaxStates = 100_000_000
	DefaultMaxMemory = 4 << 30 // bytes of Options.MaxMemory
)

// ErrMaxStates reports an Options.MaxStates outside 1..LargestMaxStates.
var ErrMaxStates = errors.New("the state bound must be from 1 to 100000000")

// Options bound a decision. The zero value is the default.
type Options struct {
	// MaxStates bounds the states that the search takes out of its queue; 0
	// means DefaultMaxStates. Needing more gives Unknown with StateBound; a
	// Pass on exactly the last allowed state is a Pass. The forward solver
	// needs no bound and is exempt.
	MaxStates int
	// MaxMemory bounds the bytes that the search holds for states and their
	// index; 0 means DefaultMaxMemory. Needing more gives Unknown with
	// MemoryBound.
	MaxMemory int64
	// Progress, unless nil, is called now and then during a search with the
	// states explored and generated so far.
	Progress func(explored, generated int)
}

func (o Options) check() (Options, error) {
	if o.MaxStates == 0 {
		o.MaxStates = DefaultMaxStates
	}
	if o.MaxStates < 1 || o.MaxStates > LargestMaxStates {
		return o, fmt.Errorf("%w, not %d", ErrMaxStates, o.MaxStates)
	}
	if o.MaxMemory <= 0 {
		o.MaxMemory = DefaultMaxMemory
	}
	return o, nil
}

// Method names the procedure that decided.
type Method string

// The methods.
const (
	Forward Method = "forward" // linear-time forward solver, for contracts without deletes
	BFS     Method = "bfs"     // bounded breadth-first search
)

// Result is a decision with what it rests on.
type Result struct {
	Verdict   Verdict
	Reason    Reason
	Method    Method  // empty when the structure already decided
	Order     []int64 // Pass: a complete order that Replay accepts
	Partial   []int64 // not Pass: the steps run when the procedure stopped
	Explored  int     // states taken out and looked at, the start state included
	Generated int     // states stored
	Bytes     int64   // memory held for states and their index
	Monotonic bool    // no action deletes

	// Furthest is, for Unreachable, the longest sequence of steps that the
	// search found; Blocked and MissingGoals tell what is missing after it.
	Furthest     []int64
	Faults       diag.List // StructurallyInvalid: every broken rule
	Warnings     diag.List // see Warnings
	Blocked      []Blocked // DeadEnd, Unreachable: steps that have not run where it got stuck, lowest ids first, at most 8
	MissingGoals []string  // GoalFalse, Unreachable: goals that are false where all steps have run
}

// Blocked is a step that cannot run in a state, and what it misses there.
type Blocked struct {
	Step         int64    `json:"step"`
	MissingDeps  []int64  `json:"missing_dependencies"`
	MissingFacts []string `json:"missing_facts"`
}

// Solve decides a contract under dependencies:
//
//  1. a contract that Validate refuses is Reject, StructurallyInvalid;
//  2. without delete effects the forward solver decides, in linear time;
//  3. otherwise breadth-first search decides within the bounds of o;
//  4. an order found is replayed by Replay; a refused one is a fault of ours
//     and gives Unknown, ReplayRefused, never Pass.
//
// The order of a Pass is the lexicographically smallest of all that exist,
// comparing step ids. The error is ErrMaxStates for options out of range; a
// context that ends gives Unknown, Interrupted, and no error.
func Solve(ctx context.Context, c *Contract, deps Dependencies, o Options) (Result, error) {
	o, err := o.check()
	if err != nil {
		return Result{}, err
	}
	if faults := Validate(c, deps); len(faults) > 0 {
		return Rejected(faults), nil
	}
	r := replayed(NewTask(c, deps).decide(ctx, o), c, deps)
	r.Warnings = Warnings(c)
	return r, nil
}

// replayed is r, unless it is a Pass whose order Replay refuses.
func replayed(r Result, c *Contract, deps Dependencies) Result {
	if r.Verdict != Pass {
		return r
	}
	if err := Replay(c, deps, r.Order); err != nil {
		return Result{
			Verdict: Unknown, Reason: ReplayRefused, Method: r.Method, Explored: r.Explored, Monotonic: r.Monotonic,
			Faults: diag.List{{Code: string(ReplayRefused), Message: "a fault of the workbench: the order found does not replay: " + err.Error()}},
		}
	}
	return r
}

// Decide is Solve without its first and last step: it neither validates nor
// replays. It is there to time the solvers by themselves.
func (t *Task) Decide(ctx context.Context, o Options) (Result, error) {
	o, err := o.check()
	if err != nil {
		return Result{}, err
	}
	return t.decide(ctx, o), nil
}

func (t *Task) decide(ctx context.Context, o Options) Result {
	if t.Monotonic() {
		return t.forward()
	}
	return t.search(ctx, o)
}

// Rejected is the result of a contract with structural faults.
func Rejected(faults diag.List) Result {
	return Result{Verdict: Reject, Reason: StructurallyInvalid, Monotonic: true, Faults: faults}
}

// maxBlocked is how many blocked steps a Result lists.
const maxBlocked = 8

// blocked lists the first steps that are not done, with what they miss when
// exactly the steps of done have run and exactly facts are true.
func (t *Task) blocked(done func(op int32) bool, isTrue func(fact int32) bool) []Blocked {
	var out []Blocked
	for i := range t.Ops {
		op := &t.Ops[i]
		if done(int32(i)) || len(out) == maxBlocked {
			continue
		}
		b := Blocked{Step: op.Step, MissingDeps: []int64{}, MissingFacts: []string{}}
		for _, d := range op.Deps {
			if !done(d) {
				b.MissingDeps = append(b.MissingDeps, t.Ops[d].Step)
			}
		}
		for _, p := range op.Pre {
			if !isTrue(p) {
				b.MissingFacts = append(b.MissingFacts, t.Facts[p])
			}
		}
		out = append(out, b)
	}
	return out
}
