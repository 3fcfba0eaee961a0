package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"workbench/compile"
	"workbench/internal/canonjson"
	"workbench/internal/diag"
	"workbench/strips"
)

// links are the names under which this program takes the arguments of the
// existing tool, plan-auditor 2.6.3, prints its documents and gives its exit
// codes: 0 PASS, 3 UNKNOWN, and 2 for everything else, usage errors and
// unreadable files too.
var links = map[string]func(context.Context, []string, streams) int{
	"plan-auditor-formal": func(ctx context.Context, args []string, s streams) int {
		return linked{"plan-auditor-formal", ctx, s, []subcommand{
			{"verify", []optionSpec{{name: "--contract-sha"}, {name: "--fast-downward"}, {name: "--require-fast-downward", isFlag: true}, {name: "--max-states", integer: true}, {name: "--search"}}, 1, linked.formalVerify},
			{"export-pddl", []optionSpec{{name: "--contract-sha", needed: true}, {name: "--output", needed: true}}, 1, linked.exportPDDL},
			{"make-check", []optionSpec{{name: "--fast-downward"}, {name: "--require-fast-downward", isFlag: true}}, 1, linked.makeCheck},
		}}.run(args)
	},
	"plan-auditor-formalize": func(ctx context.Context, args []string, s streams) int {
		return linked{"plan-auditor-formalize", ctx, s, []subcommand{
			{"compile", []optionSpec{{name: "--plan"}, {name: "--anchor-step", integer: true}, {name: "--dry-run", isFlag: true}, {name: "--fast-downward"}, {name: "--require-fast-downward", isFlag: true}}, 1, linked.compile},
			{"verify", []optionSpec{{name: "--contract-sha"}}, 1, linked.formalizeVerify},
		}}.run(args)
	},
}

// linked is one run under a link name.
type linked struct {
	name string
	ctx  context.Context
	streams
	subcommands []subcommand
}

// subcommand is a command of a link name; run returns its document and its
// exit code.
type subcommand struct {
	name       string
	options    []optionSpec
	positional int
	run        func(linked, arguments) (canonjson.Value, int)
}

func (l linked) run(args []string) int {
	names := make([]string, len(l.subcommands))
	for i, s := range l.subcommands {
		names[i] = s.name
	}
	top := fmt.Sprintf("usage: %s [-h] {%s} ...", l.name, strings.Join(names, ","))
	if len(args) > 0 && (args[0] == "-h" || args[0] == "--help") {
		fmt.Fprintf(l.out, "%s\n\nThis is workbench under the name %s: see workbench help.\n", top, l.name)
		return exitPass
	}
	for _, s := range l.subcommands {
		if len(args) == 0 || args[0] != s.name {
			continue
		}
		usage := s.usage(l.name)
		for _, word := range args[1:] {
			if word == "-h" || word == "--help" {
				fmt.Fprintln(l.out, usage)
				return exitPass
			}
			if word == "--" {
				break
			}
		}
		parsed, err := parseArguments(args[1:], s.options, s.positional)
		if err == nil && s.name == "make-check" && len(parsed.positional) == 0 {
			err = fmt.Errorf("the following arguments are required: FILE")
		}
		if err != nil {
			return l.usageError(usage, err)
		}
		doc, code := s.run(l, parsed)
		if _, err := l.out.Write(append(canonjson.AppendDocument(nil, &doc, "  "), '\n')); err != nil {
			return exitCannot
		}
		return code
	}
	if len(args) == 0 {
		return l.usageError(top, fmt.Errorf("the following arguments are required: command"))
	}
	return l.usageError(top, fmt.Errorf("argument command: %q is none of %s", args[0], strings.Join(names, ", ")))
}

func (s subcommand) usage(program string) string {
	words := []string{"usage:", program, s.name, "[-h]"}
	for _, o := range s.options {
		w := o.name
		if !o.isFlag {
			w += " " + strings.ToUpper(strings.ReplaceAll(strings.TrimPrefix(o.name, "--"), "-", "_"))
		}
		if !o.needed {
			w = "[" + w + "]"
		}
		words = append(words, w)
	}
	if s.name == "make-check" {
		return strings.Join(append(words, "FILE"), " ")
	}
	return strings.Join(append(words, "[dir]"), " ")
}

func (l linked) usageError(usage string, err error) int {
	fmt.Fprintf(l.err, "%s\n%s: error: %v\n", usage, l.name, err)
	return exitFail
}

// dir is the workspace folder.
func (a arguments) dir() string {
	if len(a.positional) == 0 {
		return "."
	}
	return a.positional[0]
}

// member and doc build documents.
func member(name string, v canonjson.Value) canonjson.Member {
	return canonjson.Member{Name: name, Value: v}
}

func doc(ms ...canonjson.Member) canonjson.Value {
	return canonjson.Value{Kind: canonjson.Object, Members: ms}
}

func boolean(b bool) canonjson.Value { return canonjson.Value{Kind: canonjson.Bool, Bool: b} }

