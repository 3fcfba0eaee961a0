package canonjson

import (
	"strings"
	"unicode"
)

// IsSpace reports whether Python's str.strip removes r: the Unicode White_Space
// characters and U+001C..U+001F. Plans and contracts use that notion of a
// blank.
func IsSpace(r rune) bool {
	return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f
}

// Strip removes leading and trailing blanks (IsSpace) from s.
func Strip(s string) string { return strings.TrimFunc(s, IsSpace) }
