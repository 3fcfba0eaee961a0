package pddl

import (
	"strings"
	"sync"
)

// formula reads a condition.
func (c *cursor) formula() Formula {
	from := c.open(`"(" and a condition`)
	if c.failed {
		return nil
	}
	if c.k == kClose { // () is true
		c.advance()
		return &And{Formulas: []Formula{}, Pos: from}
	}
	var f Formula
	switch c.word() {
	case "and":
		c.advance()
		f = &And{Formulas: c.formulas(from), Pos: from}
	case "or":
		c.advance()
		f = &Or{Formulas: c.formulas(from), Pos: from}
	case "not":
		c.advance()
		f = &Not{Formula: c.formula(), Pos: from}
	case "imply":
		c.advance()
		f = &Imply{If: c.formula(), Then: c.formula(), Pos: from}
	case "exists", "forall":
		q := &Quantified{All: c.word() == "forall", Pos: from}
		c.advance()
		q.Vars, q.Formula = c.varList(), c.formula()
		f = q
	case "=":
		c.advance()
		c.onlyTerms()
		f = &Equal{Left: c.term(), Right: c.term(), Pos: from}
	case "preference":
		c.fail("unsupported-preferences", int(from), "preferences are not supported")
	case "<", ">", "<=", ">=":
		c.fail("unsupported-numeric-fluents", int(from), "numeric conditions are not supported")
	default:
		return c.atom(from)
	}
	c.close(from)
	return f
}

// word is the word after the "(" just stepped over, in lower case: a
// connective, a predicate or an operator.
func (c *cursor) word() string {
	if c.k == kName || c.k == kSymbol {
		return fold(c.text())
	}
	return ""
}

// formulas reads conditions up to the ")" of what was opened at from.
func (c *cursor) formulas(from Pos) []Formula {
	list := []Formula{}
	for !c.failed && c.k != kClose {
		if c.k != kOpen {
			c.want(`a condition or ")" to close ` + c.opened(from))
			break
		}
		list = append(list, c.formula())
	}
	return list
}

// term reads a constant or a variable.
func (c *cursor) term() Name {
	n := c.name()
	switch c.k {
	case kName, kVar:
		c.advance()
	case kNumber:
		c.fail("unsupported-numeric-fluents", c.at, "numbers are not supported here: only names and variables")
	case kOpen:
		c.fail("unsupported-object-fluents", c.at, "functions as arguments are not supported")
	default:
		c.want("a name or a variable")
	}
	return n
}

// atom reads the rest of "(" predicate arguments ")".
func (c *cursor) atom(from Pos) *Atom {
	a := &Atom{Pos: from}
	if c.k != kName || connective(c.text()) {
		c.want("a predicate")
		return a
	}
	a.Predicate = c.name()
	c.advance()
	if code, known := foreign()[a.Predicate.Fold()]; known && (c.k == kOpen || c.k == kNumber || c.timed()) {
		c.fail(code, int(from), "%s over conditions or effects is not supported", shown("("+a.Predicate.Text))
		return a
	}
	a.Args = c.arguments()
	c.close(from)
	return a
}

// foreign are the words that build conditions and effects in parts of PDDL
// that are not read, with the codes that refuse them. Before plain arguments
// they are predicates like any other.
var foreign = sync.OnceValue(func() map[string]string {
	m := map[string]string{
		"at": "unsupported-durative-actions", "over": "unsupported-durative-actions",
		"oneof": "unsupported-non-determinism", "unknown": "unsupported-non-determinism", "probabilistic": "unsupported-probabilistic-effects",
	}
	for _, w := range strings.Fields("always sometime within at-most-once sometime-after sometime-before always-within hold-during hold-after") {
		m[w] = "unsupported-constraints"
	}
	return m
})

// timed reports whether the cursor stands on the start, end or all of
// (at start (p)), (over all (p)).
func (c *cursor) timed() bool {
	i := skipBlank(c.file.text, c.next)
	switch c.word() {
	case "start", "end", "all":
		return i < c.end && c.file.text[i] == '('
	}
	return false
}

