package pddl_test

import (
	"io"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The language that the package reads, as one participle grammar over single
// tokens. It is slow, reads like the BNF, and is the oracle of the fast
// parser: tests hold the two together.

type refFile struct {
	Kind     string        `parser:"'(' 'define' '(' @('domain'|'problem')"`
	Name     string        `parser:"@Name ')'"`
	Sections []*refSection `parser:"@@* ')'"`
}

type refSection struct {
	Requirements []string   `parser:"'(' ( ':requirements' @Keyword+"`
	Types        *refNames  `parser:"| ':types' @@"`
	Constants    *refNames  `parser:"| ':constants' @@"`
	Objects      *refNames  `parser:"| ':objects' @@"`
	Predicates   *refDecls  `parser:"| ':predicates' @@"`
	Functions    *refDecls  `parser:"| ':functions' @@"`
	Action       *refAction `parser:"| ':action' @@"`
	Domain       string     `parser:"| ':domain' @Name"`
	Init         *refInits  `parser:"| ':init' @@"`
	Goal         *refGD     `parser:"| ':goal' @@"`
	Metric       *refMetric `parser:"| ':metric' @@ ) ')'"`
}

type refNames struct {
	Present bool            `parser:"@Nothing?"`
	Groups  []*refNameGroup `parser:"@@*"`
}

type refNameGroup struct {
	Names []string `parser:"( @Name+"`
	Type  *refType `parser:"  ( '-' @@ )?"`
	Lone  *refType `parser:"| '-' @@ )"`
}

type refVars struct {
	Present bool           `parser:"@Nothing?"`
	Groups  []*refVarGroup `parser:"@@*"`
}

type refVarGroup struct {
	Names []string `parser:"( @Var+"`
	Type  *refType `parser:"  ( '-' @@ )?"`
	Lone  *refType `parser:"| '-' @@ )"`
}

type refType struct {
	Name   string   `parser:"  @Name"`
	Either []string `parser:"| '(' 'either' @Name+ ')'"`
}

type refDecls struct {
	Present bool       `parser:"@Nothing?"`
	Decls   []*refDecl `parser:"@@*"`
}

type refDecl struct {
	Name   string   `parser:"( '(' @Name"`
	Params *refVars `parser:"  @@ ')'"`
	Number string   `parser:"| '-' @'number' )"`
}

type refAction struct {
	Name    string       `parser:"@Name"`
	Clauses []*refClause `parser:"@@*"`
}

type refClause struct {
	Params *refVars   `parser:"  ':parameters' '(' @@ ')'"`
	Pre    *refGD     `parser:"| ':precondition' @@"`
	Effect *refEffect `parser:"| ':effect' @@"`
}

type refGD struct {
	List  string   `parser:"'(' ( @('and'|'or')"`
	Args  []*refGD `parser:"      @@*"`
	Not   *refGD   `parser:"| 'not' @@"`
	If    *refGD   `parser:"| 'imply' @@"`
	Then  *refGD   `parser:"      @@"`
	Quant string   `parser:"| @('exists'|'forall')"`
	Vars  *refVars `parser:"      '(' @@ ')'"`
	Body  *refGD   `parser:"      @@"`
	Equal []string `parser:"| '=' @(Name|Var) @(Name|Var)"`
	Pred  string   `parser:"| (?! 'and'|'or'|'not'|'imply'|'exists'|'forall'|'when'|'preference' ) @Name"`
	Terms []string `parser:"      @(Name|Var)* )? ')'"`
}

type refEffect struct {
	And   string       `parser:"'(' ( @'and'"`
	Args  []*refEffect `parser:"      @@*"`
	Del   *refAtom     `parser:"| 'not' @@"`
	When  *refGD       `parser:"| 'when' @@"`
	Then  *refEffect   `parser:"      @@"`
	All   *refVars     `parser:"| 'forall' '(' @@ ')'"`
	Body  *refEffect   `parser:"      @@"`
	Inc   *refTerm     `parser:"| 'increase' @@"`
	By    *refExpr     `parser:"      @@"`
	Pred  string       `parser:"| (?! 'and'|'or'|'not'|'imply'|'exists'|'forall'|'when'|'increase'|'decrease'|'assign'|'scale-up'|'scale-down' ) @Name"`
	Terms []string     `parser:"      @(Name|Var)* )? ')'"`
}

type refAtom struct {
	Pred  string   `parser:"'(' (?! 'and'|'or'|'not'|'imply'|'exists'|'forall'|'when' ) @Name"`
	Terms []string `parser:"@(Name|Var)* ')'"`
}

type refTerm struct {
	Bare string   `parser:"  @Name"`
	Name string   `parser:"| '(' @Name"`
	Args []string `parser:"  @(Name|Var)* ')'"`
}

type refExpr struct {
	Number string   `parser:"  @Number"`
	Term   *refTerm `parser:"| @@"`
}

type refInits struct {
	Present bool       `parser:"@Nothing?"`
	Items   []*refInit `parser:"@@*"`
}

type refInit struct {
	Not    *refAtom `parser:"'(' ( 'not' @@"`
	Func   *refTerm `parser:"| '=' @@"`
	Number string   `parser:"    @Number"`
	Pred   string   `parser:"| (?! 'and'|'or'|'not'|'imply'|'exists'|'forall'|'when' ) @Name"`
	Terms  []string `parser:"    @(Name|Var)* ) ')'"`
}

type refMetric struct {
	Word string   `parser:"@('minimize'|'maximize')"`
	Expr *refExpr `parser:"@@"`
}

// refLexer gives every token by itself.
type refLexer struct{}

var refSymbols = map[string]lexer.TokenType{"EOF": lexer.EOF, "Open": -2, "Close": -3, "Name": -4, "Var": -5, "Keyword": -6, "Number": -7, "Dash": -8, "Symbol": -9, "Bad": -10, "Nothing": -11}

func (refLexer) Symbols() map[string]lexer.TokenType { return refSymbols }

func (l refLexer) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	src, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return l.LexString(name, string(src))
}

