package fastdownward

import "fmt"

// Exit is the meaning of one exit code of the planner's driver.
type Exit struct {
	Code   int
	Name   string // the driver's own name, or "" for a code that is not in its table
	Status Status // what the code means when there is no plan file; never Solved
	Plan   bool   // the code may go with a plan; if not, a plan file contradicts it
	Words  string // the meaning without a plan
}

// exits is the driver's table (driver/returncodes.py), in its order.
var exits = []Exit{
	{0, "SUCCESS", Error, true, "it reports success but left no plan file"},
	{1, "SEARCH_PLAN_FOUND_AND_OUT_OF_MEMORY", Error, true, "the driver crashed, or claims a plan that it did not leave"},
	{2, "SEARCH_PLAN_FOUND_AND_OUT_OF_TIME", Error, true, "it claims a plan but left none"},
	{3, "SEARCH_PLAN_FOUND_AND_OUT_OF_MEMORY_AND_TIME", Error, true, "it claims a plan but left none"},
	{10, "TRANSLATE_UNSOLVABLE", Error, false, "the translator calls the task unsolvable, which no known version does and no search confirmed"},
	{11, "SEARCH_UNSOLVABLE", Unsolvable, false, "it proved that there is no plan"},
	{12, "SEARCH_UNSOLVED_INCOMPLETE", Error, false, "an incomplete search found no plan, which proves nothing"},
	{13, "SEARCH_UNSOLVABLE_WITHIN_BOUND", Error, false, "there is no plan below a cost bound, which does not rule out others"},
	{20, "TRANSLATE_OUT_OF_MEMORY", Memory, false, "the translator ran out of memory"},
	{21, "TRANSLATE_OUT_OF_TIME", Timeout, false, "the translator ran out of time"},
	{22, "SEARCH_OUT_OF_MEMORY", Memory, true, "the search ran out of memory"},
	{23, "SEARCH_OUT_OF_TIME", Timeout, true, "the search ran out of time"},
	{24, "SEARCH_OUT_OF_MEMORY_AND_TIME", Memory, false, "the searches ran out of memory and time"},
	{30, "TRANSLATE_CRITICAL_ERROR", Error, false, "the translator crashed"},
	{31, "TRANSLATE_INPUT_ERROR", Error, false, "the translator refuses the PDDL"},
	{32, "SEARCH_CRITICAL_ERROR", Error, false, "the search crashed"},
	{33, "SEARCH_INPUT_ERROR", Error, false, "the search refuses its configuration"},
	{34, "SEARCH_UNSUPPORTED", Error, false, "the configuration does not support the task"},
	{35, "DRIVER_CRITICAL_ERROR", Error, false, "the driver crashed"},
	{36, "DRIVER_INPUT_ERROR", Error, false, "the driver refuses its command line"},
	{37, "DRIVER_UNSUPPORTED", Error, false, "the driver does not support an option on this system"},
}

// Signals that say more than "killed". Their numbers are the same on all
// systems that the planner runs on.
const (
	sigKill = 9
	sigXCPU = 24
	signals = 31
)

// ExitOf returns the meaning of an exit code:
//
//  1. a code of the driver's table means what the table says;
//  2. 129..159 is a driver that signal code-128 ended, 225..254 a component
//     that signal 256-code ended; SIGXCPU is Timeout, the others are Error;
//  3. any other code is Error.
//
// Only 0, 1, 2, 3, 22 and 23 may go with a plan; only 11 is Unsolvable.
func ExitOf(code int) Exit {
	for _, e := range exits {
		if e.Code == code {
			return e
		}
	}
	switch {
	case code > 128 && code <= 128+signals:
		return signalled(code, "the driver", code-128)
	case code >= 256-signals && code < 255:
		return signalled(code, "a component", 256-code)
	case code == 126 || code == 127:
		return Exit{Code: code, Words: "the command in front of the planner could not run it"}
	default:
		return Exit{Code: code, Words: "the driver knows no such code"}
	}
}

func signalled(code int, who string, signal int) Exit {
	e := Exit{Code: code, Words: fmt.Sprintf("%s was ended by signal %d", who, signal)}
	switch signal {
	case sigXCPU:
		e.Status, e.Words = Timeout, who+" used up its CPU time"
	case sigKill:
		e.Words = who + " was killed, by hand or by the system for want of memory"
	}
	return e
}

// String gives the words and the code: `it proved that there is no plan (exit
// code 11, SEARCH_UNSOLVABLE)`.
func (e Exit) String() string {
	if e.Name == "" {
		return fmt.Sprintf("%s (exit code %d)", e.Words, e.Code)
	}
	return fmt.Sprintf("%s (exit code %d, %s)", e.Words, e.Code, e.Name)
}