// onlyTerms refuses an equality of functions or numbers: numeric when a number
// stands on one side, else of objects.
func (c *cursor) onlyTerms() {
	if c.k != kOpen {
		return
	}
	at, depth, code := c.at, 0, "unsupported-object-fluents"
	for i := c.at; i < c.end && depth >= 0; i = skipBlank(c.file.text, i) {
		switch ch := c.file.text[i]; ch {
		case '(':
			depth++
			i++
		case ')':
			depth--
			i++
		default:
			word := c.file.text[i:wordEnd(c.file.text, i+1)]
			if k := classify(word); k == kNumber || k == kDash || k == kSymbol {
				code = "unsupported-numeric-fluents"
			}
			i += len(word)
		}
	}
	c.fail(code, at, "comparing functions is not supported: only names and variables")
}

// arguments reads terms up to a ")".
func (c *cursor) arguments() []Name {
	n := 0
	for !c.failed && c.k != kClose {
		if c.k == kEnd {
			c.want(`an argument or ")"`)
			break
		}
		c.push(c.term(), n)
		n++
	}
	return c.cut(n)
}

// effect reads an effect.
func (c *cursor) effect() Effect {
	from := c.open(`"(" and an effect`)
	if c.failed {
		return nil
	}
	if c.k == kClose { // () changes nothing
		c.advance()
		return &Effects{Effects: []Effect{}, Pos: from}
	}
	var e Effect
	switch c.word() {
	case "and":
		c.advance()
		e = &Effects{Effects: c.effects(from), Pos: from}
	case "not":
		c.advance()
		e = &Delete{Atom: c.deleted(), Pos: from}
	case "when":
		c.advance()
		e = &When{Condition: c.formula(), Effect: c.effect(), Pos: from}
	case "forall":
		c.advance()
		e = &ForAll{Vars: c.varList(), Effect: c.effect(), Pos: from}
	case "increase":
		c.advance()
		e = &Increase{Function: c.function(), By: c.expr(), Pos: from}
	case "decrease", "assign", "scale-up", "scale-down":
		c.fail("unsupported-numeric-fluents", int(from), "the effect %s is not supported: only increase, for action costs", shown(c.text()))
	case "=":
		c.want("an effect")
	default:
		return c.atom(from)
	}
	c.close(from)
	return e
}

// effects reads effects up to the ")" of what was opened at from.
func (c *cursor) effects(from Pos) []Effect {
	list := []Effect{}
	for !c.failed && c.k != kClose {
		if c.k != kOpen {
			c.want(`an effect or ")" to close ` + c.opened(from))
			break
		}
		list = append(list, c.effect())
	}
	return list
}

// deleted reads the atom of a (not …) effect.
func (c *cursor) deleted() *Atom {
	from := c.open(`"(" and the atom to delete`)
	if c.failed {
		return nil
	}
	return c.atom(from)
}

// connective reports whether a word builds formulas and effects and can
// therefore be no predicate. All other words of the language can.
func connective(word string) bool {
	switch fold(word) {
	case "and", "or", "not", "imply", "exists", "forall", "when":
		return true
	}
	return false
}

// function reads a function applied to terms: "(" name terms ")", or a bare
// name without arguments, an old form.
func (c *cursor) function() *Term {
	t := &Term{Pos: Pos(c.at)}
	if c.k == kName {
		t.Function, t.Args = c.name(), []Name{}
		c.advance()
		return t
	}
	from := c.open("a function")
	if c.k != kName {
		c.want("a function")
		return t
	}
	t.Function = c.name()
	c.advance()
	t.Args = c.arguments()
	c.close(from)
	return t
}

// expr reads what a cost is: a number or a function.
func (c *cursor) expr() Expr {
	if c.k == kNumber {
		return c.number()
	}
	if c.k == kOpen {
		i := skipBlank(c.file.text, c.next)
		if i < c.end {
			switch c.file.text[i] {
			case '+', '-', '*', '/':
				c.fail("unsupported-numeric-fluents", c.at, "arithmetic is not supported: a cost is a number or a function")
				return nil
			}
		}
	}
	return c.function()
}

// number reads a number.
func (c *cursor) number() Number {
	n := Number{Text: c.text(), Pos: Pos(c.at)}
	if c.k != kNumber {
		c.want("a number")
		return n
	}
	c.advance()
	return n
}
