package adjudicator

import (
	"path"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

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

// Guard tells what is guarded for one call. A nil or zero Guard guards
// everything.
type Guard struct {
	made       bool // by NewGuard
	globs      []Glob
	root, home anchor
	exact      bool // case counts
}

// anchor is a directory that globs are rooted at: as it was given and, with a
// file system, where links lead it, in the form in which components are
// compared. It is empty if the directory is not known.
type anchor [][]string

// NewGuard roots globs at the workspace. Without a known root or home, the
// globs that are rooted there match at any depth. With a file system, what a
// guarded path leads to by a link is guarded too.
func NewGuard(globs []Glob, root string, place Place) *Guard {
	g := &Guard{made: true, globs: globs, exact: place.Files != nil && place.Files.CaseSensitive()}
	g.root, g.home = g.anchor(root, place), g.anchor(place.Home, place)
	if place.Files != nil {
		g.globs = append(slices.Clip(globs), linked(globs, root, place)...)
	}
	return g
}

func (g *Guard) anchor(dir string, place Place) anchor {
	if dir == "" {
		return nil
	}
	at := anchor{g.names(dir)}
	if real, _ := place.real(dir); real != dir {
		at = append(at, g.names(real))
	}
	return at
}

// linked returns globs for where links lead the literal beginning of globs.
func linked(globs []Glob, root string, place Place) (more []Glob) {
	base := [...]string{atRoot: root, atHome: place.Home, absolute: "/"}
	for _, glob := range globs {
		n := 0
		for n < len(glob.parts) && !strings.ContainsAny(glob.parts[n], "*?[") {
			n++
		}
		if base[glob.base] == "" || n == 0 {
			continue
		}
		at := path.Join(base[glob.base], path.Join(glob.parts[:n]...))
		if real, ok := place.real(at); ok && real != at {
			more = append(more, literalGlob(split(real), glob.parts[n:]))
		}
	}
	return more
}

// names returns the components of an absolute path in the form in which they
// are compared.
func (g *Guard) names(abs string) []string {
	if g.exact {
		return split(norm.NFC.String(abs))
	}
	return split(foldCase(abs))
}

// Relation tells how an absolute, clean path stands to the guarded trees.
func (g *Guard) Relation(abs string) Relation {
	if g == nil || !g.made {
		return Inside
	}
	names := g.names(abs)
	is := Outside
	for i := range g.globs {
		is = min(is, g.relation(&g.globs[i], names))
		if is == Inside {
			break
		}
	}
	return is
}

// relation tells how names stand to one glob.
func (g *Guard) relation(glob *Glob, names []string) Relation {
	parts := glob.folded
	if g.exact {
		parts = glob.parts
	}
	at := g.anchorOf(glob)
	if len(at) == 0 && matchParts(append([]string{anyDepth}, parts...), names) {
		return Inside
	}
	is := Outside
	for _, dir := range at {
		is = min(is, relationBelow(dir, parts, names))
	}
	return is
}

// relationBelow tells how names stand to a pattern that is rooted at dir.
func relationBelow(dir, pattern, names []string) Relation {
	switch {
	case len(names) < len(dir) && isPrefix(names, dir):
		return Above
	case !isPrefix(dir, names):
		return Outside
	case matchParts(pattern, names[len(dir):]):
		return Inside
	case above(pattern, names[len(dir):]):
		return Above
	default:
		return Outside
	}
}

// anchorOf returns what a glob is rooted at; an absolute one is rooted at "/".
func (g *Guard) anchorOf(glob *Glob) anchor {
	switch glob.base {
	case atHome:
		return g.home
	case absolute:
		return anchor{nil}
	default:
		return g.root
	}
}

func isPrefix(prefix, names []string) bool {
	return len(prefix) <= len(names) && slices.Equal(prefix, names[:len(prefix)])
}

// admits reports whether an absolute path certainly matches a glob, as an
// allowance: what is rooted at an unknown directory admits nothing.
func (g *Guard) admits(glob *Glob, abs string) bool {
	names := g.names(abs)
	return slices.ContainsFunc(g.anchorOf(glob), func(dir []string) bool {
		return relationBelow(dir, glob.parts, names) == Inside
	})
}

// Mentions reports whether a text that cannot be parsed may name something
// guarded: it holds the last component of a glob that is no pattern, in any
// case, or some glob has no such component.
func (g *Guard) Mentions(text string) bool {
	if g == nil || !g.made {
		return true
	}
	text = foldCase(text)
	for _, glob := range g.globs {
		if strings.Contains(text, glob.lastLiteral()) {
			return true
		}
	}
	return false
}

// lastLiteral returns the last component that is no pattern, case-folded, or
// nothing.
func (g Glob) lastLiteral() string {
	for i := len(g.folded) - 1; i >= 0; i-- {
		if !strings.ContainsAny(g.folded[i], "*?[") {
			return g.folded[i]
		}
	}
	return ""
}
