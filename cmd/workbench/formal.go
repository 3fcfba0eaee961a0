package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"workbench/compile"
	"workbench/internal/canonjson"
	"workbench/internal/diag"
	"workbench/internal/wholefile"
	"workbench/pddl"
	"workbench/strips"
)

func isSHA256(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}

func (a *app) formalCommand() *cobra.Command {
	return group("formal", "Contracts: verify, make a check, export to PDDL, import",
		"  workbench formal verify examples/migration",
		a.formalVerifyCommand(), a.makeCheckCommand(), a.exportCommand(), a.importCommand())
}

func (a *app) formalVerifyCommand() *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify [PATH]",
		Short: "The contract alone: structure and reachability",
		Long: `formal verify decides a contract: its structure, the step ids and data flow of
its plan, and whether all steps can run, each once, and reach every goal. It
does not look at coverage, source or requirement binding (workbench verify does).

PATH is a workspace folder, a plan file, or a bare contract file.`,
		Example: `  workbench formal verify . --max-states 500000
  workbench formal verify contract.json --deps deps.json --json`,
		Args: atMostOneArg,
		RunE: func(cmd *cobra.Command, args []string) error {
			if search, _ := cmd.Flags().GetString("search"); search != "auto" && search != "bfs" {
				a.refuse("formal-verify", diag.List{{Code: "usage", Message: "--search is auto or bfs, not " + search}}, a.json)
				return nil
			}
			return a.verify(cmd, args, &f, "formal-verify", false)
		},
	}
	f.add(cmd)
	cmd.Flags().String("contract-sha", "", "the contract must have this SHA-256")
	cmd.Flags().String("search", "auto", "how to search contracts with deletes: auto, or bfs for plain breadth-first search")
	cmd.Flags().String("deps", "", "dependencies [[id,[deps]],…] of a bare contract file")
	return cmd
}

func (a *app) makeCheckCommand() *cobra.Command {
	var o compile.InstallOptions
	cmd := &cobra.Command{
		Use:   "make-check FILE",
		Short: "Print the check object for a manual contract",
		Long: `make-check validates a manual contract and prints the check that carries it: put
it into the verify list of one step of the plan.`,
		Example: "  workbench formal make-check formal-contract.json",
		Args:    exactArgs(1, "one FILE with a contract"),
		RunE: func(_ *cobra.Command, args []string) error {
			d, err := compile.ReadFile(args[0], a.in)
			if err == nil && len(d.Faults) > 0 {
				err = d.Faults
			}
			if err == nil {
				_, faults := strips.Check(d.Root, nil)
				err = faults.Err()
			}
			if err == nil && o.MaxStates != 0 && (o.MaxStates < 1 || o.MaxStates > strips.LargestMaxStates) {
				err = usage("--max-states must be from 1 to %d", strips.LargestMaxStates)
			}
			if err != nil {
				a.refuse("make-check", diag.From(err, "unreadable"), a.json)
				return nil
			}
			a.warnUnverified(d.Root)
			check := compile.FormalCheck(d.Root, o)
			_, err = a.out.Write(append(canonjson.AppendDocument(nil, &check, "  "), '\n'))
			return err
		},
	}
	cmd.Flags().IntVar(&o.MaxStates, "max-states", 0, "put this state bound into the check")
	cmd.Flags().StringVar(&o.FastDownward, "fast-downward", "", "put a cross-check with Fast Downward into the check: auto, or a program")
	cmd.Flags().BoolVar(&o.RequireFastDownward, "require-fast-downward", false, "put the requirement that Fast Downward agrees into the check")
	return cmd
}

// warnUnverified says on stderr when no order can satisfy a contract, whatever
// its plan's dependencies.
func (a *app) warnUnverified(root *canonjson.Value) {
	c, _ := strips.Check(root, nil)
	if r, err := strips.Solve(a.ctx, c, nil, strips.Options{}); err == nil && r.Verdict == strips.Reject {
		fmt.Fprintf(a.err, "workbench: warning: the contract is %s (%s): formal verify says why [not-verified]\n", r.Verdict, r.Reason)
	}
}

// styleFlag adds --style and returns how to read it.
func styleFlag(cmd *cobra.Command) func() (auditor bool, err error) {
	style := cmd.Flags().String("style", "workbench", "form of what is written: workbench or plan-auditor")
	return func() (bool, error) {
		switch *style {
		case "workbench":
			return false, nil
		case "plan-auditor":
			return true, nil
		}
		return false, usage("--style is workbench or plan-auditor, not %q", *style)
	}
}

