package adjudicator_test

import (
	"errors"
	"strings"
	"testing"

	"workbench/adjudicator"
)

// links is a file system of links, which may fail or be case-sensitive.
type links struct {
	to    map[string]string
	exact bool
	err   error
}

func (f links) Readlink(p string) (string, bool, error) {
	target, isLink := f.to[p]
	return target, isLink, f.err
}
func (f links) CaseSensitive() bool { return f.exact }

func TestResolve(t *testing.T) {
	unix := adjudicator.Place{Cwd: "/srv/repo", Home: "/home/dev"}
	homeless := adjudicator.Place{Cwd: "/srv/repo"}
	windows := adjudicator.Place{Cwd: "/c:/srv/repo", Home: "/c:/Users/dev", Windows: true}
	linked := adjudicator.Place{Cwd: "/srv/repo", Files: links{to: map[string]string{
		"/srv/repo/scratch": "/srv/repo/core/policy", "/srv/repo/sub/up": "../core/x", "/srv/repo/loop": "loop", "/srv/repo/abs": "/"}}}
	failing := adjudicator.Place{Cwd: "/srv/repo", Files: links{err: errors.New("no")}}
	winLinked := adjudicator.Place{Cwd: "/c:/w", Windows: true, Files: links{to: map[string]string{"/c:/w/j": `D:\x\y`}}}
	tests := []struct {
		name  string
		place adjudicator.Place
		text  string
		want  string // the paths; "?" at the end when undecided
	}{
		{"relative", unix, "a/b", "/srv/repo/a/b"},
		{"cleaned", unix, "./a//x/../b/", "/srv/repo/a/b"},
		{"up", unix, "../../../../etc/passwd", "/etc/passwd"},
		{"absolute", unix, "/srv/./repo//a", "/srv/repo/a"},
		{"empty", unix, "", "/srv/repo"},
		{"home", unix, "~/a", "/home/dev/a /srv/repo/~/a"},
		{"home alone", unix, "~", "/home/dev /srv/repo/~"},
		{"home of another", unix, "~root/a", "/srv/repo/~root/a ?"},
		{"office lock", unix, "~$doc", "/srv/repo/~$doc"},
		{"home unknown", homeless, "~/a", "/srv/repo/~/a ?"},
		{"URI", unix, "file:///srv/repo/a%2Fb", "/srv/repo/a/b /srv/repo/file:/srv/repo/a%2Fb"},
		{"URI in capitals", unix, "FILE://localhost/x#l1", "/x /srv/repo/FILE:/localhost/x#l1"},
		{"URI without host", unix, "file:/x?q", "/x /srv/repo/file:/x?q"},
		{"relative URI", unix, "file:a", "/srv/repo/a /srv/repo/file:a"},
		{"URI of a host", unix, "file://h/x", "/srv/repo/file:/h/x ?"},
		{"bad escape", unix, "file:///%zz", "/srv/repo/file:/%zz ?"},
		{"NUL by escape", unix, "file:///a%00", "/srv/repo/file:/a%00 ?"},
		{"backslash", unix, `core\x`, `/srv/repo/core/x /srv/repo/core\x`},
		{"link to a directory", linked, "scratch/r.go", "/srv/repo/scratch/r.go /srv/repo/core/policy/r.go"},
		{"up after a link", linked, "sub/up/../policy/r", "/srv/repo/sub/policy/r /srv/repo/core/policy/r"},
		{"link to the root", linked, "abs/etc", "/srv/repo/abs/etc /etc"},
		{"link to itself", linked, "loop/x", "/srv/repo/loop/x ?"},
		{"lookup fails", failing, "a", "/srv/repo/a ?"},
		{"too long to look up", linked, strings.Repeat("./", 3000) + "a", "/srv/repo/a ?"},
		{"Windows relative", windows, `core\x`, "/c:/srv/repo/core/x"},
		{"Windows drive", windows, `C:\Srv\x`, "/c:/Srv/x"},
		{"Windows other drive", windows, `d:/x`, "/d:/x"},
		{"Windows rooted", windows, `\x`, "/c:/x"},
		{"Windows dots", windows, `guard.json. .`, "/c:/srv/repo/guard.json"},
		{"Windows up", windows, `a\..\b`, "/c:/srv/repo/b"},
		{"Windows stream", windows, `guard.json::$DATA`, "/c:/srv/repo/guard.json"},
		{"Windows verbatim", windows, `\\?\C:\x`, "/c:/x"},
		{"Windows share", windows, `\\host\c$\x`, "?"},
		{"Windows drive-relative", windows, `c:x`, "?"},
		{"Windows short name", windows, `GUARD~1.JSO`, "/c:/srv/repo/GUARD~1.JSO ?"},
		{"Windows URI", windows, `file:///C:/x`, "/c:/x /c:/srv/repo/file/C/x"},
		{"Windows URI share", windows, `file:\\h\x`, "/c:/srv/repo/file/h/x ?"},
		{"Windows home", windows, `~\a`, "/c:/Users/dev/a /c:/srv/repo/~/a"},
		{"Windows junction", winLinked, `j\z`, "/c:/w/j/z /d:/x/y/z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			paths, decided := tt.place.Resolve(tt.text)
			got := strings.Join(paths, " ")
			if !decided {
				got = strings.TrimSpace(got + " ?")
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// relation asks a monitor where a path stands: a Write inside is denied, above
// it asks, outside it is allowed.
func relation(t *testing.T, guard, file string, o adjudicator.MonitorOptions) string {
	t.Helper()
	p := mustLoad(t, `{"allow":["Write"],"self_modify_globs":[`+jsonText(guard)+`]}`)
	v := adjudicator.NewMonitor(p, o).Adjudicate(adjudicator.ToolCall{Tool: "Write", Args: `{"path":` + jsonText(file) + `}`, Root: "/srv/re[p]o"})
	return map[string]string{"deny SELF_MODIFY": "inside", "require_approval OPAQUE_WRITE": "above", "allow NONE": "outside"}[brief(v)]
}

func TestGuardedTrees(t *testing.T) {
	tests := []struct{ guard, file, want string }{
		{"core/policy/", "core/policy/a/b", "inside"},
		{"core/policy/", "core/policy", "inside"},
		{"core/policy/", "core", "above"},
		{"core/policy/", ".", "above"},
		{"core/policy/", "/", "above"},
		{"core/policy/", "core/policy_docs/x", "outside"},
		{"core/policy/", "/tmp/core/policy/x", "outside"},
		{"core/policy/", "mycore/policy/x", "outside"},
		{"core/policy/", "CORE/Policy/x", "inside"},
		{"./guard.json", "guard.json", "inside"},
		{"guard.json", "sub/guard.json", "outside"},
		{"guard.json", "guard.json.bak", "outside"},
		{"**/guard.json", "a/b/guard.json", "inside"},
		{"**/guard.json", "guard.json", "inside"},
		{"**/guard.json", "/tmp/guard.json", "outside"},
		{"a/**/b/**/c", "a/x/b/y/b/z/c", "inside"},
		{"a/**/b/**/c", "a/b/c", "inside"},
		{"a/**/b/**/c", "a/c", "outside"},
		{"a/*/c", "a/b/c", "inside"},
		{"a/*/c", "a/b/b/c", "outside"},
		{"a/*/c", "a/b", "above"},
		{"f?[0-9]", "fx7", "inside"},
		{"f?[0-9]", "fx/", "outside"},
		{"/etc/x", "/etc/x", "inside"},
		{"/", "/anything", "inside"},
		{"./", "anything", "inside"},
		{"~/cfg/", "/home/dev/cfg/x", "inside"},
		{"~/cfg/", "~/cfg/x", "inside"},
		{"~/cfg/", "/home/eve/cfg/x", "outside"},
		{"straße", "STRASSE", "inside"},
		{"café", "cafe\u0301", "inside"},
		{"K", "\u212a", "inside"}, // the Kelvin sign
		{"none", ".workbench/policy.json", "inside"},
		{"none", ".claude/settings.json", "inside"},
		{"none", "~/.claude/settings.json", "inside"},
	}
	for _, tt := range tests {
		if got := relation(t, tt.guard, tt.file, adjudicator.MonitorOptions{Home: "/home/dev"}); got != tt.want {
			t.Errorf("%s is %s %s, want %s", tt.file, got, tt.guard, tt.want)
		}
	}
	exact := adjudicator.MonitorOptions{Home: "/home/dev", Files: links{exact: true}}
	for file, want := range map[string]string{"CORE/a": "outside", "core/a": "inside"} {
		if got := relation(t, "core/", file, exact); got != want {
			t.Errorf("case-sensitive: %s is %s", file, got)
		}
	}
	for _, none := range []*adjudicator.Guard{nil, {}} {
		if none.Relation("/x") != adjudicator.Inside || !none.Mentions("") {
			t.Error("no guard guards nothing")
		}
	}
}

// TestGuardFollowsItsOwnLinks: a workspace, a home or a guarded directory that
// is a link is guarded where the link leads, too, and an allowance holds there.
func TestGuardFollowsItsOwnLinks(t *testing.T) {
	o := adjudicator.MonitorOptions{Home: "/home/dev", Files: links{to: map[string]string{
		"/srv/repo": "/data/re[p]o", "/data/re[p]o/core": "../core*", "/home": "/users"}}}
	p := mustLoad(t, `{"allow":["Write"],"self_modify_globs":["guard.json","core/","~/cfg","**/deep"],
		"arg_rules":[{"tool":"Write","arg":"out","deny_regex":"^$"}]}`)
	q := mustLoad(t, `{"allow":["Write"],"arg_rules":[{"tool":"Write","arg":"path","allow_glob":"out/*"}]}`)
	judge := func(p *adjudicator.Policy, file string) string {
		return brief(adjudicator.NewMonitor(p, o).Adjudicate(adjudicator.ToolCall{Tool: "Write", Args: `{"path":` + jsonText(file) + `}`, Root: "/srv/repo"}))
	}
	for file, want := range map[string]string{
		"guard.json":              "deny SELF_MODIFY",
		"/data/re[p]o/guard.json": "deny SELF_MODIFY",
		"/data/repo/guard.json":   "allow NONE",
		"core/x":                  "deny SELF_MODIFY",
		"/data/core*/x":           "deny SELF_MODIFY",
		"/data/core1/x":           "allow NONE",
		"/users/dev/cfg":          "deny SELF_MODIFY",
		"/data/re[p]o/a/deep":     "deny SELF_MODIFY",
		"/data/re[p]o":            "require_approval OPAQUE_WRITE",
		"/data/re[p]o/a":          "allow NONE",
	} {
		if got := judge(p, file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
	for file, want := range map[string]string{"out/a": "allow NONE", "/data/re[p]o/out/a": "allow NONE", "/data/out/a": "deny POLICY_BLOCK"} {
		if got := judge(q, file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
	failing := adjudicator.MonitorOptions{Files: links{err: errors.New("no")}}
	v := adjudicator.NewMonitor(q, failing).Adjudicate(adjudicator.ToolCall{Tool: "Write", Args: `{"path":"out/a"}`, Root: "/srv/repo"})
	if brief(v) != "deny POLICY_BLOCK" {
		t.Errorf("a link that cannot be looked up: %s", brief(v))
	}
}

func TestGlobIsNotEmpty(t *testing.T) {
	if _, err := adjudicator.ParseGlob(""); err == nil {
		t.Error("the empty pattern is one")
	}
}
