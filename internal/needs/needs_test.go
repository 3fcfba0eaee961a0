package needs_test

import (
	"errors"
	"fmt"
	"testing"

	"workbench/internal/needs"
)

// recorder is a testing.TB that records how a test would end.
type recorder struct {
	testing.TB
	ended string
}

func (r *recorder) Helper()               {}
func (r *recorder) Fatalf(string, ...any) { r.ended = "failed" }
func (r *recorder) Skipf(string, ...any)  { r.ended = "skipped" }

func ExampleTool() {
	r := &recorder{}
	needs.Tool(r, "the tool", nil)
	fmt.Printf("%q\n", r.ended)
	// Output: ""
}

func TestTool(t *testing.T) {
	for require, want := range map[string]string{"1": "failed", "": "skipped"} {
		t.Setenv("REQUIRE_TOOLS", require)
		r := &recorder{}
		needs.Tool(r, "the tool", errors.New("gone"))
		if r.ended != want {
			t.Errorf("REQUIRE_TOOLS=%q: %s", require, r.ended)
		}
	}
	t.Setenv("REQUIRE_TOOLS", "")
	t.Setenv("WORKBENCH_SHARED", t.TempDir()+"/none")
	r := &recorder{}
	needs.Shared(r)
	if r.ended != "skipped" {
		t.Errorf("without the folder: %s", r.ended)
	}
}
