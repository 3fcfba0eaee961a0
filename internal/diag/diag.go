// Package diag holds the one form in which every package reports what is
// wrong with its input: a stable code, a place and a sentence that says what
// to do. Reports are collected into a List, so that a command shows all of
// them and not the first.
package diag

import (
	"errors"
	"fmt"
	"strings"
)

// Problem is one fault of an input.
type Problem struct {
	// Code is stable and lower-case, with hyphens: "facts-duplicate".
	Code string `json:"code"`
	// Where is a path inside a document ("steps[2].outputs[0].name") or a
	// position ("file:line:column", lines and columns from 1, a column is one
	// Unicode character). It is empty when the input as a whole is meant.
	Where string `json:"where"`
	// Message says in one sentence what is wrong and what to do about it.
	Message string `json:"message"`
}

// Error renders the problem as "where: message [code]".
func (p Problem) Error() string {
	if p.Where == "" {
		return fmt.Sprintf("%s [%s]", p.Message, p.Code)
	}
	return fmt.Sprintf("%s: %s [%s]", p.Where, p.Message, p.Code)
}

// List is a list of problems in the order in which they were found. The empty
// list means that nothing was found; convert it with Err before returning it
// as an error.
type List []Problem

// Addf appends a problem with a formatted message.
func (l *List) Addf(code, where, format string, args ...any) {
	*l = append(*l, Problem{Code: code, Where: where, Message: fmt.Sprintf(format, args...)})
}

// Err returns nil for the empty list and the list itself otherwise.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	return l
}

// Error joins all problems, one a line.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, p := range l {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives errors.Is and errors.As access to each problem.
func (l List) Unwrap() []error {
	errs := make([]error, len(l))
	for i, p := range l {
		errs[i] = p
	}
	return errs
}

// Has reports whether any problem of the list carries the code.
func (l List) Has(code string) bool {
	for _, p := range l {
		if p.Code == code {
			return true
		}
	}
	return false
}

// Under returns the list with every place put below prefix: "facts[0]" under
// "formal_planning" is "formal_planning.facts[0]".
func (l List) Under(prefix string) List {
	out := make(List, len(l))
	for i, p := range l {
		switch {
		case p.Where == "":
			p.Where = prefix
		case strings.HasPrefix(p.Where, "["):
			p.Where = prefix + p.Where
		default:
			p.Where = prefix + "." + p.Where
		}
		out[i] = p
	}
	return out
}

// From returns the problems inside err: those of a List or Problem anywhere in
// its chain, else one problem with the given code and err's text. A nil err
// gives nil.
func From(err error, code string) List {
	if err == nil {
		return nil
	}
	var l List
	if errors.As(err, &l) {
		return l
	}
	var p Problem
	if errors.As(err, &p) {
		return List{p}
	}
	return List{{Code: code, Message: err.Error()}}
}
