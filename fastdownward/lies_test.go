//go:build unix

package fastdownward_test

import (
	"slices"
	"strings"
	"testing"

	"workbench/fastdownward"
)

// Planners that answer, well or falsely: what Check makes of exit code and plan.
func TestCheckTrustsNothing(t *testing.T) {
	const cost = "; cost = 2 (unit cost)\n"
	tests := []struct {
		name    string
		planner fastdownward.Planner
		want    fastdownward.Status
		reason  string // a part of it
	}{
		{"good", leaves(goodPlan, 0), fastdownward.Solved, "a plan of 2 steps, replayed"},
		{"upper case, odd blanks, comments, CRLF", leaves("; hi (x)\r\n\r\n \t( STEP-1\t) ; one\r\n(\fStep-2\v)\r\n;cost = 2\r\n", 0), fastdownward.Solved, "replayed"},
		{"no cost line, exit 0", leaves("(step-1)\n(step-2)\n", 0), fastdownward.Solved, "replayed"},
		{"no final newline, exit 0", leaves("(step-1)\n(step-2)", 0), fastdownward.Solved, "replayed"},
		{"exit 0 without a plan", fake("exit", "0"), fastdownward.Error, "left no plan file"},
		{"exit 0, empty file", leaves("", 0), fastdownward.Error, "step 1 never runs"},
		{"exit 1, a traceback", fake("say", "Traceback", "exit", "1"), fastdownward.Error, "the driver crashed"},
		{"exit 11 with a plan", leaves(goodPlan, 11), fastdownward.Error, "contradiction"},
		{"exit 12 with a plan", leaves(goodPlan, 12), fastdownward.Error, "proves nothing"},
		{"exit 24 with a plan", leaves(goodPlan, 24), fastdownward.Error, "contradiction"},
		{"exit 247 with a plan", leaves(goodPlan, 247), fastdownward.Error, "a component was killed"},
		{"wrong order", leaves("(step-2 )\n(step-1 )\n"+cost, 0), fastdownward.Error, "position 1: step 2 runs before step 1"},
		{"wrong order, exit 23", leaves("(step-2 )\n(step-1 )\n"+cost, 23), fastdownward.Error, "does not replay"},
		{"repeated step", leaves("(step-1 )\n(step-1 )\n(step-2 )\n"+cost, 0), fastdownward.Error, "step 1 has already run"},
		{"missing step", leaves("(step-1 )\n"+cost, 0), fastdownward.Error, "step 2 never runs"},
		{"unknown step", leaves("(step-1 )\n(step-3 )\n(step-2 )\n"+cost, 0), fastdownward.Error, "step 3 is no step"},
		{"unknown action", leaves("(step-1 )\n(leap )\n"+cost, 0), fastdownward.Error, `"(leap)" is no action`},
		{"step with an argument", leaves("(step-1 x)\n(step-2 )\n"+cost, 0), fastdownward.Error, "no action of the contract"},
		{"step id spelt otherwise", leaves("(step-01 )\n(step-2 )\n"+cost, 0), fastdownward.Error, "no action of the contract"},
		{"step id too large", leaves("(step-99999999999999999999)\n", 0), fastdownward.Error, "no action of the contract"},
		{"cut through a step, exit 0", leaves("(step-1 )\n(step-", 0), fastdownward.Error, "sas_plan:2:7: the step does not end"},
		{"cut through a step, exit 22", leaves("(step-1 )\n(step-", 22), fastdownward.Memory, "cut short"},
		{"cut between steps, exit 23", leaves("(step-1 )\n", 23), fastdownward.Timeout, "cut short"},
		{"cut through the cost, exit 1", leaves("(step-1 )\n(step-2 )\n; cost = 2", 1), fastdownward.Error, "cut short"},
		{"other text", leaves("Here is your plan:\n"+goodPlan, 0), fastdownward.Error, "sas_plan:1:1"},
		{"two steps on a line", leaves("(step-1) (step-2)\n"+cost, 0), fastdownward.Error, "sas_plan:1:8"},
		{"a link as plan", fake("write", "p", goodPlan, "link", "sas_plan", "p", "exit", "0"), fastdownward.Error, "no regular file"},
		{"a dangling link as plan", fake("link", "sas_plan", "/nowhere/at/all", "exit", "11"), fastdownward.Error, "contradiction"},
		{"a link as numbered plan", fake("write", "sas_plan.1", goodPlan, "link", "sas_plan.2", "sas_plan.1", "exit", "0"), fastdownward.Error, "no regular file"},
		{"a folder as plan", fake("folder", "sas_plan", "exit", "0"), fastdownward.Error, "no regular file"},
		{"a pipe as plan", fake("fifo", "sas_plan", "exit", "0"), fastdownward.Error, "no regular file"},
		{"a huge plan", fake("sparse", "sas_plan", "1073741824", "exit", "0"), fastdownward.Error, "at most 16777216 bytes"},
		{"numbered plans", fake("write", "sas_plan.1", "(step-2)\n"+cost, "write", "sas_plan.2", goodPlan, "write", "sas_plan.10", goodPlan, "exit", "0"), fastdownward.Solved, "replayed"},
		{"the last numbered plan cut", fake("write", "sas_plan.2", goodPlan, "write", "sas_plan.3", "(step-1", "exit", "23"), fastdownward.Solved, "replayed"},
		{"ended by signal 15", fake("signal", "15"), fastdownward.Error, "the driver was ended by signal 15"},
		{"ended by signal 9", fake("signal", "9"), fastdownward.Error, "the driver was killed"},
		{"ended by signal 9 after its plan", fake("write", "sas_plan", goodPlan, "signal", "9"), fastdownward.Error, "the driver was killed"},
		{"ended by signal 24", fake("signal", "24"), fastdownward.Timeout, "the driver used up its CPU time"},
	}
	c, deps := chain()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			temp := t.TempDir()
			out := fastdownward.Check(t.Context(), tt.planner, c, deps, fastdownward.Options{TempDir: temp})
			if out.Status != tt.want || !strings.Contains(out.Reason, tt.reason) {
				t.Errorf("%v: %s\nwant %v: …%s…", out.Status, out.Reason, tt.want, tt.reason)
			}
			if solved := out.Status == fastdownward.Solved; solved != (out.Order != nil) || solved && !slices.Equal(out.Order, []int64{1, 2}) {
				t.Errorf("order %v with %v", out.Order, out.Status)
			}
			if strings.Contains(out.Reason, temp) {
				t.Errorf("the reason names the folder: %s", out.Reason)
			}
			if alive(t, said(t, out.LogTail, "group")) {
				t.Error("a process of the group lives on")
			}
			empty(t, temp)
		})
	}
}

