package pddl

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2/lexer"
)

// The tokens of the outline.
const (
	tokEOF                     = lexer.EOF
	tokOpen    lexer.TokenType = -2 - iota // (
	tokClose                               // )
	tokWord                                // a word, in lower case
	tokKeyword                             // :word, in lower case
	tokBody                                // the text of a section or clause
)

// outline is the lexer of a file's outline: parentheses, words and keywords,
// and for the text of a section or of an action's clause one Body token each.
// A million facts are one token.
type outline struct{}

// symbols are the names of the tokens in the grammar.
var symbols = sync.OnceValue(func() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{"EOF": tokEOF, "Open": tokOpen, "Close": tokClose, "Word": tokWord, "Keyword": tokKeyword, "Body": tokBody}
})

// Symbols implements lexer.Definition.
func (outline) Symbols() map[string]lexer.TokenType { return symbols() }

// Lex implements lexer.Definition.
func (o outline) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	src, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return o.LexString(name, string(src))
}

// LexString implements lexer.StringDefinition.
func (outline) LexString(name, src string) (lexer.Lexer, error) {
	return &outlineLexer{name: name, src: src, pos: len(byteOrderMark(src))}, nil
}

// byteOrderMark is the mark at the start of a text, if there is one.
func byteOrderMark(src string) string {
	if strings.HasPrefix(src, "\ufeff") {
		return "\ufeff"
	}
	return ""
}

// inside says where the next token stands.
type inside uint8

const (
	inOutline inside = iota
	inSection        // after "(:keyword": its Body is next
	inAction         // after "(:action": its name, then clauses
	inClause         // after a clause's keyword: its Body is next
)

type outlineLexer struct {
	name   string
	src    string
	pos    int
	in     inside
	opened bool // the last token was "("
	depth  int  // of the outline's parentheses
	owed   int  // closing parentheses that are missing in the text and made up
}

// Next implements lexer.Lexer.
func (l *outlineLexer) Next() (lexer.Token, error) {
	if l.owed > 0 {
		l.owed--
		l.in, l.depth = inOutline, l.depth-1
		return l.token(tokClose, l.pos, ")"), nil
	}
	if l.in == inSection || l.in == inClause {
		return l.body(), nil
	}
	l.pos = skipBlank(l.src, l.pos)
	if l.pos == len(l.src) {
		return l.token(tokEOF, l.pos, ""), nil
	}
	if l.in == inAction && startsSection(l.src, l.pos) {
		l.owed = 1 // the action is not closed
		return l.Next()
	}
	opened := l.opened
	l.opened = false
	start := l.pos
	switch c := l.src[l.pos]; {
	case c == '(':
		l.pos++
		l.depth++
		l.opened = true
		return l.token(tokOpen, start, "("), nil
	case c == ')':
		l.pos++
		l.depth--
		l.in = inOutline
		return l.token(tokClose, start, ")"), nil
	case c == ':':
		l.pos = wordEnd(l.src, l.pos+1)
		word := fold(l.src[start:l.pos])
		switch {
		case l.in == inAction:
			l.in = inClause
		case opened && l.depth == 2 && word == ":action":
			l.in = inAction
		case opened && l.depth == 2:
			l.in = inSection
		}
		return l.token(tokKeyword, start, word), nil
	default:
		l.pos = wordEnd(l.src, l.pos+1)
		return l.token(tokWord, start, fold(l.src[start:l.pos])), nil
	}
}

