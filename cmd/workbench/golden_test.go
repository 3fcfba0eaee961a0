package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"workbench/internal/needs"
)

// noPlanner hides any Fast Downward from a test.
func noPlanner(t *testing.T) {
	t.Setenv("FAST_DOWNWARD", "")
	t.Setenv("PATH", "/usr/bin:/bin")
}

// call runs a command line in the process.
func call(t testing.TB, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(context.Background(), args, streams{strings.NewReader(""), &out, &errs})
	return code, out.String(), errs.String()
}

// answer is what the existing tool said to one command.
type answer struct {
	Argv     []string `json:"argv"`
	Exit     int      `json:"exit"`
	Crash    *string  `json:"crash"`
	Outcome  string   `json:"outcome"`
	SHA      string   `json:"contract_sha256"`
	Anchor   int64    `json:"anchor_step"`
	Changed  bool     `json:"changed"`
	Valid    bool     `json:"valid"`
	Written  bool     `json:"written"`
	FileSHA  string   `json:"file_sha256"`
	Verdict  string   `json:"verdict"`
	Order    []int64  `json:"solution_order"`
	Explored int      `json:"explored_states"`
	Records  int      `json:"records"`
	Mono     bool     `json:"monotonic"`
	Domain   string   `json:"domain_pddl_sha256"`
	Problem  string   `json:"problem_pddl_sha256"`
	Facts    string   `json:"facts_json_sha256"`
}

type expectation struct {
	Path      string            `json:"plan_path"`
	Extra     map[string]string `json:"extra_files"`
	SHA       string            `json:"contract_sha256"`
	Compile   *answer           `json:"compile"`
	Formal    *answer           `json:"formal_verify"`
	Formalize *answer           `json:"formalize_verify"`
	Export    *answer           `json:"export_pddl"`
}

type difference struct {
	Code string         `json:"code"`
	Exit map[string]int `json:"exit"`
}

func sum(src []byte) string {
	s := sha256.Sum256(src)
	return hex.EncodeToString(s[:])
}

// TestGoldenCommandLines runs every vector of the existing tool through the
// command lines that it was made with, under the link names: exit codes,
// hashes, orders, explored states, the rewritten file and the exported PDDL
// are equal; where that tool crashed the exit is 2 with a document; where we
// are stricter on purpose, the exit and the code are those listed.
func TestGoldenCommandLines(t *testing.T) {
	base := filepath.Join(needs.Shared(t), "data", "plan-auditor")
	noPlanner(t)
	diffs := map[string]difference{}
	readInto(t, filepath.Join(base, "differences.json"), &diffs)
	dirs, _ := filepath.Glob(filepath.Join(base, "golden", "*"))
	if len(dirs) != 120 {
		t.Fatalf("%d vectors, want 120", len(dirs))
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			var want expectation
			readInto(t, filepath.Join(dir, "expected.json"), &want)
			v := golden{t: t, dir: dir, want: want, diff: diffs[filepath.Base(dir)], ws: t.TempDir()}
			v.prepare()
			v.compile()
			v.formalVerify()
			v.formalizeVerify()
			v.export()
		})
	}
}

// golden is one vector in its workspace.
type golden struct {
	t    *testing.T
	dir  string
	ws   string
	want expectation
	diff difference
}

func readInto(t *testing.T, path string, into any) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(src, into); err != nil {
		t.Fatal(path, err)
	}
}

func (v *golden) put(rel string, src []byte) {
	path := filepath.Join(v.ws, rel)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		v.t.Fatal(err)
	}
	if err := os.WriteFile(path, src, 0o644); err != nil {
		v.t.Fatal(err)
	}
}

func (v *golden) prepare() {
	src, err := os.ReadFile(filepath.Join(v.dir, "plan.json"))
	if err != nil {
		v.t.Fatal(err)
	}
	v.put(v.want.Path, src)
	for rel, text := range v.want.Extra {
		v.put(rel, []byte(text))
	}
}

// run runs one of the vector's commands and checks its exit code and that it
// printed one document. It reports whether the two tools should agree.
func (v *golden) run(link, command string, want *answer) (document map[string]any, agrees bool) {
	argv := slices.Clone(want.Argv)
	if len(argv) == 0 {
		argv = []string{command, "."}
	}
	for i := range argv {
		if argv[i] == "." {
			argv[i] = v.ws
		}
	}
	code, stdout, stderr := call(v.t, append([]string{link}, argv...)...)
	if err := json.Unmarshal([]byte(stdout), &document); err != nil {
		v.t.Fatalf("%s %s: no document: %v\n%s%s", link, command, err, stdout, stderr)
	}
	exit, agrees := want.Exit, true
	key := map[string]string{"plan-auditor-formal verify": "formal_verify", "plan-auditor-formalize verify": "formalize_verify", "plan-auditor-formalize compile": "compile"}[link+" "+command]
	if listed, differs := v.diff.Exit[key]; differs {
		exit, agrees = listed, false
		if !strings.Contains(stdout, "["+v.diff.Code+"]") {
			v.t.Errorf("%s %s: the code %s is not in\n%s", link, command, v.diff.Code, stdout)
		}
	} else if want.Crash != nil || exit == 1 {
		exit, agrees = 2, false
	}
	if code != exit {
		v.t.Errorf("%s %s: exit %d, want %d\n%s", link, command, code, exit, stdout)
	}
	return document, agrees && exit == want.Exit
}

