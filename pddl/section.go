package pddl

import "sync"

// The sections that are read, by keyword. A section stands on the first token
// of its body.
var domainSections = sync.OnceValue(func() map[string]func(*cursor, *Domain) {
	return map[string]func(*cursor, *Domain){
		":requirements": func(c *cursor, d *Domain) { d.Requirements = c.keywords() },
		":types":        func(c *cursor, d *Domain) { d.Types = c.typedList(false) },
		":constants":    func(c *cursor, d *Domain) { d.Constants = c.typedList(false) },
		":predicates": func(c *cursor, d *Domain) {
			list := c.declarations(false)
			d.Predicates = make([]Predicate, len(list))
			for i, f := range list {
				d.Predicates[i] = Predicate{f.Name, f.Params}
			}
		},
		":functions": func(c *cursor, d *Domain) { d.Functions = c.declarations(true) },
	}
})

var problemSections = sync.OnceValue(func() map[string]func(*cursor, *Problem) {
	return map[string]func(*cursor, *Problem){
		":domain":       func(c *cursor, p *Problem) { p.Domain = c.oneName() },
		":requirements": func(c *cursor, p *Problem) { p.Requirements = c.keywords() },
		":objects":      func(c *cursor, p *Problem) { p.Objects = c.typedList(false) },
		":init":         func(c *cursor, p *Problem) { p.Init = c.initial() },
		":goal":         func(c *cursor, p *Problem) { p.Goal = c.formula() },
		":metric":       func(c *cursor, p *Problem) { p.Metric = c.metric() },
	}
})

// actionClauses are the clauses of an action, by keyword.
var actionClauses = sync.OnceValue(func() map[string]func(*cursor, *Action) {
	return map[string]func(*cursor, *Action){
		":parameters":   func(c *cursor, a *Action) { a.Params = c.varList() },
		":precondition": func(c *cursor, a *Action) { a.Precondition = c.formula() },
		":effect":       func(c *cursor, a *Action) { a.Effect = c.effect() },
	}
})

// unsupported are the sections and clauses of PDDL 3.1 and its relatives that
// are known and not read, with the code that refuses them.
var unsupported = sync.OnceValue(func() map[string]string {
	return map[string]string{
		":durative-action": "unsupported-durative-actions",
		":duration":        "unsupported-durative-actions",
		":condition":       "unsupported-durative-actions",
		":derived":         "unsupported-derived-predicates",
		":axiom":           "unsupported-derived-predicates",
		":timeless":        "unsupported-timeless-facts",
		":goal-utilities":  "unsupported-goal-utilities",
		":constraints":     "unsupported-constraints",
		":length":          "unsupported-length",
		":process":         "unsupported-processes",
		":event":           "unsupported-events",
		":task":            "unsupported-hierarchy",
		":method":          "unsupported-hierarchy",
		":htn":             "unsupported-hierarchy",
		":situation":       "unsupported-situations",
		":vars":            "unsupported-vars",
		":expansion":       "unsupported-hierarchy",
		":agent":           "unsupported-agents",
		":observe":         "unsupported-observations",
	}
})

// keywords reads requirement keys up to the end.
func (c *cursor) keywords() []Name {
	list := []Name{}
	for c.k == kKeyword {
		list = append(list, c.name())
		c.advance()
	}
	if len(list) == 0 && !c.failed {
		c.want("a requirement such as :strips")
	}
	return list
}

func (c *cursor) oneName() Name {
	n := c.name()
	if c.k != kName {
		c.want("a name")
		return n
	}
	c.advance()
	return n
}

// initial reads the elements of :init up to the end.
func (c *cursor) initial() []InitElement {
	list := []InitElement{}
	for !c.failed && c.k != kEnd {
		from := c.open(`"(" and a fact`)
		switch c.word() {
		case "not":
			c.advance()
			inner := c.open(`"(" and a fact`)
			n := &Not{Formula: c.atom(inner), Pos: from}
			c.close(from)
			list = append(list, n)
		case "=":
			c.advance()
			v := &Value{Pos: from, Function: c.function()}
			if c.k == kName {
				c.fail("unsupported-object-fluents", c.at, "functions to objects are not supported")
			}
			v.Number = c.number()
			c.close(from)
			list = append(list, v)
		case "at":
			if i := skipBlank(c.file.text, c.next); i < c.end && digit(c.file.text[i]) {
				c.fail("unsupported-timed-initial-literals", int(from), "timed initial literals are not supported")
				break
			}
			list = append(list, c.atom(from))
		default:
			list = append(list, c.atom(from))
		}
	}
	return list
}

// metric reads "minimize" or "maximize" and an expression.
func (c *cursor) metric() *Metric {
	m := &Metric{Pos: Pos(c.at)}
	switch c.word() {
	case "minimize":
	case "maximize":
		m.Maximize = true
	default:
		c.want("minimize or maximize")
		return m
	}
	c.advance()
	from := c.at
	m.Expr = c.expr()
	if t, isTerm := m.Expr.(*Term); isTerm && t.Function.Fold() == "is-violated" {
		c.fail("unsupported-preferences", from, "preferences are not supported")
	}
	return m
}

// did returns the keyword that was probably meant, for messages.
func did[T any](known map[string]T, word string) string {
	best, distance := "", 3
	for k := range known {
		if d := editDistance(k, word); d < distance || d == distance && d < 3 && k < best {
			best, distance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// editDistance is the Levenshtein distance of two short words.
func editDistance(a, b string) int {
	if len(a) > 40 || len(b) > 40 {
		return 40
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		corner := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			corner, row[j] = row[j], min(row[j]+1, row[j-1]+1, corner+cost)
		}
	}
	return row[len(b)]
}
