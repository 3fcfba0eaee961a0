package strips

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// TestAWrongOrderIsNeverAPass: whatever a solver claims, Replay has the last
// word.
func TestAWrongOrderIsNeverAPass(t *testing.T) {
	c := &Contract{Goals: []string{"g"}, Actions: []Action{{Step: 1, Add: []string{"f"}}, {Step: 2, Pre: []string{"f"}, Add: []string{"g"}}}}
	claim := Result{Verdict: Pass, Reason: Reachable, Method: Forward, Order: []int64{2, 1}, Explored: 3}
	r := replayed(claim, c, nil)
	if r.Verdict != Unknown || r.Reason != ReplayRefused || r.Order != nil || !r.Faults.Has("replay-refused") {
		t.Errorf("%+v", r)
	}
	claim.Order = []int64{1, 2}
	if r := replayed(claim, c, nil); r.Verdict != Pass {
		t.Errorf("%+v", r)
	}
}

// TestDecideDoesNotNeedAValidContract: Decide on what Validate would refuse
// gives no Pass and does not panic.
func TestDecideDoesNotNeedAValidContract(t *testing.T) {
	tests := []struct {
		name   string
		c      *Contract
		deps   Dependencies
		reason Reason
	}{
		{"a goal without a source", &Contract{Goals: []string{"g"}, Actions: []Action{{Step: 1}}}, nil, GoalFalse},
		{"a goal without a source, with deletes", &Contract{Initial: []string{"a"}, Goals: []string{"g"}, Actions: []Action{{Step: 1, Del: []string{"a"}}}}, nil, Unreachable},
		{"a precondition without a source", &Contract{Initial: []string{"a"}, Goals: []string{"a"}, Actions: []Action{{Step: 1, Pre: []string{"x"}, Del: []string{"a"}, Add: []string{"b"}}}}, nil, Unreachable},
		{"a dependency on no step", &Contract{Initial: []string{"a"}, Goals: []string{"a"}, Actions: []Action{{Step: 1}}}, Dependencies{{Step: 1, On: []int64{9}}, {Step: 8}}, DeadEnd},
		{"a cycle", &Contract{Initial: []string{"a"}, Goals: []string{"a"}, Actions: []Action{{Step: 1}, {Step: 2}}}, Dependencies{{Step: 1, On: []int64{2}}, {Step: 2, On: []int64{1}}}, DeadEnd},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := NewTask(tt.c, tt.deps).Decide(context.Background(), Options{})
			if err != nil || r.Verdict != Reject || r.Reason != tt.reason {
				t.Errorf("%v %v %v, want REJECT %v", err, r.Verdict, r.Reason, tt.reason)
			}
			if tt.reason == DeadEnd && (len(r.Blocked) == 0 || len(r.Blocked[0].MissingDeps) == 0) {
				t.Errorf("blocked: %v", r.Blocked)
			}
		})
	}
	if _, err := (&Task{}).Decide(context.Background(), Options{MaxStates: -1}); err == nil {
		t.Error("options are not checked")
	}
}

// TestMemoryRunsOutEverywhere: with any memory bound at all the search ends,
// within it, and with Unknown until the bound suffices.
func TestMemoryRunsOutEverywhere(t *testing.T) {
	c := &Contract{Initial: []string{}}
	for i := range 10 {
		f := string(rune('a' + i))
		c.Initial = append(c.Initial, f)
		c.Goals = append(c.Goals, "x"+f)
		c.Actions = append(c.Actions, Action{Step: int64(i + 1), Pre: []string{f}, Add: []string{"x" + f}, Del: []string{f}})
	}
	task := NewTask(c, nil)
	enough := false
	for bound := int64(1); bound < 200_000; bound += 997 {
		r, err := task.Decide(context.Background(), Options{MaxMemory: bound})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case r.Verdict == Pass:
			enough = true
		case enough:
			t.Fatalf("%d bytes do not suffice, fewer did", bound)
		case r.Verdict != Unknown || r.Reason != MemoryBound:
			t.Fatalf("%d bytes: %v %v", bound, r.Verdict, r.Reason)
		}
		if r.Bytes > max(bound, 4*1024) {
			t.Fatalf("%d bytes are held, allowed are %d", r.Bytes, bound)
		}
	}
	if !enough {
		t.Error("no bound sufficed")
	}
	a := newArena(1, 1<<40)
	a.n = maxArenaStates
	if a.more() {
		t.Error("states beyond 32 bits are taken")
	}
}

func TestReplayErrorsSayWhat(t *testing.T) {
	var all []string
	for _, f := range []ReplayFault{FaultUnknownStep, FaultRepeatedStep, FaultMissingStep, FaultDependency, FaultPrecondition, FaultGoal} {
		all = append(all, (&ReplayError{Index: 2, Step: 7, Fault: f, Missing: "m"}).Error())
	}
	slices.Sort(all)
	if len(slices.Compact(all)) != 6 || !strings.Contains(strings.Join(all, "|"), "step 7") {
		t.Errorf("%q", all)
	}
	if word, err := Reject.MarshalText(); err != nil || string(word) != "REJECT" {
		t.Errorf("%s %v", word, err)
	}
	if _, err := Parse([]byte(`{`)); err == nil {
		t.Error("a broken document is parsed")
	}
	if l := Validate(&Contract{Goals: []string{"g"}, Initial: []string{"g"}, Actions: []Action{{Step: 0}}}, nil); !l.Has("action-step") {
		t.Errorf("%v", l)
	}
}

// TestRejectTellsWhereTheSearchGotStuck: the facts named are those missing
// after the steps that can run, not those missing at the start.
func TestRejectTellsWhereTheSearchGotStuck(t *testing.T) {
	c := &Contract{
		Initial: []string{"token"}, Goals: []string{"x", "y"},
		Actions: []Action{
			{Step: 1, Add: []string{"site"}},
			{Step: 2, Pre: []string{"site", "token"}, Add: []string{"x"}, Del: []string{"token"}},
			{Step: 3, Pre: []string{"site", "token"}, Add: []string{"y"}, Del: []string{"token"}},
		},
	}
	r, err := Solve(context.Background(), c, nil, Options{})
	if err != nil || r.Reason != Unreachable || !slices.Equal(r.Furthest, []int64{1, 3}) && !slices.Equal(r.Furthest, []int64{1, 2}) {
		t.Fatalf("%v %v furthest %v", err, r.Reason, r.Furthest)
	}
	if len(r.Blocked) != 1 || !slices.Equal(r.Blocked[0].MissingFacts, []string{"token"}) {
		t.Errorf("blocked %v", r.Blocked)
	}
	c = &Contract{Initial: []string{"g"}, Goals: []string{"g"}, Actions: []Action{{Step: 1, Del: []string{"g"}}}}
	if r, err = Solve(context.Background(), c, nil, Options{}); err != nil || r.Reason != Unreachable {
		t.Fatalf("%v %v", err, r.Reason)
	}
	if len(r.Furthest) == 1 && !slices.Equal(r.MissingGoals, []string{"g"}) {
		t.Errorf("furthest %v, missing goals %v", r.Furthest, r.MissingGoals)
	}
}
