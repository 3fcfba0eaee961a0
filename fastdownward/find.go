package fastdownward

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// ErrUnavailable is in the chain of every error of Find: there is no planner
// to ask.
var ErrUnavailable = errors.New("no planner")

// ErrOff says that the planner was not asked for. It wraps ErrUnavailable.
var ErrOff = fmt.Errorf("%w: it is switched off", ErrUnavailable)

// Variable is the environment variable that names the planner for "auto".
const Variable = "FAST_DOWNWARD"

// Planner is a planner found: what to run.
type Planner struct {
	Path string   // the file found
	Argv []string // the command's first words: Path, or a Python and Path
}

// Env is where Find looks. The zero value is the process's own environment.
type Env struct {
	Getenv   func(name string) string          // nil means os.Getenv
	LookPath func(file string) (string, error) // nil means exec.LookPath
}

// Find locates the planner that spec asks for:
//
//  1. "", "off" and "none" ask for none: ErrOff.
//  2. "auto" is the program that $FAST_DOWNWARD names, if it is set: by PATH
//     when the name has no slash, else the file. Set but not there is an
//     error; nothing else is tried. If it is not set, "auto" is
//     fast-downward.py or else fast-downward on PATH.
//  3. Any other spec is a program on PATH, or else a file.
//
// A file must be executable. One that is not, and whose name ends in .py, is
// run by the python3 on PATH. Every error wraps ErrUnavailable and says what
// to do.
func Find(spec string, env Env) (Planner, error) {
	if env.Getenv == nil {
		env.Getenv = os.Getenv
	}
	if env.LookPath == nil {
		env.LookPath = exec.LookPath
	}
	switch spec {
	case "", "off", "none":
		return Planner{}, ErrOff
	case "auto":
		return env.auto()
	}
	if found, ok := env.onPath(spec); ok {
		return env.command(found)
	}
	p, err := env.command(spec)
	if errors.Is(err, os.ErrNotExist) {
		return Planner{}, unavailable("%q is neither a program on PATH nor a file; correct the name, or use auto or off", spec)
	}
	return p, err
}

// auto is rule 2 of Find.
func (e Env) auto() (Planner, error) {
	name := e.Getenv(Variable)
	if name == "" {
		for _, name := range []string{"fast-downward.py", "fast-downward"} {
			if found, ok := e.onPath(name); ok {
				return e.command(found)
			}
		}
		return Planner{}, unavailable("neither fast-downward.py nor fast-downward is on PATH; install it there, or set $%s to the program", Variable)
	}
	found, ok := name, true
	if !strings.ContainsAny(name, separators) {
		found, ok = e.onPath(name)
	}
	if !ok {
		return Planner{}, unavailable("$%s is %q, which is not on PATH; correct it or unset it", Variable, name)
	}
	p, err := e.command(found)
	if err != nil {
		return Planner{}, fmt.Errorf("%w (from $%s)", err, Variable)
	}
	return p, nil
}

// separators are what makes a name a path rather than a word to look up.
const separators = "/" + string(filepath.Separator)

// onPath looks a word up on PATH. A name with a slash is no such word.
func (e Env) onPath(name string) (string, bool) {
	if strings.ContainsAny(name, separators) {
		return "", false
	}
	found, err := e.LookPath(name)
	return found, err == nil
}

// command makes the command's first words from an existing file. They are
// absolute, since the planner runs in another folder.
func (e Env) command(file string) (Planner, error) {
	info, err := os.Stat(file)
	if err != nil {
		return Planner{}, fmt.Errorf("%w: %q cannot be used: %w; correct the name", ErrUnavailable, file, plain(err))
	}
	if !info.Mode().IsRegular() {
		return Planner{}, unavailable("%q is not a file; name the program fast-downward.py itself", file)
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return Planner{}, unavailable("%q has no absolute path: %v", file, err)
	}
	python := strings.EqualFold(filepath.Ext(file), ".py")
	if executable(abs) && (!python || runtime.GOOS != "windows") {
		return Planner{Path: abs, Argv: []string{abs}}, nil
	}
	if !python {
		return Planner{}, unavailable("%q is not executable; make it so (chmod +x), or name another program", file)
	}
	interpreter, err := e.LookPath("python3")
	if err != nil {
		return Planner{}, unavailable("%q needs python3, which is not on PATH; install it", file)
	}
	return Planner{Path: abs, Argv: []string{interpreter, abs}}, nil
}

// executable says whether the system would run the file: exec.LookPath asks it,
// and does not search for a name with a slash.
func executable(abs string) bool {
	_, err := exec.LookPath(abs)
	return err == nil
}

func unavailable(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrUnavailable, fmt.Sprintf(format, args...))
}

// plain takes the path and the operation off a file system error.
func plain(err error) error {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		return p.Err
	}
	return err
}
