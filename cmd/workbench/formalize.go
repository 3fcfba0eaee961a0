package main

import (
	"github.com/spf13/cobra"

	"workbench/compile"
	"workbench/internal/diag"
	"workbench/strips"
)

func (a *app) formalizeCommand() *cobra.Command {
	return group("formalize", "Derive contracts from plans: compile, verify, remove",
		"  workbench formalize compile examples/release --dry-run",
		a.compileCommand(), a.formalizeVerifyCommand(), a.removeCommand())
}

func (a *app) compileCommand() *cobra.Command {
	var o compile.InstallOptions
	var plan string
	var dryRun bool
	cmd := &cobra.Command{
		Use:   "compile [PATH]",
		Short: "Derive the contract and install its two checks",
		Long: `compile derives the contract of each plan from its requirements, coverage,
dependencies, outputs and checks, proves that it can be verified, and puts two
checks into one step: formal verify with the contract, and formalize verify,
which recompiles. Only verify lists of the plan's text change.

Nothing is written when any plan of the run is refused: a malformed plan, one
whose contract could never be verified, a sealed one, or one with a manual
contract.`,
		Example: `  workbench formalize compile . --dry-run
  workbench formalize compile . --plan hotfix --anchor-step 3
  workbench formalize compile . --fast-downward auto --require-fast-downward`,
		Args: atMostOneArg,
	}
	flags := cmd.Flags()
	flags.StringVar(&plan, "plan", "", "compile only this plan (all: every plan, the default)")
	flags.Int64Var(&o.AnchorStep, "anchor-step", 0, "the step that gets the checks (default: where they are, else the first step without dependencies)")
	flags.BoolVar(&dryRun, "dry-run", false, "say what would happen, write nothing")
	flags.IntVar(&o.MaxStates, "max-states", 0, "put this state bound into the check")
	flags.StringVar(&o.FastDownward, "fast-downward", "", "put a cross-check with Fast Downward into the check: auto, or a program")
	flags.BoolVar(&o.RequireFastDownward, "require-fast-downward", false, "put the requirement that Fast Downward agrees into the check")
	auditor := styleFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		isAuditor, err := auditor()
		if isAuditor {
			o.Style = compile.StylePlanAuditor
		}
		if err == nil {
			err = checkCompileFlags(cmd, o, isAuditor)
		}
		if err != nil {
			a.refuse("formalize-compile", diag.From(err, "usage"), a.json)
			return nil
		}
		if plan == "all" {
			plan = ""
		}
		install := func(d *compile.Document) (*compile.Installed, error) {
			return compile.Install(d.Source, d.Root, o)
		}
		return a.change("formalize-compile", pathArg(args), plan, dryRun, install)
	}
	return cmd
}

func checkCompileFlags(cmd *cobra.Command, o compile.InstallOptions, auditor bool) error {
	var problems diag.List
	set := cmd.Flags().Changed
	if set("anchor-step") && o.AnchorStep < 1 {
		problems.Addf("usage", "", "--anchor-step is a step id: an integer from 1 on")
	}
	if set("max-states") && (o.MaxStates < 1 || o.MaxStates > strips.LargestMaxStates) {
		problems.Addf("max-states-range", "", "--max-states must be from 1 to %d, not %d", strips.LargestMaxStates, o.MaxStates)
	}
	if set("max-states") && auditor {
		problems.Addf("usage", "", "--max-states cannot be sealed in the style plan-auditor: that tool refuses a check that has it")
	}
	if set("fast-downward") && off(o.FastDownward) {
		problems.Addf("usage", "", "--fast-downward needs auto or a program to put into the check; leave it out for none")
	}
	return problems.Err()
}

func (a *app) removeCommand() *cobra.Command {
	var plan string
	var dryRun bool
	cmd := &cobra.Command{
		Use:     "remove [PATH]",
		Short:   "Take the generated checks out of plans again",
		Long:    `remove takes the two generated checks out of each plan. A manual contract is left alone; a sealed plan is refused.`,
		Example: "  workbench formalize remove . --plan hotfix",
		Args:    atMostOneArg,
		RunE: func(_ *cobra.Command, args []string) error {
			if plan == "all" {
				plan = ""
			}
			return a.change("formalize-remove", pathArg(args), plan, dryRun, func(d *compile.Document) (*compile.Installed, error) {
				return compile.Remove(d.Source, d.Root, compile.StyleWorkbench)
			})
		},
	}
	cmd.Flags().StringVar(&plan, "plan", "", "only this plan (all: every plan, the default)")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "say what would happen, write nothing")
	return cmd
}

