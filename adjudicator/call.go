package adjudicator

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"workbench/internal/canonjson"
)

// ToolCall is one call of a tool by an agent. It holds no pointer: what was
// judged cannot change under the judge.
type ToolCall struct {
	Trace  string // the session that calls; empty if unknown
	Server string // the server that offers the tool; empty for the host's own
	Tool   string // the tool's name as that server spells it
	Args   string // the arguments: the text of one JSON object
	Cwd    string // absolute; empty means Root
	Root   string // the workspace, absolute; empty means Cwd
}

// pairSeparator joins server and tool in Name.
const pairSeparator = "::"

// Name is what policies call the tool: TOOL for a tool of the host, else
// SERVER::TOOL. Two pairs that pass the check of names have two Names: no
// server has a colon, no tool begins with one or holds two in a row.
func (c ToolCall) Name() string {
	if c.Server == "" {
		return c.Tool
	}
	return c.Server + pairSeparator + c.Tool
}

// hostName is how hosts with one flat list of tools spell the pair. Two pairs
// may share it, so it is compared with refusals only.
func (c ToolCall) hostName() string { return "mcp__" + c.Server + "__" + c.Tool }

// maxArgsDepth bounds the nesting of arguments.
const maxArgsDepth = 64

// isObject reports whether text is arguments: exactly one JSON object, read
// strictly.
func isObject(text string) bool {
	v, err := canonjson.Parse([]byte(text), canonjson.Options{MaxDepth: maxArgsDepth})
	return err == nil && v.Kind == canonjson.Object
}

// plainName reports whether a name of a tool or server is written in
// characters that a reader can see: valid UTF-8, not empty, no control, format
// or blank character, and none that shows as nothing.
func plainName(s string) bool {
	if s == "" || !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if unsightly(r) {
			return false
		}
	}
	return true
}

// unsightly reports whether r is a control, format, blank, private or
// invisible character.
func unsightly(r rune) bool {
	if r > ' ' && r < 0x7f {
		return false
	}
	switch {
	case unicode.In(r, unicode.C, unicode.Z, unicode.White_Space, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return true
	default:
		return r == 0x2800 // the empty Braille pattern
	}
}

// plainPair reports whether Name tells the pair apart from all others.
func plainPair(c ToolCall) bool {
	return !strings.Contains(c.Server, ":") && !strings.HasPrefix(c.Tool, ":") && !strings.Contains(c.Tool, pairSeparator)
}