func integers(ns []int64) canonjson.Value {
	list := canonjson.List()
	for _, n := range ns {
		list.Items = append(list.Items, canonjson.Int(n))
	}
	return list
}

// words renders problems as strings, with their places and codes.
func words(l diag.List) canonjson.Value {
	list := canonjson.List()
	for _, p := range l {
		list.Items = append(list.Items, canonjson.Str(p.Error()))
	}
	return list
}

// orNull is a string, or null for the empty one.
func orNull(s string) canonjson.Value {
	if s == "" {
		return canonjson.Value{}
	}
	return canonjson.Str(s)
}

func stepOrNull(id int64) canonjson.Value {
	if id == 0 {
		return canonjson.Value{}
	}
	return canonjson.Int(id)
}

// failure is the document of a command that could not judge.
func failure(err error) (canonjson.Value, int) {
	return doc(member("outcome", canonjson.Str("FAIL")), member("error", canonjson.Str(strings.ReplaceAll(diag.From(err, "error").Error(), "\n", "; ")))), exitFail
}

// plans loads every plan of the workspace, which must all be readable.
func (l linked) plans(dir string) ([]*compile.Document, error) {
	w, err := compile.OpenWorkspace(dir)
	if err != nil {
		return nil, err
	}
	docs, err := w.Plans("")
	if err != nil {
		return nil, err
	}
	var problems diag.List
	for _, d := range docs {
		problems = append(problems, d.Faults...)
	}
	return docs, problems.Err()
}

// checkSHA refuses a --contract-sha that is none.
func checkSHA(a arguments) (string, error) {
	sha, given := a.options["--contract-sha"]
	if given && !isSHA256(sha) {
		return "", usage("--contract-sha must be the 64 lower-case hexadecimal digits of a SHA-256")
	}
	return sha, nil
}

func (l linked) formalVerify(a arguments) (canonjson.Value, int) {
	o := gateOptions{planner: plannerOptions{spec: a.options["--fast-downward"], required: a.has("--require-fast-downward")}}
	if text, given := a.options["--max-states"]; given {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > strips.LargestMaxStates {
			return failure(diag.List{{Code: "max-states-range", Message: fmt.Sprintf("--max-states must be from 1 to %d", strips.LargestMaxStates)}})
		}
		o.maxStates = n
	}
	if search, given := a.options["--search"]; given && search != "auto" && search != "bfs" {
		return failure(usage("--search is auto or bfs"))
	}
	var err error
	if o.contractSHA, err = checkSHA(a); err != nil {
		return failure(err)
	}
	docs, err := l.plans(a.dir())
	if err != nil {
		return failure(err)
	}
	contracts := canonjson.List()
	overall := outcomePass
	for _, d := range docs {
		for _, anchor := range compile.Anchors(d.Root) {
			if o.contractSHA != "" && o.contractSHA != anchor.SHA256 {
				continue
			}
			one := o
			one.contractSHA = anchor.SHA256
			p := judge(l.ctx, d, one)
			outcome := p.linkedOutcome()
			overall = overall.worse(outcome)
			contracts.Items = append(contracts.Items, p.contractDocument())
		}
	}
	if len(contracts.Items) == 0 {
		problems := diag.List{{Code: "no-contract", Message: "no matching formal contract was found"}}
		for _, d := range docs {
			_, faults := compile.Decode(d.Root)
			problems = append(problems, faults.Graph...)
		}
		return failure(problems)
	}
	return doc(member("outcome", canonjson.Str(overall.String())), member("contracts", contracts)), overall.exit()
}

// linkedOutcome is the outcome by the existing tool's rules: an external
// planner that was asked and gave anything but a plan is a failure, unless it
// is missing and not required.
func (p *planReport) linkedOutcome() outcome {
	fd := p.FastDownward
	if p.Outcome == outcomePass && fd != nil && !fd.Agrees && (fd.Required || fd.Status != "UNAVAILABLE") {
		return outcomeFail
	}
	if p.Outcome == outcomeUnknown && p.Formal != nil && p.Formal.Verdict == strips.Pass {
		return outcomeFail
	}
	return p.Outcome
}

// contractDocument is the entry of one contract in formal verify's document.
func (p *planReport) contractDocument() canonjson.Value {
	f := p.Formal
	order := f.Order
	if f.Verdict != strips.Pass {
		order = f.partial
	}
	entry := doc(
		member("plan", canonjson.Str(p.Plan)),
		member("analysis", doc(
			member("enabled", boolean(true)),
			member("verdict", canonjson.Str(f.Verdict.String())),
			member("reason", canonjson.Str(string(f.Reason))),
			member("contract_sha256", canonjson.Str(p.ContractSHA256)),
			member("anchor_step", stepOrNull(p.AnchorStep)),
			member("solution_order", integers(order)),
			member("explored_states", canonjson.Int(int64(f.Explored))),
			member("monotonic", boolean(f.Monotonic)),
			member("errors", words(p.Errors)),
			member("warnings", words(p.Warnings)),
		)))
	if fd := p.FastDownward; fd != nil {
		entry.Members = append(entry.Members, member("fast_downward", doc(
			member("status", canonjson.Str(fd.Status)),
			member("command", canonjson.Strings(fd.command)),
			member("returncode", stepOrNull(int64(fd.exitCode))),
			member("output_tail", canonjson.Str(fd.logTail)),
			member("solution_order", integers(fd.Order)),
			member("reason", canonjson.Str(fd.Reason)),
		)))
	}
	return entry
}

