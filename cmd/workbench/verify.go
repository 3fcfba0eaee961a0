package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"workbench/internal/diag"
	"workbench/strips"
)

// verifyFlags are the flags that verify and formal verify share.
type verifyFlags struct {
	plan      string
	maxStates int
	memory    string
	timeout   time.Duration
	planner   plannerOptions
}

func (f *verifyFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.plan, "plan", "", "verify only this plan of the workspace")
	cmd.Flags().IntVar(&f.maxStates, "max-states", 0, fmt.Sprintf("states that the search may explore, 1..%d (default: the plan's own, else %d)", strips.LargestMaxStates, strips.DefaultMaxStates))
	cmd.Flags().StringVar(&f.memory, "memory", "", "memory for states, such as 512M or 4G (default: half of the machine's)")
	cmd.Flags().DurationVar(&f.timeout, "timeout", 0, "time for the whole command, such as 30s (default: no limit; Fast Downward has 300s)")
	f.planner.flags(cmd)
}

// options checks the flags' values.
func (f *verifyFlags) options(a *app, cmd *cobra.Command) (gateOptions, error) {
	o := gateOptions{maxStates: f.maxStates, planner: f.planner}
	var problems diag.List
	if cmd.Flags().Changed("max-states") && (f.maxStates < 1 || f.maxStates > strips.LargestMaxStates) {
		problems.Addf("max-states-range", "", "--max-states must be from 1 to %d, not %d", strips.LargestMaxStates, f.maxStates)
	}
	if f.timeout < 0 {
		problems.Addf("usage", "", "--timeout must not be negative")
	}
	if cmd.Flags().Changed("fast-downward") && strings.TrimSpace(f.planner.spec) == "" {
		problems.Addf("usage", "", "--fast-downward needs a value: auto, off, or a program")
	}
	var err error
	if o.maxMemory, err = memoryLimit(f.memory); err != nil {
		problems = append(problems, diag.From(err, "usage")...)
	}
	o.planner.timeout = f.timeout
	o.planner.log = a.logger()
	return o, problems.Err()
}

func (a *app) verifyCommand() *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify [PATH]",
		Short: "The whole gate: structure, source, requirements, reachability",
		Long: `verify says whether a plan can run: its structure is sound, its contract is the
one that the plan compiles to (or a manual one), every required requirement is
a goal that only covering steps reach, and all steps can run, each once, and
reach every goal. With --fast-downward an external planner checks the claim.

PATH is a workspace folder (holds .plan-auditor), a plan file, or a bare
contract file. The worst plan decides: 0 PASS, 2 FAIL, 3 UNKNOWN, 1 could not run.`,
		Example: `  workbench verify examples/release
  workbench verify . --plan hotfix --json
  workbench verify . --fast-downward auto --require-fast-downward`,
		Args: atMostOneArg,
		RunE: func(cmd *cobra.Command, args []string) error { return a.verify(cmd, args, &f, "verify", true) },
	}
	f.add(cmd)
	return cmd
}

// verify carries out verify (whole) and formal verify.
func (a *app) verify(cmd *cobra.Command, args []string, f *verifyFlags, name string, whole bool) error {
	o, err := f.options(a, cmd)
	if err != nil {
		a.refuse(name, diag.From(err, "usage"), a.json)
		return nil
	}
	o.whole = whole
	if sha := cmd.Flags().Lookup("contract-sha"); sha != nil && sha.Changed {
		o.contractSHA = sha.Value.String()
		if !isSHA256(o.contractSHA) {
			a.refuse(name, diag.List{{Code: "usage", Message: "--contract-sha is the 64 lower-case hexadecimal digits of a SHA-256"}}, a.json)
			return nil
		}
	}
	var deps strips.Dependencies
	depsFile := ""
	if flag := cmd.Flags().Lookup("deps"); flag != nil {
		depsFile = flag.Value.String()
	}
	in, err := a.load(pathArg(args), f.plan)
	if err == nil && depsFile != "" {
		if in.contract == nil {
			err = usage("--deps gives dependencies to a bare contract; a plan has its own")
		} else {
			deps, err = readDeps(depsFile)
		}
	}
	if err != nil {
		a.refuse(name, diag.From(err, "unreadable"), a.json)
		return nil
	}
	ctx := a.ctx
	if f.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.timeout)
		defer cancel()
	}
	r := &report{Schema: schemaID(name), Plans: []*planReport{}, Errors: diag.List{}}
	defer a.measure()()
	for _, d := range having(in.plans, o.contractSHA) {
		r.Plans = append(r.Plans, a.watch(&o, func() *planReport { return judge(ctx, d, o) }))
	}
	if in.contract != nil {
		r.Plans = append(r.Plans, a.watch(&o, func() *planReport { return judgeContract(ctx, in.contract, deps, o) }))
	}
	for _, p := range r.Plans {
		if p.Formal != nil && p.Formal.Reason == strips.ReplayRefused {
			a.logger().Error("a fault of the workbench: the order found does not replay", "plan", p.Plan, "contract", p.ContractSHA256)
		}
	}
	a.finish(r, a.verifyText)
	return nil
}

