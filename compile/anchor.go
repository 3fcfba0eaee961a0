package compile

import (
	"fmt"
	"strconv"
	"strings"

	"workbench/internal/canonjson"
	"workbench/internal/diag"
	"workbench/strips"
)

// The commands that checks name.
const (
	auditorFormal    = "plan-auditor-formal"
	auditorFormalize = "plan-auditor-formalize"
	workbench        = "workbench"
)

// Anchor is the check that carries a plan's contract (member formal_planning).
type Anchor struct {
	StepID   int64            // id of the step whose check it is; 0 when that has none
	Contract *canonjson.Value // the embedded contract, an object
	SHA256   string           // of its canonical bytes
	Where    string           // its place: steps[0].verify[0]
	Argv     Argv             // what its command line asks for
	Faults   diag.List        // broken rules of the check around the contract
}

// Generated reports whether the contract claims to be compiled from a plan:
// an initial fact has the source prefix.
func (a *Anchor) Generated() bool { return len(a.sources()) > 0 }

// sources returns the initial facts that have the source prefix.
func (a *Anchor) sources() []string {
	var facts []string
	if list := a.Contract.Get("initial_facts"); list != nil && list.Kind == canonjson.Array {
		for _, f := range list.Items {
			if f.Kind == canonjson.String && strings.HasPrefix(f.Text, SourcePrefix) {
				facts = append(facts, f.Text)
			}
		}
	}
	return facts
}

// Argv is what a check's command line asks of the verification.
type Argv struct {
	MaxStates           int    // 0: not given
	FastDownward        string // "": not given
	RequireFastDownward bool
}

// Anchors returns all anchors of a plan document, in order. A member
// formal_planning that is no object is no anchor.
func Anchors(root *canonjson.Value) []*Anchor {
	var anchors []*Anchor
	for c := range checksOf(root) {
		contract := c.value.Get("formal_planning")
		if contract == nil || contract.Kind != canonjson.Object {
			continue
		}
		a := &Anchor{Contract: contract, SHA256: canonjson.SHA256(contract), Where: c.where()}
		a.StepID, _ = positive(c.step.Get("id"))
		a.checkShape(c.value)
		anchors = append(anchors, a)
	}
	return anchors
}

// checkShape applies the rules of the check around a contract: it is a run
// check [anchor-not-run] with exactly type, argv and formal_planning
// [anchor-unknown-field] (and expect_exit 0 or a positive timeout), and its
// argv verifies exactly this contract.
func (a *Anchor) checkShape(check *canonjson.Value) {
	if kind := check.Get("type"); kind == nil || kind.Kind != canonjson.String || kind.Text != "run" {
		a.Faults.Addf("anchor-not-run", a.Where+".type", "the check that carries a contract must have the type run")
	}
	for _, m := range check.Members {
		switch {
		case m.Name == "type" || m.Name == "argv" || m.Name == "formal_planning":
		case m.Name == "expect_exit" && m.Value.Kind == canonjson.Number && m.Value.Text == "0":
		case m.Name == "timeout" && positiveNumber(&m.Value):
		default:
			a.Faults.Addf("anchor-unknown-field", a.Where+"."+m.Name, "the check that carries a contract may hold only type, argv and formal_planning, expect_exit 0 and a timeout over 0: remove %q", m.Name)
		}
	}
	a.argv(check.Get("argv"))
}

func positiveNumber(v *canonjson.Value) bool {
	if v.Kind != canonjson.Number {
		return false
	}
	f, err := strconv.ParseFloat(v.Text, 64)
	return err == nil && f > 0
}

