package pddl_test

import (
	"fmt"
	"strings"
	"testing"

	"workbench/pddl"
)

// bigProblem is a problem of about a megabyte: objects and initial facts.
func bigProblem() []byte {
	var b strings.Builder
	b.WriteString("(define (problem big)\n  (:domain logistics)\n  (:objects")
	for i := range 6000 {
		fmt.Fprintf(&b, " package-%d", i)
		if i%10 == 9 {
			b.WriteString(" - package\n   ")
		}
	}
	b.WriteString(")\n  (:init")
	for i := 0; b.Len() < 1_000_000; i++ {
		fmt.Fprintf(&b, "\n    (at package-%d Location-%d)", i%6000, i%977)
	}
	b.WriteString(")\n  (:goal (and (at package-1 location-2))))\n")
	return []byte(b.String())
}

// bigDomain is a domain of about a megabyte: actions with nested formulas.
func bigDomain() []byte {
	var b strings.Builder
	b.WriteString("(define (domain big)\n  (:requirements :adl)\n  (:predicates (at ?x ?y) (in ?x ?y) (free ?x))\n")
	for i := 0; b.Len() < 1_000_000; i++ {
		fmt.Fprintf(&b, `  (:action move-%d
    :parameters (?x ?y - thing ?z - place)
    :precondition (and (at ?x ?z) (not (in ?x ?y)) (forall (?w - thing) (or (free ?w) (at ?w ?z) (not (in ?w ?x)))))
    :effect (and (in ?x ?y) (not (at ?x ?z)) (forall (?w - thing) (when (in ?w ?x) (not (free ?w))))))
`, i)
	}
	b.WriteString(")\n")
	return []byte(b.String())
}

func BenchmarkParseProblem(b *testing.B) {
	src := bigProblem()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pddl.ParseProblem("f", src, pddl.ParseOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseDomain(b *testing.B) {
	src := bigDomain()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pddl.ParseDomain("f", src, pddl.ParseOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReferenceDomain(b *testing.B) {
	src := bigDomain()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if reference(src) == nil {
			b.Fatal("refused")
		}
	}
}

// TestParsingIsFrugal counts allocations, as a guard against regressions.
func TestParsingIsFrugal(t *testing.T) {
	problem, domain := bigProblem(), bigDomain()
	perMB := func(src []byte, parse func()) float64 {
		return testing.AllocsPerRun(2, parse) / (float64(len(src)) / 1e6)
	}
	if n := perMB(problem, func() { _, _ = pddl.ParseProblem("f", problem, pddl.ParseOptions{}) }); n > 40_000 {
		t.Errorf("%.0f allocations a megabyte of problem", n)
	} else {
		t.Logf("problem: %.0f allocations a megabyte", n)
	}
	if n := perMB(domain, func() { _, _ = pddl.ParseDomain("f", domain, pddl.ParseOptions{}) }); n > 500_000 {
		t.Errorf("%.0f allocations a megabyte of domain", n)
	} else {
		t.Logf("domain: %.0f allocations a megabyte", n)
	}
}