// verifyText prints a report for people.
func (a *app) verifyText(r *report) {
	for i, p := range r.Plans {
		if i > 0 {
			a.printf("\n")
		}
		a.planText(p)
	}
	if len(r.Plans) > 1 {
		a.printf("\n%s  %d plans\n", r.Outcome.String(), len(r.Plans))
	}
}

func (a *app) planText(p *planReport) {
	a.printf("%s  %s  %s\n", p.Outcome.String(), p.Plan, summary(p))
	if p.ContractSHA256 != "" {
		a.printf("  contract   %s  (%s)\n", p.ContractSHA256, p.Kind)
	}
	if p.SourceSHA256 != "" && p.Kind == "generated" {
		a.printf("  source     %s%s\n", p.SourceSHA256, tick(p.Formalize, "recompiled: equal", "recompiled: NOT equal"))
	}
	if p.Binding != nil {
		a.printf("  binding    %s\n", strings.TrimSpace(tick(p.Binding, "every required requirement is a goal that only covering steps reach", "NOT bound to the requirements")))
	}
	if p.Formal != nil {
		a.formalText(p)
	}
	if fd := p.FastDownward; fd != nil {
		says := "no agreement"
		if fd.Agrees {
			says = "agrees"
		}
		a.printf("  planner    Fast Downward: %s, %s\n", fd.Status, says)
	}
	for _, e := range p.Errors {
		a.printf("  error      %s\n", e.Error())
	}
	for _, w := range p.Warnings {
		a.printf("  warning    %s\n", w.Error())
	}
}

// summary is the sentence beside a plan's outcome.
func summary(p *planReport) string {
	switch {
	case p.Outcome == outcomePass && p.Formal != nil:
		return fmt.Sprintf("all %d steps can run, each once, and reach every goal", p.steps)
	case p.Outcome == outcomePass:
		return "the contract is the meaning of the plan"
	case p.Outcome == outcomeUnknown:
		return "could not decide"
	case len(p.Errors) == 1:
		return "1 error"
	default:
		return fmt.Sprintf("%d errors", len(p.Errors))
	}
}

func tick(v *validReport, yes, no string) string {
	switch {
	case v == nil:
		return ""
	case v.Valid:
		return "  " + yes
	default:
		return "  " + no
	}
}

// maxShown is how many steps of an order are shown to people.
const maxShown = 30

func (a *app) formalText(p *planReport) {
	f := p.Formal
	a.printf("  formal     %s: %s", f.Verdict.String(), string(f.Reason))
	if f.Method != "" {
		a.printf(" (%s, %d states)", string(f.Method), f.Explored)
	}
	a.printf("\n")
	for i, step := range f.Order {
		if i == maxShown {
			a.printf("             … and %d more (--json shows all)\n", len(f.Order)-maxShown)
			break
		}
		label := "  order  "
		if i > 0 {
			label = "         "
		}
		a.printf("%s%6d. step %d%s\n", label, i+1, step, spaced(p.titles[step]))
	}
	if len(f.Furthest) > 0 {
		shown, more := f.Furthest, ""
		if len(shown) > maxShown {
			shown, more = shown[:maxShown], fmt.Sprintf(" … (%d steps)", len(f.Furthest))
		}
		a.printf("  stuck      the search got as far as steps %s%s\n", strings.Trim(fmt.Sprint(shown), "[]"), more)
	}
	if f.Furthest != nil && len(f.MissingGoals) > 0 {
		a.printf("  lost       goals that are false after these steps: %s\n", quoted(f.MissingGoals))
	}
	for _, b := range f.Blocked {
		misses := []string{}
		for _, d := range b.MissingDeps {
			misses = append(misses, fmt.Sprintf("step %d", d))
		}
		for _, fact := range b.MissingFacts {
			misses = append(misses, fmt.Sprintf("%q", fact))
		}
		if len(misses) > 0 {
			a.printf("  blocked    step %d%s: waits for %s\n", b.Step, spaced(p.titles[b.Step]), strings.Join(misses, ", "))
		}
	}
}

// spaced is a title with blanks before it, or nothing.
func spaced(title string) string {
	if title == "" {
		return ""
	}
	return "  " + title
}
