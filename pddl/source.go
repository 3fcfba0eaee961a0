package pddl

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"workbench/internal/diag"
)

// source is a text with its name, and the problems found in it.
type source struct {
	name      string
	text      string
	maxErrors int
	problems  []located
	more      int // problems that are counted only
}

// located is a problem at a byte offset.
type located struct {
	at   int
	code string
	text string
}

// errorf records a problem; what an action or section is called is put in
// front by the caller. Beyond ten times what will be shown, problems are only
// counted: time and memory do not grow with the faults of a file.
func (s *source) errorf(code string, at int, format string, args ...any) {
	if s.full() {
		s.more++
		return
	}
	s.problems = append(s.problems, located{at, code, fmt.Sprintf(format, args...)})
}

// full reports whether more problems are recorded than will ever be shown, so
// that details which take time need not be made for the next.
func (s *source) full() bool { return len(s.problems) >= 10*s.maxErrors }

// where is file:line:column, from 1. LF, CR and CR LF end a line; a column is
// one character, a byte order mark is none.
func (s *source) where(at int) string {
	line, col := 1, 1
	for i, r := range s.text {
		if i >= at {
			break
		}
		switch {
		case r == '\n' && i > 0 && s.text[i-1] == '\r':
		case r == '\n' || r == '\r':
			line, col = line+1, 1
		case r != '\ufeff' || i > 0:
			col++
		}
	}
	return s.name + ":" + strconv.Itoa(line) + ":" + strconv.Itoa(col)
}

// err returns the problems in the order of their places, the first maxErrors
// of them, one a place.
func (s *source) err() error {
	slices.SortStableFunc(s.problems, func(a, b located) int { return cmp.Compare(a.at, b.at) })
	var list diag.List
	last, more := -1, s.more
	for _, p := range s.problems {
		switch {
		case p.at == last:
			continue
		case len(list) == s.maxErrors:
			more++
			continue
		}
		last = p.at
		list = append(list, diag.Problem{Code: p.code, Where: s.where(p.at), Message: p.text})
	}
	if more > 0 {
		list.Addf(CodeMore, "", "%d more errors in %s", more, s.name)
	}
	return list.Err()
}

// fold is s in lower case; only ASCII letters have case in PDDL, so offsets
// stay.
func fold(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 'A' && c <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if b[i] >= 'A' && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// brief is a piece of input for a message: cut after 40 characters, so that
// messages stay short whatever the input is.
func brief(s string) string {
	n := 0
	for i := range s {
		if n == 40 {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// shown is a piece of input for a message: brief and quoted.
func shown(s string) string { return strconv.Quote(brief(s)) }
