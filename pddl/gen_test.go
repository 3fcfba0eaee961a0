package pddl_test

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"workbench/strips"
)

// nasty are texts that would break out of a careless comment or string.
var nasty = []string{
	"plain", "two words", `quote " and \ back`, "line\nbreak", "carriage\rreturn", "(evil)", ") (:goal (and))", "; comment", "tab\t",
	"Å (evil)", "\u0085(evil)", "\u2028(evil)", "\u2029", "\x0b\x0c\x1c\x1d\x1e", "emoji 😀", "日本語", "\u202ertl", "…", "f0001", "unused-step-1", "'", "|#", "\x00", "\ufeff",
}

// drawFact draws any text that a contract allows as a fact.
func drawFact(t *rapid.T) string {
	if rapid.Bool().Draw(t, "nasty") {
		return rapid.SampledFrom(nasty).Draw(t, "text") + rapid.StringN(0, 3, -1).Draw(t, "more") + "."
	}
	return rapid.String().Filter(func(s string) bool {
		return utf8.RuneCountInString(s) <= 250 && strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r < 0x20 }) != ""
	}).Draw(t, "text")
}

// drawContract draws a valid contract with dependencies; facts may be any text.
func drawContract(t *rapid.T) (*strips.Contract, strips.Dependencies) {
	facts := rapid.SliceOfNDistinct(rapid.Custom(drawFact), 1, 6, rapid.ID[string]).Draw(t, "facts")
	pick := func(label string, from []string) []string {
		out := []string{}
		for i, f := range from {
			if rapid.IntRange(0, 2).Draw(t, fmt.Sprint(label, i)) == 0 {
				out = append(out, f)
			}
		}
		return out
	}
	c := &strips.Contract{Initial: pick("init", facts)}
	deps := strips.Dependencies{}
	ids := rapid.SliceOfNDistinct(rapid.Int64Range(1, 9999), 1, 5, rapid.ID[int64]).Draw(t, "ids")
	known := map[string]bool{}
	for _, f := range c.Initial {
		known[f] = true
	}
	for i, id := range ids {
		a := strips.Action{Step: id, Add: pick("add", facts)}
		for _, f := range a.Add {
			known[f] = true
		}
		c.Actions = append(c.Actions, a)
		d := strips.StepDeps{Step: id, On: []int64{}}
		for _, on := range ids[:i] {
			if rapid.Bool().Draw(t, "dep") {
				d.On = append(d.On, on)
			}
		}
		deps = append(deps, d)
	}
	var sources []string
	for _, f := range facts {
		if known[f] {
			sources = append(sources, f)
		}
	}
	if len(sources) == 0 {
		c.Initial, sources = facts[:1], facts[:1]
	}
	for i := range c.Actions {
		a := &c.Actions[i]
		a.Pre = pick("pre", sources)
		for _, f := range pick("del", sources) {
			if !strings.Contains("\x00"+strings.Join(a.Add, "\x00")+"\x00", "\x00"+f+"\x00") {
				a.Del = append(a.Del, f)
			}
		}
	}
	c.Goals = pick("goal", sources)
	if len(c.Goals) == 0 {
		c.Goals = sources[:1]
	}
	return c, deps
}