// body is the Body token: up to the parenthesis that closes the section, in an
// action up to the next clause's keyword too. Where another section starts
// before that, the section is not closed: it ends there, and its parenthesis
// is made up, so that one missing parenthesis breaks one section.
func (l *outlineLexer) body() lexer.Token {
	start, depth := l.pos, 0
	clause := l.in == inClause
	l.in = inOutline
	if clause {
		l.in = inAction
	}
	for i := l.pos; ; {
		i = skipBlank(l.src, i)
		switch {
		case i == len(l.src), l.src[i] == ')' && depth == 0, clause && depth == 0 && l.src[i] == ':':
			l.pos = i
			return l.token(tokBody, start, l.src[start:i])
		case startsSection(l.src, i):
			l.pos, l.owed = i, 1
			return l.token(tokBody, start, l.src[start:i])
		case l.src[i] == '(':
			depth++
			i++
		case l.src[i] == ')':
			depth--
			i++
		default:
			i = wordEnd(l.src, i+1)
		}
	}
}

func (l *outlineLexer) token(t lexer.TokenType, start int, value string) lexer.Token {
	// Line and column are made from the offset when an error needs them.
	return lexer.Token{Type: t, Value: value, Pos: lexer.Position{Filename: l.name, Offset: start}}
}

// sections are the keywords that open a section of a domain or problem.
var sections = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, k := range strings.Fields(":requirements :types :constants :predicates :functions :constraints :action :durative-action :derived :axiom :timeless" +
		" :domain :objects :init :goal :metric :length :goal-utilities :process :event :task :method :htn :situation") {
		m[k] = true
	}
	return m
})

// startsSection reports whether "(:keyword" of a section stands at i.
func startsSection(src string, i int) bool {
	if i >= len(src) || src[i] != '(' {
		return false
	}
	i = skipBlank(src, i+1)
	if i >= len(src) || src[i] != ':' {
		return false
	}
	return sections()[fold(src[i:wordEnd(src, i+1)])]
}

// skipBlank returns the place of the next token from i on, past white space
// and comments.
func skipBlank(src string, i int) int {
	for i < len(src) {
		switch src[i] {
		case ' ', '\t', '\n', '\r', '\f', '\v':
			i++
		case ';':
			for i < len(src) && src[i] != '\n' && src[i] != '\r' {
				i++
			}
		default:
			return i
		}
	}
	return i
}

// wordEnd returns the end of the word of which i is inside: blanks,
// parentheses, comments and "?" end it.
func wordEnd(src string, i int) int {
	for i < len(src) {
		switch src[i] {
		case ' ', '\t', '\n', '\r', '\f', '\v', '(', ')', ';', '?':
			return i
		}
		i++
	}
	return i
}

// balance checks the nesting of a text before it is read: no deeper than
// maxDepth, and every parenthesis closed. It reports the place of what is
// wrong.
func (s *source) balance(from, maxDepth int) (ok bool) {
	var open []int
	sound := true
	for i := from; ; {
		i = skipBlank(s.text, i)
		if i == len(s.text) {
			break
		}
		switch s.text[i] {
		case '(':
			for len(open) > 1 && startsSection(s.text, i) {
				if len(s.problems) < s.maxErrors { // leave room for errors of other kinds
					s.errorf(CodeSyntax, open[len(open)-1], "the parenthesis opened here is not closed before %s", sectionAt(s, i))
				} else {
					s.more++
				}
				open, sound = open[:1], false
			}
			open = append(open, i)
			if len(open) > maxDepth {
				s.errorf(CodeDepth, i, "parentheses are nested deeper than %d", maxDepth)
				return false
			}
			i++
		case ')':
			if len(open) == 0 {
				s.errorf(CodeSyntax, i, "this parenthesis closes nothing")
				return sound
			}
			open = open[:len(open)-1]
			i++
		default:
			i = wordEnd(s.text, i+1)
		}
	}
	if len(open) > 0 {
		s.errorf(CodeSyntax, open[len(open)-1], "the parenthesis opened here is never closed")
		sound = false
	}
	return sound
}

// sectionAt names the section that starts at i, with its line and column.
func sectionAt(s *source, i int) string {
	k := skipBlank(s.text, i+1)
	where := strings.TrimPrefix(s.where(i), s.name+":")
	return fmt.Sprintf("%s at %s", s.text[k:wordEnd(s.text, k+1)], where)
}
