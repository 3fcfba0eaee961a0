//go:build unix

package fastdownward_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"workbench/fastdownward"
	"workbench/internal/needs"
	"workbench/strips"
)

// real is the real Fast Downward. Without one a test skips; with
// REQUIRE_TOOLS=1 it fails.
func real(t *testing.T) fastdownward.Planner {
	t.Helper()
	p, err := fastdownward.Find("auto", fastdownward.Env{})
	needs.Tool(t, "Fast Downward", err)
	return p
}

func TestRealSolves(t *testing.T) {
	planner := real(t)
	c, deps := chain()
	temp := t.TempDir()
	out := fastdownward.Check(t.Context(), planner, c, deps, fastdownward.Options{TempDir: temp})
	if out.Status != fastdownward.Solved || !slices.Equal(out.Order, []int64{1, 2}) || out.ExitCode != 0 {
		t.Fatalf("%v (%d): %s\n%s", out.Status, out.ExitCode, out.Reason, out.LogTail)
	}
	if !strings.Contains(out.LogTail, "Solution found") {
		t.Errorf("the log's end:\n%s", out.LogTail)
	}
	empty(t, temp)
}

func TestRealProvesUnsolvable(t *testing.T) {
	planner := real(t)
	relaxed, relaxedDeps := chain()
	relaxed.Actions[1].Pre = []string{"end"} // only the step itself adds it: the translator sees that
	theft, theftDeps := thief()
	cycle, _ := chain()
	tests := []struct {
		name string
		c    *strips.Contract
		deps strips.Dependencies
	}{
		{"relaxed", relaxed, relaxedDeps},
		{"token", theft, theftDeps},
		{"cycle", cycle, strips.Dependencies{{Step: 1, On: []int64{2}}, {Step: 2, On: []int64{1}}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := fastdownward.Check(t.Context(), planner, tt.c, tt.deps, fastdownward.Options{})
			if out.Status != fastdownward.Unsolvable || out.ExitCode != 11 {
				t.Fatalf("%v (%d): %s\n%s", out.Status, out.ExitCode, out.Reason, out.LogTail)
			}
		})
	}
}

// The real planner's own faults are no answers.
func TestRealFaults(t *testing.T) {
	planner := real(t)
	domain := "(define (domain d) (:requirements :strips) (:predicates (a)) (:action x :effect (a)))"
	problem := "(define (problem p) (:domain d) (:init) (:goal (a)))"
	tests := []struct {
		name            string
		domain, problem string
		options         fastdownward.Options
		want            fastdownward.Status
		codes           []int
	}{
		{"syntax", "(define (domain d)", problem, fastdownward.Options{}, fastdownward.Error, []int{31}},
		{"no domain", "", problem, fastdownward.Options{}, fastdownward.Error, []int{30, 31}},
		{"too little memory to start", domain, problem, fastdownward.Options{Memory: 10 << 20}, fastdownward.Error, []int{30}},
		{"time", domain, problem, fastdownward.Options{Timeout: 40 * time.Millisecond}, fastdownward.Timeout, []int{143, 137}},
		{"solved", domain, problem, fastdownward.Options{}, fastdownward.Solved, []int{0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			temp := t.TempDir()
			tt.options.TempDir = temp
			r := fastdownward.Run(t.Context(), planner, []byte(tt.domain), []byte(tt.problem), tt.options)
			if r.Status != tt.want || !slices.Contains(tt.codes, r.ExitCode) {
				t.Errorf("%v (%d): %s\nwant %v %v\n%s", r.Status, r.ExitCode, r.Reason, tt.want, tt.codes, r.LogTail)
			}
			empty(t, temp)
		})
	}
}

// The search child is in the group too: it does not outlive a timeout.
func TestRealSearchIsStopped(t *testing.T) {
	planner := real(t)
	c, deps := pigeons(9)
	temp := t.TempDir()
	begin := time.Now()
	out := fastdownward.Check(t.Context(), planner, c, deps, fastdownward.Options{Timeout: 3 * time.Second, TempDir: temp})
	if out.Status != fastdownward.Timeout {
		t.Errorf("%v (%d): %s\n%s", out.Status, out.ExitCode, out.Reason, out.LogTail)
	}
	if took := time.Since(begin); took > 6*time.Second {
		t.Errorf("took %v", took)
	}
	empty(t, temp)
	if process := searchProcess(); process != "" {
		t.Errorf("a process still works in the folder: %s", process)
	}
}

func TestRealRunsOutOfMemory(t *testing.T) {
	planner := real(t)
	c, deps := pigeons(9)
	out := fastdownward.Check(t.Context(), planner, c, deps, fastdownward.Options{Memory: 40 << 20})
	if out.Status != fastdownward.Memory || out.ExitCode != 22 {
		t.Errorf("%v (%d): %s\n%s", out.Status, out.ExitCode, out.Reason, out.LogTail)
	}
}

