package main

import (
	"context"
	"testing"

	"workbench/compile"
)

// BenchmarkGate is the whole gate of a plan of 100 steps, from its text.
func BenchmarkGate(b *testing.B) {
	w, err := compile.OpenWorkspace("/tmp/ws100")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		docs, err := w.Plans("")
		if err != nil {
			b.Fatal(err)
		}
		if p := judge(context.Background(), docs[0], gateOptions{whole: true}); p.Outcome != outcomePass {
			b.Fatal(p.Errors)
		}
	}
}
