package pddl_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alecthomas/participle/v2"

	"workbench/internal/diag"
	"workbench/pddl"
)

func codes(err error) string {
	var out []string
	for _, p := range diag.From(err, "?") {
		out = append(out, p.Code+"@"+strings.TrimPrefix(p.Where, "f:"))
	}
	return strings.Join(out, " ")
}

// TestErrorsStandWhereTheTextIsWrong has one text for each kind of error, with
// its codes and places; several broken sections give several errors.
func TestErrorsStandWhereTheTextIsWrong(t *testing.T) {
	tests := []struct{ name, src, want, says string }{
		{"empty", ``, "pddl-syntax@1:1", "the end of the file"},
		{"no define", `(domain x)`, "pddl-syntax@1:2", "expected define of (define (domain NAME)"},
		{"no parenthesis", `define`, "pddl-syntax@1:1", `expected "("`},
		{"a form before it", `(in-package "PDDL") (define (domain x))`, "pddl-syntax@1:2", `found "in-package"`},
		{"no kind", `(define domain x)`, "pddl-syntax@1:9", `expected "("`},
		{"no name", `(define (domain))`, "pddl-syntax@1:16", "expected the name"},
		{"the head is not closed", "(define (domain x (:predicates (p)))", "pddl-syntax@1:9 pddl-syntax@1:19", `")" after the name`},
		{"no keyword", "(define (domain x) (action a))", "pddl-syntax@1:21", "keyword of a section, such as :action"},
		{"no section", "(define (domain x) :types)", "pddl-syntax@1:20", `a section such as (:action, or ")"`},
		{"no name of an action", "(define (domain x) (:action (p)))", "pddl-syntax@1:29", "the name of the action"},
		{"no clause", "(define (domain x) (:action a (p)))", "pddl-syntax@1:31", "in action a: expected a clause"},
		{"another kind", `(define (problem x) (:domain y) (:init) (:goal (p)))`, "pddl-syntax@1:10", "defines a problem"},
		{"text after it", "(define (domain x))\n(more)", "pddl-syntax@2:1", "expected the end of the file"},
		{"never closed", "(define (domain x)\n (:predicates (p)", "pddl-syntax@2:2", "never closed"},
		{"closes nothing", "(define (domain x)))", "pddl-syntax@1:20", "closes nothing"},
		{"a missing parenthesis breaks one section", "(define (domain x)\n(:action a :precondition (and (p) :effect (q))\n(:action b :effect (q) :efect (p)))", "pddl-syntax@2:1 pddl-syntax@2:35 pddl-syntax@3:24", "not closed before :action at 3:1"},
		{"a section is not closed", "(define (domain x)\n(:predicates (p)\n(:types ?))", "pddl-syntax@2:1 pddl-syntax@3:9", "not closed before :types at 3:1"},
		{"an action without clauses is not closed", "(define (domain x)\n(:action a\n(:types ?))", "pddl-syntax@2:1 pddl-syntax@3:9", "not closed before :types at 3:1"},
		{"the construct that is open is named", "(define (domain x) (:action a :precondition (and (p) :effect (q))))", "pddl-syntax@1:54", `expected a condition or ")"`},
		{"misspelt section", "(define (domain x) (:requirments :strips))", "pddl-syntax@1:21", "did you mean :requirements?"},
		{"misspelt clause", "(define (domain x) (:action a :precond (p)))", "pddl-syntax@1:31", "is no part of action a"},
		{"section of the other kind", "(define (domain x) (:init (p)))", "pddl-syntax@1:21", "no part of a domain"},
		{"section twice", "(define (domain x) (:predicates (p)) (:predicates (q)))", "duplicate-section@1:39", "keep one"},
		{"clause twice", "(define (domain x) (:action a :effect (p) :effect (q)))", "duplicate-section@1:43", "keep one"},
		{"empty requirements", "(define (domain x) (:requirements))", "pddl-syntax@1:34", "a requirement"},
		{"a variable among types", "(define (domain x) (:types a ?b))", "pddl-syntax@1:30", "a name, or - and a type"},
		{"a name among variables", "(define (domain x) (:predicates (p a)))", "pddl-syntax@1:36", "a variable"},
		{"a type is missing", "(define (domain x) (:types a -))", "pddl-syntax@1:31", "a type"},
		{"either of nothing", "(define (domain x) (:types a - (either)))", "pddl-syntax@1:39", "a type"},
		{"not of two", "(define (domain x) (:action a :precondition (not (p) (q))))", "pddl-syntax@1:54", `")" to close "(not"`},
		{"number as a fact", "(define (domain x) (:action a :effect (3)))", "pddl-syntax@1:40", "a predicate"},
		{"a predicate called and", "(define (domain x) (:action a :effect (not (and))))", "pddl-syntax@1:45", "a predicate"},
		{"two conditions", "(define (domain x) (:action a :precondition (p) (q)))", "pddl-syntax@1:49", "nothing more"},
		{"a bare word", "(define (domain x) (:action a :precondition p))", "pddl-syntax@1:45", `"(" and a condition`},
		{"no PDDL at all", "(define (domain x) (:action a :precondition (p é)))", "pddl-syntax@1:48", "a name or a variable"},
		{"tab and CR count one", "(define\t(domain x)\r\n(:types\r ?a))", "pddl-syntax@3:2", "a name"},
		{"three broken sections", "(define (domain x)\n(:types ?)\n(:predicates p)\n(:action a :effect ()\n:effect (q)))", "pddl-syntax@2:9 pddl-syntax@3:14 duplicate-section@5:1", ""},
		{"durative action", "(define (domain x) (:durative-action a :parameters () :duration (= ?duration 1)))", "unsupported-durative-actions@1:21", "not supported"},
		{"derived predicate", "(define (domain x) (:derived (p) (q)))", "unsupported-derived-predicates@1:21", ""},
		{"constraints", "(define (domain x) (:constraints (always (p))))", "unsupported-constraints@1:21", ""},
		{"preference", "(define (domain x) (:action a :precondition (preference n (p))))", "unsupported-preferences@1:45", ""},
		{"comparison", "(define (domain x) (:action a :precondition (>= (f) 3)))", "unsupported-numeric-fluents@1:45", ""},
		{"numeric equality", "(define (domain x) (:action a :precondition (= 3 (f))))", "unsupported-numeric-fluents@1:48", ""},
		{"object fluent", "(define (domain x) (:action a :precondition (= ?x (f))))", "unsupported-object-fluents@1:51", ""},
		{"nested term", "(define (domain x) (:action a :precondition (p (f))))", "unsupported-object-fluents@1:48", ""},
		{"assign", "(define (domain x) (:action a :effect (assign (f) 3)))", "unsupported-numeric-fluents@1:39", ""},
		{"arithmetic", "(define (domain x) (:action a :effect (increase (f) (+ 1 2))))", "unsupported-numeric-fluents@1:53", ""},
		{"function to objects", "(define (domain x) (:functions (f) - object))", "unsupported-object-fluents@1:38", ""},
		{"numbers compared with functions", "(define (domain x) (:action a :precondition (= (f ?x) 3)))", "unsupported-numeric-fluents@1:48", ""},
		{"functions compared", "(define (domain x) (:action a :precondition (= (f) (g))))", "unsupported-object-fluents@1:48", ""},
		{"a number as an argument", "(define (domain x) (:action a :effect (p 3)))", "unsupported-numeric-fluents@1:42", "only names and variables"},
		{"trajectory", "(define (domain x) (:action a :precondition (sometime (p))))", "unsupported-constraints@1:45", `"(sometime"`},
		{"trajectory with a bound", "(define (domain x) (:action a :precondition (within 5 (p))))", "unsupported-constraints@1:45", ""},
		{"timed condition", "(define (domain x) (:action a :precondition (and (at start (p)))))", "unsupported-durative-actions@1:50", ""},
		{"a predicate called at with a function", "(define (domain x) (:action a :precondition (at start x (p))))", "unsupported-object-fluents@1:57", ""},
		{"one of several effects", "(define (domain x) (:action a :effect (oneof (p) (q))))", "unsupported-non-determinism@1:39", ""},
		{"probable effect", "(define (domain x) (:action a :effect (probabilistic 0.5 (p))))", "unsupported-probabilistic-effects@1:39", ""},
		{"clause of a durative action", "(define (domain x) (:action a :duration (= ?duration 3) :condition (p)))", "unsupported-durative-actions@1:31 unsupported-durative-actions@1:57", ""},
		{"a number of clauses", "(define (domain x) (:action a :vars (?x) :expansion (b) :agent c :observe (p)))", "unsupported-vars@1:31 unsupported-hierarchy@1:42 unsupported-agents@1:57 unsupported-observations@1:66", ""},
		{"sections of other languages", "(define (domain x)\n(:axiom :vars (?x))\n(:event e)\n(:task t)\n(:method m)\n(:timeless (p))\n(:situation s))", "unsupported-derived-predicates@2:2 unsupported-events@3:2 unsupported-hierarchy@4:2 unsupported-hierarchy@5:2 unsupported-timeless-facts@6:2 unsupported-situations@7:2", ""},
		{"process", "(define (domain x) (:process p))", "unsupported-processes@1:21", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := pddl.ParseDomain("f", []byte(tt.src), pddl.ParseOptions{})
			if got := codes(err); got != tt.want {
				t.Errorf("got %s, want %s\n%v", got, tt.want, err)
			}
			if err != nil && !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%q is not in\n%v", tt.says, err)
			}
		})
	}
	problems := []struct{ name, src, want string }{
		{"no goal", "(define (problem x) (:domain y) (:init))", "missing-section@1:10"},
		{"nothing", "(define (problem x))", "missing-section@1:10"},
		{"an action", "(define (problem x) (:domain y) (:init) (:goal (p)) (:action a))", "pddl-syntax@1:53"},
		{"timed literal", "(define (problem x) (:domain y) (:init (at 5 (p))) (:goal (p)))", "unsupported-timed-initial-literals@1:40"},
		{"a fact called at", "(define (problem x) (:domain y) (:init (at a b)) (:goal (p)))", ""},
		{"object value", "(define (problem x) (:domain y) (:init (= (f) a)) (:goal (p)))", "unsupported-object-fluents@1:47"},
		{"no metric", "(define (problem x) (:domain y) (:init) (:goal (p)) (:metric cheap (total-cost)))", "pddl-syntax@1:62"},
		{"violations", "(define (problem x) (:domain y) (:init) (:goal (p)) (:metric minimize (is-violated p)))", "unsupported-preferences@1:71"},
		{"utilities", "(define (problem x) (:domain y) (:init) (:goal (p)) (:goal-utilities (= (p) 3)))", "unsupported-goal-utilities@1:54"},
		{"tasks", "(define (problem x) (:domain y) (:htn :tasks (and)) (:init) (:goal (p)))", "unsupported-hierarchy@1:34"},
		{"length", "(define (problem x) (:domain y) (:init) (:goal (p)) (:length (:serial 3)))", "unsupported-length@1:54"},
	}
	for _, tt := range problems {
		t.Run(tt.name, func(t *testing.T) {
			_, err := pddl.ParseProblem("f", []byte(tt.src), pddl.ParseOptions{})
			if got := codes(err); got != tt.want {
				t.Errorf("got %s, want %s\n%v", got, tt.want, err)
			}
		})
	}
}