// pigeons has 2n steps that can go in any order, and two steps that both need
// the token that each takes: unsolvable, which no relaxation sees.
func pigeons(n int) (*strips.Contract, strips.Dependencies) {
	c := &strips.Contract{Initial: []string{"a"}, Goals: []string{"z"}}
	for i := range 2 * n {
		c.Initial = append(c.Initial, fmt.Sprint("x", i))
		c.Actions = append(c.Actions, strips.Action{Step: int64(i + 1), Pre: []string{fmt.Sprint("x", i), "a"}, Add: []string{fmt.Sprint("y", i)}, Del: []string{fmt.Sprint("x", i)}})
	}
	c.Actions = append(c.Actions,
		strips.Action{Step: 1000, Pre: []string{"a"}, Add: []string{"b"}, Del: []string{"a"}},
		strips.Action{Step: 1001, Pre: []string{"b"}, Add: []string{"c", "z"}, Del: []string{"b"}},
		strips.Action{Step: 1002, Pre: []string{"b"}, Add: []string{"d"}, Del: []string{"b"}})
	return c, nil
}

// searchProcess is a process that still works in the folder of
// TestRealSearchIsStopped, "" if there is none.
func searchProcess() string {
	dirs, _ := filepath.Glob("/proc/[0-9]*/cwd")
	for _, dir := range dirs {
		if where, err := os.Readlink(dir); err == nil && strings.Contains(where, "TestRealSearchIsStopped") {
			return dir
		}
	}
	return ""
}

// Law: about any contract the real planner and an exhaustive search over all
// orders say the same.
func TestLawRealAgreesWithBruteForce(t *testing.T) {
	planner := real(t)
	if os.Getenv("RAPID_CHECKS") == "" { // each check is a process of 0.3 s
		checks := flag.Lookup("rapid.checks")
		defer flag.Set("rapid.checks", checks.Value.String())
		if err := flag.Set("rapid.checks", "15"); err != nil {
			t.Fatal(err)
		}
	}
	count := map[fastdownward.Status]int{}
	rapid.Check(t, func(t *rapid.T) {
		c, deps := genContract(t)
		out := fastdownward.Check(t.Context(), planner, c, deps, fastdownward.Options{})
		order := bruteForce(c, deps)
		ours, want := strips.Reject, fastdownward.Unsolvable
		if order != nil {
			ours, want = strips.Pass, fastdownward.Solved
		}
		if out.Status != want {
			t.Fatalf("the planner says %v (%s), an order by brute force is %v\n%s\n%s", out.Status, out.Reason, order, c.Canonical(), out.LogTail)
		}
		if a := fastdownward.Agree(ours, out); a != fastdownward.Agrees {
			t.Fatalf("%v and %v: %v", ours, out.Status, a)
		}
		count[out.Status]++
	})
	t.Logf("%v", count)
}

// bruteForce tries every order of the steps; nil means that none will do.
func bruteForce(c *strips.Contract, deps strips.Dependencies) []int64 {
	var steps []int64
	for _, a := range c.Actions {
		steps = append(steps, a.Step)
	}
	var try func(k int) []int64
	try = func(k int) []int64 {
		if k == len(steps) {
			if strips.Replay(c, deps, steps) == nil {
				return slices.Clone(steps)
			}
			return nil
		}
		for i := k; i < len(steps); i++ {
			steps[k], steps[i] = steps[i], steps[k]
			order := try(k + 1)
			steps[k], steps[i] = steps[i], steps[k]
			if order != nil {
				return order
			}
		}
		return nil
	}
	return try(0)
}

// genContract draws a valid contract of at most five steps over few facts.
func genContract(t *rapid.T) (*strips.Contract, strips.Dependencies) {
	facts := []string{"a", "B ä", "c;(", "d"}
	// Each fact is in with a chance of one in 2^halvings. (rapid's integers lean
	// to the small ones; its Bool is fair.)
	subset := func(halvings int, label string) []string {
		var out []string
		for _, f := range facts {
			in := true
			for range halvings {
				in = in && rapid.Bool().Draw(t, label+f)
			}
			if in {
				out = append(out, f)
			}
		}
		return out
	}
	c := &strips.Contract{Initial: subset(1, "init "), Goals: append(subset(3, "goal "), "g")}
	known := map[string]bool{}
	ids := rapid.Permutation([]int64{1, 2, 3, 21, 1 << 40}).Draw(t, "ids")[:rapid.IntRange(1, 5).Draw(t, "steps")]
	for _, id := range ids {
		c.Actions = append(c.Actions, strips.Action{Step: id, Pre: subset(2, "pre "), Add: subset(1, "add "), Del: subset(2, "del ")})
	}
	c.Actions[0].Add = append(c.Actions[0].Add, "g")
	for _, f := range c.Initial {
		known[f] = true
	}
	for _, a := range c.Actions {
		for _, f := range a.Add {
			known[f] = true
		}
	}
	unknown := func(f string) bool { return !known[f] }
	c.Goals = slices.DeleteFunc(c.Goals, unknown)
	for i := range c.Actions {
		a := &c.Actions[i]
		a.Pre = slices.DeleteFunc(a.Pre, unknown)
		a.Del = slices.DeleteFunc(a.Del, func(f string) bool { return unknown(f) || slices.Contains(a.Add, f) })
	}
	deps := strips.Dependencies{}
	for i, id := range ids {
		d := strips.StepDeps{Step: id}
		for _, on := range ids[:i] {
			if rapid.Bool().Draw(t, "dep") && rapid.Bool().Draw(t, "dep too") {
				d.On = append(d.On, on)
			}
		}
		deps = append(deps, d)
	}
	if faults := strips.Validate(c, deps); len(faults) > 0 {
		t.Fatalf("the generator is wrong: %v", faults)
	}
	return c, deps
}
