package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadme runs the sessions of README.md: every "console" block holds
// commands after "$ ", and what each must print.
func TestReadme(t *testing.T) {
	noPlanner(t)
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	ran := 0
	for _, block := range strings.Split(string(text), "```console\n")[1:] {
		block, _, closed := strings.Cut(block, "```")
		if !closed {
			t.Fatal("a console block is not closed")
		}
		for _, session := range strings.Split(block, "$ ")[1:] {
			command, want, _ := strings.Cut(session, "\n")
			args, ours := strings.CutPrefix(command, "go run ./cmd/")
			if !ours {
				t.Errorf("the test cannot run %q", command)
				continue
			}
			_, stdout, stderr := call(t, strings.Fields(args)...)
			if d := cmp.Diff(want, stdout+stderr); d != "" {
				t.Errorf("%s (-README +printed):\n%s", command, d)
			}
			ran++
		}
	}
	if ran < 3 {
		t.Errorf("README shows only %d sessions", ran)
	}
}
