package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

// TestMain lets the scripts call this program under each of its names.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"workbench":              main,
		"plan-auditor-formal":    main,
		"plan-auditor-formalize": main,
	})
}

// TestScripts runs the command-line sessions in testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			// No Fast Downward but the fake ones that scripts bring.
			env.Setenv("FAST_DOWNWARD", "")
			env.Setenv("PATH", filepath.Dir(programs(env))+string(os.PathListSeparator)+"/usr/bin:/bin")
			examples, err := filepath.Abs(filepath.Join("..", "..", "examples"))
			if err != nil {
				return err
			}
			return os.CopyFS(filepath.Join(env.WorkDir, "examples"), os.DirFS(examples))
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exitcode": exitCode},
	})
}

// programs is the path of the workbench that testscript put on PATH.
func programs(env *testscript.Env) string {
	for _, dir := range filepath.SplitList(env.Getenv("PATH")) {
		path := filepath.Join(dir, "workbench")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

// exitCode is the script command "exitcode N PROGRAM ARG…": the program must
// end with exactly that exit code.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exitcode N program [argument...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exit, ok := err.(*exec.ExitError); ok {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit %d, want %d\nstdout: %s\nstderr: %s", got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}
