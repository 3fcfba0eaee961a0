package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestDocumentsKeepTheirSchemas calls every command with --json, in all the
// ways it can end, and holds each document to the schema that it names.
func TestDocumentsKeepTheirSchemas(t *testing.T) {
	noPlanner(t)
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	examples := filepath.Join("..", "..", "examples")
	contract := put("contract.json", `{"version":1,"initial_facts":["a"],"goal_facts":["b"],"actions":[{"step":1,"preconditions":["a"],"add_effects":["b"],"del_effects":["a"]}]}`)
	stuck := put("stuck.json", `{"version":1,"initial_facts":[],"goal_facts":["b"],"actions":[{"step":1,"preconditions":["b"],"add_effects":["b"]}]}`)
	missed := put("missed.json", `{"version":1,"initial_facts":["b"],"goal_facts":["b"],"actions":[{"step":1,"preconditions":["b"],"del_effects":["b"]}]}`)
	invalid := put("invalid.json", `{"version":2,"goal_facts":[],"actions":[7]}`)
	broken := put("broken.json", `{"a":1,"a":2}`)
	out := filepath.Join(dir, "pddl")
	sessions := []struct {
		code int
		args string
	}{
		{0, "verify " + examples + "/release"},
		{0, "verify " + examples + "/migration"},
		{0, "verify " + examples + "/release --fast-downward auto"},
		{3, "verify " + examples + "/release --require-fast-downward"},
		{2, "verify " + broken},
		{1, "verify " + dir + "/nowhere"},
		{0, "formal verify " + contract},
		{0, "formal verify " + contract + " --search bfs --max-states 2"},
		{3, "formal verify " + contract + " --max-states 1"},
		{2, "formal verify " + stuck},
		{2, "formal verify " + missed},
		{2, "formal verify " + invalid},
		{1, "formal verify --search dfs"},
		{0, "formal export-pddl " + examples + "/migration --output " + out},
		{2, "formal export-pddl " + invalid + " --output " + out},
		{1, "formal export-pddl " + contract},
		{0, "formal import-pddl " + out + "/domain.pddl " + out + "/problem.pddl --facts " + out + "/facts.json"},
		{0, "formal import-pddl " + out + "/domain.pddl " + out + "/problem.pddl --output " + dir + "/back.json"},
		{1, "formal import-pddl " + dir + "/nowhere " + out + "/problem.pddl"},
		{2, "formal import-pddl " + broken + " " + out + "/problem.pddl"},
		{2, "formal make-check " + invalid},
		{0, "formalize verify " + examples + "/release"},
		{2, "formalize verify " + examples + "/migration"},
		{0, "formalize compile " + examples + "/release --dry-run"},
		{2, "formalize compile " + examples + "/migration --dry-run"},
		{0, "formalize remove " + examples + "/release --dry-run"},
		{0, "version"},
		{1, "nonsense"},
		{1, "verify --nonsense"},
	}
	compiler := jsonschema.NewCompiler()
	seen := map[string]bool{}
	for _, s := range sessions {
		t.Run(s.args, func(t *testing.T) {
			code, stdout, stderr := call(t, append(append([]string{"workbench"}, strings.Fields(s.args)...), "--json")...)
			if code != s.code {
				t.Errorf("exit %d, want %d\n%s%s", code, s.code, stdout, stderr)
			}
			doc, err := jsonschema.UnmarshalJSON(strings.NewReader(stdout))
			if err != nil {
				t.Fatalf("no document: %v\n%s%s", err, stdout, stderr)
			}
			id, _ := doc.(map[string]any)["schema"].(string)
			name := strings.TrimSuffix(strings.TrimPrefix(id, "workbench/"), "/v1")
			seen[name] = true
			schema, err := compiler.Compile(filepath.Join("schemas", name+".json"))
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(doc); err != nil {
				t.Errorf("%v\n%s", err, stdout)
			}
		})
	}
	for _, name := range schemaNames() {
		if !seen[name] {
			t.Errorf("no session printed a %s document", name)
		}
		code, stdout, _ := call(t, "workbench", "schema", name)
		if code != 0 || !json.Valid([]byte(stdout)) {
			t.Errorf("workbench schema %s: exit %d", name, code)
		}
	}
}
