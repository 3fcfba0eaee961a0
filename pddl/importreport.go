package pddl

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"workbench/internal/diag"
	"workbench/strips"
)

// importer collects everything in a task that a contract cannot hold.
type importer struct {
	domain    *Domain
	problem   *Problem
	factsName string
	arity     map[string]int // of declared predicates
	objects   map[string]bool
	refused   []refusal
	more      int // refusals beyond maxRefusals
}

// refusal is what a contract cannot hold, in the domain (file 0), the problem
// (1) or facts.json (2).
type refusal struct {
	file int
	at   Pos
	code string
	text string
}

// reporter records a refusal at a place of one of the files.
type reporter func(code string, at Pos, format string, args ...any)

// maxRefusals bounds what Import reports: finding each place takes time in
// proportion to the file.
const maxRefusals = 100

func (im *importer) refuse(file int, code string, at Pos, format string, args []any) {
	if len(im.refused) == maxRefusals {
		im.more++
		return
	}
	im.refused = append(im.refused, refusal{file, at, code, fmt.Sprintf(format, args...)})
}

func (im *importer) inDomain(code string, at Pos, format string, args ...any) {
	im.refuse(0, code, at, format, args)
}

func (im *importer) inProblem(code string, at Pos, format string, args ...any) {
	im.refuse(1, code, at, format, args)
}

func (im *importer) inFacts(code string, at Pos, format string, args ...any) {
	im.refuse(2, code, at, format, args)
}

// problems are the refusals in the order of their places.
func (im *importer) problems() diag.List {
	slices.SortStableFunc(im.refused, func(a, b refusal) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.at, b.at))
	})
	var list diag.List
	for _, r := range im.refused {
		where := im.factsName
		switch r.file {
		case 0:
			where = im.domain.Where(r.at)
		case 1:
			where = im.problem.Where(r.at)
		}
		list = append(list, diag.Problem{Code: r.code, Where: where, Message: r.text})
	}
	if im.more > 0 {
		list.Addf(CodeMore, "", "%d more things that a contract cannot hold", im.more)
	}
	return list
}

// validate refuses what strips.Validate has against the contract of a task,
// each fault at the action, the initial facts or the goal it comes from.
func (im *importer) validate(t groundTask, c *strips.Contract, deps strips.Dependencies) {
	ids := make([]int64, len(c.Actions))
	for i, a := range c.Actions {
		ids[i] = a.Step
	}
	for _, f := range strips.Validate(c, deps) {
		report, at := im.inDomain, im.domain.Name.Pos
		if i, isAction := actionOf(f.Where, ids); isAction {
			at = t.actions[i].at
		} else if strings.HasPrefix(f.Where, "goal_facts") {
			report, at = im.inProblem, im.problem.Goal.At()
		} else if strings.HasPrefix(f.Where, "initial_facts") {
			report, at = im.inProblem, im.initialAt()
		}
		report(f.Code, at, "%s (%s of the contract)", f.Message, f.Where)
	}
}

// actionOf is the index of the action that a place of strips.Validate is in:
// "actions[3].add_effects[0]" or "dependencies of step 7".
func actionOf(where string, ids []int64) (int, bool) {
	if step, ok := strings.CutPrefix(where, "dependencies of step "); ok {
		id, err := strconv.ParseInt(step, 10, 64)
		i := slices.Index(ids, id)
		return i, err == nil && i >= 0
	}
	index, ok := strings.CutPrefix(where, "actions[")
	index, _, closed := strings.Cut(index, "]")
	i, err := strconv.Atoi(index)
	return i, ok && closed && err == nil && i >= 0 && i < len(ids)
}

// initialAt is the place of :init's first element, or of the problem's name
// when it has none.
func (im *importer) initialAt() Pos {
	if len(im.problem.Init) > 0 {
		return im.problem.Init[0].At()
	}
	return im.problem.Name.Pos
}