// A contract that breaks a rule is not worth a question.
func TestCheckDoesNotAskAboutFaults(t *testing.T) {
	c, deps := chain()
	c.Goals = append(c.Goals, "never", "nor this")
	c.Actions[1].Pre = []string{"unheard of"}
	out := fastdownward.Check(t.Context(), leaves(goodPlan, 11), c, deps, fastdownward.Options{})
	if out.Status != fastdownward.Error || out.Command != nil || out.ExitCode != -1 || !strings.HasPrefix(out.Reason, "not asked: the contract has 2 faults") || strings.Contains(out.Reason, "\n") {
		t.Errorf("%+v", out)
	}
}

// Every code of the table, and those beside it, with and without a plan.
func TestExitCodesEndToEnd(t *testing.T) {
	want := map[int][2]fastdownward.Status{ // without a plan, with one
		0: {fastdownward.Error, fastdownward.Solved}, 1: {fastdownward.Error, fastdownward.Solved},
		2: {fastdownward.Error, fastdownward.Solved}, 3: {fastdownward.Error, fastdownward.Solved},
		10: {fastdownward.Error, fastdownward.Error}, 11: {fastdownward.Unsolvable, fastdownward.Error},
		12: {fastdownward.Error, fastdownward.Error}, 13: {fastdownward.Error, fastdownward.Error},
		20: {fastdownward.Memory, fastdownward.Error}, 21: {fastdownward.Timeout, fastdownward.Error},
		22: {fastdownward.Memory, fastdownward.Solved}, 23: {fastdownward.Timeout, fastdownward.Solved},
		24: {fastdownward.Memory, fastdownward.Error},
		30: {}, 31: {}, 32: {}, 33: {}, 34: {}, 35: {}, 36: {}, 37: {}, // Error and Error
		4: {}, 14: {}, 25: {}, 38: {}, 126: {}, 127: {}, 128: {}, 143: {}, 137: {}, 241: {}, 247: {}, 255: {},
		152: {fastdownward.Timeout, fastdownward.Error}, 232: {fastdownward.Timeout, fastdownward.Error},
	}
	c, deps := chain()
	for code, statuses := range want {
		for i, planner := range []fastdownward.Planner{fake("exit", itoa(code)), leaves(goodPlan, code)} {
			out := fastdownward.Check(t.Context(), planner, c, deps, fastdownward.Options{})
			if out.Status != statuses[i] || out.ExitCode != code {
				t.Errorf("exit code %d, plan %v: %v (%d): %s, want %v", code, i == 1, out.Status, out.ExitCode, out.Reason, statuses[i])
			}
		}
	}
}
