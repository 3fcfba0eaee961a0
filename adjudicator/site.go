package adjudicator

import (
	"path"
	"strings"
)

// site is where a call runs, and what is guarded and allowed there.
type site struct {
	root      string // empty if unknown
	place     Place
	guard     *Guard
	allowance *Guard // roots the globs of rules: exactly, and at cwd if the root is unknown
}

// siteOf returns the site of a call whose directories checkName has passed.
func (m *Monitor) siteOf(c ToolCall, globs []Glob) *site {
	root, rootKnown := m.directory(c.Root)
	cwd, cwdKnown := m.directory(c.Cwd)
	switch {
	case !cwdKnown && rootKnown:
		cwd = root
	case !rootKnown && cwdKnown:
		root = cwd
	case !cwdKnown:
		cwd = "/"
	}
	home, _ := m.directory(m.options.Home)
	place := Place{Cwd: cwd, Home: home, Windows: m.options.Windows, Files: m.options.Files}
	return &site{root: root, place: place, guard: NewGuard(globs, root, place), allowance: newAllowance(root, place)}
}

// newAllowance roots globs as allowances: in exact case, and at Cwd if the
// workspace is not known.
func newAllowance(root string, place Place) *Guard {
	if root == "" {
		root = place.Cwd
	}
	g := &Guard{exact: true}
	g.root, g.home = g.anchor(root, place), g.anchor(place.Home, place)
	return g
}

// directory brings a directory that is given from outside into the form of
// FileSystem; ok is false if it is not absolute.
func (m *Monitor) directory(dir string) (clean string, ok bool) {
	if m.options.Windows {
		dir = strings.ReplaceAll(dir, `\`, "/")
		if drive(dir) && (len(dir) == 2 || dir[2] == '/') {
			dir = "/" + strings.ToLower(dir[:2]) + dir[2:]
		}
	}
	if !strings.HasPrefix(dir, "/") || strings.ContainsRune(dir, 0) {
		return "", false
	}
	return path.Clean(dir), true
}