func (refLexer) LexString(name, src string) (lexer.Lexer, error) {
	return &refTokens{src: strings.TrimPrefix(src, "\ufeff")}, nil
}

type refTokens struct {
	src string
	at  int
}

func (t *refTokens) Next() (lexer.Token, error) {
	for t.at < len(t.src) {
		if strings.IndexByte(" \t\r\n\f\v", t.src[t.at]) >= 0 {
			t.at++
			continue
		}
		if t.src[t.at] != ';' {
			break
		}
		for t.at < len(t.src) && t.src[t.at] != '\n' && t.src[t.at] != '\r' {
			t.at++
		}
	}
	start := t.at
	if start == len(t.src) {
		return lexer.EOFToken(lexer.Position{Offset: start}), nil
	}
	kind := "Bad"
	switch c := t.src[start]; {
	case c == '(':
		t.at, kind = start+1, "Open"
	case c == ')':
		t.at, kind = start+1, "Close"
	default:
		t.at++
		for t.at < len(t.src) && strings.IndexByte(" \t\r\n\f\v();?", t.src[t.at]) < 0 {
			t.at++
		}
		kind = refKind(t.src[start:t.at])
	}
	return lexer.Token{Type: refSymbols[kind], Value: t.src[start:t.at], Pos: lexer.Position{Offset: start}}, nil
}

func refKind(w string) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	name := func(s string) bool {
		return s != "" && strings.Contains(letters, s[:1]) && strings.Trim(s, letters+"0123456789-_") == ""
	}
	whole, fraction, point := strings.Cut(w, ".")
	switch {
	case name(w):
		return "Name"
	case w[0] == '?' && name(w[1:]):
		return "Var"
	case w[0] == ':' && name(w[1:]):
		return "Keyword"
	case whole != "" && strings.Trim(whole, "0123456789") == "" && (!point || fraction != "" && strings.Trim(fraction, "0123456789") == ""):
		return "Number"
	case w == "-":
		return "Dash"
	case w == "=":
		return "Symbol"
	}
	return "Bad"
}

var refParser = sync.OnceValue(func() *participle.Parser[refFile] {
	return participle.MustBuild[refFile](participle.Lexer(refLexer{}), participle.CaseInsensitive("Name", "Keyword"), participle.UseLookahead(2))
})
