package pddl_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"workbench/internal/needs"
	"workbench/pddl"
	"workbench/strips"
)

// normal is a contract with its lists sorted and its actions by the order
// given; absent lists are empty ones.
func normal(c *strips.Contract) *strips.Contract {
	sorted := func(l []string) []string {
		l = slices.Clone(l)
		slices.Sort(l)
		return l
	}
	n := &strips.Contract{Initial: sorted(c.Initial), Goals: sorted(c.Goals)}
	for _, a := range c.Actions {
		n.Actions = append(n.Actions, strips.Action{Step: a.Step, Pre: sorted(a.Pre), Add: sorted(a.Add), Del: sorted(a.Del)})
	}
	slices.SortFunc(n.Actions, func(a, b strips.Action) int { return int(a.Step - b.Step) })
	return n
}

func byStep(deps strips.Dependencies) strips.Dependencies {
	out := strips.Dependencies{}
	for _, d := range deps {
		on := slices.Clone(d.On)
		slices.Sort(on)
		out = append(out, strips.StepDeps{Step: d.Step, On: on})
	}
	slices.SortFunc(out, func(a, b strips.StepDeps) int { return int(a.Step - b.Step) })
	return out
}

func roundTrip(t *rapid.T, files pddl.Files, facts []byte) (*strips.Contract, strips.Dependencies) {
	c, deps, err := pddl.Import(pddl.ImportOptions{DomainName: "d", Domain: files.Domain, ProblemName: "p", Problem: files.Problem, FactsName: "f", Facts: facts})
	if err != nil {
		t.Fatalf("import: %v\n%s\n%s\n%s", err, files.Domain, files.Problem, facts)
	}
	checkOrder(t, c, deps)
	return c, deps
}

// checkOrder: the lists of what Import gives are sorted, and the dependencies
// stand as the actions do.
func checkOrder(t *rapid.T, c *strips.Contract, deps strips.Dependencies) {
	lists := [][]string{c.Initial, c.Goals}
	for i, a := range c.Actions {
		lists = append(lists, a.Pre, a.Add, a.Del)
		if len(deps) != len(c.Actions) || deps[i].Step != a.Step || !slices.IsSorted(deps[i].On) {
			t.Fatalf("dependencies %v of actions %v", deps, c.Actions)
		}
	}
	for _, l := range lists {
		if l == nil || !slices.IsSorted(l) {
			t.Fatalf("an absent or unsorted list: %q", l)
		}
	}
}

// TestLawImportIsTheInverseOfExport: in both styles, with facts.json, what is
// exported comes back equal, its lists sorted; without facts.json it comes
// back equal but for the facts' names.
func TestLawImportIsTheInverseOfExport(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, deps := drawContract(t)
		o := pddl.ExportOptions{Style: rapid.SampledFrom([]pddl.Style{pddl.StyleWorkbench, pddl.StylePlanAuditor}).Draw(t, "style"), Titles: map[int64]string{}}
		for _, a := range c.Actions {
			o.Titles[a.Step] = rapid.SampledFrom(nasty).Draw(t, "title")
		}
		files, err := pddl.Export(c, deps, o)
		if err != nil {
			t.Fatalf("export: %v", err)
		}
		back, backDeps := roundTrip(t, files, files.Facts)
		if d := cmp.Diff(normal(c), normal(back), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("contract (-exported +imported):\n%s", d)
		}
		if d := cmp.Diff(byStep(deps), byStep(backDeps), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("dependencies (-exported +imported):\n%s", d)
		}
		plain, plainDeps := roundTrip(t, files, nil)
		var names map[string]string
		if err := json.Unmarshal(files.Facts, &names); err != nil {
			t.Fatalf("facts.json: %v", err)
		}
		rename := func(l []string) []string {
			out := []string{}
			for _, f := range l {
				out = append(out, "("+names[f]+")")
			}
			return out
		}
		want := &strips.Contract{Initial: rename(c.Initial), Goals: rename(c.Goals)}
		for _, a := range c.Actions {
			want.Actions = append(want.Actions, strips.Action{Step: a.Step, Pre: rename(a.Pre), Add: rename(a.Add), Del: rename(a.Del)})
		}
		if d := cmp.Diff(normal(want), normal(plain), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("without facts.json (-exported +imported):\n%s", d)
		}
		if d := cmp.Diff(byStep(deps), byStep(plainDeps), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("dependencies without facts.json:\n%s", d)
		}
	})
}

