package pddl_test

import (
	"strings"

	"workbench/pddl"
)

// reference reads a file by the reference grammar into the package's AST:
// a *pddl.Domain or a *pddl.Problem, or nil when it is refused.
func reference(src []byte) any {
	f, err := refParser().ParseBytes("", src)
	if err != nil {
		return nil
	}
	seen := map[string]bool{}
	once := func(key string) bool {
		again := seen[key]
		seen[key] = true
		return !again
	}
	ok := true
	d := &pddl.Domain{Name: pddl.Name{Text: f.Name}}
	p := &pddl.Problem{Name: pddl.Name{Text: f.Name}}
	isDomain := strings.EqualFold(f.Kind, "domain")
	both := true // the section may stand in this kind of file
	for _, s := range f.Sections {
		switch {
		case s.Requirements != nil:
			ok = ok && once("requirements")
			d.Requirements = names(s.Requirements)
			p.Requirements = d.Requirements
		case s.Types != nil:
			ok, both, d.Types = ok && once("types"), both && isDomain, s.Types.typed()
		case s.Constants != nil:
			ok, both, d.Constants = ok && once("constants"), both && isDomain, s.Constants.typed()
		case s.Objects != nil:
			ok, both, p.Objects = ok && once("objects"), both && !isDomain, s.Objects.typed()
		case s.Predicates != nil:
			ok, both = ok && once("predicates"), both && isDomain
			for _, q := range s.Predicates.Decls {
				ok = ok && q.Number == ""
				d.Predicates = append(d.Predicates, pddl.Predicate{Name: pddl.Name{Text: q.Name}, Params: q.params()})
			}
		case s.Functions != nil:
			ok, both, d.Functions = ok && once("functions"), both && isDomain, functions(s.Functions.Decls)
		case s.Action != nil:
			a, sound := s.Action.action()
			ok, both, d.Actions = ok && sound, both && isDomain, append(d.Actions, a)
		case s.Domain != "":
			ok, both, p.Domain = ok && once("domain"), both && !isDomain, pddl.Name{Text: s.Domain}
		case s.Init != nil:
			ok, both = ok && once("init"), both && !isDomain
			for _, e := range s.Init.Items {
				p.Init = append(p.Init, e.element())
			}
		case s.Goal != nil:
			ok, both, p.Goal = ok && once("goal"), both && !isDomain, s.Goal.formula()
		case s.Metric != nil:
			ok, both = ok && once("metric") && !s.Metric.preferences(), both && !isDomain
			p.Metric = &pddl.Metric{Maximize: strings.EqualFold(s.Metric.Word, "maximize"), Expr: s.Metric.Expr.expr()}
		}
	}
	switch {
	case !ok || !both:
		return nil
	case isDomain:
		return d
	case !seen["domain"] || !seen["init"] || !seen["goal"]:
		return nil
	}
	return p
}

func names(words []string) []pddl.Name {
	out := []pddl.Name{}
	for _, w := range words {
		out = append(out, pddl.Name{Text: w})
	}
	return out
}

func (t *refType) typ() pddl.Type {
	switch {
	case t == nil:
		return pddl.Type{}
	case t.Name != "":
		return pddl.Type{Names: names([]string{t.Name})}
	}
	return pddl.Type{Names: names(t.Either)}
}

func (r *refNames) typed() []pddl.Typed {
	out := []pddl.Typed{}
	for _, g := range r.Groups {
		for _, n := range g.Names {
			out = append(out, pddl.Typed{Name: pddl.Name{Text: n}, Type: g.Type.typ()})
		}
	}
	return out
}

func (r *refVars) typed() []pddl.Typed {
	out := []pddl.Typed{}
	if r == nil {
		return out
	}
	for _, g := range r.Groups {
		for _, n := range g.Names {
			out = append(out, pddl.Typed{Name: pddl.Name{Text: n}, Type: g.Type.typ()})
		}
	}
	return out
}

func (d *refDecl) params() []pddl.Typed { return d.Params.typed() }