// change applies an edit to plans: all of them, or none when any is refused.
func (a *app) change(name, path, plan string, dryRun bool, edit func(*compile.Document) (*compile.Installed, error)) error {
	in, err := a.load(path, plan)
	if err == nil && in.contract != nil {
		in.plans = []*compile.Document{in.contract} // refused as a plan, with every reason
	}
	if err == nil && path == "-" && !dryRun {
		err = usage("a plan on stdin cannot be written back: use --dry-run, or name its file")
	}
	if err != nil {
		a.refuse(name, diag.From(err, "unreadable"), a.json)
		return nil
	}
	r := &report{Schema: schemaID(name), Plans: []*planReport{}, Errors: diag.List{}}
	c := changeAll(in.plans, dryRun, edit)
	r.Plans = append(r.Plans, c.reports...)
	a.finish(r, func(r *report) { a.changeText(r, dryRun) })
	for _, p := range r.Plans {
		if exitOf(p.Errors) == exitCannot && len(p.Errors) > 0 {
			a.code = exitCannot
		}
	}
	return nil
}

// changed is the result of changing plans.
type changed struct {
	reports   []*planReport
	installed []*compile.Installed // nil where refused
}

// changeAll edits every plan, and writes the changed ones unless one plan is
// refused or it is a dry run.
func changeAll(docs []*compile.Document, dryRun bool, edit func(*compile.Document) (*compile.Installed, error)) changed {
	var c changed
	var changes []compile.Change
	refused := false
	for _, d := range docs {
		p := &planReport{Plan: d.Name, Kind: "generated", Changed: new(bool), Written: new(bool), Errors: diag.List{}, Warnings: diag.List{}}
		var in *compile.Installed
		err := d.Faults.Err()
		if err == nil {
			in, err = edit(d)
		}
		p.Errors = append(p.Errors, diag.From(err, "refused")...)
		if in != nil {
			p.ContractSHA256, p.SourceSHA256, p.AnchorStep = in.ContractSHA256, in.SourceSHA256, in.AnchorStep
			*p.Changed = in.Changed
			p.Warnings = append(p.Warnings, in.Warnings...)
			if in.Plan != nil {
				p.titles, p.steps = in.Plan.Titles(), len(in.Plan.Steps)
			}
			if in.Changed && !dryRun {
				changes = append(changes, compile.Change{Document: d, Source: in.Source})
				if d.Sealed() {
					p.Errors.Addf("sealed", d.Path, "the plan is sealed: its contract can no longer be changed; remove the seal first, or work on a new plan")
				}
			}
		}
		refused = refused || len(p.Errors) > 0
		c.reports = append(c.reports, p)
		c.installed = append(c.installed, in)
	}
	var failure error
	if !refused && !dryRun {
		failure = compile.Write(changes)
	}
	c.settle(docs, changes, refused, dryRun, failure)
	return c
}

// settle completes the reports: a failed write is an error of the plans it
// names, and nothing was written then.
func (c *changed) settle(docs []*compile.Document, changes []compile.Change, refused, dryRun bool, failure error) {
	problems := diag.From(failure, "write-error")
	for i, p := range c.reports {
		for _, problem := range problems {
			if problem.Where == docs[i].Path || len(c.reports) == 1 {
				p.Errors = append(p.Errors, problem)
			}
		}
		p.Outcome = outcomePass
		if len(p.Errors) > 0 {
			p.Outcome = outcomeFail
			continue
		}
		switch {
		case !*p.Changed || dryRun:
		case refused || failure != nil:
			p.Warnings.Addf("not-written", docs[i].Path, "nothing was written, because another plan of this run was refused")
		default:
			*p.Written = true
		}
	}
	for _, p := range problems { // a problem of no plan in particular
		if len(c.reports) > 1 && !c.mentions(p) {
			c.reports[0].Errors = append(c.reports[0].Errors, p)
			c.reports[0].Outcome = outcomeFail
		}
	}
}

