package adjudicator_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"workbench/adjudicator"
	"workbench/internal/needs"
)

// guardCase is one line of the case file, as far as this package can judge it.
type guardCase struct {
	Name, Category string
	Policy         json.RawMessage
	Call           struct {
		Tool, Cwd  string
		Args       json.RawMessage
		RawArgs    *string `json:"raw_args"`
		RawArgsGen *struct {
			Kind  string
			Depth int
		} `json:"raw_args_gen"`
	}
	Expect struct {
		Verdict, Reason, Would string
		Accept                 []string
	}
	Chain           *[]struct{ Verdict, Reason string }
	AllPermutations bool `json:"all_permutations"`
	Load            string
	Warn            *bool
	NewArgs         any `json:"new_args"`
	Root, OS        string
	Plan            any
}

// judged are the categories that need no plan; in each, how many cases there
// are and how many must pass without a reader of commands.
var judged = map[string]int{
	"fold": 11, "policy-load": 9, "tool-name": 10, "arg-rule": 12, "redact": 6, "posture": 4, "file-tool": 18,
}

// needsShell names the cases of those categories that a reader of commands
// must decide; here they ask, or deny, and never pass.
var needsShell = map[string]bool{"argv-array-shell": true, "shell-arg-case": true, "self-modify-stays": true}

// TestCaseFile judges the cases that need no shell, plan or hook.
func TestCaseFile(t *testing.T) {
	passed := map[string]int{}
	total := map[string]int{}
	for _, c := range guardCases(t) {
		if _, mine := judged[c.Category]; !mine {
			continue
		}
		total[c.Category]++
		fault := c.judge(t)
		if needsShell[c.Name] {
			if fault == "" || strings.Contains(fault, "allow") || strings.Contains(fault, "transform") {
				t.Errorf("%s/%s needs a shell, but: %q", c.Category, c.Name, fault)
			}
			continue
		}
		if fault != "" {
			t.Errorf("%s/%s: %s", c.Category, c.Name, fault)
			continue
		}
		passed[c.Category]++
	}
	for _, category := range slices.Sorted(maps.Keys(judged)) {
		t.Logf("%-12s %2d of %2d", category, passed[category], total[category])
		if passed[category] < judged[category] {
			t.Errorf("%s: %d cases pass, %d did", category, passed[category], judged[category])
		}
	}
}

// TestCaseFileWithoutShell: without a reader of commands no case whose answer
// is a refusal or a question is ever allowed.
func TestCaseFileWithoutShell(t *testing.T) {
	count := 0
	for _, c := range guardCases(t) {
		if c.Plan != nil || c.Chain != nil || c.Load != "" || c.Expect.Verdict == "allow" || slices.Contains(c.Expect.Accept, "allow") {
			continue
		}
		count++
		v := adjudicator.NewMonitor(mustLoad(t, string(c.Policy)), c.options()).Adjudicate(c.call())
		if v.Kind == adjudicator.Allow {
			t.Errorf("%s/%s is allowed", c.Category, c.Name)
		}
	}
	if count < 100 {
		t.Errorf("only %d cases", count)
	}
}

func guardCases(t *testing.T) []guardCase {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(needs.Shared(t), "data", "guard", "cases.jsonl"))
	needs.Tool(t, "the guard's case file", err)
	var all []guardCase
	lines := bufio.NewScanner(bytes.NewReader(src))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var c guardCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	if len(all) < 150 {
		t.Fatalf("only %d cases", len(all))
	}
	return all
}

func (c *guardCase) options() adjudicator.MonitorOptions {
	return adjudicator.MonitorOptions{Home: "/home/dev", Windows: c.OS == "windows"}
}

func (c *guardCase) call() adjudicator.ToolCall {
	call := adjudicator.ToolCall{Trace: "t1", Tool: c.Call.Tool, Args: string(c.Call.Args), Cwd: c.Call.Cwd, Root: c.Root}
	if call.Root == "" {
		call.Root = "/srv/repo"
	}
	switch {
	case c.Call.RawArgs != nil:
		call.Args = *c.Call.RawArgs
	case c.Call.RawArgsGen != nil:
		call.Args = strings.Repeat("[", c.Call.RawArgsGen.Depth) + strings.Repeat("]", c.Call.RawArgsGen.Depth)
	}
	return call
}

