//go:build unix

package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestKilledWritesAreWhole: kill -9 at random moments during formalize
// compile, 200 times. The plan's file is always the old text or the new one,
// whole, and the next run works.
func TestKilledWritesAreWhole(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, ".plan-auditor", "plan.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	step := func(i string) string {
		return `{"id": ` + i + `, "depends_on": [], "covers": ["REQ-001"], "outputs": ["` + strings.Repeat("x", 2000) + `"], "verify": []}`
	}
	old := []byte("{\n  \"task\": \"t\",\n  \"requirements\": [\"r\"],\n  \"steps\": [\n" + step("1") + ",\n" + step("2") + "\n  ]\n}\n")
	command := func() *exec.Cmd {
		return &exec.Cmd{Path: exe, Args: []string{"workbench", "formalize", "compile", dir}}
	}
	if err := os.WriteFile(path, old, 0o644); err != nil {
		t.Fatal(err)
	}
	started := time.Now()
	if out, err := command().CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	whole := time.Since(started)
	compiled, err := os.ReadFile(path)
	if err != nil || bytes.Equal(compiled, old) {
		t.Fatalf("compile wrote nothing: %v", err)
	}
	kept, written := 0, 0
	for range 200 {
		if err := os.WriteFile(path, old, 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := command()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.Int64N(int64(whole) * 5 / 4)))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		switch now, err := os.ReadFile(path); {
		case err != nil:
			t.Fatal(err)
		case bytes.Equal(now, old):
			kept++
		case bytes.Equal(now, compiled):
			written++
		default:
			t.Fatalf("the plan is neither the old nor the new one:\n%s", now)
		}
	}
	t.Logf("killed 200 times: %d times the old plan, %d times the new one", kept, written)
	if kept == 0 || written == 0 {
		t.Errorf("the kills did not hit the run at different moments: %d old, %d new", kept, written)
	}
	if out, err := command().CombinedOutput(); err != nil {
		t.Fatalf("the run after the kills: %v\n%s", err, out)
	}
	if err := os.WriteFile(path, old, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := command().CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	left, _ := filepath.Glob(filepath.Join(dir, ".plan-auditor", ".*.tmp"))
	for _, l := range left { // a copy of which only a part was written stays
		if src, err := os.ReadFile(l); err != nil || bytes.Equal(src, old) || bytes.Equal(src, compiled) {
			t.Errorf("%s is left behind", l)
		}
	}
}
