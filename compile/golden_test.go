package compile_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"workbench/compile"
	"workbench/internal/canonjson"
	"workbench/internal/diag"
)

// optionsOf reads what a vector's command line asked of compile.
func optionsOf(argv []string) compile.InstallOptions {
	o := compile.InstallOptions{Style: compile.StylePlanAuditor}
	for i, word := range argv {
		switch word {
		case "--anchor-step":
			o.AnchorStep, _ = strconv.ParseInt(argv[i+1], 10, 64)
		case "--fast-downward":
			o.FastDownward = argv[i+1]
		case "--require-fast-downward":
			o.RequireFastDownward = true
		}
	}
	return o
}

func codesOf(l diag.List) []string {
	var codes []string
	for _, p := range l {
		codes = append(codes, p.Code)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// TestGoldenCompile compiles every vector of the existing tool: equal source
// and contract SHA-256, contract bytes and rewritten file where that tool
// accepts, every one of its error classes where it refuses, and the listed
// code where we are stricter on purpose.
func TestGoldenCompile(t *testing.T) {
	vs, diffs := vectors(t)
	accepted := 0
	for _, v := range vs {
		t.Run(v.name, func(t *testing.T) {
			root, err := canonjson.Parse(v.plan, canonjson.Options{})
			diff, differs := diffs[v.name]
			_, stricter := diff.Exit["compile"]
			if err != nil {
				codes := codesOf(diag.From(err, ""))
				if stricter && !slices.Contains(codes, diff.Code) {
					t.Errorf("codes %v, want %s", codes, diff.Code)
				}
				if !differs && v.Compile.Exit == 0 {
					t.Errorf("unreadable, but the real tool reads it: %v", err)
				}
				return
			}
			if root.Kind != canonjson.Object {
				return
			}
			if v.Source != "" {
				if got := compile.Fingerprint(root); got != v.Source {
					t.Errorf("source %s, want %s", got, v.Source)
				}
			}
			if v.Compile.Argv == nil {
				return // this vector is about formalize verify
			}
			in, err := compile.Install(v.plan, root, optionsOf(v.Compile.Argv))
			if err != nil {
				codes := codesOf(diag.From(err, ""))
				want := v.Compile.Errors
				if stricter {
					want = []string{diff.Code}
				} else if v.Compile.Exit == 0 {
					t.Fatalf("refused, but the real tool compiles it: %v", err)
				}
				for _, code := range want {
					if !slices.Contains(codes, code) {
						t.Errorf("codes %v miss %s", codes, code)
					}
				}
				return
			}
			if slices.Contains(v.Compile.Errors, "sealed") {
				return // the seal is the workspace's business
			}
			if v.Compile.Exit != 0 || stricter {
				t.Fatalf("accepted; the real tool: %v, listed difference %v", v.Compile.Errors, diff)
			}
			accepted++
			got := []any{in.ContractSHA256, in.AnchorStep, in.Changed}
			if d := cmp.Diff([]any{v.Compile.SHA, v.Compile.Anchor, v.Compile.Changed}, got); d != "" {
				t.Errorf("(-real tool +ours):\n%s", d)
			}
			if v.contract != nil && string(in.Contract.Canonical()) != string(v.contract) {
				t.Errorf("contract bytes differ")
			}
			if v.compiled != nil && string(in.Source) != string(v.compiled) {
				t.Errorf("rewritten file (-real tool +ours):\n%s", cmp.Diff(string(v.compiled), string(in.Source)))
			}
			back, err := canonjson.Parse(in.Source, canonjson.Options{})
			if err != nil {
				t.Fatal(err)
			}
			anchors := compile.Anchors(back)
			if len(anchors) != 1 || len(anchors[0].Faults) > 0 {
				t.Fatalf("anchors %v", anchors)
			}
			if faults := compile.Recompile(back, anchors[0]); len(faults) > 0 {
				t.Errorf("recompilation: %v", faults)
			}
			if faults, warnings := compile.Bind(in.Plan, in.Contract, true); len(faults)+len(warnings) > 0 {
				t.Errorf("binding: %v %v", faults, warnings)
			}
		})
	}
	if accepted < 30 {
		t.Errorf("only %d vectors were compiled", accepted)
	}
}

// TestGoldenSemantics holds the contracts that vectors carry to their plans:
// requirement binding and recompilation answer as the existing tool.
func TestGoldenSemantics(t *testing.T) {
	vs, _ := vectors(t)
	checked := 0
	for _, v := range vs {
		root, err := canonjson.Parse(v.plan, canonjson.Options{})
		if err != nil || root.Kind != canonjson.Object {
			continue
		}
		if v.compiled != nil {
			root, _ = canonjson.Parse(v.compiled, canonjson.Options{})
		}
		anchors := compile.Anchors(root)
		if len(anchors) != 1 {
			continue
		}
		t.Run(v.name, func(t *testing.T) {
			plan, _ := compile.Decode(root)
			c, faults := decodeContract(anchors[0], plan)
			if anchors[0].Generated() {
				again := codesOf(compile.Recompile(root, anchors[0]))
				for _, code := range v.Formalize.Errors {
					if !slices.Contains(again, code) && !slices.Contains([]string{"sem-goal-unbound", "sem-no-producer", "sem-extra-goals"}, code) {
						t.Errorf("recompilation codes %v miss %s", again, code)
					}
				}
				if v.Formalize.Exit != 0 && len(again) == 0 {
					t.Errorf("accepted, the real tool says %v", v.Formalize.Errors)
				}
			}
			if len(faults) > 0 || !v.Semantics.Enabled {
				return
			}
			checked++
			bound, warnings := compile.Bind(plan, c, anchors[0].Generated())
			want := slices.Clone(v.Semantics.Errors)
			want = slices.DeleteFunc(want, func(code string) bool {
				return slices.Contains([]string{"source-mismatch", "recompilation-mismatch", "marker-count", "recompile-failed"}, code)
			})
			slices.Sort(want)
			if d := cmp.Diff(slices.Compact(want), codesOf(bound)); d != "" && len(want)+len(bound) > 0 {
				t.Errorf("binding (-real tool +ours):\n%s", d)
			}
			if len(warnings) != len(v.Semantics.Warnings) {
				t.Errorf("warnings %v, want %v", warnings, v.Semantics.Warnings)
			}
		})
	}
	if checked < 40 {
		t.Errorf("only %d vectors were checked", checked)
	}
}
