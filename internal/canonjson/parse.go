package canonjson

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"workbench/internal/diag"
)

// The codes of Parse.
const (
	CodeSyntax        = "json-syntax"         // no JSON: syntax, invalid UTF-8, NaN, trailing data, depth
	CodeBOM           = "json-bom"            // starts with a byte order mark
	CodeDuplicateName = "json-duplicate-name" // an object repeats a member name
	CodeNumberRange   = "json-number-range"   // a float overflows to infinity, or an integer over 4300 digits
	CodeSurrogate     = "lone-surrogate"      // an escape is half of a surrogate pair
)

// maxDigits bounds integer literals; Python, which reads the same files,
// refuses longer ones by default.
const maxDigits = 4300

// Options bound a Parse. The zero value is the default.
type Options struct {
	MaxDepth int // nesting of lists and objects; 0 means 500
}

// Parse reads one JSON document. A document with any fault gives no value but
// a diag.List, whose places are "line:column". All repeated names and
// out-of-range numbers are reported, up to 100; the first fault of syntax ends the
// reading.
func Parse(src []byte, o Options) (*Value, error) {
	if o.MaxDepth == 0 {
		o.MaxDepth = 500
	}
	p := &parser{src: src, maxDepth: o.MaxDepth}
	if bytes.HasPrefix(src, []byte("\xef\xbb\xbf")) {
		p.fail(CodeBOM, 0, "the file starts with a byte order mark: save it as UTF-8 without one")
		return nil, p.problems
	}
	p.dec = jsontext.NewDecoder(bytes.NewBuffer(src), jsontext.AllowDuplicateNames(true))
	var v Value
	if p.value(&v, 0) {
		p.trailing()
	}
	if len(p.problems) > 0 {
		return nil, p.problems
	}
	return &v, nil
}

