package pddl

// Pos is a byte offset in the text that a node was read from. Where turns it
// into file:line:column; nodes made by code have Pos 0.
type Pos int32

// Name is a word as it is spelled. PDDL ignores case: compare names by Fold.
type Name struct {
	Text string
	Pos  Pos
}

// Fold is the name in lower case, the form in which names are compared.
func (n Name) Fold() string { return fold(n.Text) }

// Type is what stands after "-" in a typed list: nothing (the root type
// object), one name, or the alternatives of (either …).
type Type struct {
	Names []Name
}

// Typed is an item of a typed list: a type, constant, object or variable (the
// text of a variable begins with "?").
type Typed struct {
	Name Name
	Type Type
}

// Domain is a domain file.
type Domain struct {
	Name         Name
	Requirements []Name // with the colon
	Types        []Typed
	Constants    []Typed
	Predicates   []Predicate
	Functions    []Function
	Actions      []*Action

	file *source
}

// Predicate is the declaration of a predicate.
type Predicate struct {
	Name   Name
	Params []Typed
}

// Function is the declaration of a numeric function.
type Function struct {
	Name   Name
	Params []Typed
	Type   Type // empty or number
}

// Action is an action schema. What is absent in the text is nil; "()" is an
// empty list, conjunction or effect.
type Action struct {
	Name         Name
	Params       []Typed
	Precondition Formula
	Effect       Effect
	Pos          Pos // of its parenthesis
}

// Problem is a problem file.
type Problem struct {
	Name         Name
	Domain       Name
	Requirements []Name
	Objects      []Typed
	Init         []InitElement
	Goal         Formula
	Metric       *Metric

	file *source
}

// Formula is a condition: Atom, Equal, Not, And, Or, Imply or Quantified.
type Formula interface {
	isFormula()
	// At is the place of the formula's parenthesis.
	At() Pos
}

// Effect is an effect: Atom (added), Delete, Effects, When, ForAll or Increase.
type Effect interface {
	isEffect()
	// At is the place of the effect's parenthesis.
	At() Pos
}

// InitElement is an item of :init: Atom, Not of an atom, or Value.
type InitElement interface {
	isInit()
	// At is the place of the element's parenthesis.
	At() Pos
}

// Expr is a numeric expression: Number or Term.
type Expr interface {
	isExpr()
	// At is the place of the expression.
	At() Pos
}

type (
	// Atom is a predicate applied to constants and variables.
	Atom struct {
		Predicate Name
		Args      []Name
		Pos       Pos
	}
	// Equal says that two terms denote one object.
	Equal struct {
		Left, Right Name
		Pos         Pos
	}
	// Not negates a formula.
	Not struct {
		Formula Formula
		Pos     Pos
	}
	// And is true when all of its formulas are.
	And struct {
		Formulas []Formula
		Pos      Pos
	}
	// Or is true when one of its formulas is.
	Or struct {
		Formulas []Formula
		Pos      Pos
	}
	// Imply is false only when If is true and Then is not.
	Imply struct {
		If, Then Formula
		Pos      Pos
	}
	// Quantified is exists, or forall when All is set.
	Quantified struct {
		All     bool
		Vars    []Typed
		Formula Formula
		Pos     Pos
	}

	// Delete makes an atom false.
	Delete struct {
		Atom *Atom
		Pos  Pos
	}
	// Effects happen together.
	Effects struct {
		Effects []Effect
		Pos     Pos
	}
	// When is a conditional effect.
	When struct {
		Condition Formula
		Effect    Effect
		Pos       Pos
	}
	// ForAll is an effect for all values of variables.
	ForAll struct {
		Vars   []Typed
		Effect Effect
		Pos    Pos
	}
	// Increase adds to a function's value; with :action-costs, to total-cost.
	Increase struct {
		Function *Term
		By       Expr
		Pos      Pos
	}

	// Value is the initial value of a function.
	Value struct {
		Function *Term
		Number   Number
		Pos      Pos
	}
	// Term is a function applied to constants and variables.
	Term struct {
		Function Name
		Args     []Name
		Pos      Pos
	}
	// Number is a number as it is written: digits, and maybe a fraction.
	Number struct {
		Text string
		Pos  Pos
	}
	// Metric is what to optimise.
	Metric struct {
		Maximize bool
		Expr     Expr
		Pos      Pos
	}
)

func (*Atom) isFormula()       {}
func (*Equal) isFormula()      {}
func (*Not) isFormula()        {}
func (*And) isFormula()        {}
func (*Or) isFormula()         {}
func (*Imply) isFormula()      {}
func (*Quantified) isFormula() {}

func (*Atom) isEffect()     {}
func (*Delete) isEffect()   {}
func (*Effects) isEffect()  {}
func (*When) isEffect()     {}
func (*ForAll) isEffect()   {}
func (*Increase) isEffect() {}

func (*Atom) isInit()  {}
func (*Not) isInit()   {}
func (*Value) isInit() {}

func (*Term) isExpr()  {}
func (Number) isExpr() {}

// At is the place of the node.
func (n *Atom) At() Pos       { return n.Pos }
func (n *Equal) At() Pos      { return n.Pos }
func (n *Not) At() Pos        { return n.Pos }
func (n *And) At() Pos        { return n.Pos }
func (n *Or) At() Pos         { return n.Pos }
func (n *Imply) At() Pos      { return n.Pos }
func (n *Quantified) At() Pos { return n.Pos }
func (n *Delete) At() Pos     { return n.Pos }
func (n *Effects) At() Pos    { return n.Pos }
func (n *When) At() Pos       { return n.Pos }
func (n *ForAll) At() Pos     { return n.Pos }
func (n *Increase) At() Pos   { return n.Pos }
func (n *Value) At() Pos      { return n.Pos }
func (n *Term) At() Pos       { return n.Pos }
func (n Number) At() Pos      { return n.Pos }
