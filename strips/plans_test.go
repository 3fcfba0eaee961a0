package strips_test

import (
	"os"
	"testing"

	"workbench/internal/canonjson"
	"workbench/strips"
)

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
