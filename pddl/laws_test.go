package pddl_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"workbench/internal/needs"
	"workbench/pddl"
)

// same compares ASTs, positions aside.
var same = cmp.Options{
	cmpopts.IgnoreTypes(pddl.Pos(0)),
	cmpopts.IgnoreUnexported(pddl.Domain{}, pddl.Problem{}),
}

// words are names that collide with words of the language and with each other
// but for their case.
var words = []string{"a", "B", "at", "over", "Truck-1", "x_y", "number", "either", "start", "minimize", "define", "domain", "z9", "objects"}

func drawName(t *rapid.T) pddl.Name {
	return pddl.Name{Text: rapid.SampledFrom(words).Draw(t, "name")}
}

func drawVar(t *rapid.T) pddl.Name {
	return pddl.Name{Text: "?" + rapid.SampledFrom(words).Draw(t, "variable")}
}

func drawType(t *rapid.T) pddl.Type {
	n := rapid.IntRange(0, 3).Draw(t, "types")
	var ty pddl.Type
	for range n {
		ty.Names = append(ty.Names, drawName(t))
	}
	return ty
}

func drawTyped(t *rapid.T, name func(*rapid.T) pddl.Name) []pddl.Typed {
	list := []pddl.Typed{}
	untyped := false
	for range rapid.IntRange(0, 4).Draw(t, "items") {
		list = append(list, pddl.Typed{Name: name(t)})
	}
	// The untyped items come last: a later type would belong to them too.
	for i := range list {
		untyped = untyped || rapid.IntRange(0, 3).Draw(t, "tail") == 0
		if !untyped {
			ty := drawType(t)
			untyped = len(ty.Names) == 0
			list[i].Type = ty
		}
	}
	return list
}

func drawArgs(t *rapid.T) []pddl.Name {
	args := []pddl.Name{}
	for range rapid.IntRange(0, 3).Draw(t, "args") {
		if rapid.Bool().Draw(t, "isVar") {
			args = append(args, drawVar(t))
		} else {
			args = append(args, drawName(t))
		}
	}
	return args
}

func drawAtom(t *rapid.T) *pddl.Atom {
	return &pddl.Atom{Predicate: drawName(t), Args: drawArgs(t)}
}

func drawFormula(t *rapid.T, depth int) pddl.Formula {
	n := 7
	if depth == 0 {
		n = 2
	}
	several := func() []pddl.Formula {
		fs := []pddl.Formula{}
		for range rapid.IntRange(0, 3).Draw(t, "parts") {
			fs = append(fs, drawFormula(t, depth-1))
		}
		return fs
	}
	switch rapid.IntRange(0, n-1).Draw(t, "formula") {
	case 0:
		return drawAtom(t)
	case 1:
		return &pddl.Equal{Left: drawVar(t), Right: drawName(t)}
	case 2:
		return &pddl.Not{Formula: drawFormula(t, depth-1)}
	case 3:
		return &pddl.And{Formulas: several()}
	case 4:
		return &pddl.Or{Formulas: several()}
	case 5:
		return &pddl.Imply{If: drawFormula(t, depth-1), Then: drawFormula(t, depth-1)}
	default:
		return &pddl.Quantified{All: rapid.Bool().Draw(t, "all"), Vars: drawTyped(t, drawVar), Formula: drawFormula(t, depth-1)}
	}
}

func drawTerm(t *rapid.T) *pddl.Term { return &pddl.Term{Function: drawName(t), Args: drawArgs(t)} }

func drawNumber(t *rapid.T) pddl.Number {
	return pddl.Number{Text: rapid.SampledFrom([]string{"0", "7", "12.50", "007"}).Draw(t, "number")}
}

func drawExpr(t *rapid.T) pddl.Expr {
	if rapid.Bool().Draw(t, "isNumber") {
		return drawNumber(t)
	}
	return drawTerm(t)
}

func drawEffect(t *rapid.T, depth int) pddl.Effect {
	n := 6
	if depth == 0 {
		n = 3
	}
	switch rapid.IntRange(0, n-1).Draw(t, "effect") {
	case 0:
		return drawAtom(t)
	case 1:
		return &pddl.Delete{Atom: drawAtom(t)}
	case 2:
		return &pddl.Increase{Function: drawTerm(t), By: drawExpr(t)}
	case 3:
		es := []pddl.Effect{}
		for range rapid.IntRange(0, 3).Draw(t, "parts") {
			es = append(es, drawEffect(t, depth-1))
		}
		return &pddl.Effects{Effects: es}
	case 4:
		return &pddl.When{Condition: drawFormula(t, depth-1), Effect: drawEffect(t, depth-1)}
	default:
		return &pddl.ForAll{Vars: drawTyped(t, drawVar), Effect: drawEffect(t, depth-1)}
	}
}

