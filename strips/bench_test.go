package strips_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"workbench/internal/needs"
	"workbench/strips"
)

// BenchmarkPerf solves every plan of the timing set, validation included, and
// reports explored states a second and bytes a stored state.
func BenchmarkPerf(b *testing.B) {
	files, _ := filepath.Glob(filepath.Join(needs.Shared(b), "data/plan-auditor/perf/*.plan.json"))
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".plan.json")
		b.Run(name, func(b *testing.B) {
			c, deps, _ := planContract(b, file)
			var explored, generated int
			var bytes int64
			b.ReportAllocs()
			for b.Loop() {
				r, err := strips.Solve(context.Background(), c, deps, strips.Options{})
				if err != nil {
					b.Fatal(err)
				}
				explored, generated, bytes = r.Explored, r.Generated, r.Bytes
			}
			seconds := b.Elapsed().Seconds() / float64(b.N)
			b.ReportMetric(float64(explored)/seconds, "states/s")
			b.ReportMetric(float64(bytes)/float64(generated), "B/state")
		})
	}
}
