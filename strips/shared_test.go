package strips_test

import (
	"os"
	"path/filepath"
	"testing"

	"workbench/internal/canonjson"
	"workbench/strips"
)

// sharedDir is the folder of test data that is not part of the repository.
// Without it a test skips; with REQUIRE_TOOLS=1 it fails.
func sharedDir(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv("WORKBENCH_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared")
	}
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("REQUIRE_TOOLS") == "1" {
			tb.Fatalf("REQUIRE_TOOLS=1, but the shared test data is missing: %v", err)
		}
		tb.Skipf("the shared test data is not here (set WORKBENCH_SHARED): %v", err)
	}
	return dir
}

// planContract reads the contract embedded in a plan, its dependencies and
// faults, plainly: it is test code and trusts the file's shape.
func planContract(tb testing.TB, file string) (*strips.Contract, strips.Dependencies, []string) {
	tb.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	plan, err := canonjson.Parse(src, canonjson.Options{})
	if err != nil {
		tb.Fatal(file, err)
	}
	deps := strips.Dependencies{}
	var doc *canonjson.Value
	for _, s := range plan.Get("steps").Items {
		id, _, _ := s.Get("id").Integer()
		d := strips.StepDeps{Step: id}
		if on := s.Get("depends_on"); on != nil {
			for _, v := range on.Items {
				n, _, _ := v.Integer()
				d.On = append(d.On, n)
			}
		}
		deps = append(deps, d)
		if checks := s.Get("verify"); checks != nil {
			for _, check := range checks.Items {
				if f := check.Get("formal_planning"); f != nil {
					doc = f
				}
			}
		}
	}
	c, faults := strips.Check(doc, deps)
	var codes []string
	for _, f := range faults {
		codes = append(codes, f.Code)
	}
	return c, deps, codes
}
