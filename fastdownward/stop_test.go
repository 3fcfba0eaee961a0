//go:build unix

package fastdownward_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"workbench/fastdownward"
)

// Planners that do not end, or do not end alone.
func TestRunStops(t *testing.T) {
	tests := []struct {
		name    string
		planner fastdownward.Planner
		options fastdownward.Options
		want    fastdownward.Status
		reason  string
		within  time.Duration
	}{
		{"hangs", fake("hang"), fastdownward.Options{Timeout: 300 * time.Millisecond}, fastdownward.Timeout, "no answer within 300ms", 2 * time.Second},
		{"hangs with a plan written", fake("write", "sas_plan", goodPlan, "hang"), fastdownward.Options{Timeout: 300 * time.Millisecond}, fastdownward.Timeout, "no answer", 2 * time.Second},
		{"deaf", fake("deaf", "hang"), fastdownward.Options{Timeout: 300 * time.Millisecond}, fastdownward.Timeout, "no answer", 3 * time.Second},
		{"a child holds the output", fake("child", "deaf", "hang"), fastdownward.Options{}, fastdownward.Solved, "a plan of 2 steps", 3 * time.Second},
		{"a child of a child", fake("child", "child", "deaf", "hang"), fastdownward.Options{}, fastdownward.Solved, "a plan of 2 steps", 3 * time.Second},
		{"floods", fake("flood", "1024", "write", "sas_plan", goodPlan), fastdownward.Options{}, fastdownward.Solved, "a plan of 2 steps", time.Minute},
		{"floods for ever", fake("flood", "100000000"), fastdownward.Options{Timeout: 500 * time.Millisecond}, fastdownward.Timeout, "no answer", 3 * time.Second},
		{"fills the disk", fake("fill", "sas_plan", "1024", "hang"), fastdownward.Options{Disk: 32 << 20}, fastdownward.Error, "grew beyond 33554432 bytes", time.Minute},
		{"fills the disk and ends", fake("sparse", "x", "1073741824", "write", "sas_plan", goodPlan), fastdownward.Options{Disk: 32 << 20}, fastdownward.Error, "grew beyond", 3 * time.Second},
		{"many files", fake("many", "10001", "write", "sas_plan", goodPlan), fastdownward.Options{}, fastdownward.Error, "10000 files", time.Minute},
		{"locks its folder", fake("lock", "write", "sas_plan", goodPlan), fastdownward.Options{}, fastdownward.Solved, "a plan of 2 steps", 3 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			temp := t.TempDir()
			tt.options.TempDir = temp
			begin := time.Now()
			r := fastdownward.Run(t.Context(), tt.planner, nil, nil, tt.options)
			if took := time.Since(begin); took > tt.within {
				t.Errorf("took %v, over %v", took, tt.within)
			}
			if r.Status != tt.want || !strings.Contains(r.Reason, tt.reason) {
				t.Errorf("%v: %s\nwant %v: …%s…", r.Status, r.Reason, tt.want, tt.reason)
			}
			if len(r.LogTail) > fastdownward.DefaultLogTail {
				t.Errorf("kept %d bytes of the log", len(r.LogTail))
			}
			empty(t, temp)
			if !strings.Contains(tt.name, "floods") && alive(t, said(t, r.LogTail, "group")) {
				t.Error("a process of the group lives on")
			}
		})
	}
}

// A process that leaves the group is out of reach, but does not hold us up.
func TestRunDoesNotWaitForTheEscaped(t *testing.T) {
	begin := time.Now()
	r := fastdownward.Run(t.Context(), fake("escape", "deaf", "hang"), nil, nil, fastdownward.Options{})
	pid, err := strconv.Atoi(said(t, r.LogTail, "child"))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Errorf("the escaped process was to live: %v", err)
	}
	if took := time.Since(begin); r.Status != fastdownward.Solved || took > 5*time.Second {
		t.Errorf("%v after %v", r.Status, took)
	}
}

