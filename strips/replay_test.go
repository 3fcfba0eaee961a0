package strips_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"workbench/strips"
)

// TestReplayNamesTheViolation has one order for each rule of Replay.
func TestReplayNamesTheViolation(t *testing.T) {
	c := &strips.Contract{
		Initial: []string{"key"},
		Goals:   []string{"open", "key"},
		Actions: []strips.Action{
			{Step: 1, Pre: []string{"key"}, Add: []string{"open"}, Del: []string{"key"}},
			{Step: 2, Pre: []string{"open"}, Add: []string{"key"}},
			{Step: 3, Pre: []string{"key"}, Add: []string{"seen"}},
		},
	}
	deps := strips.Dependencies{{Step: 1}, {Step: 2}, {Step: 3, On: []int64{1}}}
	tests := []struct {
		order []int64
		fault strips.ReplayFault
		index int
	}{
		{[]int64{1, 2, 3}, "", 0},
		{[]int64{1, 9, 3}, strips.FaultUnknownStep, 1},
		{[]int64{1, 2, 1}, strips.FaultRepeatedStep, 2},
		{[]int64{1, 2}, strips.FaultMissingStep, 2},
		{nil, strips.FaultMissingStep, 0},
		{[]int64{3, 1, 2}, strips.FaultDependency, 0},
		{[]int64{2, 1, 3}, strips.FaultPrecondition, 0},
		{[]int64{1, 3, 2}, strips.FaultPrecondition, 1},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprint(tt.order), func(t *testing.T) {
			err := strips.Replay(c, deps, tt.order)
			if tt.fault == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			var re *strips.ReplayError
			if !errors.As(err, &re) || re.Fault != tt.fault || re.Index != tt.index {
				t.Errorf("got %v, want %s at %d", err, tt.fault, tt.index)
			}
		})
	}
	c.Actions[1].Add = nil
	c.Goals = []string{"key"}
	c.Actions = c.Actions[:2]
	var re *strips.ReplayError
	if err := strips.Replay(c, nil, []int64{1, 2}); !errors.As(err, &re) || re.Fault != strips.FaultGoal || re.Missing != "key" {
		t.Errorf("got %v, want the goal key", err)
	}
}

func TestSolveChecksItsOptions(t *testing.T) {
	c, deps := toggles(2)
	for _, bound := range []int{-1, 100_000_001, math.MaxInt} {
		if _, err := strips.Solve(context.Background(), c, deps, strips.Options{MaxStates: bound}); !errors.Is(err, strips.ErrMaxStates) {
			t.Errorf("bound %d: %v", bound, err)
		}
	}
	for _, bound := range []int{0, 4, 100_000_000} {
		if r := solve(t, c, deps, strips.Options{MaxStates: bound}); r.Verdict != strips.Pass {
			t.Errorf("bound %d: %v", bound, r.Verdict)
		}
	}
}

func TestSolveStopsWithItsContext(t *testing.T) {
	c, deps := toggles(18)
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	r, err := strips.Solve(ctx, c, deps, strips.Options{Progress: func(explored, generated int) {
		calls++
		if explored > generated {
			t.Errorf("explored %d of %d", explored, generated)
		}
		if calls == 3 {
			cancel()
		}
	}})
	if err != nil || r.Verdict != strips.Unknown || r.Reason != strips.Interrupted || calls != 3 || r.Explored > 2000 {
		t.Errorf("%v %v %v after %d states, %d calls", err, r.Verdict, r.Reason, r.Explored, calls)
	}
}

// TestSearchIsFrugal counts, as a guard against regressions: a search of 2^14
// states allocates a few hundred times at most, and a state costs no more than
// 48 bytes beside its words.
func TestSearchIsFrugal(t *testing.T) {
	c, deps := toggles(14)
	r := solve(t, c, deps, strips.Options{})
	if r.Explored != 1<<14 || r.Generated != 1<<14 {
		t.Fatalf("explored %d, generated %d", r.Explored, r.Generated)
	}
	if perState := r.Bytes/int64(r.Generated) - 8; perState > 48 {
		t.Errorf("%d bytes a state beside its word", perState)
	}
	allocs := testing.AllocsPerRun(2, func() { solve(t, c, deps, strips.Options{}) })
	if allocs > 1500 {
		t.Errorf("%.0f allocations", allocs)
	}
}

func TestVerdictWords(t *testing.T) {
	for v, want := range map[strips.Verdict]string{strips.Unknown: "UNKNOWN", strips.Pass: "PASS", strips.Reject: "REJECT", 77: "UNKNOWN"} {
		if v.String() != want {
			t.Errorf("%d is %s", v, v)
		}
	}
	var zero strips.Verdict
	if zero != strips.Unknown {
		t.Error("the zero verdict is not the closed one")
	}
}

func FuzzParse(f *testing.F) {
	c, _ := toggles(2)
	f.Add(c.Canonical())
	f.Add([]byte(`{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[{"step":1,"preconditions":["a"]}]}`))
	f.Add([]byte(`{"version":1,"initial_facts":[null],"goal_facts":{},"actions":[{"step":1e9},7]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		c, err := strips.Parse(src)
		if err != nil {
			return
		}
		back, err := strips.Parse(c.Canonical())
		if err != nil || back.SHA256() != c.SHA256() {
			t.Fatalf("%v: %s", err, c.Canonical())
		}
		if r, err := strips.Solve(t.Context(), c, nil, strips.Options{MaxStates: 200}); err != nil {
			t.Fatal(err)
		} else if r.Verdict == strips.Pass && strips.Replay(c, nil, r.Order) != nil {
			t.Fatal("a Pass that does not replay")
		}
	})
}
