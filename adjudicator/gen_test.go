package adjudicator_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"workbench/adjudicator"
)

// manifest is a policy in the form in which the laws know it. It is written
// as JSON for LoadPolicy, and read by the naive predicates of the oracle.
type manifest struct {
	Posture     string            `json:"posture"`
	Allow       []string          `json:"allow"`
	AllowPrefix []string          `json:"allow_prefix"`
	Ask         []string          `json:"ask"`
	Deny        map[string]string `json:"deny"`
	DenyPrefix  map[string]string `json:"deny_prefix"`
	Guards      []string          `json:"self_modify_globs"`
	Rules       []rule            `json:"arg_rules"`
	Redact      []string          `json:"redact"`
}

type rule struct {
	Tool      string  `json:"tool"`
	Arg       string  `json:"arg"`
	AllowGlob *string `json:"allow_glob,omitempty"`
	DenyRegex *string `json:"deny_regex,omitempty"`
	MaxBytes  *int    `json:"max_bytes,omitempty"`
}

func (m manifest) text() string {
	b, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// The vocabularies are small, so that policies and calls meet.
var (
	toolNames  = rapid.SampledFrom([]string{"Write", "WRITE", "Read", "save", "get_x", "get_x_delete", "Ꮯall", "Wrіte"})
	argNames   = rapid.SampledFrom([]string{"path", "Path", "file_path", "body", "password", "note"})
	pathTexts  = rapid.SampledFrom([]string{"core/a", "./core/../core/a", "CORE/A", "core", "out/a", "out/../core/a", "/srv/repo/core/b", "/tmp/x", "file:///srv/repo/core/a", "~/x", "sub\\..\\core\\a", "x", "corea", "/srv/./repo//core/a"})
	reasonText = rapid.SampledFrom([]string{"POLICY_BLOCK", "SECRET_EXFIL"})
)

// few draws a subset of a vocabulary.
func few(t *rapid.T, g *rapid.Generator[string], label string) []string {
	return rapid.SliceOfNDistinct(g, 0, 3, rapid.ID[string]).Draw(t, label)
}

func genManifest(t *rapid.T) manifest {
	m := manifest{
		Posture:     rapid.SampledFrom([]string{"fail_closed", "admit_and_log"}).Draw(t, "posture"),
		Allow:       rapid.SliceOfNDistinct(toolNames, 2, 7, rapid.ID[string]).Draw(t, "allow"),
		AllowPrefix: few(t, rapid.SampledFrom([]string{"get_", "W", "s"}), "allow_prefix"),
		Ask:         few(t, toolNames, "ask"),
		Deny:        map[string]string{},
		DenyPrefix:  map[string]string{},
		Guards:      few(t, rapid.SampledFrom([]string{"core/", "x", "/tmp/*", "**/b", "~/x"}), "guards"),
		Redact:      few(t, rapid.SampledFrom([]string{"password", "note"}), "redact"),
	}
	for _, name := range few(t, rapid.SampledFrom([]string{"Write", "save", "get_x", "u", "v", "w", "y", "z"}), "deny") {
		m.Deny[name] = reasonText.Draw(t, "reason")
	}
	for _, name := range few(t, rapid.SampledFrom([]string{"WR", "get_x_", "zz", "yy", "xx"}), "deny_prefix") {
		m.DenyPrefix[name] = reasonText.Draw(t, "reason")
	}
	m.Rules = rapid.SliceOfNDistinct(rapid.Custom(genRule), 0, 3, func(r rule) string { return manifest{Rules: []rule{r}}.text() }).Draw(t, "rules")
	return m
}

func genRule(t *rapid.T) rule {
	r := rule{Tool: toolNames.Draw(t, "tool"), Arg: argNames.Draw(t, "arg")}
	switch rapid.IntRange(0, 2).Draw(t, "matcher") {
	case 0:
		s := rapid.SampledFrom([]string{"out/**", "*", "core/", "/tmp/*"}).Draw(t, "glob")
		r.AllowGlob = &s
	case 1:
		s := rapid.SampledFrom([]string{"core", "^/", "secret", `\[`}).Draw(t, "regex")
		r.DenyRegex = &s
	default:
		n := rapid.SampledFrom([]int{0, 5, 100}).Draw(t, "max")
		r.MaxBytes = &n
	}
	return r
}

// genArgs draws an argument object whose members may be bearers.
func genArgs(t *rapid.T) map[string]any {
	args := map[string]any{}
	for _, name := range few(t, argNames, "args") {
		args[name] = genArg(t, 2)
	}
	return args
}

func genArg(t *rapid.T, depth int) any {
	switch rapid.IntRange(0, 6+2*min(depth, 1)).Draw(t, "kind") {
	case 0:
		return nil
	case 1:
		return rapid.IntRange(0, 9).Draw(t, "number")
	case 2:
		return "secret"
	case 7:
		return []any{genArg(t, depth-1), genArg(t, depth-1)}
	case 8:
		return map[string]any{argNames.Draw(t, "inner"): genArg(t, depth-1)}
	default:
		return pathTexts.Draw(t, "path")
	}
}

func genCall(t *rapid.T) (adjudicator.ToolCall, map[string]any) {
	args := genArgs(t)
	text, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return adjudicator.ToolCall{Tool: toolNames.Draw(t, "tool"), Args: string(text), Root: "/srv/repo"}, args
}

// mutate damages a text in one place, to draw what is almost right.
func mutate(t *rapid.T, text string) string {
	if text == "" || rapid.Bool().Draw(t, "whole") {
		return text
	}
	at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
	return text[:at] + rapid.SampledFrom([]string{"", "\x00", "{", "\"", "\xff", "[[", ":"}).Draw(t, "damage") + text[at+1:]
}

func describe(m manifest, c adjudicator.ToolCall, v adjudicator.Verdict) string {
	return fmt.Sprintf("policy %s\ncall %s %s\nverdict %s %s at %q", m.text(), c.Tool, c.Args, v.Kind, v.Reason, strings.TrimSpace(v.Where))
}
