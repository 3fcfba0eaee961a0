package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"workbench/fastdownward"
	"workbench/internal/needs"
)

// realPlanner needs a real Fast Downward.
func realPlanner(t *testing.T) {
	t.Helper()
	_, err := fastdownward.Find("auto", fastdownward.Env{})
	needs.Tool(t, "Fast Downward", err)
}

// TestRealPlannerConfirmsTheExamples: with the real Fast Downward required,
// every example passes.
func TestRealPlannerConfirmsTheExamples(t *testing.T) {
	realPlanner(t)
	examples, _ := filepath.Glob(filepath.Join("..", "..", "examples", "*"))
	if len(examples) < 3 {
		t.Fatalf("only %d examples", len(examples))
	}
	for _, dir := range examples {
		code, stdout, stderr := call(t, "workbench", "verify", dir, "--require-fast-downward")
		if code != 0 || !strings.Contains(stdout, "Fast Downward: SOLVED, agrees") {
			t.Errorf("%s: exit %d\n%s%s", dir, code, stdout, stderr)
		}
	}
}

// TestRealPlannerAgreesOnEveryGoldenContract: for every contract of the
// existing tool's vectors that is well formed, the real Fast Downward's answer
// is ours.
func TestRealPlannerAgreesOnEveryGoldenContract(t *testing.T) {
	dirs, _ := filepath.Glob(filepath.Join(needs.Shared(t), "data", "plan-auditor", "golden", "*"))
	realPlanner(t)
	pass, reject := 0, 0
	for _, dir := range dirs {
		plan := filepath.Join(dir, "compiled.json")
		if _, err := os.Stat(plan); err != nil {
			plan = filepath.Join(dir, "plan.json")
		}
		code, stdout, stderr := call(t, "workbench", "formal", "verify", plan, "--fast-downward", "auto", "--max-states", "1000000", "--json")
		var raw struct {
			Plans []struct {
				Formal struct{ Verdict, Reason string }
				FD     *plannerReport `json:"fast_downward"`
			}
		}
		if err := json.Unmarshal([]byte(stdout), &raw); err != nil {
			t.Fatalf("%s: %v\n%s%s", dir, err, stdout, stderr)
		}
		if len(raw.Plans) == 0 || raw.Plans[0].Formal.Verdict == "" || raw.Plans[0].Formal.Reason == "structurally-invalid" {
			continue
		}
		switch p := raw.Plans[0]; {
		case p.FD == nil || !p.FD.Agrees:
			t.Errorf("%s: we say %s, Fast Downward %+v (exit %d)", filepath.Base(dir), p.Formal.Verdict, p.FD, code)
		case p.Formal.Verdict == "PASS":
			pass++
		default:
			reject++
		}
	}
	t.Logf("Fast Downward agrees on %d PASS and %d REJECT", pass, reject)
	if pass < 40 || reject < 8 {
		t.Errorf("only %d PASS and %d REJECT were compared", pass, reject)
	}
}

// TestLinksRunAsPrograms: called through a link, the program is the existing
// tool.
func TestLinksRunAsPrograms(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "plan-auditor-formal")
	if err := os.Symlink(exe, link); err != nil {
		t.Skipf("no links here: %v", err)
	}
	out, err := exec.Command(link, "verify", filepath.Join("..", "..", "examples", "release")).Output()
	if err != nil || !strings.Contains(string(out), `"solution_order"`) {
		t.Errorf("%v\n%s", err, out)
	}
}
