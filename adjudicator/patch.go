package adjudicator

import (
	"strconv"
	"strings"
)

// patchHeaders begin the lines of a patch that name a file: those of the
// apply_patch text, of a unified diff and of git's extended headers.
var patchHeaders = [...]struct {
	prefix string
	diff   bool // the name may have a first component to strip
}{
	{"*** Add File: ", false},
	{"*** Update File: ", false},
	{"*** Delete File: ", false},
	{"*** Move to: ", false},
	{"+++ ", true},
	{"--- ", true},
	{"rename from ", false},
	{"rename to ", false},
	{"copy to ", false},
}

// looksLikePatch reports whether a text begins a patch of the apply_patch
// form, or is a git diff: such a text is no command line.
func looksLikePatch(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	return strings.HasPrefix(text, "*** Begin Patch") || strings.HasPrefix(text, "diff --git ")
}

// patchTargets returns the files that a patch names in its headers; decided is
// false if it names none or a name cannot be read. What stands in the body is
// no target. A removed line that looks like a header counts as one: that can
// only block more.
func patchTargets(text string) (paths []string, decided bool) {
	decided = true
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		for _, h := range patchHeaders {
			name, found := strings.CutPrefix(line, h.prefix)
			if !found {
				continue
			}
			names, ok := headerNames(strings.TrimSpace(name), h.diff)
			paths = append(paths, names...)
			decided = decided && ok
		}
		if names, found := strings.CutPrefix(line, "diff --git "); found {
			all, ok := gitNames(names)
			paths = append(paths, all...)
			decided = decided && ok
		}
	}
	return paths, decided && len(paths) > 0
}

// headerNames returns the readings of the name in a header: as it stands, and
// without its first component, as patch -p1 strips it.
func headerNames(name string, diff bool) ([]string, bool) {
	if strings.HasPrefix(name, `"`) {
		plain, err := strconv.Unquote(name)
		if err != nil {
			return nil, false
		}
		name = plain
	}
	if !diff {
		return []string{name}, name != ""
	}
	name, _, _ = strings.Cut(name, "\t")
	if name == "/dev/null" {
		return nil, true
	}
	names := []string{name}
	if _, rest, found := strings.Cut(name, "/"); found && rest != "" {
		names = append(names, rest)
	}
	return names, name != ""
}

// gitNames reads "a/NAME b/NAME". It matters for a change of mode or of a
// binary file, which have no other header; both names are then the same, and
// so a name with blanks can be told.
func gitNames(text string) ([]string, bool) {
	if half := len(text) / 2; len(text)%2 == 1 && text[half] == ' ' {
		_, left, _ := strings.Cut(text[:half], "/")
		_, right, _ := strings.Cut(text[half+1:], "/")
		if left == right && left != "" {
			return headerNames(text[:half], true)
		}
	}
	var names []string
	for _, field := range strings.Fields(text) {
		all, ok := headerNames(field, true)
		if !ok {
			return names, false
		}
		names = append(names, all...)
	}
	return names, true
}
