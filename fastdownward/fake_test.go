//go:build unix

package fastdownward_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"workbench/fastdownward"
)

// A fake planner is this test binary, run with a script as its first
// argument: operations and their arguments, separated by the unit separator.

const fakePrefix = "fake-planner"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], fakePrefix) {
		play(strings.Split(os.Args[1], "\x1f")[1:])
	}
	os.Exit(m.Run())
}

// fake makes a planner of operations. The first thing that it does is to
// print its process group.
func fake(ops ...string) fastdownward.Planner {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	script := strings.Join(append([]string{fakePrefix, "group"}, ops...), "\x1f")
	return fastdownward.Planner{Path: exe, Argv: []string{exe, script}}
}

// leaves is a fake that writes a plan and exits.
func leaves(plan string, code int) fastdownward.Planner {
	return fake("write", "sas_plan", plan, "exit", strconv.Itoa(code))
}

func play(ops []string) {
	next := func() string {
		if len(ops) == 0 {
			os.Exit(99)
		}
		op := ops[0]
		ops = ops[1:]
		return op
	}
	number := func() int {
		n, err := strconv.Atoi(next())
		must(err)
		return n
	}
	for len(ops) > 0 {
		switch op := next(); op {
		case "group": // say in which process group we are
			fmt.Printf("group %d\n", syscall.Getpgrp())
		case "say":
			fmt.Println(next())
		case "write": // NAME TEXT
			must(os.WriteFile(next(), []byte(next()), 0o600))
		case "sparse": // NAME BYTES: of that size, without the bytes
			must(os.WriteFile(ops[0], nil, 0o600))
			must(os.Truncate(next(), int64(number())))
		case "fill": // NAME MIB: really written
			f, err := os.Create(next())
			must(err)
			for range number() {
				_, err := f.Write(bytes.Repeat([]byte("(step-1)"), 1<<17))
				must(err)
			}
		case "many": // N empty files
			for i := range number() {
				must(os.WriteFile(fmt.Sprintf("f%d", i), nil, 0o600))
			}
		case "link": // NAME TARGET
			name := next()
			must(os.Symlink(next(), name))
		case "folder":
			must(os.Mkdir(next(), 0o700))
		case "fifo":
			must(syscall.Mkfifo(next(), 0o600))
		case "lock": // a folder that cannot be listed
			must(os.MkdirAll("tmp/locked/deep", 0o700))
			must(os.WriteFile("tmp/locked/deep/file", nil, 0o400))
			must(os.Chmod("tmp/locked/deep", 0))
			must(os.Chmod("tmp/locked", 0))
		case "flood": // MIB to standard output
			for range number() {
				os.Stdout.Write(bytes.Repeat([]byte("0123456789abcde\n"), 1<<16))
			}
		case "deaf": // to the request to end
			signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
		case "hang":
			for {
				time.Sleep(time.Hour)
			}
		case "wait": // MILLISECONDS
			time.Sleep(time.Duration(number()) * time.Millisecond)
		case "signal": // end by that signal
			must(syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -" + next() + " $$; sleep 60"}, os.Environ()))
		case "child", "escape": // start the rest of the script as a child that holds our output; exit with 0 and a plan
			cmd := exec.Command(os.Args[0], fakePrefix+"\x1f"+strings.Join(ops, "\x1f"))
			cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
			if op == "escape" {
				cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			}
			must(cmd.Start())
			fmt.Printf("child %d\n", cmd.Process.Pid)
			must(os.WriteFile("sas_plan", []byte(goodPlan), 0o600))
			os.Exit(0)
		case "report": // what the planner was given
			in, err := io.ReadAll(os.Stdin)
			must(err)
			dir, err := os.Getwd()
			must(err)
			info, err := os.Stat(".")
			must(err)
			domain, err := os.ReadFile(os.Args[len(os.Args)-2])
			must(err)
			fmt.Printf("input %d\ndir %s\nmode %v\ntmp %s\nargs %q\ndomain %s\n", len(in), dir, info.Mode(), os.TempDir(), os.Args[2:], domain)
		case "exit":
			os.Exit(number())
		default:
			panic("no operation " + op)
		}
	}
	os.Exit(0)
}

func itoa(n int) string { return strconv.Itoa(n) }

func must(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(98)
	}
}

// said returns the words behind a word at the start of a printed line.
func said(t *testing.T, log, word string) string {
	t.Helper()
	for line := range strings.Lines(log) {
		if rest, ok := strings.CutPrefix(line, word+" "); ok {
			return strings.TrimSpace(rest)
		}
	}
	t.Fatalf("the planner did not say %q:\n%.500s", word, log)
	return ""
}

// alive says whether any process of the group runs; dead ones that nobody has
// collected yet do not count.
func alive(t *testing.T, group string) bool {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 { // no Linux
		n, _ := strconv.Atoi(group)
		return syscall.Kill(-n, 0) == nil
	}
	for _, name := range stats {
		stat, _ := os.ReadFile(name)
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(fields) > 2 && fields[2] == group && fields[0] != "Z" && fields[0] != "X" {
			return true
		}
	}
	return false
}

// empty fails unless the folder is empty: the run's own folder is gone.
func empty(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 0 {
		t.Errorf("left behind in the temporary folder: %v %v", entries, err)
	}
}
