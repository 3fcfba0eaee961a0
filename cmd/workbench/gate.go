package main

import (
	"context"
	"fmt"

	"workbench/compile"
	"workbench/internal/canonjson"
	"workbench/internal/diag"
	"workbench/strips"
)

// gateOptions are what the command line asks of a verification.
type gateOptions struct {
	maxStates   int // 0: the plan's own, else the default
	maxMemory   int64
	planner     plannerOptions
	contractSHA string // "" for any
	progress    func(explored, generated int)
	whole       bool // the whole gate: coverage, source and binding too
}

// anchorOf returns the one anchor of a plan that the options select, or
// reports why there is none.
func anchorOf(d *compile.Document, o gateOptions, p *planReport) *compile.Anchor {
	if len(d.Faults) > 0 {
		p.Errors = append(p.Errors, d.Faults...)
		return nil
	}
	anchors := compile.Anchors(d.Root)
	switch {
	case len(anchors) == 0:
		p.Errors.Addf("no-contract", d.Path, "the plan has no formal contract: run workbench formalize compile, or add a manual one (formal make-check)")
		_, faults := compile.Decode(d.Root)
		p.Errors = append(p.Errors, faults.Graph...)
		if o.whole {
			p.Errors = append(p.Errors, faults.Compile...)
		}
		return nil
	case len(anchors) > 1:
		p.Errors.Addf("multiple-anchors", anchors[1].Where, "%d checks carry a contract: keep one", len(anchors))
	}
	for _, a := range anchors {
		if o.contractSHA == "" || a.SHA256 == o.contractSHA {
			return a
		}
	}
	p.Errors.Addf("no-contract", d.Path, "the plan's contract is %s, not %s", anchors[0].SHA256, o.contractSHA)
	return nil
}

// having keeps the plans that carry the contract sha, and those that cannot be
// read and might; with sha "" or when no plan is left, all of them, so that
// each says why.
func having(docs []*compile.Document, sha string) []*compile.Document {
	var found []*compile.Document
	for _, d := range docs {
		carries := len(d.Faults) > 0
		if !carries {
			for _, a := range compile.Anchors(d.Root) {
				carries = carries || a.SHA256 == sha
			}
		}
		if carries {
			found = append(found, d)
		}
	}
	if sha == "" || len(found) == 0 {
		return docs
	}
	return found
}

// judge verifies the contract of a plan.
func judge(ctx context.Context, d *compile.Document, o gateOptions) *planReport {
	p := &planReport{Plan: d.Name, Errors: diag.List{}, Warnings: diag.List{}}
	a := anchorOf(d, o, p)
	if a == nil {
		p.Outcome = outcomeFail
		return p
	}
	p.Kind = "manual"
	if a.Generated() {
		p.Kind = "generated"
	}
	p.ContractSHA256, p.AnchorStep, p.SourceSHA256 = a.SHA256, a.StepID, compile.Fingerprint(d.Root)
	plan, faults := compile.Decode(d.Root)
	p.titles, p.steps = plan.Titles(), len(plan.Steps)

	deps := plan.Dependencies()
	c, broken := strips.Check(a.Contract, deps)
	structure := append(append(diag.List{}, a.Faults...), faults.Graph...)
	structure = append(structure, broken.Under(a.Where+".formal_planning")...)
	structure = append(p.Errors, structure...) // multiple anchors first
	p.Errors = diag.List{}
	if o.maxStates == 0 {
		o.maxStates = a.Argv.MaxStates
	}
	p.decide(ctx, c, deps, structure, o)

	if o.whole {
		p.hold(d, plan, faults, a, c)
	}
	o.planner.seal(a.Argv)
	p.crossCheck(ctx, c, deps, o.planner)
	p.settle()
	return p
}

// judgeContract verifies a bare contract.
func judgeContract(ctx context.Context, d *compile.Document, deps strips.Dependencies, o gateOptions) *planReport {
	p := &planReport{Plan: d.Name, Kind: "contract", Errors: diag.List{}, Warnings: diag.List{}}
	c, faults := strips.Check(d.Root, deps)
	p.ContractSHA256 = canonjson.SHA256(d.Root)
	p.steps = len(c.Actions)
	if o.contractSHA != "" && o.contractSHA != p.ContractSHA256 {
		p.Errors.Addf("no-contract", d.Path, "the contract is %s, not %s", p.ContractSHA256, o.contractSHA)
		p.Outcome = outcomeFail
		return p
	}
	p.decide(ctx, c, deps, faults, o)
	p.crossCheck(ctx, c, deps, o.planner)
	p.settle()
	return p
}

