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
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args, streams{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}
