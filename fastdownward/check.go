package fastdownward

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"workbench/internal/diag"
	"workbench/pddl"
	"workbench/strips"
)

// Outcome is the planner's answer about a contract.
type Outcome struct {
	Status   Status   // Solved means that the plan was replayed
	Command  []string // the words run; they name the run's folder
	ExitCode int      // as in Result
	Order    []int64  // the plan's steps, replayed; nil unless Solved
	Reason   string   // why, in words that are the same on every run: no paths of ours, no times
	LogTail  string   // the end of what the planner printed; paths and times vary
	Plan     []string // the plan as read, also one that did not replay
}

// Check asks the planner whether all steps of a contract can run:
//
//  1. the contract and its dependencies are exported to PDDL, in the text that
//     plan-auditor has, and the planner works on that as Run says;
//  2. every step of a plan must be the action of a step of the contract;
//  3. the order must pass strips.Replay against the contract and deps, not
//     against the PDDL: a fault of the export shows too.
//
// A plan that fails 2 or 3 is Error, whatever the exit code. About a contract
// that strips.Validate refuses the planner is not asked: Error.
func Check(ctx context.Context, p Planner, c *strips.Contract, deps strips.Dependencies, o Options) Outcome {
	files, err := pddl.Export(c, deps, pddl.ExportOptions{Style: pddl.StylePlanAuditor})
	if err != nil {
		faults := diag.From(err, "export")
		return Outcome{ExitCode: notRun, Reason: fmt.Sprintf("not asked: the contract has %d faults, the first is %v", len(faults), faults[0])}
	}
	r := Run(ctx, p, files.Domain, files.Problem, o)
	out := Outcome{Status: r.Status, Command: r.Command, ExitCode: r.ExitCode, Reason: r.Reason, LogTail: r.LogTail, Plan: r.Plan.Steps}
	if r.Status != Solved {
		return out
	}
	order, err := readOrder(r.Plan.Steps)
	if err == nil {
		err = strips.Replay(c, deps, order)
	}
	if err != nil {
		out.Status, out.Reason = Error, fmt.Sprintf("its plan does not replay: %v (exit code %d)", err, r.ExitCode)
		return out
	}
	out.Order, out.Reason = order, fmt.Sprintf("a plan of %d steps, replayed", len(order))
	return out
}

// actionPrefix and the step's id make the name of a step's action.
const actionPrefix = "(step-"

// readOrder reads the step ids off the plan's actions. It is never nil
// without an error.
func readOrder(steps []string) ([]int64, error) {
	order := make([]int64, 0, len(steps))
	for i, s := range steps {
		digits, ok := strings.CutPrefix(strings.TrimSuffix(s, ")"), actionPrefix)
		id, err := strconv.ParseInt(digits, 10, 64)
		if !ok || err != nil || strconv.FormatInt(id, 10) != digits {
			return nil, fmt.Errorf("position %d: %.80q is no action of the contract", i+1, s)
		}
		order = append(order, id)
	}
	return order, nil
}
