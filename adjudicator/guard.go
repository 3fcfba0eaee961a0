package adjudicator

import "golang.org/x/text/unicode/norm"

// Relation is how a path stands to the guarded trees. The zero Relation is
// Inside.
type Relation uint8

const (
	Inside  Relation = iota // guarded
	Above                   // a directory that holds something guarded
	Outside                 // neither
)

// defaultGuards are the files that configure the guard itself and the hooks
// that call it. They are guarded whatever the policy says.
var defaultGuards = [...]string{
	".workbench/", "~/.workbench/",
	".claude/settings.json", ".claude/settings.local.json", ".claude/hooks/", ".mcp.json",
	"~/.claude/settings.json", "~/.claude/settings.local.json", "~/.claude/hooks/", "~/.claude.json",
	"/etc/claude-code/",
	".codex/config.toml", ".codex/hooks.json", "~/.codex/config.toml", "~/.codex/hooks.json",
	".cursor/hooks.json", ".cursor/mcp.json", "~/.cursor/hooks.json", "~/.cursor/mcp.json",
	".gemini/settings.json", "~/.gemini/settings.json",
}

// Guard tells what is guarded for one call.
type Guard struct {
	patterns [][]string
	exact    bool // case counts
}

// newGuard roots globs at the workspace. Without a known root or home, the
// globs that are rooted there match at any depth.
func newGuard(globs []Glob, root string, place Place) *Guard {
	g := &Guard{exact: place.Files != nil && place.Files.CaseSensitive()}
	for _, glob := range globs {
		pattern := glob.under(root, place.Home)
		for i := range pattern {
			pattern[i] = g.fold(pattern[i])
		}
		g.patterns = append(g.patterns, pattern)
	}
	return g
}

// under returns the components of the glob from the file system's root on.
func (g Glob) under(root, home string) []string {
	at := ""
	switch g.base {
	case absolute:
		return append([]string(nil), g.parts...)
	case atHome:
		at = home
	case atRoot:
		at = root
	}
	if at == "" {
		return append([]string{anyDepth}, g.parts...)
	}
	return append(literalParts(at), g.parts...)
}

// fold brings a component into the form in which components are compared.
func (g *Guard) fold(part string) string {
	if g.exact {
		return norm.NFC.String(part)
	}
	return foldCase(part)
}

// Relation tells how an absolute, clean path stands to the guarded trees. A
// nil Guard guards everything.
func (g *Guard) Relation(abs string) Relation {
	if g == nil {
		return Inside
	}
	names := split(abs)
	for i := range names {
		names[i] = g.fold(names[i])
	}
	is := Outside
	for _, pattern := range g.patterns {
		if matchParts(pattern, names) {
			return Inside
		}
		if above(pattern, names) {
			is = Above
		}
	}
	return is
}
