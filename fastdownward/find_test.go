package fastdownward_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"workbench/fastdownward"
)

// programs makes a folder of files: run is executable, text is not, both with
// and without .py.
func programs(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"run": 0o700, "run.py": 0o700, "text": 0o600, "text.py": 0o600} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.py"), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestFind(t *testing.T) {
	dir := programs(t)
	at := func(name string) string { return filepath.Join(dir, name) }
	all := map[string]string{"fast-downward.py": at("run.py"), "fast-downward": at("run"), "other": at("run"), "python3": "/usr/bin/python3"}
	plain := map[string]string{"fast-downward": at("run"), "python3": "/usr/bin/python3"}
	tests := []struct {
		name, spec, variable string
		path                 map[string]string
		want                 []string // the words, nil for an error
		fault                string   // a part of it
	}{
		{"nothing", "", at("run"), all, nil, "switched off"},
		{"off", "off", at("run"), all, nil, "switched off"},
		{"none", "none", at("run"), all, nil, "switched off"},
		{"auto, .py first", "auto", "", all, []string{at("run.py")}, ""},
		{"auto, without .py", "auto", "", plain, []string{at("run")}, ""},
		{"auto, nothing there", "auto", "", nil, nil, "install it there, or set $FAST_DOWNWARD"},
		{"variable, a file", "auto", at("run"), all, []string{at("run")}, ""},
		{"variable, a word", "auto", "other", all, []string{at("run")}, ""},
		{"variable, a script", "auto", at("text.py"), all, []string{"/usr/bin/python3", at("text.py")}, ""},
		{"variable, an executable script", "auto", at("run.py"), all, []string{at("run.py")}, ""},
		{"variable, a missing file", "auto", at("missing"), all, nil, "(from $FAST_DOWNWARD)"},
		{"variable, a missing word", "auto", "missing", all, nil, "$FAST_DOWNWARD is \"missing\", which is not on PATH"},
		{"variable, a folder", "auto", at("folder.py"), all, nil, "is not a file"},
		{"variable, no program", "auto", at("text"), all, nil, "is not executable"},
		{"variable, a word that is only a file here", "auto", "find_test.go", all, nil, "not on PATH"},
		{"a word", "other", at("run.py"), all, []string{at("run")}, ""},
		{"a file", at("run"), "", nil, []string{at("run")}, ""},
		{"a script", at("text.py"), "", plain, []string{"/usr/bin/python3", at("text.py")}, ""},
		{"a script without python", at("text.py"), "", nil, nil, "needs python3"},
		{"a missing file", at("missing"), "", all, nil, "neither a program on PATH nor a file"},
		{"a missing word", "missing", "", all, nil, "neither a program on PATH nor a file"},
		{"a file without a slash", "find_test.go", "", nil, nil, "is not executable"},
		{"a blank", " ", "", all, nil, "neither a program on PATH nor a file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := fastdownward.Find(tt.spec, fastdownward.Env{
				Getenv: func(name string) string {
					if name == fastdownward.Variable {
						return tt.variable
					}
					return ""
				},
				LookPath: func(name string) (string, error) {
					if found, ok := tt.path[name]; ok {
						return found, nil
					}
					return "", exec.ErrNotFound
				},
			})
			if !slices.Equal(p.Argv, tt.want) || (err == nil) != (tt.want != nil) {
				t.Fatalf("%q, %v, want %q", p.Argv, err, tt.want)
			}
			if err == nil {
				if !filepath.IsAbs(p.Path) || p.Path != p.Argv[len(p.Argv)-1] {
					t.Errorf("path %q", p.Path)
				}
				return
			}
			if !errors.Is(err, fastdownward.ErrUnavailable) || !strings.Contains(err.Error(), tt.fault) {
				t.Errorf("%v, want …%s…", err, tt.fault)
			}
			if off := strings.Contains(tt.fault, "off"); errors.Is(err, fastdownward.ErrOff) != off {
				t.Errorf("ErrOff is %v for %v", !off, err)
			}
		})
	}
}

// The zero Env is the process's own environment; a relative name is made
// absolute, since the planner runs elsewhere.
func TestFindInTheProcess(t *testing.T) {
	dir := programs(t)
	t.Setenv("PATH", dir)
	t.Setenv(fastdownward.Variable, "")
	if _, err := fastdownward.Find("auto", fastdownward.Env{}); !errors.Is(err, fastdownward.ErrUnavailable) {
		t.Errorf("found one on an empty PATH: %v", err)
	}
	if p, err := fastdownward.Find("run", fastdownward.Env{}); err != nil || p.Path != filepath.Join(dir, "run") {
		t.Errorf("%v, %v", p, err)
	}
	t.Setenv(fastdownward.Variable, "run.py")
	if p, err := fastdownward.Find("auto", fastdownward.Env{}); err != nil || p.Path != filepath.Join(dir, "run.py") {
		t.Errorf("%v, %v", p, err)
	}
	t.Chdir(dir)
	if p, err := fastdownward.Find("./run", fastdownward.Env{}); err != nil || !filepath.IsAbs(p.Path) {
		t.Errorf("%v, %v", p, err)
	}
}
