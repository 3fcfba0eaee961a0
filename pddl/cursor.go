package pddl

// kind is the kind of a token inside a body.
type kind uint8

const (
	kEnd     kind = iota // the end of the body
	kOpen                // (
	kClose               // )
	kName                // a name
	kVar                 // ?name
	kKeyword             // :name
	kNumber              // digits, and maybe a fraction
	kDash                // - alone
	kSymbol              // = < > <= >= + * /
	kBad                 // anything else
)

// what names a kind in messages.
func (k kind) what() string {
	return [...]string{"the end", `"("`, `")"`, "a name", "a variable", "a keyword", "a number", `"-"`, "an operator", "something that is no PDDL"}[k]
}

// cursor reads the tokens of one body, one at a time. The first fault of a
// body is recorded and ends its reading: failed is then set and every further
// token is the end.
type cursor struct {
	file   *source
	end    int // of the body
	k      kind
	at     int // start of the token
	next   int // end of the token
	failed bool
	actor  string // the action whose clause it is, "" for a section
	in     string // the keyword of the section or clause
	terms  []Name // slab that argument lists are cut from
}

// enter starts on a body.
func (c *cursor) enter(action, in string, from, end int) {
	c.actor, c.in, c.end, c.next, c.failed = action, in, end, from, false
	c.advance()
}

// text is the current token.
func (c *cursor) text() string { return c.file.text[c.at:c.next] }

// name is the current token as a Name.
func (c *cursor) name() Name { return Name{Text: c.text(), Pos: Pos(c.at)} }

// advance moves to the next token.
func (c *cursor) advance() {
	src := c.file.text
	c.at = min(skipBlank(src, c.next), c.end)
	if c.failed || c.at == c.end {
		c.k, c.next = kEnd, c.at
		return
	}
	switch ch := src[c.at]; {
	case ch == '(':
		c.k, c.next = kOpen, c.at+1
	case ch == ')':
		c.k, c.next = kClose, c.at+1
	default:
		c.next = min(wordEnd(src, c.at+1), c.end)
		c.k = classify(src[c.at:c.next])
	}
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// isName reports whether w is a name: a letter, then letters, digits, - and _.
func isName(w string) bool {
	if w == "" || !letter(w[0]) {
		return false
	}
	for i := 1; i < len(w); i++ {
		if c := w[i]; !letter(c) && !digit(c) && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

func isNumber(w string) bool {
	i := 0
	for i < len(w) && digit(w[i]) {
		i++
	}
	if i == 0 || i == len(w) {
		return i > 0
	}
	if w[i] != '.' || i+1 == len(w) {
		return false
	}
	for i++; i < len(w); i++ {
		if !digit(w[i]) {
			return false
		}
	}
	return true
}

func classify(w string) kind {
	switch {
	case isName(w):
		return kName
	case w[0] == '?' && isName(w[1:]):
		return kVar
	case w[0] == ':' && isName(w[1:]):
		return kKeyword
	case isNumber(w):
		return kNumber
	}
	switch w {
	case "-":
		return kDash
	case "=", "<", ">", "<=", ">=", "+", "*", "/":
		return kSymbol
	}
	return kBad
}

// fail records the first fault of a body.
func (c *cursor) fail(code string, at int, format string, args ...any) {
	if !c.failed {
		in := c.in
		if c.actor != "" {
			in = "action " + brief(c.actor) + ", " + in
		}
		c.file.errorf(code, at, "in "+in+": "+format, args...)
	}
	c.failed = true
	c.k, c.next = kEnd, c.end
}

// want reports the current token where something else must stand.
func (c *cursor) want(expected string) {
	found := c.k.what()
	if c.k != kEnd && c.k != kOpen && c.k != kClose && c.k != kDash {
		found = shown(c.text())
	}
	at := c.at
	if c.k == kEnd { // the body ends at its parenthesis, or at the next clause
		found = "the end of it"
	}
	c.fail(CodeSyntax, at, "expected %s, found %s", expected, found)
}

// open steps over "(" and returns its place.
func (c *cursor) open(expected string) Pos {
	at := Pos(c.at)
	if c.k != kOpen {
		c.want(expected)
		return at
	}
	c.advance()
	return at
}

// close steps over the ")" that closes what was opened at from.
func (c *cursor) close(from Pos) {
	if c.k != kClose {
		if !c.failed {
			c.want(`")" to close ` + c.opened(from))
		}
		return
	}
	c.advance()
}

// opened names a parenthesis for messages: the word after it, and its place.
func (c *cursor) opened(from Pos) string {
	i := skipBlank(c.file.text, int(from)+1)
	word := ""
	if i < c.end && c.file.text[i] != '(' && c.file.text[i] != ')' {
		word = c.file.text[i:wordEnd(c.file.text, i+1)]
	}
	if c.file.full() {
		return shown("(" + word)
	}
	return shown("("+word) + " at " + c.file.where(int(from))
}

// done reports what stands after the end of a body's content.
func (c *cursor) done() {
	if !c.failed && c.k != kEnd {
		c.want("nothing more")
	}
}

// cut returns the last n names that were pushed as a list of their own.
func (c *cursor) cut(n int) []Name {
	if n == 0 {
		return []Name{}
	}
	i := len(c.terms) - n
	return c.terms[i:len(c.terms):len(c.terms)]
}

// push adds a name to the slab; when the slab is full, the names of the
// unfinished list move to a new one.
func (c *cursor) push(name Name, n int) {
	if len(c.terms) == cap(c.terms) {
		slab := make([]Name, 0, max(512, 2*n))
		c.terms = append(slab, c.terms[len(c.terms)-n:]...)
	}
	c.terms = append(c.terms, name)
}
