package adjudicator

import (
	"errors"
	"path"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Glob is a pattern over whole components of a path:
//
//  1. components are separated by "/"; "**" as a component stands for any
//     number of them, also none;
//  2. inside a component "*", "?" and "[…]" stand for characters, as in the
//     package path;
//  3. a trailing "/" stands for "/**": the directory and all below it;
//  4. a pattern is rooted at the workspace, or absolute if it begins with "/",
//     or rooted at the home directory if it begins with "~/".
//
// Braces, backslashes, "." and ".." and empty components are refused: what a
// reader might take for an alternative or an escape must not be a literal.
type Glob struct {
	base   base
	parts  []string
	folded []string // the parts, case-folded
}

// base says what a Glob is rooted at.
type base uint8

const (
	atRoot base = iota
	atHome
	absolute
)

// anyDepth is the component that stands for any number of components.
const anyDepth = "**"

// ParseGlob reads a pattern.
func ParseGlob(text string) (Glob, error) {
	var g Glob
	rest := norm.NFC.String(text)
	switch {
	case strings.HasPrefix(rest, "~/"):
		g.base, rest = atHome, rest[2:]
	case strings.HasPrefix(rest, "/"):
		g.base, rest = absolute, rest[1:]
	default:
		rest = strings.TrimPrefix(rest, "./")
	}
	if text == "" {
		return Glob{}, errors.New("the pattern is empty")
	}
	if strings.HasSuffix(text, "/") {
		rest += anyDepth
	}
	g.parts = strings.Split(rest, "/")
	for _, part := range g.parts {
		if err := checkPart(part); err != nil {
			return Glob{}, err
		}
		g.folded = append(g.folded, foldCase(part))
	}
	return g, nil
}

// literalGlob returns an absolute glob of components that are meant as they
// stand, and the rest of a pattern.
func literalGlob(names, pattern []string) Glob {
	g := Glob{base: absolute}
	for _, name := range names {
		g.parts = append(g.parts, literal.Replace(norm.NFC.String(name)))
	}
	g.parts = append(g.parts, pattern...)
	for _, part := range g.parts {
		g.folded = append(g.folded, foldCase(part))
	}
	return g
}

// literal escapes what has a meaning in path.Match.
var literal = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`)

func checkPart(part string) error {
	switch {
	case part == "":
		return errors.New("a component is empty")
	case part == "." || part == "..":
		return errors.New("\".\" and \"..\" match nothing: write the path that is meant")
	case part != anyDepth && strings.Contains(part, anyDepth):
		return errors.New("\"**\" must be a whole component")
	case strings.ContainsAny(part, `{}\`):
		return errors.New("braces and backslashes have no meaning: write one entry for each alternative, and \"/\" between components")
	case strings.ContainsFunc(part, unicode.IsControl):
		return errors.New("a control character")
	}
	if _, err := path.Match(part, ""); err != nil {
		return errors.New("a bracket is not closed")
	}
	return nil
}

// matchParts reports whether names match the components of a pattern. It
// takes time in proportion to the product of their numbers.
func matchParts(pattern, names []string) bool {
	p, n := 0, 0
	star, mark := -1, 0
	for n < len(names) {
		switch {
		case p < len(pattern) && pattern[p] == anyDepth:
			star, mark = p, n
			p++
		case p < len(pattern) && matchPart(pattern[p], names[n]):
			p++
			n++
		case star >= 0:
			mark++
			p, n = star+1, mark
		default:
			return false
		}
	}
	return !slices.ContainsFunc(pattern[p:], func(s string) bool { return s != anyDepth })
}

// above reports whether names are the beginning of what the pattern matches:
// a directory that holds it. What comes after a "**" is not looked for.
func above(pattern, names []string) bool {
	if len(names) >= len(pattern) {
		return false
	}
	for i, name := range names {
		if pattern[i] == anyDepth || !matchPart(pattern[i], name) {
			return false
		}
	}
	return true
}

func matchPart(pattern, name string) bool {
	if pattern == name {
		return true
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

// split returns the components of an absolute, clean path.
func split(abs string) []string {
	abs = strings.Trim(abs, "/")
	if abs == "" {
		return nil
	}
	return strings.Split(abs, "/")
}
