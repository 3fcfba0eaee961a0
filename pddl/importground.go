package pddl

import (
	"slices"
	"strings"

	"workbench/internal/diag"
	"workbench/strips"
)

// groundAction is an action over atoms, each in its folded text "(p a b)".
type groundAction struct {
	name          Name
	at            Pos
	pre, add, del []string
}

type groundTask struct {
	actions    []groundAction
	init, goal []string
}

// importer grounds a task whose only parameters are constants and objects,
// recording everything a contract cannot hold.
type importer struct {
	domain   *Domain
	problem  *Problem
	arity    map[string]int // of declared predicates
	objects  map[string]bool
	problems diag.List
}

// maxImportProblems bounds what Import reports: finding each place takes time
// in proportion to the file.
const maxImportProblems = 100

func (im *importer) inDomain(code string, at Pos, format string, args ...any) {
	if len(im.problems) >= maxImportProblems {
		return
	}
	im.problems.Addf(code, im.domain.Where(at), format, args...)
}

func (im *importer) inProblem(code string, at Pos, format string, args ...any) {
	if len(im.problems) >= maxImportProblems {
		return
	}
	im.problems.Addf(code, im.problem.Where(at), format, args...)
}

func (im *importer) ground() groundTask {
	im.declarations()
	var t groundTask
	seen := map[string]bool{}
	if n := len(im.domain.Actions); n > strips.MaxActions {
		im.inDomain("actions-limit", im.domain.Actions[n-1].Pos, "%d actions: at most %d are allowed", n, strips.MaxActions)
		return t
	}
	for _, a := range im.domain.Actions {
		if seen[a.Name.Fold()] {
			im.inDomain("import-duplicate-action", a.Name.Pos, "there is an action %s already", a.Name.Text)
		}
		seen[a.Name.Fold()] = true
		t.actions = append(t.actions, im.action(a))
	}
	if im.problem.Domain.Fold() != im.domain.Name.Fold() {
		im.inProblem("import-domain", im.problem.Domain.Pos, "the problem is of domain %s, not of %s", im.problem.Domain.Text, im.domain.Name.Text)
		return t // its facts are of other predicates
	}
	for _, e := range im.problem.Init {
		switch e := e.(type) {
		case *Atom:
			t.init = append(t.init, im.atom(e, im.inProblem))
		case *Value:
			im.inProblem("import-numeric", e.At(), "a contract has no numbers: remove the value of %s", e.Function.Function.Text)
		default:
			im.inProblem("import-negative", e.At(), "a contract lists only what is true at the start: remove the negated fact")
		}
	}
	t.init = unique(t.init)
	t.goal = unique(im.conjunction(im.problem.Goal, im.inProblem, "a goal"))
	if m := im.problem.Metric; m != nil {
		im.inProblem("import-numeric", m.Pos, "a contract has no metric: remove it")
	}
	return t
}

// declarations checks what is declared, and refuses what a contract would lose.
func (im *importer) declarations() {
	d, p := im.domain, im.problem
	allowed := []string{":strips", ":typing", ":negative-preconditions", ":equality", ":action-costs", ":adl"}
	for i, keys := range [][]Name{d.Requirements, p.Requirements} {
		report := []func(string, Pos, string, ...any){im.inDomain, im.inProblem}[i]
		for _, k := range keys {
			if !slices.Contains(allowed, k.Fold()) {
				report("import-requirement", k.Pos, "a contract cannot hold what %s allows", k.Text)
			}
		}
	}
	for _, t := range d.Types {
		if t.Name.Fold() != "object" {
			im.inDomain("import-typing", t.Name.Pos, "a contract has no types: remove the type %s", t.Name.Text)
		}
	}
	for _, q := range d.Predicates {
		if _, twice := im.arity[q.Name.Fold()]; twice {
			im.inDomain("import-duplicate-predicate", q.Name.Pos, "the predicate %s is declared already", q.Name.Text)
		}
		im.arity[q.Name.Fold()] = len(q.Params)
		for _, v := range q.Params {
			im.untyped(v, im.inDomain)
		}
	}
	for _, f := range d.Functions {
		im.inDomain("import-numeric", f.Name.Pos, "a contract has no numbers: remove the function %s", f.Name.Text)
	}
	for i, items := range [][]Typed{d.Constants, p.Objects} {
		report := []func(string, Pos, string, ...any){im.inDomain, im.inProblem}[i]
		for _, o := range items {
			im.untyped(o, report)
			if im.objects[o.Name.Fold()] {
				report("import-duplicate-object", o.Name.Pos, "the object %s is declared already", o.Name.Text)
			}
			im.objects[o.Name.Fold()] = true
		}
	}
}