func (c *changed) mentions(problem diag.Problem) bool {
	for _, p := range c.reports {
		for _, e := range p.Errors {
			if e == problem {
				return true
			}
		}
	}
	return false
}

func (a *app) changeText(r *report, dryRun bool) {
	for _, p := range r.Plans {
		what := "unchanged"
		switch {
		case p.Outcome != outcomePass:
			what = "refused"
		case *p.Written:
			what = "written"
		case *p.Changed && dryRun:
			what = "would change (dry run)"
		case *p.Changed:
			what = "not written"
		}
		a.printf("%s  %s  %s\n", p.Outcome.String(), p.Plan, what)
		if p.ContractSHA256 != "" {
			a.printf("  contract   %s\n  source     %s\n  checks in  step %d  %s\n", p.ContractSHA256, p.SourceSHA256, p.AnchorStep, p.titles[p.AnchorStep])
		}
		for _, e := range p.Errors {
			a.printf("  error      %s\n", e.Error())
		}
		for _, w := range p.Warnings {
			a.printf("  warning    %s\n", w.Error())
		}
	}
}

func (a *app) formalizeVerifyCommand() *cobra.Command {
	var plan, sha string
	cmd := &cobra.Command{
		Use:   "verify [PATH]",
		Short: "Recompile and demand equality and binding",
		Long: `formalize verify compiles each plan again, on its own, and demands that the
contract in the plan is equal to the result, and that each required requirement
is a goal that only covering steps reach. It does not decide reachability.`,
		Example: "  workbench formalize verify . --plan hotfix",
		Args:    atMostOneArg,
		RunE: func(_ *cobra.Command, args []string) error {
			if sha != "" && !isSHA256(sha) {
				a.refuse("formalize-verify", diag.List{{Code: "usage", Message: "--contract-sha is the 64 lower-case hexadecimal digits of a SHA-256"}}, a.json)
				return nil
			}
			in, err := a.load(pathArg(args), plan)
			if err == nil && in.contract != nil {
				err = diag.List{{Code: "no-generated-contract", Where: in.contract.Path, Message: "a bare contract has no plan to be compiled from"}}
			}
			if err != nil {
				a.refuse("formalize-verify", diag.From(err, "unreadable"), a.json)
				return nil
			}
			r := &report{Schema: schemaID("formalize-verify"), Plans: []*planReport{}, Errors: diag.List{}}
			for _, d := range having(in.plans, sha) {
				r.Plans = append(r.Plans, recompile(d, sha))
			}
			a.finish(r, a.verifyText)
			return nil
		},
	}
	cmd.Flags().StringVar(&plan, "plan", "", "only this plan of the workspace")
	cmd.Flags().StringVar(&sha, "contract-sha", "", "the contract must have this SHA-256")
	return cmd
}

// recompile holds the generated contract of one plan to the plan.
func recompile(d *compile.Document, sha string) *planReport {
	p := &planReport{Plan: d.Name, Outcome: outcomeFail, Errors: diag.List{}, Warnings: diag.List{}}
	a := anchorOf(d, gateOptions{contractSHA: sha, whole: true}, p)
	if a == nil {
		return p
	}
	p.ContractSHA256, p.AnchorStep, p.SourceSHA256, p.Kind = a.SHA256, a.StepID, compile.Fingerprint(d.Root), "manual"
	if !a.Generated() {
		p.Errors.Addf("no-generated-contract", a.Where, "the contract is a manual one: there is nothing to compile it from")
		return p
	}
	p.Kind = "generated"
	plan, _ := compile.Decode(d.Root)
	p.titles, p.steps = plan.Titles(), len(plan.Steps)
	c, broken := strips.Check(a.Contract, plan.Dependencies())
	faults := append(compile.Recompile(d.Root, a), broken.Under(a.Where+".formal_planning")...)
	p.Formalize = &validReport{Valid: len(faults) == 0}
	bound, warnings := compile.Bind(plan, c, true)
	p.Binding = &validReport{Valid: len(bound) == 0}
	p.Errors = append(append(p.Errors, faults...), bound...)
	p.Warnings = append(p.Warnings, warnings...)
	if len(p.Errors) == 0 {
		p.Outcome = outcomePass
	}
	return p
}
