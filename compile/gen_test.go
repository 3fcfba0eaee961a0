package compile_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// genStep, genPlan: a valid plan, as a generic document.
type (
	genStep = map[string]any
	genPlan = map[string]any
)

// awkward are names and texts that break naive code.
var awkward = []string{"data", "data file", "Ünïcode ☃", "a/b\\c", "\"quoted\"", "tab\there", "<&>", "\u2028", "\u001c", "日本語", strings.Repeat("long", 30), "-", "…", "𝒳"}

// drawPlan draws a plan that compiles: requirements, an acyclic graph in which
// each dependency reads an output, coverage, checks of the user's own.
func drawPlan(t *rapid.T) genPlan {
	n := rapid.IntRange(1, 6).Draw(t, "steps")
	ids := rapid.SliceOfNDistinct(rapid.Int64Range(1, 40), n, n, rapid.ID[int64]).Draw(t, "ids")
	var reqs []any
	var reqIDs []string
	for i := range rapid.IntRange(1, 3).Draw(t, "requirements") {
		if rapid.Bool().Draw(t, "bare") {
			reqs = append(reqs, "need "+rapid.SampledFrom(awkward).Draw(t, "need"))
			reqIDs = append(reqIDs, fmt.Sprintf("REQ-%03d", i+1))
			continue
		}
		id := fmt.Sprintf("R%d %s", i, strings.TrimSpace(rapid.SampledFrom(awkward[:5]).Draw(t, "id")))
		reqs = append(reqs, map[string]any{"id": id, "description": "need", "priority": rapid.SampledFrom([]string{"must", "Should"}).Draw(t, "priority")})
		reqIDs = append(reqIDs, id)
	}
	steps := make([]any, n)
	outputs := map[int64][]string{}
	for i, id := range ids {
		names := rapid.SliceOfNDistinct(rapid.SampledFrom(awkward), 1, 3, func(s string) string { return strings.Trim(s, " \u001c\u2028\t") }).Filter(func(ns []string) bool {
			for _, s := range ns {
				if strings.Trim(s, " \u001c\u2028\t") == "" {
					return false
				}
			}
			return true
		}).Draw(t, "outputs")
		var declared []any
		for _, name := range names {
			if rapid.Bool().Draw(t, "bare output") {
				declared = append(declared, name)
			} else {
				declared = append(declared, map[string]any{"name": name, "verify": []any{map[string]any{"type": "file_exists", "path": "x"}}})
			}
			outputs[id] = append(outputs[id], strings.Trim(name, " \u001c\u2028\t"))
		}
		var deps, needs []any
		for _, on := range ids[:i] {
			if rapid.IntRange(0, 2).Draw(t, "dep") == 0 {
				deps = append(deps, on)
				needs = append(needs, map[string]any{"step": on, "name": rapid.SampledFrom(outputs[on]).Draw(t, "need")})
			}
		}
		if deps == nil {
			deps, needs = []any{}, []any{}
		}
		step := genStep{"id": id, "title": fmt.Sprintf("step %d", id), "depends_on": deps, "requires_outputs": needs, "outputs": declared, "covers": []any{},
			"verify": []any{map[string]any{"type": "run", "argv": []any{"true", rapid.SampledFrom(awkward).Draw(t, "argument")}}}}
		if rapid.IntRange(0, 4).Draw(t, "no verify") == 0 {
			delete(step, "verify")
		}
		steps[i] = step
	}
	for _, id := range reqIDs {
		s := steps[rapid.IntRange(0, n-1).Draw(t, "covering")].(genStep)
		s["covers"] = append(s["covers"].([]any), id)
	}
	return genPlan{"task": rapid.SampledFrom(awkward).Draw(t, "task"), "created": "2026-01-01T00:00:00Z", "requirements": reqs,
		"steps": rapid.Permutation(steps).Draw(t, "order")}
}

// render writes a document in one of several layouts that people use.
func render(t *rapid.T, doc any) []byte {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(rapid.Bool().Draw(t, "escape"))
	enc.SetIndent("", rapid.SampledFrom([]string{"", "  ", "    ", "\t", " "}).Draw(t, "indent"))
	if err := enc.Encode(doc); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if rapid.Bool().Draw(t, "crlf") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if rapid.Bool().Draw(t, "no final newline") {
		text = strings.TrimRight(text, "\r\n")
	}
	return []byte(text)
}
