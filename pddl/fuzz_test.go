package pddl_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"workbench/internal/diag"
	"workbench/pddl"
	"workbench/strips"
)

func seeds(f *testing.F) {
	for _, s := range []string{
		onceDomain, onceProblem, "(define (domain x) (:action a :precondition (and (p) :effect (q))", "(define (problem p) (:domain d) (:init (= (f) 3)) (:goal ()))",
		"(((((((", ")))", "(define (domain x) (:types a - (either b c)) (:constants - t))", "\ufeff(define (domain x)); c", "(define (domain x) (:action",
		"(define (domain x) (:functions (f) - number (g ?x - t) - number))", "(define (domain x) (:action a :effect (forall (?x) (when (p ?x) (increase (total-cost) 1)))))",
	} {
		f.Add([]byte(s))
	}
}

// checkSource: what is read survives a round trip and is read equally by the
// reference; what is refused is refused by it too, with a place.
func checkSource(t *testing.T, src []byte, x any, err error) {
	if err != nil {
		for _, p := range diag.From(err, "") {
			if p.Code == "" || p.Message == "" || p.Where == "" && p.Code != "pddl-more" {
				t.Fatalf("a refusal without code, place or words: %+v", p)
			}
		}
		if depth := bytes.Count(src, []byte("(")); depth > 900 {
			return // the reference has no bound
		}
		if ref := reference(src); ref != nil && fmt.Sprintf("%T", ref) == fmt.Sprintf("%T", x) {
			t.Fatalf("refused, but the reference reads it: %v", err)
		}
		return
	}
	once := format(t, x)
	back, err := read(once)
	if err != nil {
		t.Fatalf("printed, it is not read: %v\n%s", err, once)
	}
	if d := cmp.Diff(x, back, same, cmpopts.EquateEmpty()); d != "" {
		t.Fatalf("(-read +printed and read):\n%s", d)
	}
	if again := format(t, back); !bytes.Equal(once, again) {
		t.Fatalf("printed again:\n%s\nwas\n%s", again, once)
	}
	checkReference(t, src, x)
}

func FuzzParseDomain(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		d, err := pddl.ParseDomain("f", src, pddl.ParseOptions{})
		checkSource(t, src, d, err)
	})
}

func FuzzParseProblem(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := pddl.ParseProblem("f", src, pddl.ParseOptions{})
		checkSource(t, src, p, err)
	})
}

func FuzzImport(f *testing.F) {
	f.Add([]byte(onceDomain), []byte(onceProblem), []byte(`{"the door is open": "open"}`))
	f.Add([]byte(onceDomain), []byte(onceProblem), []byte(nil))
	f.Fuzz(func(t *testing.T, domain, problem, facts []byte) {
		if len(facts) == 0 {
			facts = nil
		}
		c, deps, err := pddl.Import(pddl.ImportOptions{DomainName: "d", Domain: domain, ProblemName: "p", Problem: problem, FactsName: "f", Facts: facts})
		if err != nil {
			return
		}
		if faults := strips.Validate(c, deps); len(faults) > 0 {
			t.Fatalf("an invalid contract: %v", faults)
		}
		files, err := pddl.Export(c, deps, pddl.ExportOptions{})
		if err != nil {
			t.Fatal(err)
		}
		back, backDeps, err := pddl.Import(pddl.ImportOptions{DomainName: "d", Domain: files.Domain, ProblemName: "p", Problem: files.Problem, FactsName: "f", Facts: files.Facts})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(normal(c), normal(back), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("(-imported +exported and imported):\n%s", d)
		}
		if d := cmp.Diff(byStep(deps), byStep(backDeps), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("dependencies:\n%s", d)
		}
	})
}