func TestBounds(t *testing.T) {
	deep := "(define (domain x) (:action a :precondition " + strings.Repeat("(not ", 1_000_000)
	if _, err := pddl.ParseDomain("f", []byte(deep), pddl.ParseOptions{}); codes(err) != "pddl-depth@1:5035" {
		t.Errorf("a million parentheses: %s", codes(err))
	}
	if _, err := pddl.ParseDomain("f", []byte(strings.Repeat("(", 5)), pddl.ParseOptions{MaxDepth: 3}); codes(err) != "pddl-depth@1:4" {
		t.Errorf("depth 3: %v", err)
	}
	if _, err := pddl.ParseDomain("f", []byte(deep), pddl.ParseOptions{MaxDepth: 1 << 40, MaxBytes: 1 << 40}); codes(err) != "pddl-depth@1:500035" {
		t.Errorf("the most depth: %s", codes(err))
	}
	nested := "(define (domain x) (:action a :precondition " + strings.Repeat("(not ", 500) + "(p)" + strings.Repeat(")", 500) + "))"
	if _, err := pddl.ParseDomain("f", []byte(nested), pddl.ParseOptions{}); err != nil {
		t.Errorf("depth 503: %v", err)
	}
	if _, err := pddl.ParseDomain("f", make([]byte, 100), pddl.ParseOptions{MaxBytes: 99}); codes(err) != "pddl-size@1:1" {
		t.Errorf("size: %v", err)
	}
	many := "(define (domain x)" + strings.Repeat("(:action a :effect 1)", 40) + ")"
	_, err := pddl.ParseDomain("f", []byte(many), pddl.ParseOptions{})
	if l := diag.From(err, ""); len(l) != 11 || l[10].Code != "pddl-more" || !strings.HasPrefix(l[10].Message, "30 more") {
		t.Errorf("forty errors give %d", len(l))
	}
}