// judge returns what is wrong with the answer to a case, or "".
func (c *guardCase) judge(t *testing.T) string {
	if c.Chain != nil {
		return c.fold()
	}
	policy, warned, fault := c.load()
	if fault != "" {
		return fault
	}
	if c.Warn != nil && *c.Warn != warned {
		return fmt.Sprintf("warned: %v", warned)
	}
	k, err := adjudicator.NewKernel(adjudicator.NewMonitor(policy, c.options()))
	if err != nil {
		t.Fatal(err)
	}
	call := c.call()
	d := k.Decide(&call)
	if c.NewArgs != nil {
		var got any
		if err := json.Unmarshal([]byte(d.Call().Args), &got); err != nil || !reflect.DeepEqual(got, c.NewArgs) {
			return fmt.Sprintf("arguments %s", d.Call().Args)
		}
	}
	if d.Verdict().Would != c.Expect.Would {
		return fmt.Sprintf("would %q", d.Verdict().Would)
	}
	return c.wrong(d.Verdict())
}

func (c *guardCase) load() (p *adjudicator.Policy, warned bool, fault string) {
	text := string(c.Policy)
	var raw struct {
		Manifest *string `json:"raw_manifest"`
	}
	if err := json.Unmarshal(c.Policy, &raw); err != nil {
		return nil, false, err.Error()
	}
	if raw.Manifest != nil {
		text = *raw.Manifest
	}
	p, warnings, err := adjudicator.LoadPolicy([]byte(text))
	if (err != nil) != (c.Load == "error") {
		return p, false, fmt.Sprintf("load: %v", err)
	}
	return p, len(warnings) > 0, ""
}

// wrong compares a verdict with what is expected or accepted.
func (c *guardCase) wrong(v adjudicator.Verdict) string {
	kind, reason := v.Kind.String(), v.Reason.String()
	if kind == c.Expect.Verdict && reason == c.Expect.Reason || slices.Contains(c.Expect.Accept, kind) {
		return ""
	}
	return fmt.Sprintf("%s %s at %q, want %s %s", kind, reason, v.Where, c.Expect.Verdict, c.Expect.Reason)
}

// fold runs a chain, in every order if the case says so.
func (c *guardCase) fold() (fault string) {
	members := make([]adjudicator.Member, len(*c.Chain))
	for i, word := range *c.Chain {
		members[i] = chainMember(fmt.Sprintf("m%d", i), word.Verdict, word.Reason)
	}
	orders := 0
	var visit func(k int)
	visit = func(k int) {
		if k == len(members) || !c.AllPermutations {
			orders++
			if f := c.wrong(adjudicator.Fold(c.call(), members...)); f != "" {
				fault = f
			}
			return
		}
		for i := k; i < len(members); i++ {
			members[k], members[i] = members[i], members[k]
			visit(k + 1)
			members[k], members[i] = members[i], members[k]
		}
	}
	visit(0)
	return fault
}

// chainMember makes a member of a word of a chain. A member that hangs is one
// that a deadline, which is no part of this package, made fail.
func chainMember(name, verdict, reason string) adjudicator.Member {
	kind, known := adjudicator.KindNamed(verdict)
	r, given := adjudicator.ReasonNamed(reason)
	switch {
	case known && given:
		return says(name, adjudicator.Verdict{Kind: kind, Reason: r})
	case known && kind == adjudicator.Transform:
		return says(name, adjudicator.Verdict{Kind: kind, Args: "{}"})
	case known:
		return says(name, adjudicator.Verdict{Kind: kind})
	case verdict == "zero":
		return says(name, adjudicator.Verdict{})
	case strings.HasPrefix(verdict, "kind:"):
		return says(name, adjudicator.Verdict{Kind: 4242})
	case verdict == "nil":
		return nil
	default: // panic, hang, error
		return member{name, func(adjudicator.ToolCall) adjudicator.Verdict { panic(verdict) }}
	}
}