// exported is the document of formal export-pddl and formal import-pddl.
type exported struct {
	Schema         string    `json:"schema"`
	Outcome        outcome   `json:"outcome"`
	Plan           string    `json:"plan,omitempty"`
	ContractSHA256 string    `json:"contract_sha256"`
	Output         string    `json:"output"`
	Warnings       diag.List `json:"warnings"`
	Errors         diag.List `json:"errors"`
}

func (a *app) exportCommand() *cobra.Command {
	var plan, sha, output string
	cmd := &cobra.Command{
		Use:   "export-pddl [PATH] --output DIR",
		Short: "Write domain.pddl, problem.pddl and facts.json",
		Long: `export-pddl writes a contract as a PDDL task that any planner can solve: each
step is an action that can run once. Facts become predicates; facts.json gives
each fact its predicate. A contract that no order can satisfy is exported too,
with a warning.`,
		Example: `  workbench formal export-pddl . --output ./pddl-proof`,
		Args:    atMostOneArg,
	}
	cmd.Flags().StringVar(&plan, "plan", "", "the plan of the workspace to export")
	cmd.Flags().StringVar(&sha, "contract-sha", "", "the contract must have this SHA-256")
	cmd.Flags().StringVar(&output, "output", "", "folder for the three files; made if it is not there")
	auditor := styleFlag(cmd)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		isAuditor, err := auditor()
		if err == nil && output == "" {
			err = usage("--output DIR says where the three files go")
		}
		var doc *exported
		if err == nil {
			doc, err = a.export(pathArg(args), plan, sha, output, isAuditor)
		}
		if err != nil {
			a.refuse("formal-export-pddl", diag.From(err, "unreadable"), a.json)
			return nil
		}
		if a.json {
			a.document(doc)
			return nil
		}
		a.printf("PASS  wrote domain.pddl, problem.pddl and facts.json to %s\n", doc.Output)
		for _, w := range doc.Warnings {
			a.printf("  warning    %s\n", w.Error())
		}
		return nil
	}
	return cmd
}

// export finds the one matching contract and writes its three files.
func (a *app) export(path, plan, sha, output string, auditor bool) (*exported, error) {
	m, err := a.oneContract(path, plan, sha)
	if err != nil {
		return nil, err
	}
	o := pddl.ExportOptions{Titles: m.titles}
	if auditor {
		o = pddl.ExportOptions{Style: pddl.StylePlanAuditor}
	}
	files, err := pddl.Export(m.contract, m.deps, o)
	if err != nil {
		return nil, err
	}
	if err := writeFiles(output, map[string][]byte{"domain.pddl": files.Domain, "problem.pddl": files.Problem, "facts.json": files.Facts}); err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(output)
	if err != nil {
		abs = output
	}
	doc := &exported{Schema: schemaID("formal-export-pddl"), Outcome: outcomePass, Plan: m.plan, ContractSHA256: m.sha, Output: abs, Warnings: diag.List{}, Errors: diag.List{}}
	if r, err := strips.Solve(a.ctx, m.contract, m.deps, strips.Options{}); err == nil && r.Verdict != strips.Pass {
		doc.Warnings.Addf("not-verified", "", "the exported contract is %s (%s)", r.Verdict, r.Reason)
	}
	return doc, nil
}

// matched is a contract with what export needs of its plan.
type matched struct {
	plan, sha string
	contract  *strips.Contract
	deps      strips.Dependencies
	titles    map[int64]string
}

// oneContract returns the one valid contract that the arguments select.
func (a *app) oneContract(path, plan, sha string) (matched, error) {
	in, err := a.load(path, plan)
	if err != nil {
		return matched{}, err
	}
	if in.contract != nil {
		c, faults := strips.Check(in.contract.Root, nil)
		return matched{plan: in.contract.Name, sha: canonjson.SHA256(in.contract.Root), contract: c}, faults.Err()
	}
	var found []matched
	var problems diag.List
	for _, d := range in.plans {
		if len(d.Faults) > 0 {
			problems = append(problems, d.Faults...)
			continue
		}
		for _, anchor := range compile.Anchors(d.Root) {
			if sha != "" && anchor.SHA256 != sha {
				continue
			}
			p, faults := compile.Decode(d.Root)
			c, broken := strips.Check(anchor.Contract, p.Dependencies())
			problems = append(append(problems, faults.Graph...), broken.Under(anchor.Where+".formal_planning")...)
			found = append(found, matched{plan: d.Name, sha: anchor.SHA256, contract: c, deps: p.Dependencies(), titles: p.Titles()})
		}
	}
	if len(problems) == 0 && len(found) != 1 {
		problems.Addf("no-contract", path, "expected one contract, found %d: choose with --plan or --contract-sha", len(found))
	}
	if len(problems) > 0 {
		return matched{}, problems
	}
	return found[0], nil
}