func drawKeys(t *rapid.T) []pddl.Name {
	if rapid.Bool().Draw(t, "no requirements") {
		return nil
	}
	return []pddl.Name{{Text: ":strips"}, {Text: rapid.SampledFrom([]string{":TYPING", ":adl"}).Draw(t, "key")}}
}

func drawDomain(t *rapid.T) *pddl.Domain {
	d := &pddl.Domain{Name: drawName(t), Requirements: drawKeys(t)}
	if rapid.Bool().Draw(t, "types") {
		d.Types = drawTyped(t, drawName)
	}
	if rapid.Bool().Draw(t, "constants") {
		d.Constants = drawTyped(t, drawName)
	}
	if rapid.Bool().Draw(t, "predicates") {
		d.Predicates = []pddl.Predicate{}
		for range rapid.IntRange(0, 3).Draw(t, "predicates") {
			d.Predicates = append(d.Predicates, pddl.Predicate{Name: drawName(t), Params: drawTyped(t, drawVar)})
		}
	}
	if rapid.Bool().Draw(t, "functions") {
		d.Functions = []pddl.Function{}
		typed := rapid.Bool().Draw(t, "typed functions")
		for range rapid.IntRange(0, 3).Draw(t, "functions") {
			f := pddl.Function{Name: drawName(t), Params: drawTyped(t, drawVar)}
			if typed {
				f.Type = pddl.Type{Names: []pddl.Name{{Text: "number"}}}
			}
			d.Functions = append(d.Functions, f)
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "actions") {
		a := &pddl.Action{Name: drawName(t)}
		if rapid.Bool().Draw(t, "params") {
			a.Params = drawTyped(t, drawVar)
		}
		if rapid.Bool().Draw(t, "pre") {
			a.Precondition = drawFormula(t, 3)
		}
		if rapid.Bool().Draw(t, "eff") {
			a.Effect = drawEffect(t, 3)
		}
		d.Actions = append(d.Actions, a)
	}
	return d
}

func drawProblem(t *rapid.T) *pddl.Problem {
	p := &pddl.Problem{Name: drawName(t), Domain: drawName(t), Requirements: drawKeys(t), Init: []pddl.InitElement{}}
	if rapid.Bool().Draw(t, "objects") {
		p.Objects = drawTyped(t, drawName)
	}
	for range rapid.IntRange(0, 4).Draw(t, "init") {
		switch rapid.IntRange(0, 2).Draw(t, "element") {
		case 0:
			p.Init = append(p.Init, drawAtom(t))
		case 1:
			p.Init = append(p.Init, &pddl.Not{Formula: drawAtom(t)})
		default:
			p.Init = append(p.Init, &pddl.Value{Function: drawTerm(t), Number: drawNumber(t)})
		}
	}
	p.Goal = drawFormula(t, 3)
	if rapid.Bool().Draw(t, "metric") {
		p.Metric = &pddl.Metric{Maximize: rapid.Bool().Draw(t, "maximize"), Expr: drawExpr(t)}
	}
	return p
}

func format(t interface{ Fatalf(string, ...any) }, x any) []byte {
	var b bytes.Buffer
	var err error
	switch x := x.(type) {
	case *pddl.Domain:
		err = x.Format(&b)
	case *pddl.Problem:
		err = x.Format(&b)
	}
	if err != nil {
		t.Fatalf("format: %v", err)
	}
	return b.Bytes()
}

// read reads a file of either kind by the fast parser.
func read(src []byte) (any, error) {
	d, err := pddl.ParseDomain("f", src, pddl.ParseOptions{})
	if err == nil {
		return d, nil
	}
	if p, perr := pddl.ParseProblem("f", src, pddl.ParseOptions{}); perr == nil {
		return p, nil
	}
	return nil, err
}

// checkRoundTrip: parse(emit(x)) == x, emit again gives the same bytes, and
// the reference grammar reads the same.
func checkRoundTrip(t *rapid.T, x any) {
	src := format(t, x)
	back, err := read(src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	if d := cmp.Diff(x, back, same); d != "" {
		t.Fatalf("(-emitted +parsed):\n%s\n%s", d, src)
	}
	if again := format(t, back); !bytes.Equal(src, again) {
		t.Fatalf("emitted again:\n%s\nwas\n%s", again, src)
	}
	checkReference(t, src, back)
}

func checkReference(t interface{ Fatalf(string, ...any) }, src []byte, fast any) {
	if d := cmp.Diff(reference(src), fast, same, cmpopts.EquateEmpty()); d != "" {
		t.Fatalf("(-reference +fast):\n%s\n%s", d, src)
	}
}

func TestLawParseIsTheInverseOfFormatDomain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkRoundTrip(t, drawDomain(t)) })
}