func (v *golden) compile() {
	want := v.want.Compile
	if want == nil {
		return
	}
	doc, agrees := v.run("plan-auditor-formalize", "compile", want)
	src, err := os.ReadFile(filepath.Join(v.ws, v.want.Path))
	if err != nil {
		v.t.Fatal(err)
	}
	if !agrees {
		// The other commands were tried on the file as the real tool left it;
		// where those differ too, the file as it is must be refused.
		_, both := v.diff.Exit["formal_verify"]
		if compiled, err := os.ReadFile(filepath.Join(v.dir, "compiled.json")); err == nil && !both {
			v.put(v.want.Path, compiled)
		}
		return
	}
	if got := sum(src); got != want.FileSHA {
		v.t.Errorf("compile wrote %s, want %s", got, want.FileSHA)
	}
	r := doc["results"].([]any)[0].(map[string]any)
	got := fmt.Sprint(doc["outcome"], doc["written"], r["valid"], r["changed"], r["contract_sha256"], r["anchor_step"])
	sha, anchor := any(want.SHA), any(float64(want.Anchor))
	if want.SHA == "" {
		sha, anchor = nil, nil
	}
	if expected := fmt.Sprint(want.Outcome, want.Written, want.Valid, want.Changed, sha, anchor); got != expected {
		v.t.Errorf("compile: %s, want %s", got, expected)
	}
}

func (v *golden) formalVerify() {
	want := v.want.Formal
	if want == nil {
		return
	}
	doc, agrees := v.run("plan-auditor-formal", "verify", want)
	if !agrees || want.Verdict == "" {
		return
	}
	records, ok := doc["contracts"].([]any)
	if !ok {
		v.t.Fatalf("formal verify judged no contract: %v", doc)
	}
	a := records[0].(map[string]any)["analysis"].(map[string]any)
	order := []int64{}
	for _, n := range a["solution_order"].([]any) {
		order = append(order, int64(n.(float64)))
	}
	got := []any{doc["outcome"], a["verdict"], a["contract_sha256"], int64(a["anchor_step"].(float64)), order, int(a["explored_states"].(float64)), a["monotonic"], len(records)}
	expected := []any{want.Outcome, want.Verdict, want.SHA, want.Anchor, want.Order, want.Explored, want.Mono, max(want.Records, 1)}
	if d := cmp.Diff(expected, got); d != "" {
		v.t.Errorf("formal verify (-real tool +ours):\n%s", d)
	}
}

func (v *golden) formalizeVerify() {
	want := v.want.Formalize
	if want == nil {
		return
	}
	doc, agrees := v.run("plan-auditor-formalize", "verify", want)
	if !agrees || want.SHA == "" {
		return
	}
	f := doc["formalizations"].([]any)[0].(map[string]any)
	if got := fmt.Sprint(f["contract_sha256"], f["valid"]); got != fmt.Sprint(want.SHA, want.Valid) {
		v.t.Errorf("formalize verify: %s, want %s %v", got, want.SHA, want.Valid)
	}
}

func (v *golden) export() {
	want := v.want.Export
	if want == nil || v.want.SHA == "" {
		return
	}
	out := filepath.Join(v.ws, "out")
	code, stdout, _ := call(v.t, "plan-auditor-formal", "export-pddl", v.ws, "--contract-sha", v.want.SHA, "--output", out)
	if want.Exit != 0 || len(v.diff.Exit) > 0 {
		if want.Exit != 0 && code != 2 {
			v.t.Errorf("export: exit %d, want 2\n%s", code, stdout)
		}
		return
	}
	if code != 0 {
		v.t.Fatalf("export: exit %d\n%s", code, stdout)
	}
	for name, expected := range map[string]string{"domain.pddl": want.Domain, "problem.pddl": want.Problem, "facts.json": want.Facts} {
		src, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			v.t.Fatal(err)
		}
		if sum(src) != expected {
			v.t.Errorf("export: %s differs from the real tool's", name)
		}
	}
}