// writeFiles puts files into a folder, each at once: a new file is written
// beside and takes the name in one step, so that no link is written through
// and no half file is left. All files are staged before the first is named.
func writeFiles(dir string, files map[string][]byte) error {
	fail := func(err error) error {
		var p *fs.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		return diag.List{{Code: "write-error", Where: dir, Message: "cannot write there: " + err.Error()}}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fail(err)
	}
	staged := map[string]string{}
	defer func() {
		for _, temp := range staged {
			_ = os.Remove(temp)
		}
	}()
	for name, content := range files {
		temp, err := wholefile.Stage(filepath.Join(dir, name), content, func(f *os.File) error { return f.Chmod(0o644) })
		if err != nil {
			return fail(err)
		}
		staged[name] = temp
	}
	for name, temp := range staged {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil && info.IsDir() {
			return fail(fmt.Errorf("%s is a folder", name))
		}
		if err := os.Rename(temp, filepath.Join(dir, name)); err != nil {
			return fail(err)
		}
		delete(staged, name)
	}
	return nil
}

func (a *app) importCommand() *cobra.Command {
	var factsFile, output string
	cmd := &cobra.Command{
		Use:   "import-pddl DOMAIN PROBLEM",
		Short: "Read a PDDL task back into a contract",
		Long: `import-pddl reads a PDDL task in which every action can run once only, and
prints a document with its contract (--output writes the contract itself). What a contract cannot hold (parameters, types, numbers,
negative or conditional parts, actions that may run twice …) is refused, with
its place. Dependencies between steps are printed beside the contract.`,
		Example: "  workbench formal import-pddl domain.pddl problem.pddl --facts facts.json --output contract.json",
		Args:    exactArgs(2, "two files: DOMAIN PROBLEM"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := a.importPDDL(args[0], args[1], factsFile, output); err != nil {
				a.refuse("formal-import-pddl", diag.From(err, "unreadable"), a.json)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&factsFile, "facts", "", "facts.json of the export: the human text of each predicate")
	cmd.Flags().StringVar(&output, "output", "", "file for the contract (its dependencies go to the same name with .deps.json)")
	return cmd
}

func (a *app) importPDDL(domain, problem, facts, output string) error {
	o := pddl.ImportOptions{DomainName: domain, ProblemName: problem, FactsName: facts}
	var problems diag.List
	for _, f := range []struct {
		path string
		into *[]byte
	}{{domain, &o.Domain}, {problem, &o.Problem}, {facts, &o.Facts}} {
		if f.path == "" {
			continue
		}
		src, err := readBounded(f.path, 64<<20)
		problems = append(problems, diag.From(err, "unreadable")...)
		*f.into = src
	}
	if len(problems) > 0 {
		return problems
	}
	c, deps, err := pddl.Import(o)
	if err != nil {
		return err
	}
	contract := compile.ContractValue(c)
	pairs := depsValue(deps)
	if output != "" {
		name := filepath.Base(output)
		depsName := strings.TrimSuffix(name, ".json") + ".deps.json"
		files := map[string][]byte{name: append(canonjson.AppendDocument(nil, &contract, "  "), '\n'), depsName: append(canonjson.Append(nil, &pairs), '\n')}
		if err := writeFiles(filepath.Dir(output), files); err != nil {
			return err
		}
		doc := &exported{Schema: schemaID("formal-import-pddl"), Outcome: outcomePass, ContractSHA256: c.SHA256(), Output: output, Warnings: diag.List{}, Errors: diag.List{}}
		if a.json {
			a.document(doc)
		} else {
			a.printf("PASS  wrote %s and %s\n", output, depsName)
		}
		return nil
	}
	v := canonjson.Value{Kind: canonjson.Object, Members: []canonjson.Member{
		{Name: "schema", Value: canonjson.Str(schemaID("formal-import-pddl"))},
		{Name: "outcome", Value: canonjson.Str(outcomePass.String())},
		{Name: "contract_sha256", Value: canonjson.Str(c.SHA256())},
		{Name: "contract", Value: contract},
		{Name: "dependencies", Value: pairs},
		{Name: "errors", Value: canonjson.List()},
	}}
	_, err = a.out.Write(append(canonjson.AppendDocument(nil, &v, "  "), '\n'))
	return err
}

// depsValue is dependencies in their file form [[id,[deps]],…].
func depsValue(deps strips.Dependencies) canonjson.Value {
	pairs := canonjson.List()
	for _, d := range deps {
		on := canonjson.List()
		for _, id := range d.On {
			on.Items = append(on.Items, canonjson.Int(id))
		}
		pairs.Items = append(pairs.Items, canonjson.List(canonjson.Int(d.Step), on))
	}
	return pairs
}