func (im *importer) untyped(t Typed, report func(string, Pos, string, ...any)) {
	if len(t.Type.Names) > 1 || len(t.Type.Names) == 1 && t.Type.Names[0].Fold() != "object" {
		report("import-typing", t.Type.Names[0].Pos, "a contract has no types: remove the type of %s", t.Name.Text)
	}
}

func (im *importer) action(a *Action) groundAction {
	g := groundAction{name: a.Name, at: a.Pos}
	for _, v := range a.Params {
		im.inDomain("import-parameters", v.Name.Pos, "a contract's steps have no parameters: write an action for each way to run %s", a.Name.Text)
	}
	if a.Precondition != nil {
		g.pre = unique(im.conjunction(a.Precondition, im.inDomain, "a precondition"))
	}
	if a.Effect != nil {
		im.effect(a.Effect, &g)
	}
	g.add, g.del = unique(g.add), unique(g.del)
	if most := max(len(g.pre), len(g.add), len(g.del)); most > strips.MaxFacts+1 {
		im.inDomain("facts-limit", a.Pos, "the action %s has a list of %d facts: at most %d are allowed", a.Name.Text, most, strips.MaxFacts)
		return groundAction{name: a.Name, at: a.Pos}
	}
	for _, f := range g.del {
		if slices.Contains(g.add, f) {
			im.inDomain("import-add-delete", a.Pos, "the action %s both adds and deletes %s: a contract's step may not", a.Name.Text, f)
		}
	}
	return g
}

// conjunction returns the atoms of a formula that is a conjunction of atoms,
// and refuses any other part of it.
func (im *importer) conjunction(f Formula, report func(string, Pos, string, ...any), what string) []string {
	switch f := f.(type) {
	case *Atom:
		return []string{im.atom(f, report)}
	case *And:
		var atoms []string
		for _, g := range f.Formulas {
			atoms = append(atoms, im.conjunction(g, report, what)...)
		}
		return atoms
	case *Not:
		report("import-negative", f.Pos, "%s of a contract is positive: this one is negated", what)
	case *Equal:
		report("import-equality", f.Pos, "%s of a contract is a fact: this one compares terms", what)
	case *Or, *Imply:
		report("import-disjunction", f.At(), "%s of a contract is a conjunction: this one has alternatives", what)
	case *Quantified:
		report("import-quantifier", f.Pos, "%s of a contract is ground: this one is quantified", what)
	}
	return nil
}

func (im *importer) effect(e Effect, g *groundAction) {
	switch e := e.(type) {
	case *Atom:
		g.add = append(g.add, im.atom(e, im.inDomain))
	case *Delete:
		g.del = append(g.del, im.atom(e.Atom, im.inDomain))
	case *Effects:
		for _, x := range e.Effects {
			im.effect(x, g)
		}
	case *When:
		im.inDomain("import-conditional", e.Pos, "a contract's effects are unconditional: this one has a condition")
	case *ForAll:
		im.inDomain("import-quantifier", e.Pos, "a contract's effects are ground: this one is quantified")
	case *Increase:
		im.inDomain("import-numeric", e.Pos, "a contract has no costs: remove the increase")
	}
}

// atom returns the folded text of a ground atom.
func (im *importer) atom(a *Atom, report func(string, Pos, string, ...any)) string {
	arity, declared := im.arity[a.Predicate.Fold()]
	switch {
	case !declared:
		report("import-undeclared", a.Predicate.Pos, "the predicate %s is not declared", a.Predicate.Text)
	case arity != len(a.Args):
		report("import-arity", a.Pos, "%s takes %d arguments, not %d", a.Predicate.Text, arity, len(a.Args))
	}
	text := "(" + a.Predicate.Fold()
	for _, arg := range a.Args {
		switch {
		case strings.HasPrefix(arg.Text, "?"):
			report("import-variable", arg.Pos, "a contract's facts are ground: %s is a variable", arg.Text)
		case !im.objects[arg.Fold()]:
			report("import-undeclared", arg.Pos, "the object %s is not declared", arg.Text)
		}
		text += " " + arg.Fold()
	}
	return text + ")"
}

func unique(facts []string) []string {
	out := []string{}
	seen := map[string]bool{}
	for _, f := range facts {
		if !seen[f] {
			seen[f] = true
			out = append(out, f)
		}
	}
	return out
}
