package adjudicator_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"workbench/adjudicator"
)

// member is a Member made of a function.
type member struct {
	name  string
	judge func(adjudicator.ToolCall) adjudicator.Verdict
}

func (m member) Name() string { return m.name }
func (m member) Adjudicate(c adjudicator.ToolCall) adjudicator.Verdict {
	return m.judge(c)
}

// says is a member with one opinion about everything.
func says(name string, v adjudicator.Verdict) adjudicator.Member {
	return member{name, func(adjudicator.ToolCall) adjudicator.Verdict { return v }}
}

// mustLoad loads a policy text.
func mustLoad(tb testing.TB, text string) *adjudicator.Policy {
	tb.Helper()
	p, _, err := adjudicator.LoadPolicy([]byte(text))
	if err != nil {
		tb.Fatalf("%s\n%v", text, err)
	}
	return p
}

func kernelOf(tb testing.TB, text string, o adjudicator.MonitorOptions, others ...adjudicator.Member) *adjudicator.Kernel {
	tb.Helper()
	k, err := adjudicator.NewKernel(adjudicator.NewMonitor(mustLoad(tb, text), o), others...)
	if err != nil {
		tb.Fatal(err)
	}
	return k
}

func brief(v adjudicator.Verdict) string { return v.Kind.String() + " " + v.Reason.String() }

func TestKernelNeedsAMonitor(t *testing.T) {
	k, err := adjudicator.NewKernel(nil, says("yes", adjudicator.Verdict{Kind: adjudicator.Allow}))
	if k != nil || !errors.Is(err, adjudicator.ErrNoMonitor) {
		t.Fatalf("%v, %v", k, err)
	}
	call := adjudicator.ToolCall{Tool: "x", Args: "{}"}
	for _, k := range []*adjudicator.Kernel{nil, {}} {
		if d := k.Decide(&call); d.Dispatches() || brief(d.Verdict()) != "deny DEFAULT_DENY" {
			t.Errorf("a kernel without a monitor says %+v", d.Verdict())
		}
	}
	if d := (adjudicator.Decision{}); d.Dispatches() {
		t.Error("the zero Decision dispatches")
	}
	empty, err := adjudicator.NewKernel(&adjudicator.Monitor{})
	if err != nil {
		t.Fatal(err)
	}
	if d := empty.Decide(&call); brief(d.Verdict()) != "deny INVALID_POLICY" {
		t.Errorf("the zero monitor says %+v", d.Verdict())
	}
	if v := (*adjudicator.Monitor)(nil).Adjudicate(call); brief(v) != "deny INVALID_POLICY" {
		t.Errorf("the nil monitor says %+v", v)
	}
}

// TestMembersThatFail: a member that is nil, panics or answers outside the
// closed sets is a Deny, for every call, and under its own name.
func TestMembersThatFail(t *testing.T) {
	boom := func(adjudicator.ToolCall) adjudicator.Verdict { panic("boom") }
	tests := []struct {
		name   string
		member adjudicator.Member
		want   string
		by     string
	}{
		{"panic", member{"p", boom}, "deny ADJUDICATOR_FAULT", "p"},
		{"nil", nil, "deny ADJUDICATOR_FAULT", "?"},
		{"nil function", member{name: "n"}, "deny ADJUDICATOR_FAULT", "n"},
		{"unknown kind", says("u", adjudicator.Verdict{Kind: 4242}), "deny UNKNOWN_VERDICT", "u"},
		{"unknown reason", says("u", adjudicator.Verdict{Kind: adjudicator.Allow, Reason: 250}), "deny UNKNOWN_VERDICT", "u"},
		{"rewrite that is no object", says("t", adjudicator.Verdict{Kind: adjudicator.Transform, Args: "[]"}), "deny ADJUDICATOR_FAULT", "t"},
		{"rewrite without arguments", says("t", adjudicator.Verdict{Kind: adjudicator.Transform}), "deny ADJUDICATOR_FAULT", "t"},
		{"speaks for another", says("me", adjudicator.Verdict{By: "monitor"}), "deny DEFAULT_DENY", "me"},
	}
	call := adjudicator.ToolCall{Tool: "x", Args: "{}"}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := kernelOf(t, `{"allow":["x"]}`, adjudicator.MonitorOptions{}, tt.member)
			d := k.Decide(&call)
			if got := brief(d.Verdict()); got != tt.want || d.Verdict().By != tt.by || d.Dispatches() {
				t.Errorf("%s by %q, want %s by %q", got, d.Verdict().By, tt.want, tt.by)
			}
			if v := adjudicator.Fold(call, tt.member); brief(v) != tt.want {
				t.Errorf("Fold says %s", brief(v))
			}
		})
	}
}

