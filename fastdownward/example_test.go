//go:build unix

package fastdownward_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"workbench/fastdownward"
	"workbench/strips"
)

// The whole way: decide a contract ourselves, ask the planner, compare. (The
// planner of this example is a fake; a program writes
// fastdownward.Find("auto", fastdownward.Env{}).)
func Example() {
	ctx := context.Background()
	contract := &strips.Contract{
		Initial: []string{"start"},
		Goals:   []string{"end"},
		Actions: []strips.Action{
			{Step: 1, Pre: []string{"start"}, Add: []string{"middle"}},
			{Step: 2, Pre: []string{"middle"}, Add: []string{"end"}},
		},
	}
	ours, err := strips.Solve(ctx, contract, nil, strips.Options{})
	if err != nil {
		log.Fatal(err)
	}
	planner := leaves("(step-1 )\n(step-2 )\n; cost = 2 (unit cost)\n", 0)
	theirs := fastdownward.Check(ctx, planner, contract, nil, fastdownward.Options{})
	fmt.Println(theirs.Status, theirs.Order)
	fmt.Println(theirs.Reason)
	fmt.Println(fastdownward.Agree(ours.Verdict, theirs))
	// Output:
	// SOLVED [1 2]
	// a plan of 2 steps, replayed
	// agrees
}

func ExampleFind() {
	_, err := fastdownward.Find("off", fastdownward.Env{})
	fmt.Println(err, errors.Is(err, fastdownward.ErrOff))
	_, err = fastdownward.Find("/no/such/planner", fastdownward.Env{})
	fmt.Println(err)
	// Output:
	// no planner: it is switched off true
	// no planner: "/no/such/planner" is neither a program on PATH nor a file; correct the name, or use auto or off
}

// A plan in the wrong order is no plan, although the exit code says so.
func ExampleCheck() {
	contract, deps := chain()
	liar := leaves("(step-2 )\n(step-1 )\n; cost = 2 (unit cost)\n", 0)
	out := fastdownward.Check(context.Background(), liar, contract, deps, fastdownward.Options{})
	fmt.Println(out.Status)
	fmt.Println(out.Reason)
	// Output:
	// ERROR
	// its plan does not replay: position 1: step 2 runs before step 1, on which it depends (exit code 0)
}

func ExampleRun() {
	domain := "(define (domain d) (:predicates (a)) (:action go :effect (a)))"
	problem := "(define (problem p) (:domain d) (:init) (:goal (a)))"
	planner := fake("exit", "12")
	r := fastdownward.Run(context.Background(), planner, []byte(domain), []byte(problem), fastdownward.Options{})
	fmt.Println(r.Status)
	fmt.Println(r.Reason)
	// Output:
	// ERROR
	// an incomplete search found no plan, which proves nothing (exit code 12, SEARCH_UNSOLVED_INCOMPLETE)
}

func ExampleReadPlan() {
	plan, err := fastdownward.ReadPlan("sas_plan", []byte("(PICK Ball1  roomA)\n(step-1 ) ; no arguments\n; cost = 2 (unit cost)\n"))
	fmt.Println(plan.Steps, plan.Complete, plan.Cost, err)
	_, err = fastdownward.ReadPlan("sas_plan", []byte("(pick ball1)\n(step-"))
	fmt.Println(err)
	// Output:
	// [(pick ball1 rooma) (step-1)] true 2 <nil>
	// sas_plan:2:7: the step does not end: ) expected [plan-syntax]
}

func ExampleSettle() {
	silent := fastdownward.Outcome{Status: fastdownward.Timeout, Reason: "no answer within 5m0s"}
	for _, required := range []bool{false, true} {
		s := fastdownward.Settle(strips.Pass, silent, required)
		fmt.Println(s.Verdict, s.Warning)
	}
	// Output:
	// PASS not cross-checked; Fast Downward says TIMEOUT: no answer within 5m0s
	// UNKNOWN Fast Downward's agreement is required and missing; Fast Downward says TIMEOUT: no answer within 5m0s
}

func ExampleExitOf() {
	fmt.Println(fastdownward.ExitOf(11))
	fmt.Println(fastdownward.ExitOf(247))
	// Output:
	// it proved that there is no plan (exit code 11, SEARCH_UNSOLVABLE)
	// a component was killed, by hand or by the system for want of memory (exit code 247)
}