// TestFormatKeepsUntypedItemsUntyped: in text, an item without a type that
// comes before one with a type would have that type.
func TestFormatKeepsUntypedItemsUntyped(t *testing.T) {
	name := func(s string) pddl.Name { return pddl.Name{Text: s} }
	of := func(s string) pddl.Type { return pddl.Type{Names: []pddl.Name{name(s)}} }
	d := &pddl.Domain{
		Name:      name("d"),
		Types:     []pddl.Typed{{Name: name("a")}, {Name: name("b")}, {Name: name("c"), Type: of("t")}, {Name: name("d")}},
		Functions: []pddl.Function{{Name: name("f")}, {Name: name("g"), Type: of("number")}, {Name: name("h")}},
	}
	want := "(define (domain d)\n  (:types a b - object c - t d)\n  (:functions\n    (f) - number\n    (g) - number\n    (h))\n)\n"
	if got := string(format(t, d)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestLawParseIsTheInverseOfFormatProblem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkRoundTrip(t, drawProblem(t)) })
}

// others are tokens that a mutation may put in.
var others = strings.Fields(`( ) x ?x - = 3 4.5 either and or not imply exists forall when increase at number total-cost minimize
	:effect :parameters :precondition :action :init :goal :types :predicates :functions :strips domain problem define ; é ? : 7x :derived preference`)

// TestLawBothParsersAgreeOnMutations: text with tokens dropped, doubled,
// inserted, exchanged or replaced is read equally, or refused, by both parsers.
func TestLawBothParsersAgreeOnMutations(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		var src string
		if rapid.Bool().Draw(t, "domain") {
			src = string(format(t, drawDomain(t)))
		} else {
			src = string(format(t, drawProblem(t)))
		}
		tokens := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(src))
		for range rapid.IntRange(1, 3).Draw(t, "edits") {
			i := rapid.IntRange(0, len(tokens)-1).Draw(t, "token")
			switch rapid.IntRange(0, 4).Draw(t, "edit") {
			case 0:
				tokens = append(tokens[:i:i], tokens[i+1:]...)
			case 1:
				tokens = append(tokens[:i+1:i+1], tokens[i:]...)
			case 2:
				tokens = slices.Insert(tokens, i, rapid.SampledFrom(others).Draw(t, "new"))
			case 3: // twist two parts
				j := rapid.IntRange(0, len(tokens)-1).Draw(t, "other")
				tokens[i], tokens[j] = tokens[j], tokens[i]
			default:
				tokens[i] = rapid.SampledFrom(others).Draw(t, "new")
			}
			if len(tokens) == 0 {
				return
			}
		}
		text := []byte(strings.Join(tokens, "\n")) // so that a ; ends with its token
		fast, err := read(text)
		if err == nil {
			accepted++
		}
		checkReference(t, text, fast)
	})
	if accepted == 0 {
		t.Error("no mutation was accepted: the law says nothing")
	}
}

// TestCorpus reads every file of the corpus: the fast parser and the reference
// agree, and what is read survives a round trip.
func TestCorpus(t *testing.T) {
	dir := needs.Shared(t)
	files, refused := 0, 0
	for _, sub := range []string{"corpus", "cases", "timing"} {
		err := filepath.WalkDir(filepath.Join(dir, "data", "pddl", sub), func(path string, e fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".pddl" {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil || len(src) > 100_000 {
				return err
			}
			files++
			fast, err := read(src)
			if err != nil {
				refused++
				if ref := reference(src); ref != nil {
					t.Errorf("%s: refused, but the reference reads it: %v", path, err)
				}
				return nil
			}
			if d := cmp.Diff(reference(src), fast, same, cmpopts.EquateEmpty()); d != "" {
				t.Errorf("%s (-reference +fast):\n%s", path, d)
			}
			back, err := read(format(t, fast))
			if err != nil {
				t.Errorf("%s: printed, it is not read: %v", path, err)
			} else if d := cmp.Diff(fast, back, same, cmpopts.EquateEmpty()); d != "" {
				t.Errorf("%s (-read +printed and read):\n%s", path, d)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d files, %d of them refused by both parsers", files, refused)
	if files < 400 {
		t.Errorf("only %d files found", files)
	}
}
