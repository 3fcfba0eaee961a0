package strips

import "fmt"

// Replay runs order step by step and returns nil when it proves Pass:
//
//  1. every action of the contract occurs exactly once;
//  2. when a step runs, all steps it depends on have run;
//  3. when a step runs, all its preconditions are true;
//  4. running it removes its delete effects and then adds its add effects;
//  5. after the last step every goal is true.
//
// Otherwise the error, a *ReplayError, names the first violation. Replay is
// written straight from these sentences over strings and maps and shares
// nothing with the solvers: it is the witness of every Pass.
func Replay(c *Contract, deps Dependencies, order []int64) error {
	actions := map[int64]Action{}
	for _, a := range c.Actions {
		actions[a.Step] = a
	}
	needs := map[int64][]int64{}
	for _, d := range deps {
		needs[d.Step] = append(needs[d.Step], d.On...)
	}
	facts := map[string]bool{}
	for _, f := range c.Initial {
		facts[f] = true
	}
	done := map[int64]bool{}
	for i, step := range order {
		fail := func(kind ReplayFault, missing string) error {
			return &ReplayError{Index: i, Step: step, Fault: kind, Missing: missing}
		}
		a, known := actions[step]
		if !known {
			return fail(FaultUnknownStep, "")
		}
		if done[step] {
			return fail(FaultRepeatedStep, "")
		}
		for _, d := range needs[step] {
			if !done[d] {
				return fail(FaultDependency, fmt.Sprint(d))
			}
		}
		for _, p := range a.Pre {
			if !facts[p] {
				return fail(FaultPrecondition, p)
			}
		}
		for _, f := range a.Del {
			delete(facts, f)
		}
		for _, f := range a.Add {
			facts[f] = true
		}
		done[step] = true
	}
	for _, a := range c.Actions {
		if !done[a.Step] {
			return &ReplayError{Index: len(order), Step: a.Step, Fault: FaultMissingStep}
		}
	}
	for _, g := range c.Goals {
		if !facts[g] {
			return &ReplayError{Index: len(order), Fault: FaultGoal, Missing: g}
		}
	}
	return nil
}

// ReplayFault is the rule that an order breaks.
type ReplayFault string

// The faults, by the rule of Replay that they break.
const (
	FaultUnknownStep  ReplayFault = "unknown-step"  // rule 1
	FaultRepeatedStep ReplayFault = "repeated-step" // rule 1
	FaultMissingStep  ReplayFault = "missing-step"  // rule 1
	FaultDependency   ReplayFault = "dependency"    // rule 2
	FaultPrecondition ReplayFault = "precondition"  // rule 3
	FaultGoal         ReplayFault = "goal"          // rule 5
)

// ReplayError is the first violation that Replay met.
type ReplayError struct {
	Index   int         // position in the order; its length for what is missing at the end
	Step    int64       // the step at fault; 0 for a goal
	Fault   ReplayFault // the rule broken
	Missing string      // the dependency, precondition or goal that was not there
}

// Error says which step fails and what it misses.
func (e *ReplayError) Error() string {
	switch e.Fault {
	case FaultUnknownStep:
		return fmt.Sprintf("position %d: step %d is no step of the contract", e.Index+1, e.Step)
	case FaultRepeatedStep:
		return fmt.Sprintf("position %d: step %d has already run", e.Index+1, e.Step)
	case FaultMissingStep:
		return fmt.Sprintf("step %d never runs", e.Step)
	case FaultDependency:
		return fmt.Sprintf("position %d: step %d runs before step %s, on which it depends", e.Index+1, e.Step, e.Missing)
	case FaultPrecondition:
		return fmt.Sprintf("position %d: step %d needs %q, which is not true then", e.Index+1, e.Step, e.Missing)
	default:
		return fmt.Sprintf("the goal %q is not true at the end", e.Missing)
	}
}
