package pddl

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar of a file's outline, after the published BNF. Bodies are read by
// the cursor in the second stage.
//
//	file    = "(" "define" "(" ("domain" | "problem") name ")" { section } ")"
//	section = "(" ":action" name { keyword body } ")" | "(" keyword body ")"
//
// The parser looks one token ahead and dispatches on the word after a
// parenthesis (UseLookahead(0)): a branch that has consumed anything is final,
// so that errors stand where the text is wrong.
type fileNode struct {
	Kind     lexer.Token    `parser:"'(' 'define' '(' @Word"`
	Name     lexer.Token    `parser:"@Word ')'"`
	Sections []*sectionNode `parser:"@@* ')'"`
}

// sectionNode is an action, with its name and its clauses, or one clause.
type sectionNode struct {
	Pos     lexer.Position
	Action  lexer.Token   `parser:"'(' ( ':action' @Word"`
	Clauses []lexer.Token `parser:"      @( (Keyword Body)* )"`
	Plain   []lexer.Token `parser:"    | @( Keyword Body ) ) ')'"`
}

// grammar builds the parser on first use; it is safe for concurrent use.
var grammar = sync.OnceValue(func() *participle.Parser[fileNode] {
	return participle.MustBuild[fileNode](participle.Lexer(outline{}), participle.UseLookahead(0))
})
