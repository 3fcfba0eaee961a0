package pddl

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"workbench/internal/canonjson"
	"workbench/strips"
)

// Style is the form in which Export writes. The zero value is the workbench's.
type Style uint8

// The styles.
const (
	StyleWorkbench   Style = iota // with the human facts and titles as comments
	StylePlanAuditor              // byte for byte what plan-auditor 2.6.3 writes
)

// ExportOptions say how to write a contract. The zero value is the default.
type ExportOptions struct {
	Style  Style
	Titles map[int64]string // titles of steps, shown as comments; StyleWorkbench only
}

// Files are the three files of an exported contract.
type Files struct {
	Domain, Problem []byte
	Facts           []byte // JSON object: fact → predicate
}

// Export writes a contract as a PDDL task with the same solutions:
//
//  1. the facts of the contract, sorted in code point order, become the
//     predicates f0001, f0002 and so on;
//  2. each step N becomes the action step-N, in ascending order of ids, with
//     two predicates of its own: unused-step-N, initially true, which the
//     action needs and deletes, so that it runs once; and done-step-N, which
//     it adds, which the actions that depend on it need, and which is a goal;
//  3. facts.json maps each fact to its predicate.
//
// No text of a fact or title gets into PDDL but in a comment, quoted, without
// any character that some reader takes for the end of a line. The error is a
// diag.List of what strips.Validate has against the contract.
func Export(c *strips.Contract, deps strips.Dependencies, o ExportOptions) (Files, error) {
	if faults := strips.Validate(c, deps); len(faults) > 0 {
		return Files{}, faults
	}
	e := newExporter(c, deps, o)
	return Files{Domain: e.domain(), Problem: e.problem(), Facts: e.factsJSON()}, nil
}

type exporter struct {
	contract *strips.Contract
	actions  []strips.Action // by ascending step
	parents  map[int64][]int64
	facts    []string       // sorted
	number   map[string]int // fact → 1, 2, …
	o        ExportOptions
}

func newExporter(c *strips.Contract, deps strips.Dependencies, o ExportOptions) *exporter {
	e := &exporter{contract: c, actions: slices.Clone(c.Actions), parents: map[int64][]int64{}, number: map[string]int{}, o: o}
	slices.SortFunc(e.actions, func(a, b strips.Action) int { return cmp.Compare(a.Step, b.Step) })
	for _, d := range deps {
		e.parents[d.Step] = append(e.parents[d.Step], d.On...)
	}
	for _, p := range e.parents {
		slices.Sort(p)
	}
	lists := [][]string{c.Initial, c.Goals}
	for _, a := range c.Actions {
		lists = append(lists, a.Pre, a.Add, a.Del)
	}
	e.facts = slices.Concat(lists...)
	slices.Sort(e.facts)
	e.facts = slices.Compact(e.facts)
	for i, f := range e.facts {
		e.number[f] = i + 1
	}
	return e
}

func predicate(n int) string       { return fmt.Sprintf("f%04d", n) }
func actionName(step int64) string { return "step-" + strconv.FormatInt(step, 10) }
func guardName(step int64) string  { return "unused-" + actionName(step) }
func doneName(step int64) string   { return "done-" + actionName(step) }

// atoms are the atoms of facts, in the order of the predicates.
func (e *exporter) atoms(facts []string) []string {
	numbers := make([]int, len(facts))
	for i, f := range facts {
		numbers[i] = e.number[f]
	}
	slices.Sort(numbers)
	atoms := make([]string, len(facts))
	for i, n := range numbers {
		atoms[i] = "(" + predicate(n) + ")"
	}
	return atoms
}

func (e *exporter) comments() bool { return e.o.Style == StyleWorkbench }

// comment is a comment that ends a line, "" in the other style.
func (e *exporter) comment(format string, args ...any) string {
	if !e.comments() {
		return ""
	}
	return " ; " + fmt.Sprintf(format, args...)
}

func (e *exporter) domain() []byte {
	var b strings.Builder
	e.header(&b)
	b.WriteString("(define (domain plan-auditor-formal)\n  (:requirements :strips)\n  (:predicates\n")
	for i, f := range e.facts {
		fmt.Fprintf(&b, "    (%s)%s\n", predicate(i+1), e.comment("%s", quoted(f)))
	}
	for _, a := range e.actions {
		fmt.Fprintf(&b, "    (%s)\n    (%s)\n", guardName(a.Step), doneName(a.Step))
	}
	b.WriteString("  )\n")
	for _, a := range e.actions {
		title := ""
		if t := e.o.Titles[a.Step]; t != "" {
			title = e.comment("%s", quoted(t))
		}
		pre := []string{"(" + guardName(a.Step) + ")"}
		for _, p := range e.parents[a.Step] {
			pre = append(pre, "("+doneName(p)+")")
		}
		pre = append(pre, e.atoms(a.Pre)...)
		effect := []string{"(" + doneName(a.Step) + ")", "(not (" + guardName(a.Step) + "))"}
		effect = append(effect, e.atoms(a.Add)...)
		for _, atom := range e.atoms(a.Del) {
			effect = append(effect, "(not "+atom+")")
		}
		fmt.Fprintf(&b, "  (:action %s%s\n    :precondition %s\n    :effect %s\n  )\n", actionName(a.Step), title, and(pre), and(effect))
	}
	b.WriteString(")\n")
	return []byte(b.String())
}

func (e *exporter) problem() []byte {
	var b strings.Builder
	e.header(&b)
	init := e.atoms(e.contract.Initial)
	goal := e.atoms(e.contract.Goals)
	for _, a := range e.actions {
		init = append(init, "("+guardName(a.Step)+")")
		goal = append(goal, "("+doneName(a.Step)+")")
	}
	fmt.Fprintf(&b, "(define (problem plan-auditor-problem)\n  (:domain plan-auditor-formal)\n  (:init %s)\n  (:goal %s)\n)\n",
		strings.Join(init, " "), and(goal))
	return []byte(b.String())
}

func and(atoms []string) string { return "(and " + strings.Join(atoms, " ") + ")" }

func (e *exporter) header(b *strings.Builder) {
	if e.comments() {
		fmt.Fprintf(b, "; contract %s\n; %d steps, each an action that can run once; the text beside a predicate is its fact\n", e.contract.SHA256(), len(e.actions))
	}
}

func (e *exporter) factsJSON() []byte {
	v := canonjson.Value{Kind: canonjson.Object}
	for i, f := range e.facts {
		v.Members = append(v.Members, canonjson.Member{Name: f, Value: canonjson.Str(predicate(i + 1))})
	}
	out := canonjson.AppendIndent(nil, &v, "  ")
	if e.comments() {
		out = append(out, '\n')
	}
	return out
}

// quoted is a text as a JSON-like string that is safe in a comment: every
// character is escaped that is not printable, or that some reader may take for
// the end of a line. Readers that take PDDL for Latin-1 see a line end (NEL)
// in each byte 0x85, so characters with that byte in their UTF-8 are escaped
// too.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsPrint(r) && !hasNEL(r):
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			high, low := (r-0x10000)>>10+0xd800, (r-0x10000)&0x3ff+0xdc00
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func hasNEL(r rune) bool {
	var buf [utf8.UTFMax]byte
	for _, c := range buf[:utf8.EncodeRune(buf[:], r)] {
		if c == 0x85 {
			return true
		}
	}
	return false
}