// argv applies the rules of the command line and reads its options.
func (a *Anchor) argv(v *canonjson.Value) {
	where := a.Where + ".argv"
	words, ok := stringsOf(v)
	if !ok || len(words) == 0 {
		a.Faults.Addf("anchor-argv-type", where, "argv must be a list of strings")
		return
	}
	rest, ours, ok := cutCommand(words, a.SHA256)
	if !ok {
		a.Faults.Addf("anchor-argv-prefix", where, "argv must begin with the words of formal verify for this contract: %q", strings.Join(formalCommand(StyleWorkbench, a.SHA256), " "))
		return
	}
	seen := map[string]bool{}
	for i := 0; i < len(rest); i++ {
		word := rest[i]
		valued := word == "--fast-downward" || word == "--max-states" && ours
		if seen[word] || !valued && word != "--require-fast-downward" || valued && i+1 == len(rest) {
			a.Faults.Addf("anchor-argv-token", where, "argv has %q where only one --fast-downward VALUE, --require-fast-downward and, for workbench, --max-states N may stand", word)
			return
		}
		seen[word] = true
		switch word {
		case "--require-fast-downward":
			a.Argv.RequireFastDownward = true
		case "--fast-downward":
			i++
			a.Argv.FastDownward = rest[i]
			if canonjson.Strip(rest[i]) == "" {
				a.Faults.Addf("anchor-fd-empty", where, "--fast-downward needs a value: auto, or the name of a program")
			}
		case "--max-states":
			i++
			n, err := strconv.Atoi(rest[i])
			if err != nil || n < 1 || n > strips.LargestMaxStates || strconv.Itoa(n) != rest[i] {
				a.Faults.Addf("anchor-argv-token", where, "--max-states needs an integer from 1 to %d", strips.LargestMaxStates)
				return
			}
			a.Argv.MaxStates = n
		}
	}
}

// cutCommand removes the words of formal verify for a contract, in either
// style; ours is true for the workbench's.
func cutCommand(words []string, sha string) (rest []string, ours, ok bool) {
	for _, style := range []Style{StyleWorkbench, StylePlanAuditor} {
		prefix := formalCommand(style, sha)
		if len(words) >= len(prefix) && strings.Join(words[:len(prefix)], "\x00") == strings.Join(prefix, "\x00") {
			return words[len(prefix):], style == StyleWorkbench, true
		}
	}
	return nil, false, false
}

// semanticSHA returns the contract that a semantic check names, and whether
// the check has exactly the form that Install writes, in either style.
func semanticSHA(check *canonjson.Value) (string, bool) {
	words, ok := stringsOf(check.Get("argv"))
	if !ok || len(words) < 5 || len(check.Members) != 2 {
		return "", false
	}
	sha := words[len(words)-1]
	for _, style := range []Style{StyleWorkbench, StylePlanAuditor} {
		if isSHA256(sha) && strings.Join(words, "\x00") == strings.Join(semanticCommand(style, sha), "\x00") {
			return sha, true
		}
	}
	return "", false
}

func isSHA256(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}

func stringsOf(v *canonjson.Value) ([]string, bool) {
	if v == nil || v.Kind != canonjson.Array {
		return nil, false
	}
	words := make([]string, len(v.Items))
	for i := range v.Items {
		if v.Items[i].Kind != canonjson.String {
			return nil, false
		}
		words[i] = v.Items[i].Text
	}
	return words, true
}

// check is one item of a step's verify list.
type check struct {
	step  *canonjson.Value
	value *canonjson.Value
	i, j  int // steps[i].verify[j]
}

func (c check) where() string { return fmt.Sprintf("steps[%d].verify[%d]", c.i, c.j) }

// checksOf yields every check of every step of a plan document.
func checksOf(root *canonjson.Value) func(yield func(check) bool) {
	return func(yield func(check) bool) {
		steps := root.Get("steps")
		if steps == nil || steps.Kind != canonjson.Array {
			return
		}
		for i := range steps.Items {
			step := &steps.Items[i]
			list := step.Get("verify")
			if list == nil || list.Kind != canonjson.Array {
				continue
			}
			for j := range list.Items {
				if !yield(check{step, &list.Items[j], i, j}) {
					return
				}
			}
		}
	}
}
