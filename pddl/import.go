package pddl

import (
	"fmt"
	"slices"

	"workbench/internal/canonjson"
	"workbench/internal/diag"
	"workbench/strips"
)

// ImportOptions name and hold the files of a task. Names are for places.
type ImportOptions struct {
	DomainName  string
	Domain      []byte
	ProblemName string
	Problem     []byte
	FactsName   string
	Facts       []byte // facts.json of an export, or nil
	Parse       ParseOptions
}

// Import reads a task as a contract with its dependencies, when it is one:
//
//  1. domain and problem hold ground actions, facts and a conjunction of facts
//     as goal, without types, parameters, numbers and negative or conditional
//     parts;
//  2. every action runs at most once: it has a guard, a fact that is initially
//     true, is its precondition, is deleted by it and by no other, and is
//     added by none;
//  3. every action must run: it has a done fact, which it adds and no other
//     does, which is initially false, is deleted by none and is a goal.
//
// Guards and done facts stand for "each step once" and do not become facts of
// the contract; a done fact among the preconditions of another action becomes
// a dependency. Where several facts could be a guard or a done fact, those come
// first that a contract can take away: guards that no other action and no goal
// needs, done facts that the action itself does not need. Among them, one that
// facts.json does not name comes first, then unused-ACTION and done-ACTION,
// then the first in the action.
//
// Step ids are those of actions named step-N, when all are; else 1, 2, … in
// the order of the file. Facts are named by facts.json; a fact that it does
// not name, or all of them without it, by its ground atom: "(at truck depot)".
// Lists are sorted in code point order, actions stand in the order of the
// file, and there is one entry of dependencies for each.
//
// Everything that a contract cannot hold is refused, with the construct and
// its place, all of it at once (100 at most, and how many more there are), in
// the order of the files; nothing is left out or approximated.
func Import(o ImportOptions) (*strips.Contract, strips.Dependencies, error) {
	domain, derr := ParseDomain(o.DomainName, o.Domain, o.Parse)
	problem, perr := ParseProblem(o.ProblemName, o.Problem, o.Parse)
	names, ferr := factNames(o)
	problems := slices.Concat(diag.From(derr, CodeSyntax), diag.From(perr, CodeSyntax), diag.From(ferr, "facts-form"))
	if len(problems) > 0 {
		return nil, nil, problems
	}
	im := &importer{domain: domain, problem: problem, factsName: o.FactsName, arity: map[string]int{}, objects: map[string]bool{}}
	task := im.ground()
	if len(im.refused) > 0 {
		return nil, nil, im.problems()
	}
	c, deps := im.contract(task, names)
	if len(im.refused) == 0 {
		im.validate(task, c, deps)
	}
	if len(im.refused) > 0 {
		return nil, nil, im.problems()
	}
	return c, deps, nil
}

// factNames reads facts.json into predicate → fact, predicates in lower case.
func factNames(o ImportOptions) (map[string]string, error) {
	if o.Facts == nil {
		return nil, nil
	}
	doc, err := canonjson.Parse(o.Facts, canonjson.Options{})
	if err != nil {
		list := diag.From(err, canonjson.CodeSyntax)
		for i := range list {
			list[i].Where = o.FactsName + ":" + list[i].Where
		}
		return nil, list
	}
	var problems diag.List
	if doc.Kind != canonjson.Object {
		problems.Addf("facts-form", o.FactsName, "facts.json is an object {fact: predicate}, not %s", doc.Kind)
		return nil, problems
	}
	names := map[string]string{}
	for _, m := range doc.Members {
		line, col := canonjson.Position(o.Facts, m.Value.Start)
		where := fmt.Sprintf("%s:%d:%d", o.FactsName, line, col)
		key := fold(m.Value.Text)
		other, taken := names[key]
		switch {
		case m.Value.Kind != canonjson.String || !isName(m.Value.Text):
			problems.Addf("facts-form", where, "the predicate of %s must be a name", shown(m.Name))
		case taken:
			problems.Addf("facts-form", where, "the predicate %s stands for two facts: %s and %s", brief(m.Value.Text), shown(other), shown(m.Name))
		default:
			names[key] = m.Name
		}
	}
	return names, problems.Err()
}

// contract recognises the once-only encoding and takes it away.
func (im *importer) contract(t groundTask, names map[string]string) (*strips.Contract, strips.Dependencies) {
	r := newRoles(t, names)
	ids := stepIDs(t.actions)
	dones := map[string]int64{} // done fact → step
	guards := map[string]int{}  // guard → its action
	for i := range t.actions {
		a := &t.actions[i]
		guard, done := r.guard(a), r.done(a)
		if guard == "" {
			im.inDomain("import-repeatable", a.at, "the action %s can run more than once: a contract's step needs a fact that is initially true, that the action needs and deletes, that no other action deletes and none adds", brief(a.name.Text))
		}
		if done == "" {
			im.inDomain("import-optional", a.at, "nothing says that the action %s must run: a contract's step needs a goal that this action alone adds, that is initially false and that none deletes", brief(a.name.Text))
		}
		guards[guard], dones[done] = i, ids[i]
	}
	im.checkGuards(t, guards)
	fact := im.namer(names)
	facts := func(s atoms) []string {
		out := []string{}
		for _, a := range s.list {
			_, isGuard := guards[a]
			if _, isDone := dones[a]; !isGuard && !isDone {
				out = append(out, fact(a))
			}
		}
		slices.Sort(out)
		return out
	}
	c := &strips.Contract{Initial: facts(t.init), Goals: facts(t.goal)}
	deps := strips.Dependencies{}
	for i, a := range t.actions {
		d := strips.StepDeps{Step: ids[i], On: []int64{}}
		for _, p := range a.pre.list {
			if id, isDone := dones[p]; isDone {
				d.On = append(d.On, id)
			}
		}
		slices.Sort(d.On)
		deps = append(deps, d)
		c.Actions = append(c.Actions, strips.Action{Step: ids[i], Pre: facts(a.pre), Add: facts(a.add), Del: facts(a.del)})
	}
	return c, deps
}

// checkGuards refuses guards that do more than keep their action from running
// twice: a contract has no word for "has not run yet".
func (im *importer) checkGuards(t groundTask, guards map[string]int) {
	for i, a := range t.actions {
		for _, p := range a.pre.list {
			if owner, isGuard := guards[p]; isGuard && owner != i {
				im.inDomain("import-guard-shared", a.at, "the action %s needs %s, which keeps the action %s from running twice: a contract cannot say that a step has not run yet", brief(a.name.Text), brief(p), brief(t.actions[owner].name.Text))
			}
		}
	}
	for _, g := range t.goal.list {
		if _, isGuard := guards[g]; isGuard {
			im.inProblem("import-guard-goal", im.problem.Goal.At(), "the goal %s keeps an action from running twice and is false once it has run", brief(g))
		}
	}
}

// namer gives each atom its fact: what facts.json calls it, else its text. Two
// atoms may not become one fact.
func (im *importer) namer(names map[string]string) func(atom string) string {
	atomOf, clashes := map[string]string{}, map[string]bool{}
	return func(atom string) string {
		f, named := names[atom[1:len(atom)-1]]
		if !named {
			f = atom
		}
		if other, taken := atomOf[f]; taken && other != atom && !clashes[f] {
			clashes[f] = true
			im.inFacts("facts-form", 0, "%s and %s would both become the fact %s: name them apart in facts.json", brief(other), brief(atom), shown(f))
		}
		atomOf[f] = atom
		return f
	}
}
