package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"workbench/compile"
)

// chainPlan is a plan of n steps, each reading the output of the one before,
// compiled.
func chainPlan(tb testing.TB, n int) *compile.Document {
	tb.Helper()
	var b strings.Builder
	b.WriteString(`{"task":"bench","requirements":["need"],"steps":[`)
	for i := 1; i <= n; i++ {
		deps, needs, covers := "", "", ""
		if i > 1 {
			b.WriteString(",")
			deps, needs = fmt.Sprint(i-1), fmt.Sprintf(`{"step":%d,"name":"out"}`, i-1)
		}
		if i == n {
			covers = `"REQ-001"`
		}
		fmt.Fprintf(&b, `{"id":%d,"depends_on":[%s],"requires_outputs":[%s],"outputs":["out"],"covers":[%s],"verify":[]}`, i, deps, needs, covers)
	}
	b.WriteString("]}")
	path := filepath.Join(tb.TempDir(), "plan.json")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		tb.Fatal(err)
	}
	d, err := compile.ReadFile(path, nil)
	if err != nil {
		tb.Fatal(err)
	}
	in, err := compile.Install(d.Source, d.Root, compile.InstallOptions{})
	if err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(path, in.Source, 0o600); err != nil {
		tb.Fatal(err)
	}
	if d, err = compile.ReadFile(path, nil); err != nil {
		tb.Fatal(err)
	}
	return d
}

// BenchmarkGate is the whole gate on a plan that has been read: structure,
// recompilation, binding and reachability.
func BenchmarkGate(b *testing.B) {
	for _, n := range []int{100, 1000, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d := chainPlan(b, n)
			b.ReportAllocs()
			for b.Loop() {
				if p := judge(b.Context(), d, gateOptions{whole: true}); p.Outcome != outcomePass {
					b.Fatal(p.Errors)
				}
			}
		})
	}
}

// TestGateIsFrugal counts allocations of the whole gate, as a guard against
// regressions: they grow with the plan, not with its square.
func TestGateIsFrugal(t *testing.T) {
	perStep := func(n int) float64 {
		d := chainPlan(t, n)
		return testing.AllocsPerRun(2, func() { judge(t.Context(), d, gateOptions{whole: true}) }) / float64(n)
	}
	small, large := perStep(100), perStep(1000)
	if large > 120 || large > 1.5*small {
		t.Errorf("%.0f allocations a step at 100 steps, %.0f at 1000", small, large)
	}
}