// TestParsersRunAtOnce: one grammar serves all goroutines (see -race).
func TestParsersRunAtOnce(t *testing.T) {
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if _, _, err := pddl.Import(pddl.ImportOptions{Domain: []byte(onceDomain), Problem: []byte(onceProblem)}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

// TestHostileText: what is made to cost time or memory is refused at once, in
// few and short words.
func TestHostileText(t *testing.T) {
	for name, src := range map[string]string{
		"a long name and many faults":    "(define (domain x)(:action " + strings.Repeat("n", 2_000_000) + strings.Repeat(" :xyz", 50_000) + "))",
		"sections that are never closed": strings.Repeat("(:types ", 500_000),
		"closing parentheses":            strings.Repeat(")", 1_000_000),
		"unclosed constructs":            "(define (domain x)" + strings.Repeat("(:action a :effect (and (p) q)", 50_000),
	} {
		start := time.Now()
		_, err := pddl.ParseDomain("f", []byte(src), pddl.ParseOptions{})
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s: %v", name, took)
		}
		if l := diag.From(err, ""); len(l) == 0 || len(l) > 11 || len(err.Error()) > 4000 {
			t.Errorf("%s: %d problems, %d bytes of words", name, len(l), len(err.Error()))
		}
	}
	before := participle.MaxIterations
	participle.MaxIterations = 1000 // of a million: a test need not take as long
	defer func() { participle.MaxIterations = before }()
	many := "(define (domain x)" + strings.Repeat("(:action a)", 1001) + ")"
	if _, err := pddl.ParseDomain("f", []byte(many), pddl.ParseOptions{}); codes(err) != "pddl-size@1:11019" {
		t.Errorf("too many actions: %v", err)
	}
}

// TestDeviationsAreAccepted: what real files rely on.
func TestDeviationsAreAccepted(t *testing.T) {
	for name, src := range map[string]string{
		"byte order mark":       "\ufeff(define (domain x))",
		"upper case":            "(DEFINE (DOMAIN X) (:REQUIREMENTS :STRIPS) (:ACTION A :EFFECT (AND (P))))",
		"constants last":        "(define (domain x) (:predicates (p)) (:constants a b))",
		"a glued variable":      "(define (domain x) (:predicates (p ?a?b)))",
		"a type of nothing":     "(define (domain x) (:types - object))",
		"untyped functions":     "(define (domain x) (:functions (total-cost) (f ?a)))",
		"no parameters":         "(define (domain x) (:action a :effect (p)))",
		"empty conditions":      "(define (domain x) (:action a :parameters () :precondition () :effect ()))",
		"comment at the end":    "(define (domain x)) ; done",
		"CR ends lines":         "(define (domain x) ; comment\r(:predicates (p)))",
		"clauses in any order":  "(define (domain x) (:action a :effect (p) :precondition (q)))",
		"words of the language": "(define (domain x) (:predicates (at ?a) (over ?a) (start) (domain) (number)))",
	} {
		if _, err := pddl.ParseDomain("f", []byte(src), pddl.ParseOptions{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

const onceDomain = `(define (domain d) (:requirements :strips)
 (:constants k) (:predicates (go1) (ran1) (go2) (ran2) (lock ?x) (open) (lock2))
 (:action first :precondition (and (go1) (lock k)) :effect (and (ran1) (not (go1)) (not (lock k)) (open)))
 (:action second :precondition (and (go2) (ran1) (open)) :effect (and (not (go2)) (ran2) (lock k))))`
const onceProblem = `(define (problem p) (:domain d) (:init (go1) (go2) (lock k)) (:goal (and (ran1) (ran2) (lock k))))`

// TestImportRefuses has one task for each construct that a contract cannot
// hold, made from a sound one by a replacement in the domain or problem. The
// place that must be reported is marked by ^.
func TestImportRefuses(t *testing.T) {
	const first, second = "^(:action first", "^(:action second"
	tests := []struct{ name, from, to, want string }{
		{"sound", "", "", ""},
		{"may run twice", "(:action first :precondition (and (go1) (lock k)) :effect (and (ran1) (not (go1))", first + " :precondition (and (go1) (lock k)) :effect (and (ran1)", "import-repeatable"},
		{"need not run", "(:goal (and (ran1)", "(:goal (and", "import-optional@d:3:2"},
		{"guard added again", "(ran2) (lock k))))", "(ran2) (lock k) (go1))))", "import-repeatable@d:3:2"},
		{"guard deleted by another", "(not (go2))", "(not (go2)) (not (go1))", "import-repeatable@d:3:2"},
		{"guard false at the start", "(:init (go1)", "(:init", "import-repeatable@d:3:2"},
		{"guard no precondition", "(and (go1) (lock k))", "(and (lock k))", "import-repeatable@d:3:2"},
		{"done at the start", "(:init (go1)", "(:init (go1) (ran1)", "import-optional@d:3:2"},
		{"done deleted", "(not (go2))", "(not (go2)) (not (ran1))", "import-optional@d:3:2"},
		{"another's guard", "(:action second :precondition (and (go2)", second + " :precondition (and (go2) (go1)", "import-guard-shared"},
		{"guard is a goal", "(:goal (and", "(:goal ^(and (go1)", "import-guard-goal"},
		{"parameters", ":action second", ":action second :parameters (^?x)", "import-parameters"},
		{"variable", "(lock k))))", "(lock ^?y))))", "import-variable"},
		{"types", "(:constants k)", "(:types ^t) (:constants k)", "import-typing"},
		{"typed object", "(:constants k)", "(:constants k - ^t)", "import-typing"},
		{"typed predicate", "(lock ?x)", "(lock ?x - ^t)", "import-typing"},
		{"function", "(:constants k)", "(:constants k) (:functions (^total-cost))", "import-numeric"},
		{"cost", "(ran2) (lock k))))", "(ran2) (lock k) ^(increase (total-cost) 1))))", "import-numeric"},
		{"metric", "(:init", "(:metric ^minimize (total-cost)) (:init", "import-numeric"},
		{"value", "(:init", "(:init ^(= (total-cost) 0)", "import-numeric"},
		{"negative precondition", "(and (go2)", "(and ^(not (open)) (go2)", "import-negative"},
		{"negative fact", "(:init", "(:init ^(not (open))", "import-negative"},
		{"negative goal", "(:goal (and", "(:goal (and ^(not (open))", "import-negative"},
		{"equality", "(and (go2)", "(and ^(= k k) (go2)", "import-equality"},
		{"disjunction", "(and (go2)", "(and ^(or (open)) (go2)", "import-disjunction"},
		{"implication", "(and (go2)", "(and ^(imply (open) (open)) (go2)", "import-disjunction"},
		{"quantifier", "(and (go2)", "(and ^(exists (?x) (lock ?x)) (go2)", "import-quantifier"},
		{"conditional effect", "(ran2) (lock k))))", "(ran2) (lock k) ^(when (open) (open)))))", "import-conditional"},
		{"quantified effect", "(ran2) (lock k))))", "(ran2) (lock k) ^(forall (?x) (lock ?x)))))", "import-quantifier"},
		{"add and delete", "(ran2) (lock k))))", "(ran2) (lock k) (open) (not (open)))))", "import-add-delete@d:4:2"},
		{"undeclared predicate", "(ran2) (lock k))))", "(ran2) (lock k) (^other))))", "import-undeclared"},
		{"undeclared object", "(ran2) (lock k))))", "(ran2) (lock k) (lock ^z))))", "import-undeclared"},
		{"arity", "(ran2) (lock k))))", "(ran2) (lock k) ^(lock))))", "import-arity"},
		{"another domain", "(:domain d)", "(:domain ^e)", "import-domain"},
		{"requirement", ":strips", ":strips ^:numeric-fluents", "import-requirement"},
		{"action twice", ":action second", ":action ^FIRST", "import-duplicate-action"},
		{"predicate twice", "(open) (lock2))\n", "(open) (lock2) (^OPEN))\n", "import-duplicate-predicate"},
		{"object twice", "(:constants k)", "(:constants k ^K)", "import-duplicate-object"},
		{"no goal but to run", "(:goal (and (ran1) (ran2) (lock k))", "(:goal ^(and (ran1) (ran2))", "goals-empty"},
		{"a fact from nowhere", "(:action second :precondition (and (go2)", second + " :precondition (and (go2) (lock2)", "precondition-no-source"},
		{"a goal from nowhere", "(:goal (and", "(:goal ^(and (lock2)", "goal-no-source"},
		{"it needs to have run", "(:action first :precondition (and (go1)", first + " :precondition (and (go1) (ran1)", "depends-self"},
		{"a type above object", "(:constants k)", "(:types object - ^t) (:constants k)", "import-typing"},
		{"broken text", "(:constants k)", "(:constants ^?k)", "pddl-syntax"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, p := onceDomain, onceProblem
			if strings.Contains(d, tt.from) {
				d = strings.Replace(d, tt.from, tt.to, 1)
			} else {
				p = strings.Replace(p, tt.from, tt.to, 1)
			}
			if tt.from != "" && d+p == onceDomain+onceProblem {
				t.Fatal("the replacement does nothing")
			}
			want := tt.want
			for name, text := range map[string]*string{"d": &d, "p": &p} {
				before, after, marked := strings.Cut(*text, "^")
				if marked {
					lines := strings.Split(before, "\n")
					want += fmt.Sprintf("@%s:%d:%d", name, len(lines), len(lines[len(lines)-1])+1)
					*text = before + after
				}
			}
			c, _, err := pddl.Import(pddl.ImportOptions{DomainName: "d", Domain: []byte(d), ProblemName: "p", Problem: []byte(p)})
			if got := codes(err); got != want {
				t.Errorf("got %s, want %s\n%v", got, want, err)
			}
			if (err == nil) == (c == nil) {
				t.Errorf("contract %v with error %v", c, err)
			}
		})
	}
	d := strings.Replace(onceDomain, "(and (go2)", "(and (not (open)) (= k k) (go2)", 1)
	_, _, err := pddl.Import(pddl.ImportOptions{DomainName: "d", Domain: []byte(d), ProblemName: "p", Problem: []byte(strings.Replace(onceProblem, "(:init", "(:init (x)", 1))})
	if got := codes(err); got != "import-negative@d:4:37 import-equality@d:4:50 import-undeclared@p:1:41" {
		t.Errorf("several at once: %s", got)
	}
}

func TestImportReadsFactsStrictly(t *testing.T) {
	for facts, want := range map[string]string{
		`{"a":"go1","a":"go2"}`:              "json-duplicate-name@facts:1:12",
		`["go1"]`:                            "facts-form@facts",
		`{"a":1}`:                            "facts-form@facts:1:6",
		`{"a":"open","b":"OPEN"}`:            "facts-form@facts:1:17",
		`{"":"open","b":"open"}`:             "facts-form@facts:1:16",
		`{"(lock k)":"open"}`:                "facts-form@facts",
		`{" ":"open"}`:                       "fact-value@d:3:2 fact-value@d:4:2",
		`{"the door is open":"open"}`:        "",
		`{"the door is open":"unknown"}`:     "",
		`{"first may run":"go1","x":"ran1"}`: "",
	} {
		_, _, err := pddl.Import(pddl.ImportOptions{DomainName: "d", Domain: []byte(onceDomain), ProblemName: "p", Problem: []byte(onceProblem), FactsName: "facts", Facts: []byte(facts)})
		if got := codes(err); got != want {
			t.Errorf("%s: got %s, want %s\n%v", facts, got, want, err)
		}
	}
}
