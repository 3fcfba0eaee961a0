package adjudicator_test

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"workbench/adjudicator"
)

// The oracle: what the specification calls denied, guarded, violated, listed,
// written again in the plainest way for the small vocabularies of gen_test.go.

// look folds a name of the vocabulary as refusals compare it.
func look(s string) string {
	return strings.ToLower(strings.NewReplacer("і", "i", "Ꮯ", "ꮯ").Replace(s))
}

func naiveDenied(m manifest, tool string) bool {
	for name := range m.Deny {
		if look(name) == look(tool) {
			return true
		}
	}
	for name := range m.DenyPrefix {
		if strings.HasPrefix(look(tool), look(name)) {
			return true
		}
	}
	return false
}

// naiveFiles returns the files that a text may mean below /srv/repo.
func naiveFiles(text string) []string {
	files := []string{path.Join("/srv/repo", text), path.Join("/srv/repo", strings.ReplaceAll(text, `\`, "/"))}
	if strings.HasPrefix(text, "/") {
		files = []string{path.Clean(text)}
	}
	if rest, ok := strings.CutPrefix(text, "file://"); ok {
		files = append(files, rest)
	}
	return files
}

// naiveGuarded knows the guards of the vocabulary by heart.
func naiveGuarded(guard, file string) bool {
	file = strings.ToLower(file)
	switch guard {
	case "core/":
		return file == "/srv/repo/core" || strings.HasPrefix(file, "/srv/repo/core/")
	case "x":
		return file == "/srv/repo/x"
	case "/tmp/*":
		return path.Dir(file) == "/tmp"
	case "**/b":
		return strings.HasPrefix(file, "/srv/repo/") && path.Base(file) == "b"
	default: // "~/x", and home is not known: guarded at any depth
		return path.Base(file) == "x"
	}
}

// naiveTargets returns every text below a member whose name bears a path; or,
// if below is set, every text.
func naiveTargets(v any, below bool) (texts []string) {
	switch v := v.(type) {
	case string:
		if below {
			texts = append(texts, v)
		}
	case []any:
		for _, item := range v {
			texts = append(texts, naiveTargets(item, below)...)
		}
	case map[string]any:
		for name, item := range v {
			bears := slices.Contains([]string{"path", "file_path"}, strings.ToLower(name))
			texts = append(texts, naiveTargets(item, below || bears)...)
		}
	}
	return texts
}

func naiveSelfModify(m manifest, c adjudicator.ToolCall, args map[string]any) bool {
	if c.Tool == "Read" {
		return false
	}
	for _, text := range naiveTargets(args, false) {
		for _, file := range naiveFiles(text) {
			for _, guard := range m.Guards {
				if naiveGuarded(guard, file) {
					return true
				}
			}
		}
	}
	return false
}

func naiveViolated(m manifest, tool string, args map[string]any) bool {
	for _, r := range m.Rules {
		if look(r.Tool) != look(tool) {
			continue
		}
		value, present := args[r.Arg]
		if !present {
			if r.AllowGlob != nil {
				return true
			}
			continue
		}
		text, isText := value.(string)
		encoded, _ := json.Marshal(value)
		switch {
		case r.AllowGlob != nil:
			if !isText || !naiveGlob(*r.AllowGlob, text) {
				return true
			}
		case r.DenyRegex != nil:
			re := regexp.MustCompile(*r.DenyRegex)
			if re.Match(encoded) || slices.ContainsFunc(naiveTargets(value, true), re.MatchString) {
				return true
			}
		default:
			if isText && len(text) > *r.MaxBytes || !isText && len(encoded) > *r.MaxBytes {
				return true
			}
		}
	}
	return false
}

func naiveGlob(glob, text string) bool {
	if strings.HasPrefix(text, "~") || strings.HasPrefix(text, "file:") || strings.Contains(text, `\`) {
		return false
	}
	file := path.Clean(text)
	if !strings.HasPrefix(text, "/") {
		file = path.Join("/srv/repo", text)
	}
	switch glob {
	case "out/**":
		return file == "/srv/repo/out" || strings.HasPrefix(file, "/srv/repo/out/")
	case "*":
		return path.Dir(file) == "/srv/repo"
	case "core/":
		return file == "/srv/repo/core" || strings.HasPrefix(file, "/srv/repo/core/")
	default: // "/tmp/*"
		return path.Dir(file) == "/tmp"
	}
}

func naiveListed(m manifest, tool string, args map[string]any) bool {
	if slices.Contains(m.Allow, tool) || slices.Contains(m.Ask, tool) {
		return true
	}
	for _, prefix := range m.AllowPrefix {
		if strings.HasPrefix(tool, prefix) {
			return true
		}
	}
	return m.Posture == "admit_and_log" && tool == "get_x" && !naiveBears(args)
}

// naiveBears reports whether a member at any depth has the name of a bearer.
func naiveBears(v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, naiveBears)
	case map[string]any:
		for name, item := range v {
			if strings.ToLower(name) == "path" || name == "file_path" || naiveBears(item) {
				return true
			}
		}
	}
	return false
}

func judge(t *rapid.T, m manifest, c adjudicator.ToolCall) adjudicator.Verdict {
	p, _, err := adjudicator.LoadPolicy([]byte(m.text()))
	if err != nil {
		t.Fatalf("%s\n%v", m.text(), err)
	}
	return adjudicator.NewMonitor(p, adjudicator.MonitorOptions{}).Adjudicate(c)
}

func dispatches(v adjudicator.Verdict) bool {
	return v.Kind == adjudicator.Allow || v.Kind == adjudicator.Transform
}

// TestLawAllowMeansNoRefusal: what may run, or be asked about, is denied by
// nothing, writes nothing guarded, violates no rule and is listed.
func TestLawAllowMeansNoRefusal(t *testing.T) {
	ran := 0
	rapid.Check(t, func(t *rapid.T) {
		m := genManifest(t)
		c, args := genCall(t)
		v := judge(t, m, c)
		if v.Kind == adjudicator.Deny {
			return
		}
		ran++
		for _, refusal := range []struct {
			name string
			is   bool
		}{
			{"denied", naiveDenied(m, c.Tool)},
			{"self-modify", naiveSelfModify(m, c, args)},
			{"violated", naiveViolated(m, c.Tool, args)},
			{"not listed", !naiveListed(m, c.Tool, args)},
			{"asked for", dispatches(v) && slices.ContainsFunc(m.Ask, func(s string) bool { return look(s) == look(c.Tool) })},
		} {
			if refusal.is {
				t.Fatalf("%s\n%s", refusal.name, describe(m, c, v))
			}
		}
	})
	if ran == 0 {
		t.Error("every call was denied: nothing was tested")
	}
	t.Logf("%d calls were not denied", ran)
}

// TestLawDenyMeansARefusal is the other half: of well-formed calls, nothing is
// denied without a cause that the oracle finds too.
func TestLawDenyMeansARefusal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := genManifest(t)
		c, args := genCall(t)
		v := judge(t, m, c)
		if v.Kind != adjudicator.Deny || v.Reason == adjudicator.Malformed {
			return
		}
		found := map[adjudicator.Reason]bool{
			adjudicator.SelfModify:  naiveSelfModify(m, c, args),
			adjudicator.DefaultDeny: !naiveListed(m, c.Tool, args),
			adjudicator.PolicyBlock: naiveDenied(m, c.Tool) || naiveViolated(m, c.Tool, args) || naiveVariantViolated(m, c.Tool, args),
			adjudicator.SecretExfil: naiveDenied(m, c.Tool),
		}[v.Reason]
		if !found {
			t.Fatalf("no cause\n%s", describe(m, c, v))
		}
	})
}

// naiveVariantViolated: a rule also restricts the argument in another case.
func naiveVariantViolated(m manifest, tool string, args map[string]any) bool {
	for name, value := range args {
		for _, variant := range []string{strings.ToLower(name), "Path"} {
			if strings.EqualFold(variant, name) && naiveViolated(m, tool, map[string]any{variant: value}) {
				return true
			}
		}
	}
	return false
}

// TestLawRulesOnlyRestrict: one more rule, denial, question or guard never
// makes a call run that did not run before.
func TestLawRulesOnlyRestrict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := genManifest(t)
		c, _ := genCall(t)
		before := judge(t, m, c)
		more := m
		switch rapid.IntRange(0, 3).Draw(t, "what") {
		case 0:
			more.Rules = append(slices.Clip(m.Rules), rule{Tool: c.Tool, Arg: "extra", DenyRegex: new("never")}, rapid.Custom(genRule).Draw(t, "rule"))
			if slices.ContainsFunc(m.Rules, func(r rule) bool {
				return manifest{Rules: []rule{r}}.text() == manifest{Rules: more.Rules[len(more.Rules)-1:]}.text()
			}) {
				more.Rules = more.Rules[:len(more.Rules)-1]
			}
		case 1:
			more.Deny = map[string]string{"save": "POLICY_BLOCK"}
			for name, reason := range m.Deny {
				more.Deny[name] = reason
			}
		case 2:
			if !slices.Contains(m.Ask, c.Tool) {
				more.Ask = append(slices.Clip(m.Ask), c.Tool)
			}
		default:
			more.Guards = append(slices.Clip(m.Guards), "sub/")
		}
		after := judge(t, more, c)
		if dispatches(after) && !dispatches(before) {
			t.Fatalf("before: %s\nafter: %s", describe(m, c, before), describe(more, c, after))
		}
	})
}

// TestLawRedactionIsComplete: no value of a redacted name is left in what may
// run, at any depth, and what is not redacted is not changed.
func TestLawRedactionIsComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := genManifest(t)
		c, args := genCall(t)
		v := judge(t, m, c)
		if !dispatches(v) {
			return
		}
		text := c.Args
		if v.Kind == adjudicator.Transform {
			text = v.Args
		}
		var got any
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		want, _ := json.Marshal(naiveRedact(m, args))
		if have, _ := json.Marshal(got); string(have) != string(want) {
			t.Fatalf("%s\nruns with %s", describe(m, c, v), have)
		}
	})
}

func naiveRedact(m manifest, v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = naiveRedact(m, v[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for name, item := range v {
			if slices.Contains(m.Redact, strings.ToLower(name)) {
				out[name] = adjudicator.Redacted
			} else {
				out[name] = naiveRedact(m, item)
			}
		}
		return out
	default:
		return v
	}
}

// TestLawTotalAndPure: damaged policies and calls give a verdict, the same one
// twice, and a policy that does not load denies.
func TestLawTotalAndPure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := mutate(t, genManifest(t).text())
		c, _ := genCall(t)
		c.Args = mutate(t, c.Args)
		c.Tool = mutate(t, c.Tool)
		c.Root = mutate(t, c.Root)
		p, _, err := adjudicator.LoadPolicy([]byte(text))
		monitor := adjudicator.NewMonitor(p, adjudicator.MonitorOptions{})
		v := monitor.Adjudicate(c)
		if again := monitor.Adjudicate(c); again != v {
			t.Fatalf("%+v, then %+v", v, again)
		}
		if (err == nil) != (p != nil) || err != nil && (v.Kind != adjudicator.Deny || v.Reason != adjudicator.InvalidPolicy) {
			t.Fatalf("%v, but %+v", err, v)
		}
	})
}

// FuzzAdjudicate: no text of a policy or of arguments makes the monitor panic
// or pass what it did not read.
func FuzzAdjudicate(f *testing.F) {
	f.Add([]byte(`{"allow":["x","Write"],"redact":["k"],"self_modify_globs":["a/**/b","~/c/"]}`), "Write", `{"path":"a/c/b","k":1}`)
	f.Add([]byte(`{"posture":"admit_and_log"}`), "get_x", `{"files":[{"path":"~/x"}],"patch":"--- a/x\n+++ b/x"}`)
	f.Add([]byte(`null`), "x", `[`)
	f.Add([]byte(`{"arg_rules":[{"tool":"x","arg":"y","allow_glob":"[a-"}]}`), "x", `{"y":"file://h/%zz"}`)
	f.Fuzz(func(t *testing.T, policy []byte, tool, args string) {
		p, _, err := adjudicator.LoadPolicy(policy)
		for _, windows := range []bool{false, true} {
			m := adjudicator.NewMonitor(p, adjudicator.MonitorOptions{Windows: windows, Home: "/home/dev", Files: fakeFiles{"/srv/repo/l": "../x"}})
			k, kernelErr := adjudicator.NewKernel(m)
			if kernelErr != nil {
				t.Fatal(kernelErr)
			}
			d := k.Decide(&adjudicator.ToolCall{Tool: tool, Args: args, Root: "/srv/repo"})
			if d.Dispatches() && (err != nil || !json.Valid([]byte(args)) || !json.Valid([]byte(d.Call().Args))) {
				t.Fatalf("dispatched %q of policy %q", args, policy)
			}
		}
	})
}

// fakeFiles is a file system of links.
type fakeFiles map[string]string

func (f fakeFiles) Readlink(p string) (string, bool, error) {
	target, isLink := f[p]
	return target, isLink, nil
}
func (fakeFiles) CaseSensitive() bool { return false }
