package pddl

import (
	"errors"
	"fmt"

	"github.com/alecthomas/participle/v2"
)

// outlineError records the error of the outline's grammar. What balance has
// found already is the better explanation of a missing parenthesis.
func (s *source) outlineError(err error, balanced bool, kind string) {
	var unexpected *participle.UnexpectedTokenError
	if !errors.As(err, &unexpected) {
		at := 0
		var placed participle.Error
		if errors.As(err, &placed) {
			at = placed.Position().Offset
		}
		s.errorf(CodeSize, at, "more than %d sections, or clauses of one action: split the file", participle.MaxIterations)
		return
	}
	at := unexpected.Unexpected.Pos.Offset
	found := shown(unexpected.Unexpected.Value)
	if unexpected.Unexpected.Type == tokEOF {
		if !balanced {
			return
		}
		found = "the end of the file"
	}
	s.errorf(CodeSyntax, at, "%s, found %s", s.expectedAt(at, kind), found)
}

// expectedAt says what the outline must have at a place where it has something
// else. It reads the outline's tokens up to there.
func (s *source) expectedAt(at int, kind string) string {
	head := []string{`"("`, "define", `"("`, kind, "the name", `")" after the name`}
	l := &outlineLexer{src: s.text, pos: len(byteOrderMark(s.text))}
	action := ""
	for n := 0; ; n++ {
		before, opened, depth := l.in, l.opened, l.depth
		t, err := l.Next()
		if err != nil || t.Type == tokEOF || t.Pos.Offset >= at {
			switch {
			case n < len(head):
				return fmt.Sprintf("expected %s of (define (%s NAME) …", head[n], kind)
			case before == inAction && action == "":
				return "expected the name of the action"
			case before == inAction:
				return fmt.Sprintf(`in action %s: expected a clause such as :effect, or ")"`, brief(action))
			case opened:
				return "expected the keyword of a section, such as " + example(kind)
			case depth == 0:
				return "expected the end of the file: a file defines one " + kind
			}
			return fmt.Sprintf(`expected a section such as (%s, or ")"`, example(kind))
		}
		switch {
		case before == inAction && action == "" && t.Type == tokWord:
			action = s.spelled(t).Text
		case t.Type == tokOpen:
			action = ""
		}
	}
}

// example is the keyword of a section that each file has.
func example(kind string) string {
	if kind == "problem" {
		return ":init"
	}
	return ":action"
}
