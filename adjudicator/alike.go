package adjudicator

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// foldCase maps all spellings that a file system without regard to case or
// normal form takes for one name to one text: NFC, one letter for each set of
// case variants, and the usual expansions (ß is ss, a ligature its letters).
func foldCase(s string) string {
	if lower, ok := lowerASCII(s); ok {
		return lower
	}
	var b strings.Builder
	for _, r := range norm.NFC.String(s) {
		if long, found := expansions[r]; found {
			b.WriteString(long)
			continue
		}
		b.WriteRune(foldRune(r))
	}
	return norm.NFC.String(b.String())
}

// lowerASCII lowers a text that is all ASCII.
func lowerASCII(s string) (string, bool) {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return "", false
		}
	}
	return strings.ToLower(s), true
}

// foldRune returns the same letter for all case variants of r.
func foldRune(r rune) rune {
	least := r
	for v := unicode.SimpleFold(r); v != r; v = unicode.SimpleFold(v) {
		least = min(least, v)
	}
	return unicode.ToLower(least)
}

// expansions are the letters whose case folding is more than one letter.
var expansions = map[rune]string{
	'ß': "ss", 'ẞ': "ss", 'ﬀ': "ff", 'ﬁ': "fi", 'ﬂ': "fl", 'ﬃ': "ffi", 'ﬄ': "ffl", 'ﬅ': "st", 'ﬆ': "st", 'İ': "i\u0307",
}

// foldLook maps names that look alike to one text: compatibility forms and
// accents are dropped, letters of other scripts become the Latin letter that
// they look like, case is folded. It is for refusals only: an allow by looks
// would let a stranger in.
func foldLook(s string) string {
	if lower, ok := lowerASCII(s); ok {
		return lower
	}
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		if latin, found := lookalikes[r]; found {
			r = latin
		}
		r = foldRune(r)
		if latin, found := lookalikes[r]; found {
			r = latin
		}
		b.WriteRune(r)
	}
	return foldCase(b.String())
}

// lookalikes lists letters that common fonts show as a Latin letter.
var lookalikes = map[rune]rune{
	// Cyrillic
	'а': 'a', 'в': 'b', 'с': 'c', 'ԁ': 'd', 'е': 'e', 'һ': 'h', 'н': 'h', 'і': 'i', 'ј': 'j', 'к': 'k', 'ӏ': 'l', 'м': 'm', 'о': 'o',
	'р': 'p', 'ԛ': 'q', 'г': 'r', 'ѕ': 's', 'т': 't', 'ѵ': 'v', 'ԝ': 'w', 'х': 'x', 'у': 'y', 'ү': 'y', 'ь': 'b',
	'В': 'b', 'Н': 'h', 'І': 'i', 'Ӏ': 'i',
	// Greek
	'α': 'a', 'γ': 'y', 'ε': 'e', 'η': 'n', 'ι': 'i', 'κ': 'k', 'ν': 'v', 'ο': 'o', 'ρ': 'p', 'σ': 'o', 'τ': 't', 'υ': 'u', 'ω': 'w', 'χ': 'x', 'ϲ': 'c', 'ϳ': 'j',
	'Α': 'a', 'Β': 'b', 'Ε': 'e', 'Ζ': 'z', 'Η': 'h', 'Ι': 'i', 'Κ': 'k', 'Μ': 'm', 'Ν': 'n', 'Ο': 'o', 'Ρ': 'p', 'Τ': 't', 'Υ': 'y', 'Χ': 'x',
	// Latin letters that look like others, Armenian, dashes and low lines
	'ı': 'i', 'ȷ': 'j', 'ɑ': 'a', 'ɡ': 'g', 'ʟ': 'l', 'ǀ': 'l', 'օ': 'o', 'հ': 'h', 'ո': 'n', 'ս': 'u', 'ց': 'g',
	'‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', 'ˍ': '_', '‗': '_',
}