func TestNilCall(t *testing.T) {
	d := kernelOf(t, `{"allow":["x"]}`, adjudicator.MonitorOptions{}).Decide(nil)
	if brief(d.Verdict()) != "deny MALFORMED" {
		t.Errorf("%+v", d.Verdict())
	}
}

// TestRewriteIsJudged: what a member puts in the place of the arguments is
// judged by all members before it may run.
func TestRewriteIsJudged(t *testing.T) {
	rewrite := func(args string) adjudicator.Member {
		return says("rewriter", adjudicator.Verdict{Kind: adjudicator.Transform, Args: args})
	}
	grow := member{"grow", func(c adjudicator.ToolCall) adjudicator.Verdict {
		return adjudicator.Verdict{Kind: adjudicator.Transform, Args: `{"a":` + c.Args + "}"}
	}}
	afraid := member{"afraid", func(c adjudicator.ToolCall) adjudicator.Verdict {
		if strings.Contains(c.Args, "/tmp/b") {
			return adjudicator.Verdict{Kind: adjudicator.RequireApproval, Reason: adjudicator.TrustViolation}
		}
		return adjudicator.Verdict{Kind: adjudicator.Defer}
	}}
	tests := []struct {
		name, want, args string
		others           []adjudicator.Member
	}{
		{"harmless", "transform NONE", `{"path":"/tmp/b"}`, []adjudicator.Member{rewrite(`{"path":"/tmp/b"}`)}},
		{"same text", "transform NONE", `{"path":"/tmp/a"}`, []adjudicator.Member{rewrite(`{"path":"/tmp/a"}`)}},
		{"into the guarded tree", "deny SELF_MODIFY", `{"path":"/tmp/a"}`, []adjudicator.Member{rewrite(`{"path":"guard.json"}`)}},
		{"rewritten again", "deny TRANSFORM_CONFLICT", `{"path":"/tmp/a"}`, []adjudicator.Member{grow}},
		{"two rewrites", "deny TRANSFORM_CONFLICT", `{"path":"/tmp/a"}`, []adjudicator.Member{rewrite(`{"path":"/tmp/b"}`), rewrite(`{"path":"/tmp/c"}`)}},
		{"one that asks about it", "require_approval TRUST_VIOLATION", `{"path":"/tmp/b"}`, []adjudicator.Member{rewrite(`{"path":"/tmp/b"}`), afraid}},
		{"redacted and asked about", "require_approval POLICY_BLOCK", `{"path":"/tmp/b"}`, []adjudicator.Member{
			rewrite(`{"path":"/tmp/b"}`), says("asks", adjudicator.Verdict{Kind: adjudicator.RequireApproval, Reason: adjudicator.PolicyBlock})}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := kernelOf(t, `{"allow":["Write"],"self_modify_globs":["guard.json"]}`, adjudicator.MonitorOptions{}, tt.others...)
			call := adjudicator.ToolCall{Tool: "Write", Args: `{"path":"/tmp/a"}`, Root: "/srv/repo"}
			d := k.Decide(&call)
			if got := brief(d.Verdict()); got != tt.want || d.Call().Args != tt.args {
				t.Errorf("%s with %s, want %s with %s", got, d.Call().Args, tt.want, tt.args)
			}
			if d.Asked() != call || len(d.Opinions()) == 0 {
				t.Errorf("asked %+v, opinions %v", d.Asked(), d.Opinions())
			}
		})
	}
}

// TestOnlyDecideMakesADecision reads the package's source: a Decision is
// composed in Kernel.Decide alone, and no other function returns one. The
// fields are unexported, so no other package can make one that dispatches.
func TestOnlyDecideMakesADecision(t *testing.T) {
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	files, made := 0, 0
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		files++
		f, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			fn, isFunc := decl.(*ast.FuncDecl)
			decides := isFunc && fn.Name.Name == "Decide" && e.Name() == "kernel.go"
			receiver := isFunc && fn.Recv != nil && mentions(fn.Recv, "Decision")
			ast.Inspect(decl, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && id.Name == "Decision" {
					switch {
					case decides:
						made++
					case receiver:
					case isFunc:
						t.Errorf("%s: %s mentions Decision", e.Name(), fn.Name.Name)
					case e.Name() != "kernel.go":
						t.Errorf("%s mentions Decision", e.Name())
					}
				}
				return true
			})
		}
	}
	if files < 15 || made < 3 {
		t.Fatalf("read %d files, found %d mentions in Decide", files, made)
	}
}

func mentions(n ast.Node, name string) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return true
	})
	return found
}
