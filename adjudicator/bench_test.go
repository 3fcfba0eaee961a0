package adjudicator_test

import (
	"testing"

	"workbench/adjudicator"
)

func BenchmarkDecide(b *testing.B) {
	k, err := adjudicator.NewKernel(adjudicator.NewMonitor(mustLoad(b, permissive), adjudicator.MonitorOptions{Home: "/home/dev"}))
	if err != nil {
		b.Fatal(err)
	}
	for name, call := range map[string]adjudicator.ToolCall{
		"denied name":   {Tool: "Nuke", Args: `{}`, Root: "/srv/repo"},
		"no path":       {Tool: "x", Args: `{"id":7,"note":"hello"}`, Root: "/srv/repo"},
		"write allowed": {Tool: "Write", Args: `{"path":"docs/a.md","content":"hello"}`, Root: "/srv/repo"},
		"write guarded": {Tool: "Write", Args: `{"path":"core/a.md","content":"hello"}`, Root: "/srv/repo"},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				k.Decide(&call)
			}
		})
	}
}
