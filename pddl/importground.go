package pddl

import (
	"slices"
	"strings"

	"workbench/strips"
)

// atoms is a set of ground atoms, each in its folded text "(p a b)", in the
// order in which they came.
type atoms struct {
	list []string
	has  map[string]bool
}

func (s *atoms) add(atom string) {
	if s.has == nil {
		s.has = map[string]bool{}
	}
	if !s.has[atom] {
		s.has[atom] = true
		s.list = append(s.list, atom)
	}
}

// groundAction is an action over atoms.
type groundAction struct {
	name          Name
	at            Pos
	pre, add, del atoms
}

type groundTask struct {
	actions    []groundAction
	init, goal atoms
}

// ground reads the task as one whose only arguments are constants and objects.
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
			im.inDomain("import-duplicate-action", a.Name.Pos, "there is an action %s already", brief(a.Name.Text))
		}
		seen[a.Name.Fold()] = true
		t.actions = append(t.actions, im.action(a))
	}
	if im.problem.Domain.Fold() != im.domain.Name.Fold() {
		im.inProblem("import-domain", im.problem.Domain.Pos, "the problem is of domain %s, not of %s", brief(im.problem.Domain.Text), brief(im.domain.Name.Text))
		return t // its facts are of other predicates
	}
	for _, e := range im.problem.Init {
		switch e := e.(type) {
		case *Atom:
			t.init.add(im.atom(e, im.inProblem))
		case *Value:
			im.inProblem("import-numeric", e.At(), "a contract has no numbers: remove the value of %s", brief(e.Function.Function.Text))
		default:
			im.inProblem("import-negative", e.At(), "a contract lists only what is true at the start: remove the negated fact")
		}
	}
	im.conjunction(im.problem.Goal, &t.goal, im.inProblem, "a goal")
	if m := im.problem.Metric; m != nil {
		im.inProblem("import-numeric", m.Pos, "a contract has no metric: remove it")
	}
	return t
}

// harmless are the requirements that a contract's task may state: what they
// allow beyond a contract is refused where it is used.
var harmless = []string{
	":strips", ":typing", ":negative-preconditions", ":equality", ":action-costs", ":adl", ":conditional-effects", ":disjunctive-preconditions",
	":existential-preconditions", ":universal-preconditions", ":quantified-preconditions",
}

// declarations checks what is declared, and refuses what a contract would lose.
func (im *importer) declarations() {
	d, p := im.domain, im.problem
	for i, keys := range [][]Name{d.Requirements, p.Requirements} {
		report := []reporter{im.inDomain, im.inProblem}[i]
		for _, k := range keys {
			if !slices.Contains(harmless, k.Fold()) {
				report("import-requirement", k.Pos, "a contract cannot hold what %s allows", brief(k.Text))
			}
		}
	}
	for _, t := range d.Types {
		if t.Name.Fold() != "object" {
			im.inDomain("import-typing", t.Name.Pos, "a contract has no types: remove the type %s", brief(t.Name.Text))
			continue
		}
		im.untyped(t, im.inDomain)
	}
	for _, q := range d.Predicates {
		if _, twice := im.arity[q.Name.Fold()]; twice {
			im.inDomain("import-duplicate-predicate", q.Name.Pos, "the predicate %s is declared already", brief(q.Name.Text))
		}
		im.arity[q.Name.Fold()] = len(q.Params)
		for _, v := range q.Params {
			im.untyped(v, im.inDomain)
		}
	}
	for _, f := range d.Functions {
		im.inDomain("import-numeric", f.Name.Pos, "a contract has no numbers: remove the function %s", brief(f.Name.Text))
	}
	for i, items := range [][]Typed{d.Constants, p.Objects} {
		report := []reporter{im.inDomain, im.inProblem}[i]
		for _, o := range items {
			im.untyped(o, report)
			if im.objects[o.Name.Fold()] {
				report("import-duplicate-object", o.Name.Pos, "the object %s is declared already", brief(o.Name.Text))
			}
			im.objects[o.Name.Fold()] = true
		}
	}
}

func (im *importer) untyped(t Typed, report reporter) {
	if len(t.Type.Names) > 1 || len(t.Type.Names) == 1 && t.Type.Names[0].Fold() != "object" {
		report("import-typing", t.Type.Names[0].Pos, "a contract has no types: remove the type of %s", brief(t.Name.Text))
	}
}

func (im *importer) action(a *Action) groundAction {
	g := groundAction{name: a.Name, at: a.Pos}
	for _, v := range a.Params {
		im.inDomain("import-parameters", v.Name.Pos, "a contract's steps have no parameters: write an action for each way to run %s", brief(a.Name.Text))
	}
	if a.Precondition != nil {
		im.conjunction(a.Precondition, &g.pre, im.inDomain, "a precondition")
	}
	if a.Effect != nil {
		im.effect(a.Effect, &g)
	}
	for _, f := range g.del.list {
		if g.add.has[f] {
			im.inDomain("import-add-delete", a.Pos, "the action %s both adds and deletes %s: a contract's step may not", brief(a.Name.Text), brief(f))
		}
	}
	return g
}

// conjunction adds to out the atoms of a formula that is a conjunction of
// atoms, and refuses any other part of it.
func (im *importer) conjunction(f Formula, out *atoms, report reporter, what string) {
	switch f := f.(type) {
	case *Atom:
		out.add(im.atom(f, report))
	case *And:
		for _, g := range f.Formulas {
			im.conjunction(g, out, report, what)
		}
	case *Not:
		report("import-negative", f.Pos, "%s of a contract is positive: this one is negated", what)
	case *Equal:
		report("import-equality", f.Pos, "%s of a contract is a fact: this one compares terms", what)
	case *Or, *Imply:
		report("import-disjunction", f.At(), "%s of a contract is a conjunction: this one has alternatives", what)
	case *Quantified:
		report("import-quantifier", f.Pos, "%s of a contract is ground: this one is quantified", what)
	default:
		report("import-form", f.At(), "%s of a contract is a conjunction of facts", what)
	}
}

func (im *importer) effect(e Effect, g *groundAction) {
	switch e := e.(type) {
	case *Atom:
		g.add.add(im.atom(e, im.inDomain))
	case *Delete:
		g.del.add(im.atom(e.Atom, im.inDomain))
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
	default:
		im.inDomain("import-form", e.At(), "a contract's effects add or delete facts")
	}
}

// atom returns the folded text of a ground atom.
func (im *importer) atom(a *Atom, report reporter) string {
	arity, declared := im.arity[a.Predicate.Fold()]
	switch {
	case !declared:
		report("import-undeclared", a.Predicate.Pos, "the predicate %s is not declared", brief(a.Predicate.Text))
	case arity != len(a.Args):
		report("import-arity", a.Pos, "%s takes %d arguments, not %d", brief(a.Predicate.Text), arity, len(a.Args))
	}
	if len(a.Args) == 0 {
		return "(" + a.Predicate.Fold() + ")"
	}
	var text strings.Builder
	text.WriteString("(" + a.Predicate.Fold())
	for _, arg := range a.Args {
		name := arg.Fold()
		switch {
		case name[0] == '?':
			report("import-variable", arg.Pos, "a contract's facts are ground: %s is a variable", brief(arg.Text))
		case !im.objects[name]:
			report("import-undeclared", arg.Pos, "the object %s is not declared", brief(arg.Text))
		}
		text.WriteByte(' ')
		text.WriteString(name)
	}
	text.WriteByte(')')
	return text.String()
}
