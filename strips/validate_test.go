package strips_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"workbench/internal/canonjson"
	"workbench/strips"
)

func check(t *testing.T, src string, deps strips.Dependencies) []string {
	t.Helper()
	doc, err := canonjson.Parse([]byte(src), canonjson.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, faults := strips.Check(doc, deps)
	var got []string
	for _, f := range faults {
		got = append(got, f.Code+"@"+f.Where)
	}
	return got
}

// TestCheckReportsEveryRule has one document for each rule, and the code and
// place of its fault.
func TestCheckReportsEveryRule(t *testing.T) {
	long := strings.Repeat("é", 257)
	many := `"f` + strings.Join(numbers(4097), `","f`) + `"`
	actions := make([]string, 2049)
	for i := range actions {
		actions[i] = fmt.Sprintf(`{"step":%d}`, i+1)
	}
	tests := []struct {
		name, src string
		deps      strips.Dependencies
		want      []string
	}{
		{"sound", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[{"step":1}]}`, nil, nil},
		{"no object", `[]`, nil, []string{"contract-type@"}},
		{"unknown field", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[],"x":1}`, nil, []string{"contract-unknown-field@"}},
		{"version missing", `{"initial_facts":["a"],"goal_facts":["a"],"actions":[]}`, nil, []string{"contract-version@version"}},
		{"version float", `{"version":1.0,"initial_facts":["a"],"goal_facts":["a"],"actions":[]}`, nil, []string{"contract-version@version"}},
		{"version text", `{"version":"1","initial_facts":["a"],"goal_facts":["a"],"actions":[]}`, nil, []string{"contract-version@version"}},
		{"lists missing", `{"version":1}`, nil, []string{"facts-type@initial_facts", "facts-type@goal_facts", "actions-type@actions"}},
		{"goals empty", `{"version":1,"initial_facts":[],"goal_facts":[],"actions":[]}`, nil, []string{"goals-empty@goal_facts"}},
		{"fact no string", `{"version":1,"initial_facts":["a",7],"goal_facts":["a"],"actions":[]}`, nil, []string{"fact-value@initial_facts[1]"}},
		{"fact blank", `{"version":1,"initial_facts":["a","\u001c\u2003"],"goal_facts":["a"],"actions":[]}`, nil, []string{"fact-value@initial_facts[1]"}},
		{"fact too long", `{"version":1,"initial_facts":["a","` + long + `"],"goal_facts":["a"],"actions":[]}`, nil, []string{"fact-too-long@initial_facts[1]"}},
		{"fact of 256 characters", `{"version":1,"initial_facts":["a","` + long[2:] + `"],"goal_facts":["a"],"actions":[]}`, nil, nil},
		{"facts too many", `{"version":1,"initial_facts":["a",` + many + `],"goal_facts":["a"],"actions":[]}`, nil, []string{"facts-limit@initial_facts"}},
		{"facts twice", `{"version":1,"initial_facts":["a","a"],"goal_facts":["a"],"actions":[]}`, nil, []string{"facts-duplicate@initial_facts[1]"}},
		{"facts that differ in a blank", `{"version":1,"initial_facts":["a","a "],"goal_facts":["a"],"actions":[]}`, nil, nil},
		{"actions no list", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":{}}`, nil, []string{"actions-type@actions"}},
		{"actions too many", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[` + strings.Join(actions, ",") + `]}`, nil, []string{"actions-limit@actions"}},
		{"action no object", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[1]}`, nil, []string{"action-type@actions[0]"}},
		{"action unknown field", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[{"step":1,"pre":[]}]}`, nil, []string{"action-unknown-field@actions[0]"}},
		{"step true", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[{"step":true}]}`, nil, []string{"action-step@actions[0].step"}},
		{"step zero", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[{"step":0}]}`, nil, []string{"action-step@actions[0].step"}},
		{"step huge", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[{"step":9007199254740992}]}`, nil, []string{"action-step@actions[0].step"}},
		{"step twice", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[{"step":1},{"step":1}]}`, nil, []string{"action-step-duplicate@actions[1].step"}},
		{"list null", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[{"step":1,"del_effects":null}]}`, nil, []string{"facts-type@actions[0].del_effects"}},
		{"add and delete", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[{"step":1,"add_effects":["a"],"del_effects":["a"]}]}`, nil, []string{"add-del-overlap@actions[0].del_effects[0]"}},
		{"no sources", `{"version":1,"initial_facts":[],"goal_facts":["g"],"actions":[{"step":1,"preconditions":["p"],"del_effects":["d"]}]}`, nil,
			[]string{"precondition-no-source@actions[0].preconditions", "delete-no-source@actions[0].del_effects", "goal-no-source@goal_facts"}},
		{"steps of the plan", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[{"step":1},{"step":3}]}`, strips.Dependencies{{Step: 1}, {Step: 2}},
			[]string{"action-missing@actions", "action-extra@actions[1].step"}},
		{"dependencies", `{"version":1,"initial_facts":["a"],"goal_facts":["a"],"actions":[{"step":1},{"step":2}]}`, strips.Dependencies{{Step: 1, On: []int64{1, 9}}, {Step: 2, On: []int64{1, 1}}},
			[]string{"depends-self@dependencies of step 1", "depends-unknown@dependencies of step 1", "depends-duplicate@dependencies of step 2"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, check(t, tt.src, tt.deps)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func numbers(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(i)
	}
	return out
}

func TestWarnings(t *testing.T) {
	c := &strips.Contract{Initial: []string{"g"}, Goals: []string{"g"}, Actions: []strips.Action{{Step: 1}}}
	var codes []string
	for _, w := range strips.Warnings(c) {
		codes = append(codes, w.Code)
	}
	if !slices.Equal(codes, []string{"all-effect-free", "goal-initially-true"}) {
		t.Errorf("got %v", codes)
	}
}

func TestParseKeepsAbsentLists(t *testing.T) {
	for _, src := range []string{
		`{"actions":[{"add_effects":["g"],"step":1}],"goal_facts":["g"],"initial_facts":[],"version":1}`,
		`{"actions":[{"add_effects":["g"],"del_effects":[],"preconditions":[],"step":1}],"goal_facts":["g"],"initial_facts":[],"version":1}`,
	} {
		c, err := strips.Parse([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(c.Canonical()); got != src {
			t.Errorf("got %s, want %s", got, src)
		}
	}
}