// decide runs the solver, unless the structure is broken already.
func (p *planReport) decide(ctx context.Context, c *strips.Contract, deps strips.Dependencies, structure diag.List, o gateOptions) {
	r := strips.Rejected(structure)
	if len(structure) == 0 {
		var err error
		r, err = strips.Solve(ctx, c, deps, strips.Options{MaxStates: o.maxStates, MaxMemory: o.maxMemory, Progress: o.progress})
		if err != nil {
			r = strips.Result{Faults: diag.From(err, "max-states-range")}
		}
	}
	p.Errors = append(p.Errors, r.Faults...)
	p.Warnings = append(p.Warnings, r.Warnings...)
	p.Formal = &formalReport{
		Verdict: r.Verdict, Reason: r.Reason, Order: r.Order, Explored: r.Explored, Monotonic: r.Monotonic,
		Method: r.Method, Blocked: r.Blocked, MissingGoals: r.MissingGoals, partial: r.Partial, Furthest: r.Furthest,
	}
	if r.Order == nil {
		p.Formal.Order = []int64{}
	}
	if r.Verdict == strips.Pass {
		p.Formal.Certificate = &certificateReport{Kind: "order", Accepted: true}
		return
	}
	if len(structure) == 0 && len(r.Faults) == 0 {
		p.explain(r, o.maxStates)
	}
}

// explain adds the problem that a verdict other than Pass is.
func (p *planReport) explain(r strips.Result, bound int) {
	code := string(r.Reason)
	if bound == 0 {
		bound = strips.DefaultMaxStates
	}
	switch r.Reason {
	case strips.DeadEnd:
		p.Errors.Addf(code, "", "after %d of %d steps no further step can run", len(r.Partial), p.steps)
	case strips.GoalFalse:
		p.Errors.Addf(code, "", "all steps can run, but %d of the goals stay false: %s", len(r.MissingGoals), quoted(r.MissingGoals))
	case strips.Unreachable:
		p.Errors.Addf(code, "", "no order of the steps reaches every goal: all %d reachable states were searched", r.Explored)
	case strips.StateBound:
		p.Warnings.Addf(code, "", "more than %d states are needed to decide: allow more with --max-states (up to %d)", bound, strips.LargestMaxStates)
	case strips.MemoryBound:
		p.Warnings.Addf(code, "", "the memory for states ran out after %d states: allow more with --memory", r.Explored)
	case strips.Interrupted:
		p.Warnings.Addf(code, "", "stopped after %d states: allow more time with --timeout", r.Explored)
	default:
		p.Errors.Addf(code, "", "not decided: %s", code)
	}
}

func quoted(facts []string) string {
	out := ""
	for i, f := range facts {
		switch {
		case i == 8:
			return out + fmt.Sprintf(" and %d more", len(facts)-8)
		case i > 0:
			out += ", "
		}
		out += fmt.Sprintf("%q", f)
	}
	return out
}

// hold holds the contract to its plan: the plan's own rules, source equality,
// binding, and the pair of checks.
func (p *planReport) hold(d *compile.Document, plan *compile.Plan, faults compile.Faults, a *compile.Anchor, c *strips.Contract) {
	for _, f := range faults.Compile {
		// That each dependency is backed by an output is a rule of the
		// generator; a manual contract may order steps as it likes.
		if a.Generated() || f.Code != "edge-without-link" {
			p.Errors = append(p.Errors, f)
		}
	}
	bound, warnings := compile.Bind(plan, c, a.Generated())
	p.Binding = &validReport{Valid: len(bound) == 0}
	p.Errors = append(p.Errors, bound...)
	p.Warnings = append(p.Warnings, warnings...)
	if a.Generated() {
		again := compile.Recompile(d.Root, a)
		p.Formalize = &validReport{Valid: len(again) == 0}
		if len(faults.All()) == 0 { // else the reasons stand above already
			p.Errors = append(p.Errors, again...)
		}
	}
	p.Errors = append(p.Errors, compile.Gate(d.Root, a, c)...)
}

// settle sets the plan's outcome: FAIL for any error or refutation, UNKNOWN
// for anything not decided, else PASS.
func (p *planReport) settle() {
	fd := p.FastDownward
	switch {
	case len(p.Errors) > 0 || p.Formal != nil && p.Formal.Verdict == strips.Reject:
		p.Outcome = outcomeFail
	case p.Formal == nil || p.Formal.Verdict != strips.Pass:
		p.Outcome = outcomeUnknown
	case fd != nil && fd.Required && !fd.Agrees:
		p.Outcome = outcomeUnknown
	default:
		p.Outcome = outcomePass
	}
	if p.Formal != nil && p.Formal.Reason == strips.ReplayRefused {
		p.Outcome = outcomeUnknown // a fault of ours is no verdict on the plan
	}
}
