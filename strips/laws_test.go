package strips_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"workbench/strips"
)

// bruteForce tries all orders of the steps in lexicographic order and returns
// the first that Replay accepts, or nil.
func bruteForce(c *strips.Contract, deps strips.Dependencies) []int64 {
	var steps []int64
	for _, a := range c.Actions {
		steps = append(steps, a.Step)
	}
	slices.Sort(steps)
	order := make([]int64, 0, len(steps))
	used := make([]bool, len(steps))
	var try func() []int64
	try = func() []int64 {
		if len(order) == len(steps) {
			if strips.Replay(c, deps, order) == nil {
				return slices.Clone(order)
			}
			return nil
		}
		for i, s := range steps {
			if used[i] {
				continue
			}
			used[i] = true
			order = append(order, s)
			if found := try(); found != nil {
				return found
			}
			order = order[:len(order)-1]
			used[i] = false
		}
		return nil
	}
	return try()
}

func solve(t interface{ Fatalf(string, ...any) }, c *strips.Contract, deps strips.Dependencies, o strips.Options) strips.Result {
	r, err := strips.Solve(context.Background(), c, deps, o)
	if err != nil {
		t.Fatalf("Solve: %v", err)
	}
	return r
}

// checkAgainstBruteForce is the law of Solve: Pass exactly when some order of
// all steps replays, and then with the smallest such order.
func checkAgainstBruteForce(t *rapid.T, c *strips.Contract, deps strips.Dependencies, want strips.Method) strips.Verdict {
	if faults := strips.Validate(c, deps); len(faults) > 0 {
		t.Fatalf("the generator made an invalid contract: %v", faults)
	}
	r := solve(t, c, deps, strips.Options{})
	if want != "" && r.Method != want {
		t.Fatalf("method %q, want %q", r.Method, want)
	}
	if expected := bruteForce(c, deps); expected != nil {
		if r.Verdict != strips.Pass {
			t.Fatalf("%v %v, but %v replays", r.Verdict, r.Reason, expected)
		}
		if diff := cmp.Diff(expected, r.Order); diff != "" {
			t.Fatalf("order (-smallest +got):\n%s", diff)
		}
	} else if r.Verdict != strips.Reject {
		t.Fatalf("%v %v, but no order replays", r.Verdict, r.Order)
	}
	return r.Verdict
}

// checkLaw holds Solve to brute force over random contracts with deletes once
// in 2^deletes draws. Both verdicts must have come up, or nothing was checked.
func checkLaw(t *testing.T, deletes int, want strips.Method) {
	seen := map[strips.Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		c, deps := genContract(t, 7, deletes)
		seen[checkAgainstBruteForce(t, c, deps, want)]++
	})
	t.Logf("PASS %d times, REJECT %d times", seen[strips.Pass], seen[strips.Reject])
	if seen[strips.Pass] == 0 || seen[strips.Reject] == 0 {
		t.Error("one of the verdicts never came up")
	}
}

func TestLawForwardAgreesWithBruteForce(t *testing.T) { checkLaw(t, 0, strips.Forward) }

func TestLawSearchAgreesWithBruteForce(t *testing.T) { checkLaw(t, 2, "") }

// TestLawBoundsOnlyLoseAnswers: a smaller bound never turns Pass into Reject
// or back, and a bound of exactly the explored states changes nothing.
func TestLawBoundsOnlyLoseAnswers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, deps := genContract(t, 6, 2)
		full := solve(t, c, deps, strips.Options{})
		bound := rapid.IntRange(1, full.Explored+1).Draw(t, "bound")
		r := solve(t, c, deps, strips.Options{MaxStates: bound})
		if bound >= full.Explored || full.Monotonic {
			if r.Verdict != full.Verdict || r.Explored != full.Explored {
				t.Fatalf("bound %d: %v after %d states, unbounded %v after %d", bound, r.Verdict, r.Explored, full.Verdict, full.Explored)
			}
			return
		}
		if r.Verdict != strips.Unknown || r.Reason != strips.StateBound || r.Explored != bound+1 || r.Order != nil {
			t.Fatalf("bound %d of %d: %v %v explored %d order %v", bound, full.Explored, r.Verdict, r.Reason, r.Explored, r.Order)
		}
	})
}

// TestLawMemoryBoundOnlyLosesAnswers: too little memory is Unknown.
func TestLawMemoryBoundOnlyLosesAnswers(t *testing.T) {
	c, deps := toggles(14)
	r := solve(t, c, deps, strips.Options{MaxMemory: 100_000})
	if r.Verdict != strips.Unknown || r.Reason != strips.MemoryBound || r.Bytes > 100_000 {
		t.Fatalf("%v %v with %d bytes, want UNKNOWN memory-bound within 100000", r.Verdict, r.Reason, r.Bytes)
	}
}

// TestLawNamesAndListOrderDoNotMatter: renaming facts and shuffling the lists
// changes neither verdict, order nor explored states.
func TestLawNamesAndListOrderDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, deps := genContract(t, 6, 2)
		before := solve(t, c, deps, strips.Options{})
		names := rapid.Permutation([]string{"f0", "f1", "f2", "f3", "f4", "f5"}).Draw(t, "names")
		rename := func(fs []string) []string {
			out := []string{}
			for _, f := range fs {
				if f[0] == 'f' {
					f = names[f[1]-'0']
				}
				out = append(out, f)
			}
			slices.Reverse(out)
			return out
		}
		d := &strips.Contract{Initial: rename(c.Initial), Goals: rename(c.Goals)}
		for _, a := range c.Actions {
			d.Actions = append(d.Actions, strips.Action{Step: a.Step, Pre: rename(a.Pre), Add: rename(a.Add), Del: rename(a.Del)})
		}
		slices.Reverse(d.Actions)
		slices.Reverse(deps)
		after := solve(t, d, deps, strips.Options{})
		if before.Verdict != after.Verdict || before.Explored != after.Explored || !slices.Equal(before.Order, after.Order) {
			t.Fatalf("before %v %d %v, after %v %d %v", before.Verdict, before.Explored, before.Order, after.Verdict, after.Explored, after.Order)
		}
	})
}

// toggles is n independent switches, each step turning one from off to on.
func toggles(n int) (*strips.Contract, strips.Dependencies) {
	c := &strips.Contract{Initial: []string{}}
	deps := strips.Dependencies{}
	for i := 1; i <= n; i++ {
		off, on := "off-"+string(rune('a'+i)), "on-"+string(rune('a'+i))
		c.Initial = append(c.Initial, off)
		c.Goals = append(c.Goals, on)
		c.Actions = append(c.Actions, strips.Action{Step: int64(i), Pre: []string{off}, Add: []string{on}, Del: []string{off}})
		deps = append(deps, strips.StepDeps{Step: int64(i)})
	}
	return c, deps
}
