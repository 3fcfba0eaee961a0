package pddl

import (
	"bytes"
	"io"
	"slices"
)

// Format writes the domain as PDDL text. Reading it again gives an equal
// domain, positions aside; formatting that gives the same bytes. Comments are
// not part of a domain and are not written.
func (d *Domain) Format(w io.Writer) error {
	var p printer
	p.put("(define (domain ", d.Name.Text, ")\n")
	p.keywords(d.Requirements)
	p.section(":types", d.Types)
	p.section(":constants", d.Constants)
	if d.Predicates != nil {
		p.put("  (:predicates")
		for _, q := range d.Predicates {
			p.put("\n    (", q.Name.Text)
			p.params(q.Params)
			p.put(")")
		}
		p.put(")\n")
	}
	if d.Functions != nil {
		p.put("  (:functions")
		for i, f := range d.Functions {
			p.put("\n    (", f.Name.Text)
			p.params(f.Params)
			p.put(")")
			p.typed(f.Type)
			if len(f.Type.Names) == 0 && i+1 < len(d.Functions) && len(d.Functions[i+1].Type.Names) > 0 {
				p.put(" - number") // else the next one's type would be its own
			}
		}
		p.put(")\n")
	}
	for _, a := range d.Actions {
		p.action(a)
	}
	p.put(")\n")
	_, err := w.Write(p.Bytes())
	return err
}

// Format writes the problem as PDDL text; see Domain.Format.
func (q *Problem) Format(w io.Writer) error {
	var p printer
	p.put("(define (problem ", q.Name.Text, ")\n  (:domain ", q.Domain.Text, ")\n")
	p.keywords(q.Requirements)
	p.section(":objects", q.Objects)
	p.put("  (:init")
	for _, e := range q.Init {
		p.put("\n    ")
		p.initial(e)
	}
	p.put(")\n  (:goal ")
	p.formula(q.Goal)
	p.put(")\n")
	if m := q.Metric; m != nil {
		word := "minimize "
		if m.Maximize {
			word = "maximize "
		}
		p.put("  (:metric ", word)
		p.expr(m.Expr)
		p.put(")\n")
	}
	p.put(")\n")
	_, err := w.Write(p.Bytes())
	return err
}

type printer struct{ bytes.Buffer }

func (p *printer) put(words ...string) {
	for _, w := range words {
		p.WriteString(w)
	}
}

func (p *printer) names(ns []Name) {
	for _, n := range ns {
		p.put(" ", n.Text)
	}
}

func (p *printer) keywords(keys []Name) {
	if keys != nil {
		p.put("  (:requirements")
		p.names(keys)
		p.put(")\n")
	}
}

func (p *printer) section(keyword string, items []Typed) {
	if items != nil {
		p.put("  (", keyword)
		p.params(items)
		p.put(")\n")
	}
}

// params writes a typed list, each item after a blank; a type is written once
// for the items in a row that have it. Items without a type are written as
// object where the type of later ones would else become theirs.
func (p *printer) params(items []Typed) {
	for i, t := range items {
		p.put(" ", t.Name.Text)
		switch {
		case i+1 < len(items) && sameType(t.Type, items[i+1].Type):
		case i+1 < len(items) && len(t.Type.Names) == 0:
			p.put(" - object")
		default:
			p.typed(t.Type)
		}
	}
}

func sameType(a, b Type) bool {
	return slices.EqualFunc(a.Names, b.Names, func(x, y Name) bool { return x.Text == y.Text })
}

func (p *printer) typed(t Type) {
	switch len(t.Names) {
	case 0:
	case 1:
		p.put(" - ", t.Names[0].Text)
	default:
		p.put(" - (either")
		p.names(t.Names)
		p.put(")")
	}
}

func (p *printer) action(a *Action) {
	p.put("  (:action ", a.Name.Text)
	if a.Params != nil {
		p.put("\n    :parameters ")
		p.vars(a.Params)
	}
	if a.Precondition != nil {
		p.put("\n    :precondition ")
		p.formula(a.Precondition)
	}
	if a.Effect != nil {
		p.put("\n    :effect ")
		p.effect(a.Effect)
	}
	p.put(")\n")
}

func (p *printer) vars(items []Typed) {
	p.put("(")
	var inner printer
	inner.params(items)
	p.Write(bytes.TrimPrefix(inner.Bytes(), []byte(" ")))
	p.put(")")
}

func (p *printer) atom(name Name, args []Name) {
	p.put("(", name.Text)
	p.names(args)
	p.put(")")
}

func (p *printer) formula(f Formula) {
	switch f := f.(type) {
	case *Atom:
		p.atom(f.Predicate, f.Args)
	case *Equal:
		p.put("(= ", f.Left.Text, " ", f.Right.Text, ")")
	case *Not:
		p.put("(not ")
		p.formula(f.Formula)
		p.put(")")
	case *And:
		p.formulas("and", f.Formulas)
	case *Or:
		p.formulas("or", f.Formulas)
	case *Imply:
		p.formulas("imply", []Formula{f.If, f.Then})
	case *Quantified:
		p.put(map[bool]string{true: "(forall ", false: "(exists "}[f.All])
		p.vars(f.Vars)
		p.put(" ")
		p.formula(f.Formula)
		p.put(")")
	}
}

func (p *printer) formulas(word string, fs []Formula) {
	p.put("(", word)
	for _, f := range fs {
		p.put(" ")
		p.formula(f)
	}
	p.put(")")
}

func (p *printer) effect(e Effect) {
	switch e := e.(type) {
	case *Atom:
		p.atom(e.Predicate, e.Args)
	case *Delete:
		p.put("(not ")
		p.atom(e.Atom.Predicate, e.Atom.Args)
		p.put(")")
	case *Effects:
		p.put("(and")
		for _, x := range e.Effects {
			p.put(" ")
			p.effect(x)
		}
		p.put(")")
	case *When:
		p.put("(when ")
		p.formula(e.Condition)
		p.put(" ")
		p.effect(e.Effect)
		p.put(")")
	case *ForAll:
		p.put("(forall ")
		p.vars(e.Vars)
		p.put(" ")
		p.effect(e.Effect)
		p.put(")")
	case *Increase:
		p.put("(increase ")
		p.atom(e.Function.Function, e.Function.Args)
		p.put(" ")
		p.expr(e.By)
		p.put(")")
	}
}

func (p *printer) initial(e InitElement) {
	switch e := e.(type) {
	case *Atom:
		p.atom(e.Predicate, e.Args)
	case *Not:
		p.formula(e)
	case *Value:
		p.put("(= ")
		p.atom(e.Function.Function, e.Function.Args)
		p.put(" ", e.Number.Text, ")")
	}
}

func (p *printer) expr(e Expr) {
	switch e := e.(type) {
	case Number:
		p.put(e.Text)
	case *Term:
		p.atom(e.Function, e.Args)
	}
}
