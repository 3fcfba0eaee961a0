package compile

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"workbench/internal/diag"
)

const okPlan = `{
  "task": "demo",
  "requirements": ["first need"],
  "steps": [
    {"id": 1, "title": "one", "depends_on": [], "covers": ["REQ-001"], "outputs": ["d"], "verify": []},
    {"id": 2, "title": "two", "depends_on": [1], "requires_outputs": [{"step": 1, "name": "d"}], "verify": []}
  ]
}
`

// newWorkspace makes a workspace with a default plan and the plans named.
func newWorkspace(t *testing.T, names ...string) (*Workspace, string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, ".plan-auditor/plans"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, ".plan-auditor/plan.json"), okPlan)
	for _, n := range names {
		write(t, filepath.Join(dir, ".plan-auditor/plans", n+".json"), strings.Replace(okPlan, "demo", n, 1))
	}
	w, err := OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	return w, dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// changesOf compiles every plan of a workspace.
func changesOf(t *testing.T, w *Workspace) []Change {
	t.Helper()
	docs, err := w.Plans("")
	if err != nil {
		t.Fatal(err)
	}
	var changes []Change
	for _, d := range docs {
		in, err := Install(d.Source, d.Root, InstallOptions{})
		if err != nil {
			t.Fatal(err)
		}
		changes = append(changes, Change{d, in.Source})
	}
	return changes
}

// leftovers lists files that a run must not leave behind.
func leftovers(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && strings.Contains(filepath.Base(path), ".tmp") {
			found = append(found, path)
		}
		return nil
	})
	return found
}

func TestWriteReplacesAllAndKeepsTheMode(t *testing.T) {
	w, dir := newWorkspace(t, "a", "b")
	changes := changesOf(t, w)
	if err := Write(changes); err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		if got := read(t, c.Document.Path); got != string(c.Source) {
			t.Errorf("%s holds\n%s", c.Document.Path, got)
		}
		if info, _ := os.Stat(c.Document.Path); info.Mode().Perm() != 0o640 {
			t.Errorf("%s has mode %v", c.Document.Path, info.Mode())
		}
	}
	if l := leftovers(t, dir); len(l) > 0 {
		t.Errorf("left behind: %v", l)
	}
}

// TestWriteNoticesWhatHappensMeanwhile: at each stage of a run over three
// plans, another program edits or seals one of them. Nothing may be mutated
// then, and the edit must not be lost.
func TestWriteNoticesWhatHappensMeanwhile(t *testing.T) {
	for _, stage := range []string{"locked", "staged", "swapping", "swapped"} {
		for _, act := range []string{"edit", "replace", "seal"} {
			for _, victim := range []string{"default", "a", "b"} {
				t.Run(stage+"/"+act+"/"+victim, func(t *testing.T) {
					w, dir := newWorkspace(t, "a", "b")
					path, seal := filepath.Join(dir, ".plan-auditor/plans", victim+".json"), filepath.Join(dir, ".plan-auditor/seals", victim+".json")
					if victim == "default" {
						path, seal = filepath.Join(dir, ".plan-auditor/plan.json"), filepath.Join(dir, ".plan-auditor/seal.json")
					}
					changes := changesOf(t, w)
					edited := strings.Replace(read(t, path), `"one"`, `"edited meanwhile"`, 1)
					once := sync.OnceFunc(func() {
						switch act {
						case "seal":
							if err := os.MkdirAll(filepath.Dir(seal), 0o755); err != nil {
								t.Fatal(err)
							}
							write(t, seal, "{}")
						case "edit":
							write(t, path, edited)
						case "replace":
							write(t, path+".editor", edited)
							if err := os.Rename(path+".editor", path); err != nil {
								t.Fatal(err)
							}
						}
					})
					tx := &transaction{hook: func(s string) {
						if s == stage {
							once()
						}
					}}
					err := tx.run(changes)
					codes := diag.From(err, "")
					// An edit after the swap of its file comes after our whole
					// write of it: it simply stands, and is never lost.
					now := read(t, path)
					if act != "seal" && now != edited && !strings.Contains(keptText(t, dir), "edited meanwhile") {
						t.Fatalf("the edit is lost (error %v); the plan holds\n%s", err, now)
					}
					if err == nil {
						if act == "seal" {
							t.Fatalf("a sealed plan was mutated:\n%s", now)
						}
						return
					}
					if !codes.Has("sealed") && !codes.Has("plan-changed") {
						t.Fatalf("refused with %v", err)
					}
					for _, c := range changes {
						got := read(t, c.Document.Path)
						if got != string(c.Document.Source) && got != edited {
							t.Errorf("%s was mutated though the run was refused:\n%s", c.Document.Path, got)
						}
					}
					if l := leftovers(t, dir); len(l) > 0 && !codes.Has("plan-kept") {
						t.Errorf("left behind: %v", l)
					}
				})
			}
		}
	}
}

// keptText is the text of all files that a refused run kept.
func keptText(t *testing.T, dir string) string {
	var b strings.Builder
	for _, path := range leftovers(t, dir) {
		b.WriteString(read(t, path))
	}
	return b.String()
}

