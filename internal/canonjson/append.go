package canonjson

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
)

// Append appends the canonical bytes of v to dst:
//
//  1. the members of an object are sorted by name in code point order, which
//     is the byte order of UTF-8;
//  2. nothing stands between tokens, and there is no final newline;
//  3. strings are raw UTF-8, only `"`, `\` and U+0000..U+001F are escaped,
//     the latter by the short forms \b \f \n \r \t or by \u00xx;
//  4. an integer literal keeps its digits ("-0" becomes "0");
//  5. any other number is written in the shortest decimal form that reads
//     back as the same float64: fixed notation with at least one decimal for
//     exponents -4..15, else an exponent with sign and two digits or more.
func Append(dst []byte, v *Value) []byte {
	switch v.Kind {
	case Bool:
		return strconv.AppendBool(dst, v.Bool)
	case Number:
		return appendNumber(dst, v.Text)
	case String:
		return AppendString(dst, v.Text)
	case Array:
		dst = append(dst, '[')
		for i := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = Append(dst, &v.Items[i])
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		var room [8]int
		for i, k := range order(v.Members, room[:0]) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendString(dst, v.Members[k].Name)
			dst = append(dst, ':')
			dst = Append(dst, &v.Members[k].Value)
		}
		return append(dst, '}')
	default:
		return append(dst, "null"...)
	}
}

// order returns the positions of ms in code point order of their names, in
// room if that is large enough.
func order(ms []Member, room []int) []int {
	sorted := true
	for i := range ms {
		room = append(room, i)
		sorted = sorted && (i == 0 || ms[i-1].Name <= ms[i].Name)
	}
	if !sorted {
		slices.SortFunc(room, func(a, b int) int { return cmp.Compare(ms[a].Name, ms[b].Name) })
	}
	return room
}

// AppendIndent appends v as a document for people: members sorted by name,
// indented by indent a level, one item a line, raw UTF-8, no final newline.
// Empty lists and objects are "[]" and "{}".
func AppendIndent(dst []byte, v *Value, indent string) []byte {
	return layout{indent, true}.append(dst, v, "\n")
}

// AppendDocument is AppendIndent with the members of objects in their order.
func AppendDocument(dst []byte, v *Value, indent string) []byte {
	return layout{indent, false}.append(dst, v, "\n")
}

// layout is a way to write documents for people.
type layout struct {
	indent string
	sorted bool // members by name, else as given
}

func (l layout) append(dst []byte, v *Value, newline string) []byte {
	inner := newline + l.indent
	switch {
	case v.Kind == Array && len(v.Items) > 0:
		dst = append(dst, '[')
		for i := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, inner...)
			dst = l.append(dst, &v.Items[i], inner)
		}
		dst = append(dst, newline...)
		return append(dst, ']')
	case v.Kind == Object && len(v.Members) > 0:
		dst = append(dst, '{')
		at := order(v.Members, nil)
		for i := range v.Members {
			m := &v.Members[i]
			if l.sorted {
				m = &v.Members[at[i]]
			}
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, inner...)
			dst = AppendString(dst, m.Name)
			dst = append(dst, ": "...)
			dst = l.append(dst, &m.Value, inner)
		}
		dst = append(dst, newline...)
		return append(dst, '}')
	default:
		return Append(dst, v)
	}
}

// SHA256 returns the lower-case hexadecimal SHA-256 of v's canonical bytes.
func SHA256(v *Value) string { return sum(v, v.End-v.Start) }

// SHA256Of is SHA256 for a value that code put together from parts of a
// document of size bytes.
func SHA256Of(v *Value, size int) string { return sum(v, size) }

func sum(v *Value, size int) string {
	sum := sha256.Sum256(Append(make([]byte, 0, size), v))
	return hex.EncodeToString(sum[:])
}

const hexDigits = "0123456789abcdef"

// AppendString appends s as a canonical JSON string (rule 3 of Append). s must
// be valid UTF-8.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			continue
		}
		dst = append(dst, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, `\b`...)
		case '\f':
			dst = append(dst, `\f`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case '\t':
			dst = append(dst, `\t`...)
		default:
			dst = append(dst, `\u00`...)
			dst = append(dst, hexDigits[c>>4], hexDigits[c&15])
		}
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}

// appendNumber writes a JSON number literal canonically (rules 4 and 5 of
// Append).
func appendNumber(dst []byte, lit string) []byte {
	if !strings.ContainsAny(lit, ".eE") {
		if lit == "-0" {
			lit = "0"
		}
		return append(dst, lit...)
	}
	f, err := strconv.ParseFloat(lit, 64)
	if err != nil {
		return append(dst, lit...) // Parse refuses such literals
	}
	return appendFloat(dst, f)
}

// appendFloat writes the shortest decimal form of f as Python's repr does.
func appendFloat(dst []byte, f float64) []byte {
	if f == 0 {
		if 1/f < 0 {
			dst = append(dst, '-')
		}
		return append(dst, "0.0"...)
	}
	var buf [32]byte
	sci := strconv.AppendFloat(buf[:0], f, 'e', -1, 64)
	exp, _ := strconv.Atoi(string(sci[strings.LastIndexByte(string(sci), 'e')+1:]))
	if exp < -4 || exp >= 16 {
		return append(dst, sci...) // Go too writes a sign and two digits or more
	}
	from := len(dst)
	dst = strconv.AppendFloat(dst, f, 'f', -1, 64)
	if !strings.ContainsRune(string(dst[from:]), '.') {
		dst = append(dst, ".0"...)
	}
	return dst
}
