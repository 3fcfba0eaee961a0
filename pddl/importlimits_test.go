package pddl_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"workbench/internal/diag"
	"workbench/pddl"
	"workbench/strips"
)

// TestLargestContractsComeBack: the limits are those of the contract, not of
// its task, where guards, done facts and dependencies come on top.
func TestLargestContractsComeBack(t *testing.T) {
	c := &strips.Contract{Goals: []string{"f0"}}
	for i := range strips.MaxFacts {
		c.Initial = append(c.Initial, fmt.Sprint("f", i))
	}
	c.Actions = []strips.Action{{Step: 1, Add: c.Initial}, {Step: 2, Pre: c.Initial, Del: c.Initial}}
	deps := strips.Dependencies{{Step: 1}, {Step: 2, On: []int64{1}}}
	files, err := pddl.Export(c, deps, pddl.ExportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	back, _, err := pddl.Import(pddl.ImportOptions{Domain: files.Domain, Problem: files.Problem, Facts: files.Facts})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(normal(c), normal(back), cmpopts.EquateEmpty()); d != "" {
		t.Errorf("(-exported +imported):\n%.2000s", d)
	}
	more := strings.Replace(string(files.Domain), "(not (f0001))", "(not (f0001)) (not (f9))", 1)
	more = strings.Replace(more, "(:predicates", "(:predicates (f9)", 1)
	problem := strings.Replace(string(files.Problem), "(:init", "(:init (f9)", 1)
	_, _, err = pddl.Import(pddl.ImportOptions{DomainName: "d", Domain: []byte(more), ProblemName: "p", Problem: []byte(problem), Facts: files.Facts})
	if got := codes(err); got != "facts-limit@d:4111:3 facts-limit@p:5:10" {
		t.Errorf("one fact too many: %s", got)
	}
	many := "(define (domain d)" + strings.Repeat("(:action a)", strips.MaxActions+1) + ")"
	_, _, err = pddl.Import(pddl.ImportOptions{DomainName: "d", Domain: []byte(many), ProblemName: "p", Problem: []byte(onceProblem)})
	if got := codes(err); got != fmt.Sprintf("actions-limit@d:1:%d", 19+11*strips.MaxActions) {
		t.Errorf("one action too many: %s", got)
	}
}

// TestGuardsThatDoNothingElse: first uses up what second needs too; that is no
// guard, while another fact can be.
func TestGuardsThatDoNothingElse(t *testing.T) {
	domain := strings.NewReplacer(
		"(and (go1) (lock k))", "(and (lock2) (go1) (lock k))",
		"(not (go1))", "(not (lock2)) (not (go1))",
		"(and (go2)", "(and (lock2) (go2)",
	).Replace(onceDomain)
	problem := strings.Replace(onceProblem, "(:init", "(:init (lock2)", 1)
	c, _, err := pddl.Import(pddl.ImportOptions{Domain: []byte(domain), Problem: []byte(problem)})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"(lock k)", "(lock2)"}; !slices.Equal(c.Initial, want) {
		t.Errorf("initial facts %q, want %q", c.Initial, want)
	}
}

// TestImportTakesLinearTime: wide and deep input is read or refused at once.
// The bound is far from what it takes and far below what any square would.
func TestImportTakesLinearTime(t *testing.T) {
	var names, both strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&names, "(a%d)(b%d)", i, i)
		fmt.Fprintf(&both, "(a%d)(not (b%d))", i, i)
	}
	wide := strings.Replace(onceDomain, "(open)", "(open) "+names.String(), 1)
	for _, tt := range []struct{ name, domain, problem, want string }{
		{"arguments", onceDomain, strings.Replace(onceProblem, "(lock k)", "(lock"+strings.Repeat(" k", 300_000)+")", 1), "import-arity"},
		{"nested conjunctions", onceDomain, strings.Replace(onceProblem, "(:goal (and", "(:goal (and "+strings.Repeat("(and ", 900)+strings.Repeat("(lock k)", 100_000)+strings.Repeat(")", 900), 1), ""},
		{"effects", strings.Replace(wide, "(not (go1))", "(not (go1)) "+both.String(), 1), onceProblem, "facts-limit"},
		{"faults", onceDomain, strings.Replace(onceProblem, "(:init", "(:init "+strings.Repeat("(nowhere)", 200_000), 1), "import-undeclared"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			_, _, err := pddl.Import(pddl.ImportOptions{Domain: []byte(tt.domain), Problem: []byte(tt.problem)})
			if took := time.Since(start); took > 10*time.Second {
				t.Errorf("%v", took)
			}
			l := diag.From(err, "")
			if tt.want == "" && err != nil || tt.want != "" && !l.Has(tt.want) {
				t.Errorf("want %q: %.300v", tt.want, err)
			}
			if len(l) > 101 {
				t.Errorf("%d refusals", len(l))
			}
		})
	}
}