func functions(decls []*refDecl) []pddl.Function {
	out := []pddl.Function{}
	untyped := 0
	for _, q := range decls {
		if q.Number != "" {
			for i := untyped; i < len(out); i++ {
				out[i].Type = pddl.Type{Names: names([]string{q.Number})}
			}
			untyped = len(out)
			continue
		}
		out = append(out, pddl.Function{Name: pddl.Name{Text: q.Name}, Params: q.params()})
	}
	return out
}

func (r *refAction) action() (*pddl.Action, bool) {
	a := &pddl.Action{Name: pddl.Name{Text: r.Name}}
	n := [3]int{}
	for _, c := range r.Clauses {
		switch {
		case c.Pre != nil:
			a.Precondition = c.Pre.formula()
			n[1]++
		case c.Effect != nil:
			a.Effect = c.Effect.effect()
			n[2]++
		default:
			a.Params = c.Params.typed()
			n[0]++
		}
	}
	return a, n[0] < 2 && n[1] < 2 && n[2] < 2
}

func (g *refGD) formula() pddl.Formula {
	switch {
	case g.List != "":
		fs := []pddl.Formula{}
		for _, a := range g.Args {
			fs = append(fs, a.formula())
		}
		if strings.EqualFold(g.List, "and") {
			return &pddl.And{Formulas: fs}
		}
		return &pddl.Or{Formulas: fs}
	case g.Not != nil:
		return &pddl.Not{Formula: g.Not.formula()}
	case g.If != nil:
		return &pddl.Imply{If: g.If.formula(), Then: g.Then.formula()}
	case g.Quant != "":
		return &pddl.Quantified{All: strings.EqualFold(g.Quant, "forall"), Vars: g.Vars.typed(), Formula: g.Body.formula()}
	case g.Equal != nil:
		return &pddl.Equal{Left: pddl.Name{Text: g.Equal[0]}, Right: pddl.Name{Text: g.Equal[1]}}
	case g.Pred != "":
		return &pddl.Atom{Predicate: pddl.Name{Text: g.Pred}, Args: names(g.Terms)}
	}
	return &pddl.And{Formulas: []pddl.Formula{}}
}

func (a *refAtom) atom() *pddl.Atom {
	return &pddl.Atom{Predicate: pddl.Name{Text: a.Pred}, Args: names(a.Terms)}
}

func (e *refEffect) effect() pddl.Effect {
	switch {
	case e.And != "":
		es := []pddl.Effect{}
		for _, a := range e.Args {
			es = append(es, a.effect())
		}
		return &pddl.Effects{Effects: es}
	case e.Del != nil:
		return &pddl.Delete{Atom: e.Del.atom()}
	case e.When != nil:
		return &pddl.When{Condition: e.When.formula(), Effect: e.Then.effect()}
	case e.Body != nil:
		return &pddl.ForAll{Vars: e.All.typed(), Effect: e.Body.effect()}
	case e.Inc != nil:
		return &pddl.Increase{Function: e.Inc.term(), By: e.By.expr()}
	case e.Pred != "":
		return &pddl.Atom{Predicate: pddl.Name{Text: e.Pred}, Args: names(e.Terms)}
	}
	return &pddl.Effects{Effects: []pddl.Effect{}}
}

func (t *refTerm) term() *pddl.Term {
	return &pddl.Term{Function: pddl.Name{Text: t.Bare + t.Name}, Args: names(t.Args)}
}

func (e *refExpr) expr() pddl.Expr {
	if e.Number != "" {
		return pddl.Number{Text: e.Number}
	}
	return e.Term.term()
}

// preferences reports whether the metric is (is-violated …), which is known and
// refused.
func (m *refMetric) preferences() bool {
	return m.Expr.Term != nil && strings.EqualFold(m.Expr.Term.Name+m.Expr.Term.Bare, "is-violated")
}

func (i *refInit) element() pddl.InitElement {
	switch {
	case i.Not != nil:
		return &pddl.Not{Formula: i.Not.atom()}
	case i.Func != nil:
		return &pddl.Value{Function: i.Func.term(), Number: pddl.Number{Text: i.Number}}
	}
	return &pddl.Atom{Predicate: pddl.Name{Text: i.Pred}, Args: names(i.Terms)}
}
