package main

import (
	"context"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"workbench/compile"
	"workbench/fastdownward"
	"workbench/strips"
)

// plannerOptions say whether and how to ask Fast Downward.
type plannerOptions struct {
	spec     string // "" for not given
	required bool
	timeout  time.Duration
	memory   int64
	log      hclog.Logger
}

// flags adds the options to a command.
func (o *plannerOptions) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.spec, "fast-downward", "", "cross-check with Fast Downward: auto, off, or a program")
	cmd.Flags().BoolVar(&o.required, "require-fast-downward", false, "PASS only if Fast Downward agrees")
}

// seal adds what the plan's own check asks for. A sealed requirement holds
// whatever the command line says; its choice of a program yields to the
// command line's, but not to "off".
func (o *plannerOptions) seal(argv compile.Argv) {
	o.required = o.required || argv.RequireFastDownward
	if o.spec == "" || o.required && off(o.spec) {
		o.spec = argv.FastDownward
	}
	if o.required && off(o.spec) {
		o.spec = "auto"
	}
}

func off(spec string) bool { return spec == "" || spec == "off" || spec == "none" }

// crossCheck asks Fast Downward, if it is to be asked, and compares. A
// contract with structural faults is not a task that could be asked about.
func (p *planReport) crossCheck(ctx context.Context, c *strips.Contract, deps strips.Dependencies, o plannerOptions) {
	if o.required && off(o.spec) {
		o.spec = "auto"
	}
	if off(o.spec) || p.Formal == nil || p.Formal.Reason == strips.StructurallyInvalid {
		return
	}
	p.FastDownward = &plannerReport{Status: fastdownward.Unavailable.String(), Required: o.required}
	planner, err := fastdownward.Find(o.spec, fastdownward.Env{})
	if err != nil {
		p.FastDownward.Reason = err.Error()
		p.Warnings.Addf("fast-downward-unavailable", "", "not cross-checked: %v", err)
		return
	}
	out := fastdownward.Check(ctx, planner, c, deps, fastdownward.Options{Timeout: o.timeout, Memory: o.memory, Logger: o.log})
	p.FastDownward.Status, p.FastDownward.Order, p.FastDownward.Reason = out.Status.String(), out.Order, out.Reason
	p.FastDownward.command, p.FastDownward.exitCode, p.FastDownward.logTail = out.Command, out.ExitCode, out.LogTail
	switch fastdownward.Agree(p.Formal.Verdict, out) {
	case fastdownward.Agrees:
		p.FastDownward.Agrees = true
	case fastdownward.Contradicts:
		p.Errors.Addf("fast-downward-disagrees", "", "the workbench says %s, Fast Downward says %s (%s): one of them is wrong; report this with the exported PDDL", p.Formal.Verdict, out.Status, out.Reason)
	default:
		p.Warnings.Addf("fast-downward-no-answer", "", "not cross-checked: Fast Downward gave %s (%s)", out.Status, out.Reason)
	}
}
