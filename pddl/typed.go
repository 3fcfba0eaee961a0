package pddl

// typedList reads a typed list of names or, with variables, of variables, up
// to the end or a ")": a b - t c d - (either t u) e. A type belongs to all
// items since the last one.
func (c *cursor) typedList(variables bool) []Typed {
	list := []Typed{}
	untyped := 0 // the items from here on have no type yet
	for !c.failed {
		switch {
		case c.k == kName && !variables, c.k == kVar && variables:
			list = append(list, Typed{Name: c.name()})
			c.advance()
		case c.k == kDash:
			c.advance()
			t := c.typeName()
			for i := untyped; i < len(list); i++ {
				list[i].Type = t
			}
			untyped = len(list)
		case c.k == kEnd || c.k == kClose:
			return list
		case variables:
			c.want("a variable (?name), or - and a type")
		default:
			c.want("a name, or - and a type")
		}
	}
	return list
}

// typeName reads a type: a name, or (either name …).
func (c *cursor) typeName() Type {
	if c.k == kName {
		t := Type{Names: []Name{c.name()}}
		c.advance()
		return t
	}
	from := c.open("a type")
	if c.failed {
		return Type{}
	}
	if c.k != kName || fold(c.text()) != "either" {
		c.want("either")
		return Type{}
	}
	c.advance()
	var t Type
	for c.k == kName {
		t.Names = append(t.Names, c.name())
		c.advance()
	}
	if len(t.Names) == 0 && !c.failed {
		c.want("a type")
	}
	c.close(from)
	return t
}

// varList reads "(" typed list of variables ")".
func (c *cursor) varList() []Typed {
	from := c.open(`"(" and variables`)
	list := c.typedList(true)
	c.close(from)
	return list
}

// declarations reads { "(" name typed-variables ")" [ "-" type ] }; typed says
// whether a type may follow, as in :functions.
func (c *cursor) declarations(typed bool) []Function {
	list := []Function{}
	untyped := 0
	for !c.failed && c.k != kEnd {
		if typed && c.k == kDash {
			c.advance()
			at := c.at
			t := c.typeName()
			if !c.failed && (len(t.Names) != 1 || t.Names[0].Fold() != "number") {
				c.fail("unsupported-object-fluents", at, "functions to objects are not supported: only number")
			}
			for i := untyped; i < len(list); i++ {
				list[i].Type = t
			}
			untyped = len(list)
			continue
		}
		from := c.open(`"(" and a name`)
		if c.k != kName {
			c.want("a name")
			break
		}
		f := Function{Name: c.name()}
		c.advance()
		f.Params = c.typedList(true)
		c.close(from)
		list = append(list, f)
	}
	return list
}
