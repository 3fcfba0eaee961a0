package compile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"workbench/compile"
	"workbench/internal/canonjson"
	"workbench/internal/diag"
)

// plan is a plan of two sound steps with text put in place of parts of it.
func plan(replace ...string) string {
	const sound = `{"task":"t","requirements":["r",{"id":"A","description":"d","priority":"may"}],"steps":[` +
		`{"id":1,"depends_on":[],"outputs":["a"],"covers":[],"verify":[]},` +
		`{"id":2,"depends_on":[1],"requires_outputs":[{"step":1,"name":"a"}],"outputs":[{"name":"b"}],"covers":["REQ-001"]}]}`
	return strings.NewReplacer(replace...).Replace(sound)
}

// TestDecodeReportsEveryRule has one plan for each rule, and the code and
// place of its fault.
func TestDecodeReportsEveryRule(t *testing.T) {
	long := strings.Repeat("x", 235)
	tests := []struct {
		name, src string
		want      []string
	}{
		{"sound", plan(), nil},
		{"no requirements", plan(`"requirements":["r",{"id":"A","description":"d","priority":"may"}],`, ``), []string{"requirements-missing@requirements", "covers-unknown@steps[1].covers[0]"}},
		{"requirement type", plan(`"r",`, `"r",7,`), []string{"requirement-type@requirements[1]"}},
		{"requirement blank", plan(`["r",`, `["\u001c",`), []string{"requirement-description@requirements[0]"}},
		{"requirement id", plan(`"id":"A"`, `"id":" "`), []string{"requirement-id@requirements[1].id"}},
		{"requirement twice", plan(`"id":"A"`, `"id":" REQ-001 "`), []string{"requirement-duplicate@requirements[1]"}},
		{"requirement description", plan(`"description":"d"`, `"description":""`), []string{"requirement-description@requirements[1].description"}},
		{"requirement priority", plan(`"may"`, `null`), []string{"requirement-priority@requirements[1].priority", "requirement-uncovered@requirements[1]"}},
		{"requirement too long", plan(`{"id":"A","description":"d","priority":"may"}`, `{"id":"`+long+`","description":"d","priority":"MUST"}`, `"covers":[]`, `"covers":["`+long+`"]`), []string{"requirement-id-too-long@requirements[1].id"}},
		{"nothing required", plan(`"r",`, ``, `["REQ-001"]`, `[]`), []string{"no-required-requirement@requirements"}},
		{"uncovered", plan(`["REQ-001"]`, `["A"]`), []string{"requirement-uncovered@requirements[0]"}},
		{"no steps", `{"requirements":["r"],"steps":[]}`, []string{"steps-missing@steps", "requirement-uncovered@requirements[0]"}},
		{"step no object", plan(`{"id":1,"depends_on":[],"outputs":["a"],"covers":[],"verify":[]},`, `7,`, `"depends_on":[1],"requires_outputs":[{"step":1,"name":"a"}]`, `"depends_on":[]`), []string{"step-id-type@steps[0]"}},
		{"step id text", plan(`"id":1`, `"id":"1"`, `"depends_on":[1],"requires_outputs":[{"step":1,"name":"a"}]`, `"depends_on":[]`), []string{"step-id-type@steps[0].id"}},
		{"step id true", plan(`"id":1`, `"id":true`, `"depends_on":[1],"requires_outputs":[{"step":1,"name":"a"}]`, `"depends_on":[]`), []string{"step-id-value@steps[0].id"}},
		{"step id negative", plan(`"id":1`, `"id":-99999999999999999999`, `"depends_on":[1],"requires_outputs":[{"step":1,"name":"a"}]`, `"depends_on":[]`), []string{"step-id-value@steps[0].id"}},
		{"step id huge", plan(`"id":1`, `"id":9007199254740992`, `"depends_on":[1],"requires_outputs":[{"step":1,"name":"a"}]`, `"depends_on":[]`), []string{"step-id-range@steps[0].id"}},
		{"step id twice", plan(`"id":2`, `"id":1`), []string{"step-id-duplicate@steps[1].id", "requirement-uncovered@requirements[0]"}},
		{"depends missing", plan(`"id":1,"depends_on":[],`, `"id":1,`), []string{"depends-missing@steps[0].depends_on"}},
		{"depends null", plan(`"id":1,"depends_on":[],`, `"id":1,"depends_on":null,`), []string{"depends-type@steps[0].depends_on"}},
		{"depends float", plan(`"depends_on":[1]`, `"depends_on":[1.0,1]`), []string{"depends-value@steps[1].depends_on[0]"}},
		{"depends true", plan(`"depends_on":[1]`, `"depends_on":[1,true]`), []string{"depends-value@steps[1].depends_on[1]"}},
		{"depends twice", plan(`"depends_on":[1]`, `"depends_on":[1,1]`), []string{"depends-duplicate@steps[1].depends_on[1]"}},
		{"depends on itself", plan(`"depends_on":[1]`, `"depends_on":[1,2]`), []string{"depends-self@steps[1].depends_on[1]"}},
		{"depends on nobody", plan(`"depends_on":[1]`, `"depends_on":[1,9]`), []string{"depends-unknown@steps[1].depends_on[1]"}},
		{"edge without a link", plan(`"requires_outputs":[{"step":1,"name":"a"}],`, ``), []string{"edge-without-link@steps[1].depends_on[0]"}},
		{"requires type", plan(`[{"step":1,"name":"a"}]`, `{}`), []string{"requires-type@steps[1].requires_outputs", "edge-without-link@steps[1].depends_on[0]"}},
		{"requires item", plan(`[{"step":1`, `["a",{"step":1`), []string{"requires-item@steps[1].requires_outputs[0]"}},
		{"requires step true", plan(`[{"step":1`, `[{"step":true,"name":"a"},{"step":1`), []string{"requires-step@steps[1].requires_outputs[0].step"}},
		{"requires step unknown", plan(`[{"step":1`, `[{"step":9,"name":"a"},{"step":1`), []string{"requires-step@steps[1].requires_outputs[0].step"}},
		{"requires name blank", plan(`[{"step":1`, `[{"step":1,"name":" "},{"step":1`), []string{"requires-name@steps[1].requires_outputs[0].name"}},
		{"requires twice", plan(`[{"step":1`, `[{"step":1,"name":"a"},{"step":1`), []string{"requires-duplicate@steps[1].requires_outputs[1]"}},
		{"requires itself", plan(`[{"step":1`, `[{"step":2,"name":"b"},{"step":1`), []string{"requires-self@steps[1].requires_outputs[0]"}},
		{"requires undeclared", plan(`[{"step":1`, `[{"step":1,"name":" a"},{"step":1`), []string{"requires-undeclared@steps[1].requires_outputs[0].name"}},
		{"requires no dependency", plan(`"depends_on":[1]`, `"depends_on":[]`), []string{"requires-not-a-dependency@steps[1].requires_outputs[0].step"}},
		{"outputs type", plan(`"outputs":[{"name":"b"}]`, `"outputs":{"b":1}`), []string{"outputs-type@steps[1].outputs"}},
		{"output names", plan(`[{"name":"b"}]`, `[{"name":"b"},{"nom":"c"}," ",4]`), []string{"output-name@steps[1].outputs[1].name", "output-name@steps[1].outputs[2]", "output-name@steps[1].outputs[3]"}},
		{"output twice", plan(`[{"name":"b"}]`, `[{"name":"b"}," b "]`), []string{"output-duplicate@steps[1].outputs[1]"}},
		{"one fact for two outputs", plan(`[{"name":"b"}]`, `["data!! ! ! ! !   !! !!    !!!file","data! !!  !!        !!  ! ! !file"]`), []string{"fact-collision@steps[1].outputs[1]"}},
		{"one fact for two names across steps", plan(`"outputs":["a"]`, `"outputs":["a","data!! ! ! ! !   !! !!    !!!file"]`, `[{"step":1`, `[{"step":1,"name":"data! !!  !!        !!  ! ! !file"},{"step":1`),
			[]string{"fact-collision@steps[1].requires_outputs[0]", "requires-undeclared@steps[1].requires_outputs[0].name"}},
		{"covers type", plan(`["REQ-001"]`, `"REQ-001"`), []string{"covers-type@steps[1].covers", "requirement-uncovered@requirements[0]"}},
		{"covers item", plan(`["REQ-001"]`, `["REQ-001",7]`), []string{"covers-item@steps[1].covers[1]"}},
		{"covers twice", plan(`["REQ-001"]`, `["REQ-001"," REQ-001"]`), []string{"covers-duplicate@steps[1].covers[1]"}},
		{"covers unknown", plan(`["REQ-001"]`, `["REQ-001","B"]`), []string{"covers-unknown@steps[1].covers[1]"}},
		{"a cycle", plan(`"id":1,"depends_on":[]`, `"id":1,"depends_on":[2],"requires_outputs":[{"step":2,"name":"b"}]`), []string{"depends-cycle@steps[0].depends_on"}},
		{"everything at once", `{"requirements":[7],"steps":[{"id":1.5},{"id":3,"depends_on":[3,4],"outputs":5}]}`,
			[]string{"depends-self@steps[1].depends_on[0]", "depends-unknown@steps[1].depends_on[1]", "outputs-type@steps[1].outputs", "requirement-type@requirements[0]", "step-id-type@steps[0].id"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, faults := compile.Decode(parse(t, []byte(tt.src)))
			var got []string
			for _, f := range faults.All() {
				got = append(got, f.Code+"@"+f.Where)
			}
			slices.Sort(got)
			slices.Sort(tt.want)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// TestInstallRefuses has one case for each reason of Install's own.
func TestInstallRefuses(t *testing.T) {
	manual := `{"type":"run","argv":[],"formal_planning":{"version":1}}`
	generated := `{"type":"run","argv":[],"formal_planning":{"initial_facts":["formalization-source:x"]}}`
	reserved := `{"type":"run","argv":["workbench","formalize","compile"]}`
	tests := []struct {
		name, src, code string
		o               compile.InstallOptions
	}{
		{"manual anchor", plan(`"verify":[]`, `"verify":[`+manual+`]`), "manual-anchor-present", compile.InstallOptions{}},
		{"two anchors", plan(`"verify":[]`, `"verify":[`+generated+`,`+generated+`]`), "multiple-anchors", compile.InstallOptions{}},
		{"unknown step", plan(), "anchor-step-unknown", compile.InstallOptions{AnchorStep: 7}},
		{"verify is no list", plan(`"verify":[]`, `"verify":5`), "verify-type", compile.InstallOptions{}},
		{"blank planner", plan(), "anchor-fd-empty", compile.InstallOptions{FastDownward: " "}},
		{"reserved check", plan(`"verify":[]`, `"verify":[`+reserved+`]`), "reserved-check", compile.InstallOptions{}},
		{"reserved check of the other style", plan(`"verify":[]`, `"verify":[{"type":"run","argv":["plan-auditor-formalize"]}]`), "reserved-check", compile.InstallOptions{}},
		{"too many facts", tooManyOutputs(), "facts-limit", compile.InstallOptions{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := compile.Install([]byte(tt.src), parse(t, []byte(tt.src)), tt.o)
			if !diag.From(err, "").Has(tt.code) {
				t.Errorf("got %v, want %s", err, tt.code)
			}
		})
	}
	for name, src := range map[string]string{
		"a broken generated anchor is replaced": plan(`"verify":[]`, `"verify":[`+generated+`]`),
		"no verify at all":                      plan(`,"verify":[]`, ``),
		"verify is null":                        plan(`"verify":[]`, `"verify":null`),
		"an exec check is the user's own":       plan(`"verify":[]`, `"verify":[{"type":"exec","argv":["plan-auditor-formalize","x"]}]`),
	} {
		t.Run(name, func(t *testing.T) {
			in, err := compile.Install([]byte(src), parse(t, []byte(src)), compile.InstallOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if l := holds(t, in.Source); len(l) > 0 {
				t.Errorf("%v\n%s", l, in.Source)
			}
		})
	}
}

func tooManyOutputs() string {
	names := make([]string, 4097)
	for i := range names {
		names[i] = fmt.Sprintf("o%d", i)
	}
	return plan(`["a"]`, `["a","`+strings.Join(names, `","`)+`"]`)
}

// TestAnchorRules has one check for each rule of the check around a contract.
func TestAnchorRules(t *testing.T) {
	const contract = `{"version":1,"initial_facts":[],"goal_facts":["g"],"actions":[]}`
	doc := parse(t, []byte(contract))
	sha := canonjson.SHA256(doc)
	check := func(argv, more string) string {
		return `{"steps":[{"id":4,"verify":[{"type":"run","argv":` + argv + `,"formal_planning":` + contract + more + `}]}]}`
	}
	ours := `"workbench","formal","verify",".","--contract-sha","` + sha + `"`
	theirs := `"plan-auditor-formal","verify",".","--contract-sha","` + sha + `"`
	tests := []struct {
		name, src string
		want      []string
		argv      compile.Argv
	}{
		{"ours", check(`[`+ours+`]`, ``), nil, compile.Argv{}},
		{"theirs", check(`[`+theirs+`,"--require-fast-downward","--fast-downward","fd"]`, ``), nil, compile.Argv{FastDownward: "fd", RequireFastDownward: true}},
		{"a bound in ours", check(`[`+ours+`,"--max-states","500"]`, ``), nil, compile.Argv{MaxStates: 500}},
		{"a bound in theirs", check(`[`+theirs+`,"--max-states","500"]`, ``), []string{"anchor-argv-token"}, compile.Argv{}},
		{"a bound out of range", check(`[`+ours+`,"--max-states","100000001"]`, ``), []string{"anchor-argv-token"}, compile.Argv{}},
		{"a bound twice", check(`[`+ours+`,"--max-states","5","--max-states","5"]`, ``), []string{"anchor-argv-token"}, compile.Argv{MaxStates: 5}},
		{"another word", check(`[`+ours+`,"--fast"]`, ``), []string{"anchor-argv-token"}, compile.Argv{}},
		{"no value", check(`[`+ours+`,"--fast-downward"]`, ``), []string{"anchor-argv-token"}, compile.Argv{}},
		{"blank value", check(`[`+ours+`,"--fast-downward"," "]`, ``), []string{"anchor-fd-empty"}, compile.Argv{FastDownward: " "}},
		{"another contract", check(`["workbench","formal","verify",".","--contract-sha","`+strings.Repeat("0", 64)+`"]`, ``), []string{"anchor-argv-prefix"}, compile.Argv{}},
		{"words that only join to the right ones", check(`["workbench formal","verify",".","--contract-sha","`+sha+`"]`, ``), []string{"anchor-argv-prefix"}, compile.Argv{}},
		{"a command string", check(`"workbench formal verify ."`, ``), []string{"anchor-argv-type"}, compile.Argv{}},
		{"another field", check(`[`+ours+`]`, `,"expect_exit":2`), []string{"anchor-unknown-field"}, compile.Argv{}},
		{"a tiny timeout is a timeout", check(`[`+ours+`]`, `,"timeout":0.5,"expect_exit":0`), nil, compile.Argv{}},
		{"no timeout", check(`[`+ours+`]`, `,"timeout":0`), []string{"anchor-unknown-field"}, compile.Argv{}},
		{"not run", strings.Replace(check(`[`+ours+`]`, ``), `"run"`, `"pytest"`, 1), []string{"anchor-not-run"}, compile.Argv{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			anchors := compile.Anchors(parse(t, []byte(tt.src)))
			if len(anchors) != 1 || anchors[0].StepID != 4 || anchors[0].SHA256 != sha {
				t.Fatalf("anchors %v", anchors)
			}
			if d := cmp.Diff(tt.want, codesOf(anchors[0].Faults)); d != "" && len(tt.want)+len(anchors[0].Faults) > 0 {
				t.Errorf("(-want +got):\n%s", d)
			}
			if d := cmp.Diff(tt.argv, anchors[0].Argv); d != "" {
				t.Errorf("argv (-want +got):\n%s", d)
			}
		})
	}
}

// TestGateNoticesATakenCheck: neither the second check nor the source fact of
// a generated contract can be taken out unnoticed.
func TestGateNoticesATakenCheck(t *testing.T) {
	in, err := compile.Install([]byte(plan()), parse(t, []byte(plan())), compile.InstallOptions{})
	if err != nil {
		t.Fatal(err)
	}
	root := parse(t, in.Source)
	list := root.Get("steps").Items[0].Get("verify")
	list.Items = list.Items[:1]
	a := compile.Anchors(root)[0]
	if l := compile.Gate(root, a, in.Contract); !l.Has("semantic-check-missing") {
		t.Errorf("the second check is gone: %v", l)
	}
	a.Contract.Get("initial_facts").Items[0].Text = "made up"
	if l := compile.Gate(root, a, in.Contract); !l.Has("reserved-fact") {
		t.Errorf("the source fact is gone: %v", l)
	}
}

func FuzzInstall(f *testing.F) {
	f.Add([]byte(plan()))
	f.Add([]byte("{\r\n \"requirements\": [\"r\"],\r\n \"steps\": [\r\n  {\"id\": 1, \"covers\": [\"REQ-001\"], \"verify\": null}\r\n ]\r\n}"))
	f.Add([]byte(plan(`"verify":[]`, `"verify":[ {"formal_planning":{"initial_facts":["formalization-source:x"]}}, {"type":"run","argv":["true"]} ]`)))
	f.Add([]byte(`{"requirements":[{}],"steps":[{"id":1,"depends_on":[1],"requires_outputs":[{"step":1,"name":"x"}]}]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		root, err := canonjson.Parse(src, canonjson.Options{})
		if err != nil || root.Kind != canonjson.Object {
			return
		}
		for _, style := range []compile.Style{compile.StyleWorkbench, compile.StylePlanAuditor} {
			in, err := compile.Install(src, root, compile.InstallOptions{Style: style})
			if err != nil {
				if l := diag.From(err, "?"); l.Has("internal-edit") || l.Has("?") {
					t.Fatal(err)
				}
				return
			}
			if l := holds(t, in.Source); len(l) > 0 {
				t.Fatalf("%v\n%s", l, in.Source)
			}
		}
	})
}
