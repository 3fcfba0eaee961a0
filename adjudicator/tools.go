package adjudicator

import (
	"strings"
	"unicode"
)

// toolFacts says what a tool is known to do.
type toolFacts struct {
	reads    bool     // it opens files, and writes none unless writes is set
	writes   bool     // it writes files: a path is required
	runs     bool     // it runs a command: a command is required
	patches  bool     // it applies the text of a patch, in whatever bearer
	shell    Shell    // of a tool that runs
	paths    []string // bearers of paths beside the common ones, case-folded
	commands []string // bearers of commands beside the common ones, case-folded
	told     bool     // the policy says whether it reads or writes
}

// onlyReads reports whether paths in the arguments are no write targets.
func (f toolFacts) onlyReads() bool { return f.reads && !f.writes && !f.runs && !f.patches }

// knownTools lists tools of hosts, by exact name. A tool that is not listed
// is taken to write whatever its arguments name.
var knownTools = map[string]toolFacts{
	"Read": {reads: true}, "Grep": {reads: true}, "Glob": {reads: true}, "LS": {reads: true}, "NotebookRead": {reads: true},

	"Write": {writes: true}, "Edit": {writes: true}, "MultiEdit": {writes: true}, "NotebookEdit": {writes: true},
	"write_file": {writes: true}, "edit_file": {writes: true}, "create_file": {writes: true}, "save_file": {writes: true},
	"delete_file": {writes: true}, "rename_file": {writes: true}, "move_file": {writes: true}, "str_replace": {writes: true},

	"Bash": {runs: true}, "bash": {runs: true}, "shell": {runs: true}, "local_shell": {runs: true}, "run_shell_command": {runs: true},
	"PowerShell": {runs: true, shell: PowerShell}, "powershell": {runs: true, shell: PowerShell}, "pwsh": {runs: true, shell: PowerShell},

	"apply_patch": {patches: true},
}

// factsOf returns what is known about the tool of a call: what the table says,
// for the host's own tools, and what the policy says. The policy adds bearers,
// and its word on reading and writing counts. A server's tool that bears the
// name of a host's tool is not that tool.
func factsOf(p *Policy, c ToolCall) toolFacts {
	var known toolFacts
	if c.Server == "" {
		known = knownTools[c.Tool]
	}
	said, found := p.tools[c.Name()]
	if !found {
		return known
	}
	if said.told {
		known.reads, known.writes = said.reads, said.writes
	}
	known.runs = known.runs || said.runs
	known.paths, known.commands = said.paths, said.commands
	return known
}

// The common bearers, by case-folded name. A member of the arguments, at any
// depth, that has such a name holds paths, commands or the text of a patch.
var (
	pathBearers = set("path", "paths", "file", "files", "file_path", "filepath", "filename", "file_name", "file_uri", "uri",
		"target", "target_file", "target_path", "notebook_path", "old_path", "new_path", "source", "source_path",
		"destination", "destination_path", "dest", "output", "output_path", "output_file", "dir", "directory", "folder",
		"absolute_path", "relative_path")
	commandBearers = set("command", "commands", "cmd", "script", "argv")
	patchBearers   = set("patch", "diff", "patch_text", "input")
	wordBearers    = set("args", "arguments")
)

func set(names ...string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

// readWords and writeWords are the words by which a name is shaped. They only
// serve the posture admit_and_log and warnings.
var (
	readWords  = set("read", "get", "list", "search", "find", "show", "view", "describe", "fetch", "query", "lookup", "count", "status", "help")
	writeWords = set("write", "save", "set", "put", "post", "create", "make", "add", "new", "insert", "append", "update", "upsert", "edit", "modify",
		"change", "patch", "replace", "rename", "move", "copy", "delete", "remove", "rm", "drop", "destroy", "wipe", "purge", "clear", "reset",
		"erase", "truncate", "run", "exec", "execute", "eval", "call", "invoke", "start", "stop", "restart", "kill", "deploy", "install",
		"uninstall", "publish", "push", "pull", "merge", "commit", "revert", "send", "email", "upload", "import", "export", "sync", "apply",
		"approve", "grant", "revoke", "pay", "buy", "book", "order", "transfer", "submit", "register", "enable", "disable", "shell", "bash",
		"command", "cmd", "store", "mark", "assign", "close", "open", "lock", "unlock", "archive", "restore", "undo", "redo", "rotate", "trigger")
)

// words splits a name at what is no letter or digit and where a capital
// follows a small letter.
func words(name string) []string {
	var out []string
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			out = append(out, b.String())
			b.Reset()
		}
	}
	small := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			small = false
			continue
		case small && unicode.IsUpper(r):
			flush()
		}
		small = !unicode.IsUpper(r)
		b.WriteRune(r)
	}
	flush()
	return out
}

// readShaped reports whether the first word of a name is a word of reading, in
// exact case, and no word in any case is a word of writing.
func readShaped(name string) bool {
	all := words(name)
	return len(all) > 0 && strings.HasPrefix(name, all[0]) && readWords[all[0]] && !writeShaped(name)
}

// writeShaped reports whether a name holds a word of writing.
func writeShaped(name string) bool {
	for _, w := range words(name) {
		if writeWords[foldLook(w)] {
			return true
		}
	}
	return false
}
