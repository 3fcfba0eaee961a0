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
	Kind     wordNode       `parser:"'(' 'define' '(' @@"`
	Name     wordNode       `parser:"@@ ')'"`
	Sections []*sectionNode `parser:"@@* ')'"`
}

type sectionNode struct {
	Pos    lexer.Position
	Action *actionNode `parser:"'(' ( @@"`
	Plain  *clauseNode `parser:"      | @@ ) ')'"`
}

type actionNode struct {
	Name    wordNode      `parser:"':action' @@"`
	Clauses []*clauseNode `parser:"@@*"`
}

type clauseNode struct {
	Keyword keywordNode `parser:"@@"`
	Body    bodyNode    `parser:"@@"`
}

type wordNode struct {
	Pos  lexer.Position
	Text string `parser:"@Word"`
}

type keywordNode struct {
	Pos  lexer.Position
	Text string `parser:"@Keyword"`
}

type bodyNode struct {
	Pos  lexer.Position
	Text string `parser:"@Body"`
}

// grammar builds the parser on first use; it is safe for concurrent use.
var grammar = sync.OnceValue(func() *participle.Parser[fileNode] {
	return participle.MustBuild[fileNode](participle.Lexer(outline{}), participle.UseLookahead(0))
})
