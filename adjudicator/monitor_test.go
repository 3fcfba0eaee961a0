package adjudicator_test

import (
	"encoding/json"
	"strings"
	"testing"

	"workbench/adjudicator"
)

func jsonText(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

const permissive = `{"allow":["x","s::x","Read","Write","Edit","MultiEdit","apply_patch","Bash","s::Read","conf","run","look"],
	"self_modify_globs":["guard.json","core/"], "ask":["asked","s::ask"],
	"deny":{"Nuke":"SECRET_EXFIL","both":"POLICY_BLOCK","r::m":"MISROUTE","m":"MISROUTE"}, "deny_prefix":{"bo":"POLICY_BLOCK","mcp__bad__":"MISROUTE","nu":"POLICY_BLOCK","nuk":"SECRET_EXFIL"},
	"tools":{"conf":{"writes":true,"paths":["Where"]},"run":{"commands":["line"]},"look":{"reads":true},"Edit":{"paths":["spot"]}},
	"max_args_bytes":2000}`

func TestMonitor(t *testing.T) {
	deep := func(n int) string {
		return `{"a":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + "}"
	}
	tests := []struct {
		name, server, tool, args, want, where string
	}{
		// 0
		{"empty name", "", "", `{}`, "deny MALFORMED", "tool"},
		{"invalid UTF-8", "", "x\xff", `{}`, "deny MALFORMED", "tool"},
		{"invisible filler", "", "x\u3164", `{}`, "deny MALFORMED", "tool"},
		{"empty Braille", "", "x\u2800", `{}`, "deny MALFORMED", "tool"},
		{"variation selector", "", "x\ufe0f", `{}`, "deny MALFORMED", "tool"},
		{"blank server", "s ", "x", `{}`, "deny MALFORMED", "server"},
		{"server with a colon", "a:", "x", `{}`, "deny MALFORMED", "server"},
		{"tool with a colon first", "s", ":x", `{}`, "deny MALFORMED", "server"},
		{"tool that spells a pair", "", "s::x", `{}`, "deny MALFORMED", "server"},
		{"pair", "s", "x", `{}`, "allow NONE", ""},
		{"same tool of another server", "r", "x", `{}`, "deny DEFAULT_DENY", "tool"},
		// 1
		{"no arguments", "", "x", ``, "deny MALFORMED", "args"},
		{"truncated", "", "x", `{"a":`, "deny MALFORMED", "args"},
		{"list", "", "x", `[]`, "deny MALFORMED", "args"},
		{"two documents", "", "x", `{}{}`, "deny MALFORMED", "args"},
		{"invalid UTF-8 arguments", "", "x", "{\"a\":\"\xff\"}", "deny MALFORMED", "args"},
		{"depth 64", "", "x", deep(64), "allow NONE", ""},
		{"depth 65", "", "x", deep(65), "deny MALFORMED", "args"},
		{"bearers alike", "", "x", `{"path":"a","Path":"b"}`, "deny MALFORMED", "Path"},
		{"bearers alike inside", "", "x", `{"e":[{"file":"a","FILE":"b"}]}`, "deny MALFORMED", "e[0].FILE"},
		{"own bearers alike", "", "conf", `{"where":"a","WHERE":"b"}`, "deny MALFORMED", "WHERE"},
		{"others alike", "", "x", `{"note":"a","Note":"b"}`, "allow NONE", ""},
		{"large", "", "x", `{"a":"` + strings.Repeat("x", 1992) + `"}`, "allow NONE", ""},
		{"too large", "", "x", `{"a":"` + strings.Repeat("x", 1993) + `"}`, "deny OVERSIZE", "args"},
		// 2
		{"denied", "", "Nuke", `{}`, "deny SECRET_EXFIL", "deny.Nuke"},
		{"denied in another case", "", "NUKE", `{}`, "deny SECRET_EXFIL", "deny.Nuke"},
		{"denied by looks", "", "Nukе", `{}`, "deny SECRET_EXFIL", "deny.Nuke"},
		{"denied by a Cyrillic capital", "", "NuКe", `{}`, "deny SECRET_EXFIL", "deny.Nuke"},
		{"denied by a Greek capital", "", "Νuke", `{}`, "deny SECRET_EXFIL", "deny.Nuke"},
		{"denied in full width", "", "Ｎｕｋｅ", `{}`, "deny SECRET_EXFIL", "deny.Nuke"},
		{"denied with an accent", "", "Nukè", `{}`, "deny SECRET_EXFIL", "deny.Nuke"},
		{"denied of a server", "s", "nuke", `{}`, "deny SECRET_EXFIL", "deny.Nuke"},
		{"denied by prefixes", "", "nukes", `{}`, "deny POLICY_BLOCK", "deny_prefix.nu"},
		{"denied by the host's spelling", "bad", "x", `{}`, "deny MISROUTE", "deny_prefix.mcp__bad__"},
		// 3
		{"any tool's path", "", "x", `{"PATH":"guard.json"}`, "deny SELF_MODIFY", "PATH"},
		{"deep path", "", "x", `{"a":[{"b":{"target":"core/x"}}]}`, "deny SELF_MODIFY", "a[0].b.target"},
		{"list of paths", "", "x", `{"paths":["a",["core/x"]]}`, "deny SELF_MODIFY", "paths[1][0]"},
		{"path in an object", "", "x", `{"path":{"value":"guard.json"}}`, "deny SELF_MODIFY", "path.value"},
		{"bearer in a bearer", "", "x", `{"source":{"path":"guard.json"}}`, "deny SELF_MODIFY", "source.path"},
		{"names of files", "", "x", `{"files":{"guard.json":"text"}}`, "deny SELF_MODIFY", "files"},
		{"objects of files", "", "x", `{"files":[{"path":"guard.json"}]}`, "deny SELF_MODIFY", "files[0].path"},
		{"number as a path", "", "x", `{"path":7}`, "allow NONE", ""},
		{"null as a path", "", "x", `{"path":null}`, "allow NONE", ""},
		{"NUL", "", "x", `{"path":"a\u0000"}`, "deny MALFORMED", "path"},
		{"hostile name is quoted", "", "x", `{"a\nb":{"path":"guard.json"}}`, "deny SELF_MODIFY", `"a\nb".path`},
		{"content is no path", "", "Write", `{"path":"a","content":"guard.json"}`, "allow NONE", ""},
		{"reader", "", "Read", `{"path":"guard.json"}`, "allow NONE", ""},
		{"reader of a server", "s", "Read", `{"path":"guard.json"}`, "deny SELF_MODIFY", "path"},
		{"reader by policy", "", "look", `{"path":"guard.json"}`, "allow NONE", ""},
		{"own bearer", "", "conf", `{"where":"guard.json"}`, "deny SELF_MODIFY", "where"},
		{"own bearer of a known tool", "", "Edit", `{"spot":"guard.json"}`, "deny SELF_MODIFY", "spot"},
		{"known tool stays known", "", "Edit", `{}`, "deny MALFORMED", "path"},
		{"no path", "", "conf", `{}`, "deny MALFORMED", "path"},
		{"empty path", "", "Write", `{"path":""}`, "deny MALFORMED", "path"},
		{"boolean path", "", "Write", `{"file_path":true}`, "deny MALFORMED", "file_path"},
		{"number beside a path", "", "Write", `{"path":7,"file_path":"a"}`, "allow NONE", ""},
		{"no command", "", "Bash", `{}`, "deny MALFORMED", "command"},
		{"null command", "", "Bash", `{"command":null}`, "deny MALFORMED", "command"},
		{"number command", "", "Bash", `{"command":3}`, "deny MALFORMED", "command"},
		{"empty command", "", "Bash", `{"command":""}`, "deny MALFORMED", "command"},
		{"no patch", "", "apply_patch", `{}`, "deny MALFORMED", "patch"},
		{"undecided path", "", "x", `{"path":"~eve/x"}`, "require_approval OPAQUE_WRITE", "path"},
		{"pattern in a path", "", "x", `{"path":"*.json"}`, "require_approval OPAQUE_WRITE", "path"},
		{"variable in a path", "", "x", `{"path":"$HOME/x"}`, "require_approval OPAQUE_WRITE", "path"},
		{"braced variable", "", "x", `{"path":"${x}"}`, "require_approval OPAQUE_WRITE", "path"},
		{"route with a dollar", "", "x", `{"path":"$id.tsx$"}`, "allow NONE", ""},
		{"pattern of a known writer", "", "Write", `{"path":"a*"}`, "allow NONE", ""},
		{"two denials of one name", "", "both", `{}`, "deny POLICY_BLOCK", "deny.both"},
		{"two denials of one reason", "r", "m", `{}`, "deny MISROUTE", "deny.m"},
		{"command", "", "x", `{"cmd":"ls"}`, "require_approval OPAQUE_WRITE", "cmd"},
		{"own command", "", "run", `{"line":["ls"]}`, "require_approval OPAQUE_WRITE", "line"},
		{"command of a reader", "", "Read", `{"path":"a","command":"ls"}`, "require_approval OPAQUE_WRITE", "command"},
		{"opaque and not listed", "", "y", `{"cmd":"ls"}`, "deny DEFAULT_DENY", "tool"},
		{"opaque and asked", "", "asked", `{"cmd":"ls"}`, "require_approval OPAQUE_WRITE", "cmd"},
		// 3, patches
		{"patch", "", "apply_patch", `{"input":"*** Begin Patch\n*** Delete File: core/x\n*** End Patch"}`, "deny SELF_MODIFY", "input"},
		{"patch that moves", "", "apply_patch", `{"patch":"*** Begin Patch\n*** Update File: a\n*** Move to: core/x\n"}`, "deny SELF_MODIFY", "patch"},
		{"patch in words", "", "Bash", `{"command":["apply_patch","*** Begin Patch\n*** Add File: guard.json\n"]}`, "deny SELF_MODIFY", "command"},
		{"patch in a command", "", "Bash", `{"command":"*** Begin Patch\n*** Add File: a\n+x"}`, "allow NONE", ""},
		{"patch without header", "", "apply_patch", `{"input":"hello"}`, "require_approval OPAQUE_WRITE", "input"},
		{"diff", "", "x", `{"diff":"--- a/core/x\t2020\n+++ b/core/x\n@@ -1 +1 @@\n"}`, "deny SELF_MODIFY", "diff"},
		{"diff without prefixes", "", "x", `{"patch":"--- /dev/null\n+++ guard.json\n"}`, "deny SELF_MODIFY", "patch"},
		{"diff of modes", "", "x", `{"patch":"diff --git a/guard.json b/guard.json\nold mode 1\n"}`, "deny SELF_MODIFY", "patch"},
		{"diff that renames", "", "x", `{"patch":"diff --git a/a b/core/bb\nrename from a\nrename to core/bb\n"}`, "deny SELF_MODIFY", "patch"},
		{"diff of other names", "", "x", `{"patch":"diff --git a/a b/core/bb\n"}`, "deny SELF_MODIFY", "patch"},
		{"quoted name", "", "x", `{"patch":"+++ \"b/gu\\141rd.json\"\n"}`, "deny SELF_MODIFY", "patch"},
		{"name that cannot be read", "", "x", `{"patch":"--- a/a\n+++ \"b/x\n"}`, "require_approval OPAQUE_WRITE", "patch"},
		{"diff names that cannot be read", "", "x", `{"patch":"diff --git a/a \"b\n"}`, "require_approval OPAQUE_WRITE", "patch"},
		{"words that are no patch", "", "x", `{"diff":"three lines","input":"hello"}`, "allow NONE", ""},
		{"patches in a list", "", "x", `{"patch":["+++ b/x\n","+++ b/guard.json\n",1]}`, "deny SELF_MODIFY", "patch[1]"},
		// 5
		{"asked", "", "asked", `{}`, "require_approval POLICY_BLOCK", "ask"},
		{"asked of a server", "s", "ask", `{}`, "require_approval POLICY_BLOCK", "ask"},
		{"asked in another case", "", "ASKED", `{}`, "deny DEFAULT_DENY", "tool"},
	}
	monitor := adjudicator.NewMonitor(mustLoad(t, permissive), adjudicator.MonitorOptions{Home: "/home/dev"})
	if monitor.Name() != "monitor" {
		t.Error(monitor.Name())
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := monitor.Adjudicate(adjudicator.ToolCall{Server: tt.server, Tool: tt.tool, Args: tt.args, Root: "/srv/repo"})
			if brief(v) != tt.want || v.Where != tt.where {
				t.Errorf("%s at %q, want %s at %q", brief(v), v.Where, tt.want, tt.where)
			}
		})
	}
}

// TestDirectories: what paths are relative to must be known, or what is
// guarded is guarded at any depth.
func TestDirectories(t *testing.T) {
	const policy = `{"allow":["Write"],"self_modify_globs":["guard.json","~/cfg"],"arg_rules":[]}`
	tests := []struct{ name, root, cwd, home, path, want string }{
		{"root alone", "/srv/repo", "", "", "guard.json", "deny SELF_MODIFY"},
		{"cwd alone", "", "/srv/repo", "", "guard.json", "deny SELF_MODIFY"},
		{"cwd below root", "/srv/repo", "/srv/repo/sub", "", "../guard.json", "deny SELF_MODIFY"},
		{"cwd below root, own file", "/srv/repo", "/srv/repo/sub", "", "guard.json", "allow NONE"},
		{"neither", "", "", "", "/any/guard.json", "deny SELF_MODIFY"},
		{"neither, relative", "", "", "", "guard.json", "deny SELF_MODIFY"},
		{"home unknown", "/srv/repo", "", "", "/home/dev/cfg", "deny SELF_MODIFY"},
		{"home known", "/srv/repo", "", "/home/dev", "/home/dev/cfg", "deny SELF_MODIFY"},
		{"another home", "/srv/repo", "", "/home/dev", "/home/eve/cfg", "allow NONE"},
		{"relative root", "repo", "", "", "a", "deny MALFORMED"},
		{"relative cwd", "/srv/repo", "sub", "", "a", "deny MALFORMED"},
		{"NUL in root", "/srv\x00", "", "", "a", "deny MALFORMED"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := adjudicator.NewMonitor(mustLoad(t, policy), adjudicator.MonitorOptions{Home: tt.home})
			v := m.Adjudicate(adjudicator.ToolCall{Tool: "Write", Args: `{"path":` + jsonText(tt.path) + `}`, Root: tt.root, Cwd: tt.cwd})
			if brief(v) != tt.want {
				t.Errorf("%s, want %s", brief(v), tt.want)
			}
		})
	}
	windows := adjudicator.NewMonitor(mustLoad(t, policy), adjudicator.MonitorOptions{Windows: true})
	for path, want := range map[string]string{`C:\srv\repo\GUARD.JSON.`: "deny SELF_MODIFY", `sub\guard.json`: "allow NONE", `\\h\s\x`: "require_approval OPAQUE_WRITE"} {
		v := windows.Adjudicate(adjudicator.ToolCall{Tool: "Write", Args: `{"path":` + jsonText(path) + `}`, Root: `c:\srv\repo`})
		if brief(v) != want {
			t.Errorf("%s: %s, want %s", path, brief(v), want)
		}
	}
}

// TestClaimOfLinks: an Allow that compared paths says whether links were
// followed.
func TestClaimOfLinks(t *testing.T) {
	call := adjudicator.ToolCall{Tool: "Write", Args: `{"path":"scratch/r"}`, Root: "/srv/repo"}
	p := mustLoad(t, permissive)
	if v := adjudicator.NewMonitor(p, adjudicator.MonitorOptions{}).Adjudicate(call); brief(v) != "allow NONE" || v.Claim != adjudicator.ClaimNoLinks {
		t.Errorf("%+v", v)
	}
	with := func(to string) adjudicator.Verdict {
		files := links{to: map[string]string{"/srv/repo/scratch": to}}
		return adjudicator.NewMonitor(p, adjudicator.MonitorOptions{Files: files}).Adjudicate(call)
	}
	if v := with("/tmp"); brief(v) != "allow NONE" || v.Claim != "" {
		t.Errorf("%+v", v)
	}
	if v := with("core"); brief(v) != "deny SELF_MODIFY" {
		t.Errorf("%+v", v)
	}
}

func TestArgumentRules(t *testing.T) {
	tests := []struct{ name, rule, args, want string }{
		{"glob", `"arg":"p","allow_glob":"out/**"`, `{"p":"out/a"}`, "allow"},
		{"glob, absolute", `"arg":"p","allow_glob":"out/**"`, `{"p":"/srv/repo/out/a"}`, "allow"},
		{"glob, another case", `"arg":"p","allow_glob":"out/**"`, `{"p":"OUT/a"}`, "deny"},
		{"glob, up and away", `"arg":"p","allow_glob":"out/**"`, `{"p":"out/../a"}`, "deny"},
		{"glob, missing", `"arg":"p","allow_glob":"**"`, `{}`, "deny"},
		{"glob, null", `"arg":"p","allow_glob":"**"`, `{"p":null}`, "deny"},
		{"glob, list", `"arg":"p","allow_glob":"**"`, `{"p":["a"]}`, "deny"},
		{"glob, empty", `"arg":"p","allow_glob":"**"`, `{"p":""}`, "deny"},
		{"glob, NUL", `"arg":"p","allow_glob":"**"`, `{"p":"a\u0000"}`, "deny"},
		{"glob, URI", `"arg":"p","allow_glob":"**"`, `{"p":"file:a"}`, "deny"},
		{"glob, a variant beside it", `"arg":"p","allow_glob":"out/**"`, `{"p":"out/a","P":"/x"}`, "deny"},
		{"glob, a link", `"arg":"p","allow_glob":"out/**"`, `{"p":"out/link"}`, "deny"},
		{"glob, home", `"arg":"p","allow_glob":"~/x/"`, `{"p":"/home/dev/x/y"}`, "deny"}, // home is not known
		{"regex", `"arg":"p","deny_regex":"b"`, `{"p":"abc"}`, "deny"},
		{"regex, another", `"arg":"p","deny_regex":"b"`, `{"q":"abc"}`, "allow"},
		{"regex, variant", `"arg":"p","deny_regex":"b"`, `{"P":"abc"}`, "deny"},
		{"regex, leaf", `"arg":"p","deny_regex":"^b$"`, `{"p":[1,{"k":"b"}]}`, "deny"},
		{"regex, key", `"arg":"p","deny_regex":"key"`, `{"p":{"key":1}}`, "deny"},
		{"regex, number", `"arg":"p","deny_regex":"^42$"`, `{"p":42}`, "deny"},
		{"regex, escaped text", `"arg":"p","deny_regex":"a\\nb"`, `{"p":"a\nb"}`, "deny"},
		{"regex, no leaf", `"arg":"p","deny_regex":"^b$"`, `{"p":[1,{"k":"c"}]}`, "allow"},
		{"bytes", `"arg":"p","max_bytes":3`, `{"p":"abc"}`, "allow"},
		{"bytes, too long", `"arg":"p","max_bytes":3`, `{"p":"ab€"}`, "deny"},
		{"bytes, number", `"arg":"p","max_bytes":3`, `{"p":1234}`, "deny"},
		{"bytes, missing", `"arg":"p","max_bytes":0`, `{}`, "allow"},
		{"cited before MALFORMED", `"arg":"path","max_bytes":0`, `{"path":1}`, "deny"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := mustLoad(t, `{"allow":["x"],"arg_rules":[{"tool":"X",`+tt.rule+`}]}`)
			files := links{to: map[string]string{"/srv/repo/out/link": "/etc"}}
			v := adjudicator.NewMonitor(p, adjudicator.MonitorOptions{Files: files}).Adjudicate(adjudicator.ToolCall{Tool: "x", Args: tt.args, Root: "/srv/repo"})
			if v.Kind.String() != tt.want || v.Kind == adjudicator.Deny && (v.Reason != adjudicator.PolicyBlock || v.Where != "arg_rules[0]") {
				t.Errorf("%s at %s, want %s", brief(v), v.Where, tt.want)
			}
		})
	}
	// Without a known workspace an allowance is rooted where the call runs.
	p := mustLoad(t, `{"allow":["x"],"arg_rules":[{"tool":"x","arg":"p","allow_glob":"out/*"}]}`)
	for path, want := range map[string]string{"out/a": "allow NONE", "/srv/repo/out/a": "deny POLICY_BLOCK", "~eve/out": "deny POLICY_BLOCK"} {
		v := adjudicator.NewMonitor(p, adjudicator.MonitorOptions{}).Adjudicate(adjudicator.ToolCall{Tool: "x", Args: `{"p":` + jsonText(path) + `}`})
		if brief(v) != want {
			t.Errorf("%s: %s", path, brief(v))
		}
	}
}

func TestPosture(t *testing.T) {
	m := adjudicator.NewMonitor(mustLoad(t, `{"posture":"admit_and_log","redact":["token"]}`), adjudicator.MonitorOptions{})
	tests := []struct{ tool, args, want string }{
		{"get_x", `{}`, "allow NONE DEFAULT_DENY"},
		{"getX", `{"id":1}`, "allow NONE DEFAULT_DENY"},
		{"get-x.y", `{}`, "allow NONE DEFAULT_DENY"},
		{"get_x", `{"token":"t"}`, "transform NONE DEFAULT_DENY"},
		{"get_x", `{"path":"a"}`, "deny DEFAULT_DENY "},
		{"get_x", `{"path":null}`, "deny DEFAULT_DENY "},
		{"get_x", `{"a":[{"cmd":"ls"}]}`, "deny DEFAULT_DENY "},
		{"get_x", `{"patch":"x"}`, "deny DEFAULT_DENY "},
		{"Get_x", `{}`, "deny DEFAULT_DENY "},
		{"_get_x", `{}`, "deny DEFAULT_DENY "},
		{"getAndDelete", `{}`, "deny DEFAULT_DENY "},
		{"get_and_DELETE", `{}`, "deny DEFAULT_DENY "},
		{"get_dеlete", `{}`, "deny DEFAULT_DENY "}, // a Cyrillic letter
		{"getting", `{}`, "deny DEFAULT_DENY "},
		{"__", `{}`, "deny DEFAULT_DENY "},
	}
	for _, tt := range tests {
		v := m.Adjudicate(adjudicator.ToolCall{Tool: tt.tool, Args: tt.args, Root: "/srv/repo"})
		if got := brief(v) + " " + v.Would; got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.tool, tt.args, got, tt.want)
		}
	}
}

// reader is a CommandReader that answers the same to everything, and keeps
// what it was asked.
type reader struct {
	answer adjudicator.Reading
	asked  adjudicator.Command
}

func (r *reader) Read(c adjudicator.Command) adjudicator.Reading {
	r.asked = c
	return r.answer
}

// TestDeepPlacesAreShort: a place of a deep argument is cut, and many of them
// take no more than a few times the arguments' size.
func TestDeepPlacesAreShort(t *testing.T) {
	args := `{"path":["core/x"]}`
	for range 60 {
		args = `{"` + strings.Repeat("n", 30) + `":` + args + `}`
	}
	m := adjudicator.NewMonitor(mustLoad(t, `{"allow":["x"],"self_modify_globs":["core/"]}`), adjudicator.MonitorOptions{})
	v := m.Adjudicate(adjudicator.ToolCall{Tool: "x", Args: args, Root: "/srv/repo"})
	if brief(v) != "deny SELF_MODIFY" || len(v.Where) > 200 {
		t.Errorf("%s at %d bytes", brief(v), len(v.Where))
	}
	long := `{"path":"` + strings.Repeat("a/", 500_000) + `"}`
	if v := m.Adjudicate(adjudicator.ToolCall{Tool: "x", Args: long}); brief(v) != "allow NONE" {
		t.Errorf("a long path: %s", brief(v))
	}
}

// TestReaderThatPanics: a reader of commands is not trusted to be total.
func TestReaderThatPanics(t *testing.T) {
	k := kernelOf(t, permissive, adjudicator.MonitorOptions{Commands: (*reader)(nil)})
	d := k.Decide(&adjudicator.ToolCall{Tool: "Bash", Args: `{"command":"ls"}`, Root: "/srv/repo"})
	if brief(d.Verdict()) != "deny ADJUDICATOR_FAULT" || d.Verdict().By != "monitor" {
		t.Errorf("%+v", d.Verdict())
	}
}

func TestCommands(t *testing.T) {
	writes := func(targets ...adjudicator.Target) adjudicator.Reading {
		return adjudicator.Reading{Answer: adjudicator.Decided, Writes: targets}
	}
	tests := []struct {
		name, args  string
		answer      adjudicator.Reading
		want, where string
	}{
		{"writes nothing", `{"command":"ls"}`, writes(), "allow NONE", ""},
		{"writes elsewhere", `{"command":"x"}`, writes(adjudicator.Target{Path: "/tmp/x"}), "allow NONE", ""},
		{"writes the guard", `{"command":"x"}`, writes(adjudicator.Target{Path: "a"}, adjudicator.Target{Path: "guard.json", Where: "tee guard.json"}), "deny SELF_MODIFY", "command: tee guard.json"},
		{"after cd", `{"command":"x"}`, writes(adjudicator.Target{Path: "x", Cwd: "/srv/repo/core"}), "deny SELF_MODIFY", "command: "},
		{"removes what holds the guard", `{"command":"x"}`, writes(adjudicator.Target{Path: "..", Tree: true}), "deny SELF_MODIFY", "command: "},
		{"makes what holds the guard", `{"command":"x"}`, writes(adjudicator.Target{Path: ".."}), "allow NONE", ""},
		{"declares a plan", `{"command":"x"}`, adjudicator.Reading{Control: "workbench guard clear"}, "deny SELF_MODIFY", "command: workbench guard clear"},
		{"cannot be decided", `{"command":"x"}`, adjudicator.Reading{}, "require_approval OPAQUE_WRITE", "command"},
		{"part cannot be decided", `{"command":"x"}`, adjudicator.Reading{Where: "$X"}, "require_approval OPAQUE_WRITE", "command: $X"},
		{"part cannot be decided, part hits", `{"command":"x"}`, adjudicator.Reading{Writes: []adjudicator.Target{{Path: "guard.json"}}}, "deny SELF_MODIFY", "command: "},
		{"odd words", `{"command":["ls",1]}`, writes(), "require_approval OPAQUE_WRITE", "command"},
		{"object", `{"command":{"a":1}}`, writes(), "require_approval OPAQUE_WRITE", "command"},
		{"line with words", `{"command":"ls -l","args":["x"]}`, writes(), "require_approval OPAQUE_WRITE", "command"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := adjudicator.NewMonitor(mustLoad(t, permissive), adjudicator.MonitorOptions{Commands: &reader{answer: tt.answer}})
			v := m.Adjudicate(adjudicator.ToolCall{Tool: "Bash", Args: tt.args, Root: "/srv/repo"})
			if brief(v) != tt.want || v.Where != tt.where {
				t.Errorf("%s at %q, want %s at %q", brief(v), v.Where, tt.want, tt.where)
			}
		})
	}
	for args, want := range map[string]string{
		`{"command":"ls -l"}`:                         "ls -l []",
		`{"argv":["ls","-l"]}`:                        " [ls -l]",
		`{"command":"rm","args":["a",1]}`:             "rm [rm a 1]",
		`{"command":"rm","arguments":"a"}`:            "rm [rm a]",
		`{"command":["sh","-c"],"args":["x"]}`:        " [sh -c x]",
		`{"command":"rm","args":null}`:                "rm []",
		`{"path":"a","input":"x","script":"echo hi"}`: "echo hi []",
	} {
		r := &reader{answer: writes()}
		adjudicator.NewMonitor(mustLoad(t, permissive), adjudicator.MonitorOptions{Commands: r}).Adjudicate(adjudicator.ToolCall{Tool: "Bash", Args: args, Root: "/srv/repo"})
		if got := r.asked.Text + " [" + strings.Join(r.asked.Argv, " ") + "]"; got != want {
			t.Errorf("%s asks about %s, want %s", args, got, want)
		}
		if r.asked.Place.Cwd != "/srv/repo" || r.asked.Root != "/srv/repo" || r.asked.Guard.Relation("/srv/repo/core/x") != adjudicator.Inside {
			t.Errorf("%+v", r.asked)
		}
	}
}

// TestTrustedScripts: a script is trusted only if it certainly is one of those
// that the policy names.
func TestTrustedScripts(t *testing.T) {
	p := mustLoad(t, `{"allow":["Bash"],"trusted_scripts":["ci/*.sh"]}`)
	ask := func(root string) adjudicator.Command {
		r := &reader{}
		files := links{to: map[string]string{"/srv/repo/ci/link.sh": "/tmp/x"}}
		adjudicator.NewMonitor(p, adjudicator.MonitorOptions{Commands: r, Files: files}).Adjudicate(adjudicator.ToolCall{Tool: "Bash", Args: `{"command":"x"}`, Root: root})
		return r.asked
	}
	for _, tt := range []struct {
		script, cwd string
		want        bool
	}{
		{"ci/a.sh", "", true}, {"a.sh", "/srv/repo/ci", true}, {"/srv/repo/ci/a.sh", "/tmp", true},
		{"CI/a.sh", "", false}, {"ci/link.sh", "", false}, {"a.sh", "", false}, {"~/ci/a.sh", "", false}, {"", "", false},
	} {
		if got := ask("/srv/repo").Trusts(tt.script, tt.cwd); got != tt.want {
			t.Errorf("%s in %q: %v", tt.script, tt.cwd, got)
		}
	}
	if c := ask(""); !c.Trusts("ci/a.sh", "") || c.Trusts("/srv/repo/ci/a.sh", "") {
		t.Error("without a workspace")
	}
}

func TestGuardMentions(t *testing.T) {
	glob := func(text string) adjudicator.Glob {
		g, err := adjudicator.ParseGlob(text)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	g := adjudicator.NewGuard([]adjudicator.Glob{glob("core/policy/"), glob("a/*/guard.json")}, "/srv/repo", adjudicator.Place{})
	for text, want := range map[string]bool{"rm POLICY": true, "x guard.json)": true, "rm core": false, "": false} {
		if g.Mentions(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
	if !adjudicator.NewGuard([]adjudicator.Glob{glob("**/*.go")}, "/srv/repo", adjudicator.Place{}).Mentions("x") {
		t.Error("what has no name may be meant by anything")
	}
}

// TestAskWinsOverAllow: a tool on both lists is asked about, and so is one
// that only looks like it; what is asked about and not allowed must be exact.
func TestAskWinsOverAllow(t *testing.T) {
	m := adjudicator.NewMonitor(mustLoad(t, `{"allow":["a","B"],"ask":["a","b"]}`), adjudicator.MonitorOptions{})
	for tool, want := range map[string]string{"a": "require_approval POLICY_BLOCK", "B": "require_approval POLICY_BLOCK", "b": "require_approval POLICY_BLOCK", "A": "deny DEFAULT_DENY"} {
		if v := m.Adjudicate(adjudicator.ToolCall{Tool: tool, Args: "{}"}); brief(v) != want {
			t.Errorf("%s: %s", tool, brief(v))
		}
	}
}

// TestNoSecretInVerdict: the texts of a verdict never hold a value of the
// arguments.
func TestNoSecretInVerdict(t *testing.T) {
	m := adjudicator.NewMonitor(mustLoad(t, `{"allow":["Write"],"redact":["k"],"arg_rules":[{"tool":"Write","arg":"note","deny_regex":"hush"}]}`), adjudicator.MonitorOptions{})
	for _, args := range []string{`{"path":"a","note":"hush"}`, `{"path":"~hush/x"}`, `{"path":".workbench/hush"}`, `{"path":"hush\u0000"}`, `{"path":"x","k":"hush"}`, `{"path":"hush"`} {
		if v := m.Adjudicate(adjudicator.ToolCall{Tool: "Write", Args: args, Root: "/srv/repo"}); strings.Contains(v.Where+v.Claim+v.Would+v.Args, "hush") {
			t.Errorf("%s: %+v", args, v)
		}
	}
}
