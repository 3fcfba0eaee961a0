package compile

import "strconv"

// place is a path inside a plan document such as steps[2].outputs[0].name. It
// is made for every value that is looked at and becomes text only for a fault.
type place struct {
	list  string // requirements or steps
	index int    // its item, -1 for the list itself
	field string
	sub   int // item of the field, -1 for the field itself
	leaf  string
}

// at is the place list[i]; i -1 means the list itself.
func at(list string, i int) place { return place{list: list, index: i, sub: -1} }

// dot is the place of a member.
func (p place) dot(name string) place {
	if p.field == "" {
		p.field = name
	} else {
		p.leaf = name
	}
	return p
}

// item is the place of an item of the field.
func (p place) item(i int) place {
	p.sub = i
	return p
}

// String renders the path.
func (p place) String() string {
	s := p.list
	if p.index >= 0 {
		s += "[" + strconv.Itoa(p.index) + "]"
	}
	if p.field != "" {
		s += "." + p.field
	}
	if p.sub >= 0 {
		s += "[" + strconv.Itoa(p.sub) + "]"
	}
	if p.leaf != "" {
		s += "." + p.leaf
	}
	return s
}