// Position converts a byte offset of src into a line and column from 1; a
// column is one Unicode character.
func Position(src []byte, offset int) (line, column int) {
	offset = min(offset, len(src))
	before := src[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1
}

type parser struct {
	src      []byte
	dec      *jsontext.Decoder
	maxDepth int
	problems diag.List
}

// maxProblems bounds the problems of one document: finding the place of each
// takes time in proportion to the document.
const maxProblems = 100

func (p *parser) fail(code string, offset int, format string, args ...any) {
	if len(p.problems) >= maxProblems {
		return
	}
	line, col := Position(p.src, offset)
	p.problems.Addf(code, strconv.Itoa(line)+":"+strconv.Itoa(col), format, args...)
}

// start returns the offset of the next token: white space, a comma and a
// colon may stand before it.
func (p *parser) start() int {
	for i := int(p.dec.InputOffset()); i < len(p.src); i++ {
		switch p.src[i] {
		case ' ', '\t', '\r', '\n', ',', ':':
		default:
			return i
		}
	}
	return len(p.src)
}

// token reads the next token, reporting a fault of syntax.
func (p *parser) token() (jsontext.Token, int, bool) {
	start := p.start()
	tok, err := p.dec.ReadToken()
	if err != nil {
		p.syntax(err)
		return tok, start, false
	}
	return tok, start, true
}

// value reads one value into v; false means that reading cannot go on.
func (p *parser) value(v *Value, depth int) bool {
	tok, start, ok := p.token()
	if !ok {
		return false
	}
	v.Start = start
	switch tok.Kind() {
	case 'n':
		v.Kind = Null
	case 't', 'f':
		v.Kind, v.Bool = Bool, tok.Kind() == 't'
	case '"':
		v.Kind, v.Text = String, tok.String()
	case '0':
		v.Kind, v.Text = Number, tok.String()
		p.number(v)
	case '[', '{':
		if depth >= p.maxDepth {
			p.fail(CodeSyntax, start, "lists and objects are nested deeper than %d", p.maxDepth)
			return false
		}
		if tok.Kind() == '[' {
			ok = p.array(v, depth+1)
		} else {
			ok = p.object(v, depth+1)
		}
		if !ok {
			return false
		}
	default:
		p.fail(CodeSyntax, start, "expected a value, found %q", tok.String())
		return false
	}
	v.End = int(p.dec.InputOffset())
	return true
}

func (p *parser) array(v *Value, depth int) bool {
	v.Kind = Array
	for p.dec.PeekKind() != ']' {
		v.Items = append(v.Items, Value{})
		if !p.value(&v.Items[len(v.Items)-1], depth) {
			return false
		}
	}
	_, _, ok := p.token()
	return ok
}

func (p *parser) object(v *Value, depth int) bool {
	v.Kind = Object
	var seen map[string]bool // made for large objects only
	for p.dec.PeekKind() != '}' {
		tok, start, ok := p.token()
		if !ok {
			return false
		}
		name := tok.String()
		if p.repeated(v, name, &seen) {
			p.fail(CodeDuplicateName, start, "the name %q stands twice in one object: two readers would see two documents; keep one", name)
		}
		if v.Members == nil {
			v.Members = make([]Member, 0, 4)
		}
		v.Members = append(v.Members, Member{Name: name})
		if !p.value(&v.Members[len(v.Members)-1].Value, depth) {
			return false
		}
	}
	_, _, ok := p.token()
	return ok
}

// repeated reports whether the object read so far has a member called name.
func (p *parser) repeated(v *Value, name string, seen *map[string]bool) bool {
	const few = 16
	if len(v.Members) < few {
		return v.Get(name) != nil
	}
	if *seen == nil {
		*seen = make(map[string]bool, 2*few)
		for _, m := range v.Members {
			(*seen)[m.Name] = true
		}
	}
	if (*seen)[name] {
		return true
	}
	(*seen)[name] = true
	return false
}

// number refuses literals that no reader keeps.
func (p *parser) number(v *Value) {
	if !strings.ContainsAny(v.Text, ".eE") {
		if len(strings.TrimPrefix(v.Text, "-")) > maxDigits {
			p.fail(CodeNumberRange, v.Start, "an integer of more than %d digits", maxDigits)
		}
		return
	}
	if _, err := strconv.ParseFloat(v.Text, 64); err != nil {
		p.fail(CodeNumberRange, v.Start, "the number %.40s is too large for a 64-bit float", v.Text)
	}
}

// trailing refuses anything after the document.
func (p *parser) trailing() {
	start := int(p.dec.InputOffset())
	for start < len(p.src) && strings.IndexByte(" \t\r\n", p.src[start]) >= 0 {
		start++
	}
	if start < len(p.src) {
		p.fail(CodeSyntax, start, "there is more text after the document")
	}
}

// syntax reports a decoder's error at its place.
func (p *parser) syntax(err error) {
	if errors.Is(err, io.EOF) {
		p.fail(CodeSyntax, len(p.src), "the file is empty: expected a JSON document")
		return
	}
	offset := int(p.dec.InputOffset())
	what := err.Error()
	var syn *jsontext.SyntacticError
	if errors.As(err, &syn) {
		offset, what = int(syn.ByteOffset), syn.Err.Error()
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		p.fail(CodeSyntax, len(p.src), "the file ends inside the document")
		return
	}
	if loneSurrogate(p.src, offset) {
		p.fail(CodeSurrogate, offset, "an escape is half of a surrogate pair and no character: write both halves or the character")
		return
	}
	p.fail(CodeSyntax, offset, "not JSON: %s", what)
}

// loneSurrogate reports whether an escape at offset is half of a pair.
func loneSurrogate(src []byte, offset int) bool {
	if offset < 0 || offset+6 > len(src) || src[offset] != '\\' || src[offset+1] != 'u' {
		return false
	}
	n, err := strconv.ParseUint(string(src[offset+2:offset+6]), 16, 32)
	return err == nil && n >= 0xD800 && n <= 0xDFFF
}
