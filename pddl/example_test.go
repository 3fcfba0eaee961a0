package pddl_test

import (
	"fmt"
	"os"

	"workbench/pddl"
	"workbench/strips"
)

// A contract goes to PDDL with its facts as comments, and comes back.
func Example() {
	c := &strips.Contract{
		Initial: []string{"key"},
		Goals:   []string{"door open"},
		Actions: []strips.Action{{Step: 1, Pre: []string{"key"}, Add: []string{"door open"}, Del: []string{"key"}}},
	}
	files, err := pddl.Export(c, nil, pddl.ExportOptions{Titles: map[int64]string{1: "Open the door"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s%s", files.Domain, files.Problem)
	back, _, err := pddl.Import(pddl.ImportOptions{Domain: files.Domain, Problem: files.Problem, Facts: files.Facts})
	fmt.Println(back.Goals, err)
	// Output:
	// ; contract d3d4fc82aa139ea6aef761decb9369cd388073811b8d17a777cdba19c05b6a22
	// ; 1 steps, each an action that can run once; the text beside a predicate is its fact
	// (define (domain plan-auditor-formal)
	//   (:requirements :strips)
	//   (:predicates
	//     (f0001) ; "door open"
	//     (f0002) ; "key"
	//     (unused-step-1)
	//     (done-step-1)
	//   )
	//   (:action step-1 ; "Open the door"
	//     :precondition (and (unused-step-1) (f0002))
	//     :effect (and (done-step-1) (not (unused-step-1)) (f0001) (not (f0002)))
	//   )
	// )
	// ; contract d3d4fc82aa139ea6aef761decb9369cd388073811b8d17a777cdba19c05b6a22
	// ; 1 steps, each an action that can run once; the text beside a predicate is its fact
	// (define (problem plan-auditor-problem)
	//   (:domain plan-auditor-formal)
	//   (:init (f0002) (unused-step-1))
	//   (:goal (and (f0001) (done-step-1)))
	// )
	// [door open] <nil>
}

// In the other style the files are those of the existing tool, byte for byte;
// what the facts mean stands in facts.json alone.
func ExampleExport() {
	c := &strips.Contract{Goals: []string{"door open"}, Actions: []strips.Action{{Step: 7, Add: []string{"door open"}}}}
	files, err := pddl.Export(c, nil, pddl.ExportOptions{Style: pddl.StylePlanAuditor})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s%s\n", files.Problem, files.Facts)
	// Output:
	// (define (problem plan-auditor-problem)
	//   (:domain plan-auditor-formal)
	//   (:init (unused-step-7))
	//   (:goal (and (f0001) (done-step-7)))
	// )
	// {
	//   "door open": "f0001"
	// }
}

func ExampleParseDomain() {
	src := "(define (domain doors)\n (:action open :precondition (and (shut) :effect (open)))\n (:action look))"
	_, err := pddl.ParseDomain("doors.pddl", []byte(src), pddl.ParseOptions{})
	fmt.Println(err)
	// Output:
	// doors.pddl:2:42: in action open, :precondition: expected a condition or ")" to close "(and" at doors.pddl:2:30, found ":effect" [pddl-syntax]
}

func ExampleDomain_Format() {
	d, err := pddl.ParseDomain("d.pddl", []byte("(DEFINE (DOMAIN d) (:predicates (at ?x ?y - thing)) (:action go :effect (and (at a b))))"), pddl.ParseOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = d.Format(os.Stdout)
	// Output:
	// (define (domain d)
	//   (:predicates
	//     (at ?x ?y - thing))
	//   (:action go
	//     :effect (and (at a b)))
	// )
}

func ExampleImport() {
	domain := "(define (domain d) (:predicates (p)) (:action again :effect (p)))"
	problem := "(define (problem x) (:domain d) (:init) (:goal (p)))"
	_, _, err := pddl.Import(pddl.ImportOptions{DomainName: "domain.pddl", Domain: []byte(domain), ProblemName: "problem.pddl", Problem: []byte(problem)})
	fmt.Println(err)
	// Output:
	// domain.pddl:1:38: the action again can run more than once: a contract's step needs a fact that is initially true, that the action needs and deletes, that no other action deletes and none adds [import-repeatable]
}
