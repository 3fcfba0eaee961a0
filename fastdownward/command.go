package fastdownward

import (
	"fmt"
	"path/filepath"
	"time"
)

// The files of a run, in its folder.
const (
	domainFile  = "domain.pddl"
	problemFile = "problem.pddl"
	planFile    = "sas_plan" // or sas_plan.1, sas_plan.2, …
)

// leastCPU is the smallest --overall-time-limit that lets even a trivial task
// finish: the planner rounds what is left of the limit down to whole seconds.
// The second added to any limit is for the same reason: our own clock, not the
// planner's, is to end the run.
const leastCPU = 3 // seconds

// command returns the words to run, in the planner's own grammar: the options
// of its driver, then the domain, then the problem. The limits are CPU time
// and address space of each component, a backstop to our own clock; the driver
// refuses to run where the system cannot enforce them, so they are left out
// there: memory on macOS, both on Windows.
func command(p Planner, dir string, o Options, goos string) []string {
	words := append([]string(nil), p.Argv...)
	if goos != "windows" && goos != "darwin" {
		words = append(words, "--overall-memory-limit", fmt.Sprintf("%dM", ceil(o.Memory, 1<<20)))
	}
	if goos != "windows" {
		seconds := max(ceil(int64(o.Timeout), int64(time.Second))+1, leastCPU)
		words = append(words, "--overall-time-limit", fmt.Sprintf("%ds", seconds))
	}
	return append(words, "--alias", "lama-first", filepath.Join(dir, domainFile), filepath.Join(dir, problemFile))
}

// ceil divides n > 0 by unit and rounds up.
func ceil(n, unit int64) int64 { return (n-1)/unit + 1 }
