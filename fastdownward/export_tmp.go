package fastdownward

import (
	"fmt"
	"slices"
	"strings"

	"workbench/strips"
)

func export(c *strips.Contract, deps strips.Dependencies) ([]byte, []byte, error) {
	names := map[string]string{}
	var all []string
	add := func(fs []string) {
		for _, f := range fs {
			if _, ok := names[f]; !ok {
				names[f] = ""
				all = append(all, f)
			}
		}
	}
	add(c.Initial)
	add(c.Goals)
	for _, a := range c.Actions {
		add(a.Pre)
		add(a.Add)
		add(a.Del)
	}
	slices.Sort(all)
	for i, f := range all {
		names[f] = fmt.Sprintf("f%04d", i+1)
	}
	on := map[int64][]int64{}
	for _, d := range deps {
		on[d.Step] = append(on[d.Step], d.On...)
	}
	var d, p strings.Builder
	d.WriteString("(define (domain x) (:requirements :strips) (:predicates")
	for _, f := range all {
		fmt.Fprintf(&d, " (%s)", names[f])
	}
	for _, a := range c.Actions {
		fmt.Fprintf(&d, " (unused-step-%d) (done-step-%d)", a.Step, a.Step)
	}
	d.WriteString(")\n")
	p.WriteString("(define (problem y) (:domain x) (:init")
	for _, f := range c.Initial {
		fmt.Fprintf(&p, " (%s)", names[f])
	}
	goal := ""
	for _, f := range c.Goals {
		goal += fmt.Sprintf(" (%s)", names[f])
	}
	for _, a := range c.Actions {
		fmt.Fprintf(&d, "(:action step-%d :precondition (and (unused-step-%d)", a.Step, a.Step)
		for _, o := range on[a.Step] {
			fmt.Fprintf(&d, " (done-step-%d)", o)
		}
		for _, f := range a.Pre {
			fmt.Fprintf(&d, " (%s)", names[f])
		}
		fmt.Fprintf(&d, ") :effect (and (done-step-%d) (not (unused-step-%d))", a.Step, a.Step)
		for _, f := range a.Add {
			fmt.Fprintf(&d, " (%s)", names[f])
		}
		for _, f := range a.Del {
			fmt.Fprintf(&d, " (not (%s))", names[f])
		}
		d.WriteString("))\n")
		fmt.Fprintf(&p, " (unused-step-%d)", a.Step)
		goal += fmt.Sprintf(" (done-step-%d)", a.Step)
	}
	d.WriteString(")\n")
	fmt.Fprintf(&p, ") (:goal (and%s)))\n", goal)
	return []byte(d.String()), []byte(p.String()), nil
}
