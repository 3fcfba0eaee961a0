package pddl

import (
	"math"
	"slices"

	"github.com/alecthomas/participle/v2/lexer"
)

// The codes of errors; those of known language that is not read begin with
// "unsupported-".
const (
	CodeSyntax    = "pddl-syntax"       // not PDDL
	CodeDepth     = "pddl-depth"        // nested deeper than ParseOptions.MaxDepth
	CodeSize      = "pddl-size"         // larger than ParseOptions.MaxBytes
	CodeDuplicate = "duplicate-section" // a section or clause stands twice
	CodeMissing   = "missing-section"   // a problem without :domain, :init or :goal
	CodeMore      = "pddl-more"         // the last of a list: how many more there are
)

// ParseOptions bound a parse. The zero value is the default. What is read
// takes up to 30 times the size of its text in memory, by measurement of the
// densest texts, and several times that while it is read; common files take
// about 5 times their size.
type ParseOptions struct {
	MaxDepth  int // nesting of parentheses; 0 means 1000, and 100 000 is the most
	MaxErrors int // errors that are reported; 0 means 10
	MaxBytes  int // size of the text; 0 means 64 MiB, and 2 GiB is the most
}

func (o ParseOptions) withDefaults() ParseOptions {
	if o.MaxDepth == 0 {
		o.MaxDepth = 1000
	}
	if o.MaxErrors == 0 {
		o.MaxErrors = 10
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = 64 << 20
	}
	o.MaxDepth = min(o.MaxDepth, 100_000)       // reading and printing recurse
	o.MaxBytes = min(o.MaxBytes, math.MaxInt32) // a Pos has 32 bits
	return o
}