// disguised is an exported task under other names: actions and predicates are
// renamed, and the parts of each conjunction, the actions and the initial
// facts are shuffled. It comes with facts.json for the new names.
func disguised(t *rapid.T, files pddl.Files) (pddl.Files, []string) {
	d, err := pddl.ParseDomain("d", files.Domain, pddl.ParseOptions{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	p, err := pddl.ParseProblem("p", files.Problem, pddl.ParseOptions{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	renamed := map[string]string{}
	for i, n := range rapid.Permutation(d.Predicates).Draw(t, "names") {
		renamed[n.Name.Text] = fmt.Sprintf("p%d", i)
	}
	atom := func(a *pddl.Atom) { a.Predicate.Text = renamed[a.Predicate.Text] }
	and := func(f pddl.Formula) pddl.Formula {
		parts := rapid.Permutation(f.(*pddl.And).Formulas).Draw(t, "conjunction")
		for _, a := range parts {
			atom(a.(*pddl.Atom))
		}
		return &pddl.And{Formulas: parts}
	}
	for i := range d.Predicates {
		d.Predicates[i].Name.Text = renamed[d.Predicates[i].Name.Text]
	}
	d.Actions = rapid.Permutation(d.Actions).Draw(t, "actions")
	var order []string // of the actions, by their old names
	for i, a := range d.Actions {
		order = append(order, a.Name.Text)
		a.Name.Text = fmt.Sprintf("Act%d", i)
		a.Precondition = and(a.Precondition)
		effects := rapid.Permutation(a.Effect.(*pddl.Effects).Effects).Draw(t, "effects")
		for _, e := range effects {
			switch e := e.(type) {
			case *pddl.Atom:
				atom(e)
			case *pddl.Delete:
				atom(e.Atom)
			}
		}
		a.Effect = &pddl.Effects{Effects: effects}
	}
	p.Init = rapid.Permutation(p.Init).Draw(t, "init")
	for _, e := range p.Init {
		atom(e.(*pddl.Atom))
	}
	p.Goal = and(p.Goal)
	var names map[string]string
	if err := json.Unmarshal(files.Facts, &names); err != nil {
		t.Fatalf("facts.json: %v", err)
	}
	for fact, name := range names {
		names[fact] = renamed[name]
	}
	facts, err := json.Marshal(names)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return pddl.Files{Domain: format(t, d), Problem: format(t, p), Facts: facts}, order
}

// TestLawImportDoesNotGoByNames: whatever actions and predicates are called
// and in whatever order they stand, what is exported comes back; with
// facts.json equal but for the numbers of steps, without it with the same
// verdict.
func TestLawImportDoesNotGoByNames(t *testing.T) {
	verdicts := map[strips.Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		c, deps := drawContract(t)
		files, err := pddl.Export(c, deps, pddl.ExportOptions{Style: pddl.StylePlanAuditor})
		if err != nil {
			t.Fatalf("export: %v", err)
		}
		files, order := disguised(t, files)
		number := map[int64]int64{}
		for i, name := range order {
			var id int64
			if _, err := fmt.Sscanf(name, "step-%d", &id); err != nil {
				t.Fatalf("%v", err)
			}
			number[id] = int64(i + 1)
		}
		want, wantDeps := normal(c), byStep(deps)
		for i := range want.Actions {
			want.Actions[i].Step = number[want.Actions[i].Step]
		}
		for i, d := range wantDeps {
			wantDeps[i].Step = number[d.Step]
			for j, on := range d.On {
				d.On[j] = number[on]
			}
		}
		back, backDeps := roundTrip(t, files, files.Facts)
		if d := cmp.Diff(normal(want), normal(back), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("contract (-exported +imported):\n%s", d)
		}
		if d := cmp.Diff(byStep(wantDeps), byStep(backDeps), cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("dependencies (-exported +imported):\n%s", d)
		}
		plain, plainDeps := roundTrip(t, files, nil)
		before, after := verdict(t, c, deps), verdict(t, plain, plainDeps)
		if before != after {
			t.Fatalf("%v became %v without facts.json\n%s\n%s", before, after, files.Domain, files.Problem)
		}
		verdicts[before]++
	})
	if verdicts[strips.Pass] == 0 || verdicts[strips.Reject] == 0 {
		t.Errorf("one verdict only: %v", verdicts)
	}
}

func verdict(t *rapid.T, c *strips.Contract, deps strips.Dependencies) strips.Verdict {
	r, err := strips.Solve(context.Background(), c, deps, strips.Options{})
	if err != nil {
		t.Fatalf("%v", err)
	}
	return r.Verdict
}

// TestLawFactsStayInComments: however a reader decodes the text and splits it
// into lines, what stands outside comments is the plain style's PDDL.
func TestLawFactsStayInComments(t *testing.T) {
	lineEnds := regexp.MustCompile("\r\n|[\n\r\v\f\x1c-\x1e\u0085\u2028\u2029]")
	strip := func(text string) string {
		var b strings.Builder
		for _, line := range lineEnds.Split(text, -1) {
			code, _, _ := strings.Cut(line, ";")
			b.WriteString(" " + code)
		}
		return strings.Join(strings.Fields(b.String()), " ")
	}
	latin1 := func(src []byte) string {
		runes := make([]rune, len(src))
		for i, c := range src {
			runes[i] = rune(c)
		}
		return string(runes)
	}
	rapid.Check(t, func(t *rapid.T) {
		c, deps := drawContract(t)
		titles := map[int64]string{}
		for _, a := range c.Actions {
			titles[a.Step] = rapid.SampledFrom(nasty).Draw(t, "title")
		}
		ours, err := pddl.Export(c, deps, pddl.ExportOptions{Titles: titles})
		if err != nil {
			t.Fatalf("export: %v", err)
		}
		plain, err := pddl.Export(c, deps, pddl.ExportOptions{Style: pddl.StylePlanAuditor})
		if err != nil {
			t.Fatalf("export: %v", err)
		}
		for i, pair := range [][2][]byte{{ours.Domain, plain.Domain}, {ours.Problem, plain.Problem}} {
			want := strings.Join(strings.Fields(string(pair[1])), " ")
			for name, text := range map[string]string{"UTF-8": string(pair[0]), "Latin-1": latin1(pair[0])} {
				if got := strip(text); got != want {
					t.Fatalf("file %d as %s: outside comments stands\n%s\nwant\n%s", i, name, got, want)
				}
			}
			for _, r := range string(pair[1]) {
				if r > 0x7e || r < 0x20 && r != '\n' {
					t.Fatalf("the plain style holds %q", r)
				}
			}
		}
	})
}

// TestLawCommentsAreStrings: beside the predicate of a fact stands a JSON
// string, and the string is the fact.
func TestLawCommentsAreStrings(t *testing.T) {
	beside := regexp.MustCompile(`(?m)^    \((f\d+)\) ; (.*)$`)
	rapid.Check(t, func(t *rapid.T) {
		c, deps := drawContract(t)
		files, err := pddl.Export(c, deps, pddl.ExportOptions{})
		if err != nil {
			t.Fatalf("export: %v", err)
		}
		var want map[string]string
		if err := json.Unmarshal(files.Facts, &want); err != nil {
			t.Fatalf("facts.json: %v", err)
		}
		got := map[string]string{}
		for _, m := range beside.FindAllStringSubmatch(string(files.Domain), -1) {
			var fact string
			if err := json.Unmarshal([]byte(m[2]), &fact); err != nil {
				t.Fatalf("%s: %v", m[2], err)
			}
			got[fact] = m[1]
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("(-facts.json +comments):\n%s", d)
		}
	})
}

// TestGoldenExport: the exported files of every vector that the real tool
// exports are equal, byte for byte.
func TestGoldenExport(t *testing.T) {
	dirs, _ := filepath.Glob(filepath.Join(needs.Shared(t), "data/plan-auditor/golden/*"))
	checked := 0
	for _, dir := range dirs {
		var want struct {
			Export struct {
				Exit    *int   `json:"exit"`
				Domain  string `json:"domain_pddl_sha256"`
				Problem string `json:"problem_pddl_sha256"`
				Facts   string `json:"facts_json_sha256"`
			} `json:"export_pddl"`
		}
		var plan struct {
			Steps []struct {
				ID      any   `json:"id"`
				Depends []any `json:"depends_on"`
			} `json:"steps"`
		}
		src, err := os.ReadFile(filepath.Join(dir, "expected.json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(src, &want); err != nil {
			t.Fatal(err)
		}
		contract, err := os.ReadFile(filepath.Join(dir, "contract.json"))
		if want.Export.Exit == nil || *want.Export.Exit != 0 || err != nil {
			continue
		}
		c, err := strips.Parse(contract)
		if err != nil {
			continue // a deliberate difference
		}
		src, _ = os.ReadFile(filepath.Join(dir, "plan.json"))
		if json.Unmarshal(src, &plan) != nil {
			continue
		}
		deps := strips.Dependencies{}
		for _, s := range plan.Steps {
			id, _ := s.ID.(float64)
			d := strips.StepDeps{Step: int64(id)}
			for _, on := range s.Depends {
				n, _ := on.(float64)
				d.On = append(d.On, int64(n))
			}
			deps = append(deps, d)
		}
		files, err := pddl.Export(c, deps, pddl.ExportOptions{Style: pddl.StylePlanAuditor})
		if err != nil {
			if filepath.Base(dir) != "deps-bool" {
				t.Errorf("%s: %v", dir, err)
			}
			continue
		}
		for name, pair := range map[string][2]string{"domain": {want.Export.Domain, sum(files.Domain)}, "problem": {want.Export.Problem, sum(files.Problem)}, "facts": {want.Export.Facts, sum(files.Facts)}} {
			if pair[0] != pair[1] {
				t.Errorf("%s: %s differs", filepath.Base(dir), name)
			}
		}
		checked++
	}
	if checked < 60 {
		t.Errorf("only %d vectors were checked", checked)
	}
}

func sum(src []byte) string {
	s := sha256.Sum256(src)
	return hex.EncodeToString(s[:])
}