func (l linked) compile(a arguments) (canonjson.Value, int) {
	o := compile.InstallOptions{Style: compile.StylePlanAuditor, FastDownward: a.options["--fast-downward"], RequireFastDownward: a.has("--require-fast-downward")}
	if text, given := a.options["--anchor-step"]; given {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 1 {
			n = -1 // no such step
		}
		o.AnchorStep = n
	}
	dryRun := a.has("--dry-run")
	results, docs, err := canonjson.List(), []*compile.Document(nil), error(nil)
	w, err := compile.OpenWorkspace(a.dir())
	if err == nil {
		plan := a.options["--plan"]
		if plan == "all" {
			plan = ""
		}
		docs, err = w.Plans(plan)
	}
	overall := outcomePass
	if err == nil {
		c := changeAll(docs, dryRun, func(d *compile.Document) (*compile.Installed, error) { return compile.Install(d.Source, d.Root, o) })
		for i, p := range c.reports {
			overall = overall.worse(p.Outcome)
			results.Items = append(results.Items, compileResult(p, c.installed[i]))
		}
	} else {
		overall = outcomeFail
		p := &planReport{Plan: compile.DefaultPlan, Outcome: outcomeFail, Changed: new(bool), Errors: diag.From(err, "plan-not-found")}
		results.Items = append(results.Items, compileResult(p, nil))
	}
	return doc(member("outcome", canonjson.Str(overall.String())), member("written", boolean(!dryRun)), member("results", results)), overall.exit()
}

// compileResult is the entry of one plan in compile's document.
func compileResult(p *planReport, in *compile.Installed) canonjson.Value {
	contract := canonjson.Value{}
	if in != nil {
		contract = compile.ContractValue(in.Contract)
	}
	valid := p.Outcome == outcomePass
	return doc(
		member("valid", boolean(valid)),
		member("changed", boolean(valid && *p.Changed)),
		member("plan", canonjson.Str(p.Plan)),
		member("contract_sha256", orNull(p.ContractSHA256)),
		member("anchor_step", stepOrNull(p.AnchorStep)),
		member("errors", words(p.Errors)),
		member("contract", contract),
	)
}

func (l linked) formalizeVerify(a arguments) (canonjson.Value, int) {
	sha, err := checkSHA(a)
	if err != nil {
		return failure(err)
	}
	docs, err := l.plans(a.dir())
	if err != nil {
		return failure(err)
	}
	list, overall := canonjson.List(), outcomePass
	for _, d := range docs {
		for _, anchor := range compile.Anchors(d.Root) {
			if !anchor.Generated() || sha != "" && sha != anchor.SHA256 {
				continue
			}
			p := recompile(d, anchor.SHA256)
			overall = overall.worse(p.Outcome)
			list.Items = append(list.Items, doc(
				member("plan", canonjson.Str(p.Plan)),
				member("contract_sha256", canonjson.Str(p.ContractSHA256)),
				member("valid", boolean(p.Outcome == outcomePass)),
				member("errors", words(p.Errors)),
			))
		}
	}
	if len(list.Items) == 0 {
		problems := diag.List{{Code: "no-generated-contract", Message: "no matching generated contract was found"}}
		for _, d := range docs {
			_, faults := compile.Decode(d.Root)
			problems = append(problems, faults.All()...)
		}
		return failure(problems)
	}
	return doc(member("outcome", canonjson.Str(overall.String())), member("formalizations", list)), overall.exit()
}

func (l linked) exportPDDL(a arguments) (canonjson.Value, int) {
	sha := a.options["--contract-sha"]
	run := &app{streams: l.streams, ctx: l.ctx}
	done, err := run.export(a.dir(), "", sha, a.options["--output"], true)
	if err != nil {
		return failure(err)
	}
	output, err := filepath.EvalSymlinks(done.Output)
	if err != nil {
		output = done.Output
	}
	return doc(member("outcome", canonjson.Str("PASS")), member("plan", canonjson.Str(done.Plan)), member("output", canonjson.Str(output)), member("contract_sha256", canonjson.Str(done.ContractSHA256))), exitPass
}

func (l linked) makeCheck(a arguments) (canonjson.Value, int) {
	d, err := compile.ReadFile(a.positional[0], l.in)
	if err == nil {
		err = d.Faults.Err()
	}
	if err != nil {
		return failure(err)
	}
	return compile.FormalCheck(d.Root, compile.InstallOptions{Style: compile.StylePlanAuditor, FastDownward: a.options["--fast-downward"], RequireFastDownward: a.has("--require-fast-downward")}), exitPass
}
