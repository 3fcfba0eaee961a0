package adjudicator

// CommandReader finds what a command writes. It must be pure, and total on
// every text.
type CommandReader interface {
	Read(Command) Reading
}

// Command is a command line, or the words of one, and what is known about
// where it would run.
type Command struct {
	Text    string   // a line for the shell; not used if Argv is set
	Argv    []string // the program and its arguments, not parsed by a shell
	Shell   Shell
	Place   Place
	Guard   *Guard
	Trusted []Glob // script files that the policy trusts, rooted at the workspace
	Root    string // the workspace; empty if unknown
}

// Trusts reports whether a path is certainly a script that the policy trusts,
// in exact case and wherever links lead. Cwd is where the path is relative to;
// empty means the call's.
func (c Command) Trusts(script, cwd string) bool {
	place := c.Place
	if cwd != "" {
		place.Cwd = cwd
	}
	s := &site{root: c.Root, place: place, allowance: newAllowance(c.Root, place)}
	for i := range c.Trusted {
		if c.Trusted[i].admits(script, s) {
			return true
		}
	}
	return false
}

// Shell is the language of a command.
type Shell uint8

const (
	Bash Shell = iota
	PowerShell
)

// Answer says whether a Reading is complete. The zero Answer is Undecided.
type Answer uint8

const (
	Undecided Answer = iota // it may write more than what is listed
	Decided                 // it writes what is listed and nothing else
)

// Reading is what a command does to files. The zero Reading cannot be decided.
// What is listed is judged in any case: a hit is a hit even in a command whose
// rest is undecided.
type Reading struct {
	Answer Answer
	Where  string // the sub-command that cannot be decided
	Writes []Target
	// Control names the sub-command that changes the guard itself, such as
	// declaring or approving a plan; empty if there is none.
	Control string
}

// Target is one path that is written.
type Target struct {
	Path  string // as written in the command
	Cwd   string // absolute: where it is relative to; empty means the call's
	Tree  bool   // the directory and all below is removed, moved or replaced
	Where string // the sub-command
}