func TestRunIsCancelled(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	soon := func() (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(200*time.Millisecond, cancel)
		return ctx, cancel
	}
	late := func() (context.Context, context.CancelFunc) {
		return context.WithTimeout(t.Context(), 200*time.Millisecond)
	}
	tests := []struct {
		name   string
		ctx    func() (context.Context, context.CancelFunc)
		want   fastdownward.Status
		reason string
	}{
		{"before", func() (context.Context, context.CancelFunc) { return cancelled, cancel }, fastdownward.Error, "interrupted before it answered"},
		{"meanwhile", soon, fastdownward.Error, "interrupted before it answered"},
		{"deadline", late, fastdownward.Timeout, "no answer before the caller's time was over"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			temp := t.TempDir()
			begin := time.Now()
			ctx, cancel := tt.ctx()
			defer cancel()
			r := fastdownward.Run(ctx, fake("deaf", "hang"), nil, nil, fastdownward.Options{TempDir: temp})
			if r.Status != tt.want || r.Reason != tt.reason {
				t.Errorf("%v: %s, want %v: %s", r.Status, r.Reason, tt.want, tt.reason)
			}
			if took := time.Since(begin); took > 3*time.Second {
				t.Errorf("took %v", took)
			}
			empty(t, temp)
		})
	}
}

// A flood is neither kept nor written down.
func TestRunFloodStaysSmall(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := fastdownward.Run(t.Context(), fake("flood", "256", "say", "the end"), nil, nil, fastdownward.Options{LogTail: 1000})
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
		t.Errorf("256 MiB of output took %d bytes of memory", grown)
	}
	if len(r.LogTail) != 1000 || !strings.HasSuffix(r.LogTail, "cde\nthe end\n") {
		t.Errorf("kept %d bytes: …%q", len(r.LogTail), r.LogTail[max(0, len(r.LogTail)-20):])
	}
}

// What the planner is given: a private folder, no input, its own place for
// temporary files, the words in the order of the real planner's grammar.
func TestRunGives(t *testing.T) {
	temp := t.TempDir()
	r := fastdownward.Run(t.Context(), fake("report"), []byte("domain text"), nil, fastdownward.Options{TempDir: temp})
	dir := said(t, r.LogTail, "dir")
	if filepath.Dir(dir) != realPath(t, temp) || said(t, r.LogTail, "mode") != "drwx------" || said(t, r.LogTail, "input") != "0" {
		t.Errorf("folder, mode or input:\n%s", r.LogTail)
	}
	if got := said(t, r.LogTail, "tmp"); realPath(t, temp) != filepath.Dir(filepath.Dir(got)) && filepath.Dir(got) != filepath.Join(temp, filepath.Base(dir)) {
		t.Errorf("temporary files go to %s, the folder is %s", got, dir)
	}
	if said(t, r.LogTail, "domain") != "domain text" {
		t.Errorf("the domain is not the text given:\n%s", r.LogTail)
	}
	if args := said(t, r.LogTail, "args"); !strings.Contains(args, `"--alias" "lama-first" "`) || !strings.HasSuffix(args, `problem.pddl"]`) {
		t.Errorf("arguments %s", args)
	}
}

func realPath(t *testing.T, path string) string {
	t.Helper()
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		t.Fatal(err)
	}
	return real
}

func TestRunCannotStart(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("no program"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, argv := range [][]string{nil, {filepath.Join(dir, "missing")}, {dir}, {text}} {
		r := fastdownward.Run(t.Context(), fastdownward.Planner{Argv: argv}, nil, nil, fastdownward.Options{})
		if r.Status != fastdownward.Unavailable || r.ExitCode != -1 || strings.Contains(r.Reason, dir) {
			t.Errorf("%q: %v (%d): %s", argv, r.Status, r.ExitCode, r.Reason)
		}
	}
	r := fastdownward.Run(t.Context(), fake(), nil, nil, fastdownward.Options{TempDir: filepath.Join(dir, "missing")})
	if r.Status != fastdownward.Error || strings.Contains(r.Reason, dir) {
		t.Errorf("no folder: %v: %s", r.Status, r.Reason)
	}
}

// Runs side by side never see each other's files.
func TestRunsSideBySide(t *testing.T) {
	c, deps := chain()
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			planner, want := leaves(goodPlan, 0), fastdownward.Solved
			if i%2 == 1 {
				planner, want = fake("wait", "50", "exit", "11"), fastdownward.Unsolvable
			}
			if out := fastdownward.Check(t.Context(), planner, c, deps, fastdownward.Options{}); out.Status != want {
				t.Errorf("run %d: %v: %s, want %v", i, out.Status, out.Reason, want)
			}
		})
	}
	wg.Wait()
}