// ParseDomain reads a domain. name is what places call the file. The error is
// a diag.List: one problem for each broken section or clause, in the order of
// their places, which are name:line:column.
func ParseDomain(name string, src []byte, o ParseOptions) (*Domain, error) {
	f, outline, err := openFile(name, src, o, "domain")
	if err != nil {
		return nil, err
	}
	d := &Domain{Name: f.spelled(outline.Name), file: f}
	c := &cursor{file: f}
	var seen []string
	readers := domainSections()
	for _, s := range outline.Sections {
		if s.Plain == nil {
			d.Actions = append(d.Actions, c.action(s))
			continue
		}
		if read := reader(f, &seen, readers, s.Plain[0], "a domain", ""); read != nil {
			c.section(s.Plain, func() { read(c, d) })
		}
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	return d, nil
}

// ParseProblem reads a problem; see ParseDomain. The sections :domain, :init
// and :goal must be there.
func ParseProblem(name string, src []byte, o ParseOptions) (*Problem, error) {
	f, outline, err := openFile(name, src, o, "problem")
	if err != nil {
		return nil, err
	}
	p := &Problem{Name: f.spelled(outline.Name), file: f}
	c := &cursor{file: f}
	var seen []string
	readers := problemSections()
	for _, s := range outline.Sections {
		if s.Plain == nil {
			f.errorf(CodeSyntax, s.Pos.Offset, "a problem has no actions: they belong to the domain")
			continue
		}
		if read := reader(f, &seen, readers, s.Plain[0], "a problem", ""); read != nil {
			c.section(s.Plain, func() { read(c, p) })
		}
	}
	if len(f.problems) == 0 {
		for _, k := range []string{":domain", ":init", ":goal"} {
			if !slices.Contains(seen, k) {
				f.errorf(CodeMissing, outline.Kind.Pos.Offset, "the problem has no section %s", k)
			}
		}
	}
	if err := f.err(); err != nil {
		return nil, err
	}
	return p, nil
}

// openFile reads the outline of a file: (define (kind name) sections…).
func openFile(name string, src []byte, o ParseOptions, kind string) (*source, *fileNode, error) {
	o = o.withDefaults()
	f := &source{name: name, maxErrors: o.MaxErrors}
	if len(src) > o.MaxBytes {
		f.errorf(CodeSize, 0, "the file has %d bytes: at most %d are read", len(src), o.MaxBytes)
		return nil, nil, f.err()
	}
	f.text = string(src)
	balanced := f.balance(len(byteOrderMark(f.text)), o.MaxDepth)
	for _, p := range f.problems {
		if p.code == CodeDepth {
			return nil, nil, f.err()
		}
	}
	outline, err := grammar().ParseString(name, f.text)
	if err != nil {
		f.outlineError(err, balanced, kind)
		if outline == nil {
			return nil, nil, f.err()
		}
		// The sections before the fault are whole: they have their own faults
		// reported too.
		outline.Sections = slices.DeleteFunc(outline.Sections, func(s *sectionNode) bool { return s.Action.Value == "" && len(s.Plain) != 2 })
	}
	if outline.Kind.Value != "" && outline.Kind.Value != kind {
		f.problems = nil
		f.errorf(CodeSyntax, outline.Kind.Pos.Offset, "this file defines a %s: expected (define (%s …", outline.Kind.Value, kind)
		return nil, nil, f.err()
	}
	if n := f.spelled(outline.Name); n.Text != "" && !isName(n.Text) {
		f.errorf(CodeSyntax, int(n.Pos), "%s is no name: a letter, then letters, digits, - and _", shown(n.Text))
	}
	return f, outline, nil
}

// spelled is a word of the outline as it stands in the text.
func (s *source) spelled(w lexer.Token) Name {
	at := w.Pos.Offset
	return Name{Text: s.text[at : at+len(w.Value)], Pos: Pos(at)}
}

// reader returns the reader of a section or clause, or reports why there is
// none: it is unknown, not supported, or stands twice.
func reader[T any](f *source, seen *[]string, known map[string]T, keyword lexer.Token, of, name string) (read T) {
	key, at := keyword.Value, keyword.Pos.Offset
	read, isKnown := known[key]
	code, isUnsupported := unsupported()[key]
	var none T
	if name != "" && (isUnsupported || !isKnown || slices.Contains(*seen, key)) {
		of += " " + brief(name)
	}
	switch {
	case isUnsupported:
		f.errorf(code, at, "%s is not supported", key)
		return none
	case !isKnown:
		f.errorf(CodeSyntax, at, "%s is no part of %s%s", shown(key), of, did(known, key))
		return none
	case slices.Contains(*seen, key):
		f.errorf(CodeDuplicate, at, "%s has %s already: keep one", of, key)
		return none
	}
	*seen = append(*seen, key)
	return read
}

// section reads the body of a section.
func (c *cursor) section(s []lexer.Token, read func()) {
	c.body("", s[0].Value, s[1])
	read()
	c.done()
}

func (c *cursor) body(action, in string, b lexer.Token) {
	c.enter(action, in, b.Pos.Offset, b.Pos.Offset+len(b.Value))
}

// action reads an action from its name and clauses.
func (c *cursor) action(s *sectionNode) *Action {
	a := &Action{Name: c.file.spelled(s.Action), Pos: Pos(s.Pos.Offset)}
	if !isName(a.Name.Text) {
		c.file.errorf(CodeSyntax, int(a.Name.Pos), "%s is no name of an action: a letter, then letters, digits, - and _", shown(a.Name.Text))
	}
	var seen []string
	known := actionClauses()
	for clause := range slices.Chunk(s.Clauses, 2) {
		read := reader(c.file, &seen, known, clause[0], "action", a.Name.Text)
		if read == nil || len(clause) < 2 {
			continue
		}
		c.body(a.Name.Text, clause[0].Value, clause[1])
		read(c, a)
		c.done()
	}
	return a
}

// Where is the place of a node of this domain: file:line:column.
func (d *Domain) Where(at Pos) string { return whereIn(d.file, at) }

// Where is the place of a node of this problem: file:line:column.
func (p *Problem) Where(at Pos) string { return whereIn(p.file, at) }

// whereIn is a place, "" in a node that was not read from a file.
func whereIn(f *source, at Pos) string {
	if f == nil {
		return ""
	}
	return f.where(int(at))
}
