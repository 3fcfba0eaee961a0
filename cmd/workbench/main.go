// Command workbench proves that a structured plan can run before it runs.
//
// Its subcommands, flags, documents and exit codes are described by
// "workbench help" and in the README. The exit codes of every command that
// judges are 0 PASS, 2 FAIL, 3 UNKNOWN (not decided) and 1 could not run.
//
// Called under the names plan-auditor-formal and plan-auditor-formalize (links
// to this program) it takes those commands' arguments and gives their exit
// codes and documents.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

func main() {
	// Most runs end before a collection would pay; large searches keep their
	// states where the collector need not look.
	debug.SetGCPercent(400)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// What a signal interrupts ends by itself; what hangs in the system does
	// not, and is ended.
	context.AfterFunc(ctx, func() {
		stop()
		time.Sleep(5 * time.Second)
		os.Exit(exitCannot)
	})
	out := bufio.NewWriter(os.Stdout)
	code := run(ctx, os.Args, streams{os.Stdin, out, os.Stderr})
	if err := out.Flush(); err != nil {
		fmt.Fprintf(os.Stderr, "workbench: cannot print the answer: %v\n", err)
		code = exitCannot
	}
	stop()
	os.Exit(code)
}
