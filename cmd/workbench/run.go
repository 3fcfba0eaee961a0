package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"workbench/internal/diag"
)

// The exit codes.
const (
	exitPass    = 0
	exitCannot  = 1 // could not run: unreadable file, usage error, fault of ours
	exitFail    = 2
	exitUnknown = 3
)

// streams are the process's standard streams.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// run carries out one command line, args[0] being the name it was called by,
// and returns the exit code.
func run(ctx context.Context, args []string, s streams) int {
	name := strings.TrimSuffix(filepath.Base(args[0]), ".exe")
	if link, known := links[name]; known {
		return link(ctx, args[1:], s)
	}
	a := &app{ctx: ctx, streams: s}
	root := a.root()
	if len(args) == 2 && args[1] == "--version" {
		args = []string{args[0], "version"}
	}
	root.SetArgs(args[1:])
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	if err := root.ExecuteContext(ctx); err != nil {
		a.refuse("error", diag.From(err, "usage"), slices.Contains(args, "--json"))
		return exitCannot
	}
	return a.code
}

// app is one run of the program: its streams, its global flags and the exit
// code so far.
type app struct {
	streams
	ctx       context.Context
	json      bool
	stats     bool
	logLevel  string
	logFormat string
	code      int
}

func (a *app) root() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "workbench",
		Short: "Prove that a structured plan can run before it runs",
		Long: `workbench proves that a structured plan can run before it runs.

It derives a formal contract from the plan, proves that all steps can run, each
once, and reach every goal, and says PASS, FAIL or UNKNOWN.

Exit codes: 0 PASS, 2 FAIL, 3 UNKNOWN (could not decide), 1 could not run.`,
		Example: `  workbench verify examples/release
  workbench formalize compile . --dry-run
  workbench formal verify . --max-states 500000 --json`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return usage("name a command: see workbench help")
		},
	}
	flags := cmd.PersistentFlags()
	flags.BoolVar(&a.json, "json", false, "print one JSON document (see workbench schema)")
	flags.BoolVar(&a.stats, "stats", false, "print times and memory on stderr")
	flags.StringVar(&a.logLevel, "log-level", "warn", "log from this level on: trace, debug, info, warn, error, off")
	flags.StringVar(&a.logFormat, "log-format", "text", "form of the log on stderr: text or json")
	cmd.PersistentPreRunE = func(*cobra.Command, []string) error { return a.checkLogFlags() }
	cmd.SuggestionsMinimumDistance = 2
	cmd.AddCommand(a.verifyCommand(), a.formalizeCommand(), a.formalCommand(), a.schemaCommand(), a.versionCommand())
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return usageOf(c, err.Error()) })
	return cmd
}

// group makes a command that only holds subcommands.
func group(use, short, example string, subs ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Example: example,
		SuggestionsMinimumDistance: 2,
		Args:                       cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return usageOf(cmd, "name a subcommand")
		},
	}
	cmd.AddCommand(subs...)
	return cmd
}

func unknownCommand(cmd *cobra.Command, word string) error {
	hint := ""
	if near := cmd.SuggestionsFor(word); len(near) > 0 {
		hint = fmt.Sprintf("; did you mean %q?", near[0])
	}
	return usageOf(cmd, fmt.Sprintf("%s has no subcommand %q%s", cmd.CommandPath(), word, hint))
}

// usage is an error of the command line.
func usage(format string, args ...any) error {
	return diag.List{{Code: "usage", Message: fmt.Sprintf(format, args...)}}
}

func usageOf(cmd *cobra.Command, message string) error {
	return usage("%s (see %s --help)", message, cmd.CommandPath())
}

// atMostOneArg refuses a second positional argument.
func atMostOneArg(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usageOf(cmd, fmt.Sprintf("one PATH at most, not %d", len(args)))
	}
	return nil
}

func exactArgs(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usageOf(cmd, "it takes "+what)
		}
		return nil
	}
}

func (a *app) checkLogFlags() error {
	if a.logFormat != "text" && a.logFormat != "json" {
		return usage("--log-format is text or json, not %q", a.logFormat)
	}
	if hclog.LevelFromString(a.logLevel) == hclog.NoLevel {
		return usage("--log-level is trace, debug, info, warn, error or off, not %q", a.logLevel)
	}
	return nil
}

// logger makes the log on stderr.
func (a *app) logger() hclog.Logger {
	return hclog.New(&hclog.LoggerOptions{
		Name: "workbench", Level: hclog.LevelFromString(a.logLevel),
		Output: a.err, JSONFormat: a.logFormat == "json",
	})
}

// cannotCodes are the codes of problems that mean "could not run".
var cannotCodes = []string{"unreadable", "plan-not-found", "write-error", "usage", "max-states-range"}

// exitOf is the exit code for problems met before anything could be judged.
func exitOf(problems diag.List) int {
	for _, p := range problems {
		if slices.Contains(cannotCodes, p.Code) {
			return exitCannot
		}
	}
	return exitFail
}
