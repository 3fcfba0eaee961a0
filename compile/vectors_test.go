package compile_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"workbench/compile"
	"workbench/internal/diag"
	"workbench/internal/needs"
	"workbench/strips"
)

// vector is one case of the existing tool, with what that tool answered.
type vector struct {
	name     string
	plan     []byte
	compiled []byte // nil when the tool wrote nothing
	contract []byte
	Path     string            `json:"plan_path"`
	Source   string            `json:"source_sha256"`
	Extra    map[string]string `json:"extra_files"`
	Compile  struct {
		Argv       []string `json:"argv"`
		Exit       int      `json:"exit"`
		Errors     []string `json:"error_classes"`
		SHA        string   `json:"contract_sha256"`
		Anchor     int64    `json:"anchor_step"`
		Changed    bool     `json:"changed"`
		FileSHA    string   `json:"file_sha256"`
		FileChange bool     `json:"file_changed"`
	} `json:"compile"`
	Formalize struct {
		Exit   int      `json:"exit"`
		Errors []string `json:"error_classes"`
	} `json:"formalize_verify"`
	Semantics struct {
		Enabled  bool     `json:"enabled"`
		Errors   []string `json:"error_classes"`
		Warnings []string `json:"warning_classes"`
	} `json:"semantics"`
}

// difference is a deliberate difference from the existing tool.
type difference struct {
	Code string         `json:"code"`
	Exit map[string]int `json:"exit"`
}

func vectors(tb testing.TB) ([]vector, map[string]difference) {
	tb.Helper()
	base := filepath.Join(needs.Shared(tb), "data", "plan-auditor")
	dirs, _ := filepath.Glob(filepath.Join(base, "golden", "*"))
	if len(dirs) < 100 {
		tb.Fatalf("only %d vectors found", len(dirs))
	}
	diffs := map[string]difference{}
	readJSON(tb, filepath.Join(base, "differences.json"), &diffs)
	var vs []vector
	for _, dir := range dirs {
		v := vector{name: filepath.Base(dir)}
		readJSON(tb, filepath.Join(dir, "expected.json"), &v)
		v.plan, _ = os.ReadFile(filepath.Join(dir, "plan.json"))
		v.compiled, _ = os.ReadFile(filepath.Join(dir, "compiled.json"))
		v.contract, _ = os.ReadFile(filepath.Join(dir, "contract.json"))
		vs = append(vs, v)
	}
	return vs, diffs
}

func readJSON(tb testing.TB, path string, into any) {
	tb.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	if err := json.Unmarshal(src, into); err != nil {
		tb.Fatal(path, err)
	}
}

func decodeContract(a *compile.Anchor, plan *compile.Plan) (*strips.Contract, diag.List) {
	return strips.Check(a.Contract, plan.Dependencies())
}