// TestWriteIsExclusive: many runs at once over one plan; exactly one of those
// that read the same text wins, the others are refused, nothing is lost.
func TestWriteIsExclusive(t *testing.T) {
	w, dir := newWorkspace(t)
	var group sync.WaitGroup
	results := make([]error, 16)
	changes := make([][]Change, len(results))
	for i := range results {
		changes[i] = changesOf(t, w)
	}
	for i := range results {
		group.Go(func() { results[i] = Write(changes[i]) })
	}
	group.Wait()
	won := 0
	for _, err := range results {
		if err == nil {
			won++
		} else if !diag.From(err, "").Has("plan-changed") {
			t.Errorf("refused with %v", err)
		}
	}
	if won != 1 {
		t.Errorf("%d runs wrote, want 1", won)
	}
	if got := read(t, changes[0][0].Document.Path); got != string(changes[0][0].Source) {
		t.Errorf("the plan holds\n%s", got)
	}
	if l := leftovers(t, dir); len(l) > 0 {
		t.Errorf("left behind: %v", l)
	}
}

// TestReplaceKeepingExchanges: the way without help of the system does what
// exchange does.
func TestReplaceKeepingExchanges(t *testing.T) {
	for name, swap := range map[string]func(string, string) error{"exchange": exchange, "replaceKeeping": replaceKeeping} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
			write(t, a, "new")
			write(t, b, "old")
			if err := swap(a, b); err != nil {
				t.Fatal(err)
			}
			if read(t, a) != "old" || read(t, b) != "new" {
				t.Errorf("a=%s b=%s", read(t, a), read(t, b))
			}
		})
	}
}

func TestWorkspaceRefuses(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "elsewhere.json")
	write(t, elsewhere, okPlan)
	tests := []struct {
		name string
		make func(t *testing.T, dir string)
		plan string
		code string
	}{
		{"no plan", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, ".plan-auditor/plan.json")) }, "", "plan-not-found"},
		{"unknown plan", func(*testing.T, string) {}, "nope", "plan-not-found"},
		{"name with a path", func(*testing.T, string) {}, "../x", "plan-name"},
		{"plan is a link", func(t *testing.T, dir string) {
			os.Remove(filepath.Join(dir, ".plan-auditor/plan.json"))
			os.Symlink(elsewhere, filepath.Join(dir, ".plan-auditor/plan.json"))
		}, "", "symlink"},
		{"folder is a link", func(t *testing.T, dir string) {
			os.Rename(filepath.Join(dir, ".plan-auditor"), filepath.Join(dir, "moved"))
			os.Symlink("moved", filepath.Join(dir, ".plan-auditor"))
		}, "", "symlink"},
		{"plans holds a link", func(t *testing.T, dir string) {
			os.Symlink(elsewhere, filepath.Join(dir, ".plan-auditor/plans/x.json"))
		}, "", "symlink"},
		{"plans holds a folder", func(t *testing.T, dir string) {
			os.Mkdir(filepath.Join(dir, ".plan-auditor/plans/x.json"), 0o755)
		}, "", "unreadable"},
		{"bad name", func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, ".plan-auditor/plans/bad name.json"), okPlan)
		}, "", "plan-name"},
		{"upper-case ending", func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, ".plan-auditor/plans/X.JSON"), okPlan)
		}, "", "plan-name"},
		{"a second default", func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, ".plan-auditor/plans/default.json"), okPlan)
		}, "", "plan-name"},
		{"too large", func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, ".plan-auditor/plan.json"), strings.Repeat(" ", MaxPlanBytes+1))
		}, "", "plan-too-large"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, dir := newWorkspace(t)
			tt.make(t, dir)
			_, err := w.Plans(tt.plan)
			if !diag.From(err, "").Has(tt.code) {
				t.Errorf("got %v, want %s", err, tt.code)
			}
		})
	}
	t.Run("an odd entry does not block a plan that is named", func(t *testing.T) {
		w, dir := newWorkspace(t)
		write(t, filepath.Join(dir, ".plan-auditor/plans/bad name.json"), okPlan)
		if docs, err := w.Plans("default"); err != nil || len(docs) != 1 {
			t.Errorf("%v %v", docs, err)
		}
	})
	t.Run("the largest plan", func(t *testing.T) {
		w, dir := newWorkspace(t)
		write(t, filepath.Join(dir, ".plan-auditor/plan.json"), okPlan+strings.Repeat(" ", MaxPlanBytes-len(okPlan)))
		docs, err := w.Plans("")
		if err != nil || len(docs[0].Faults) > 0 {
			t.Errorf("%v", err)
		}
	})
}

// TestInstallRefusesWhatCannotBeReadBack: the size of the result is checked
// before anything is written.
func TestInstallRefusesWhatCannotBeReadBack(t *testing.T) {
	src := []byte(strings.Replace(okPlan, "demo", strings.Repeat("x", MaxPlanBytes-len(okPlan)-10), 1))
	d := &Document{Source: src}
	d.parse()
	_, err := Install(src, d.Root, InstallOptions{})
	if !diag.From(err, "").Has("plan-too-large") {
		t.Errorf("got %v", err)
	}
	if bytes.Contains(src, []byte("formal_planning")) {
		t.Error("the source was changed")
	}
}
