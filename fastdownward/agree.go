package fastdownward

import (
	"fmt"

	"workbench/strips"
)

// Agreement says how the planner's answer stands to our verdict. The zero
// value is NoAnswer.
type Agreement uint8

// The agreements.
const (
	NoAnswer    Agreement = iota // one of the two gave no answer: nothing is confirmed
	Agrees                       // both answered, and the same
	Contradicts                  // both answered, and one of them is wrong
)

// String returns no-answer, agrees or contradicts.
func (a Agreement) String() string {
	switch a {
	case Agrees:
		return "agrees"
	case Contradicts:
		return "contradicts"
	default:
		return "no-answer"
	}
}

// MarshalText returns the agreement's word.
func (a Agreement) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// Agree compares our verdict with the planner's outcome:
//
//	ours     SOLVED, replayed   UNSOLVABLE    anything else
//	PASS     Agrees             Contradicts   NoAnswer
//	REJECT   Contradicts        Agrees        NoAnswer
//	UNKNOWN  NoAnswer           NoAnswer      NoAnswer
//
// The planner never answers in our place: Unknown stays Unknown. An Outcome
// that is Solved without an Order was not replayed and is no answer. A
// contract with structural faults gets NoAnswer, since Check does not ask.
func Agree(ours strips.Verdict, theirs Outcome) Agreement {
	solved := theirs.Status == Solved && theirs.Order != nil
	unsolvable := theirs.Status == Unsolvable
	switch {
	case ours == strips.Pass && solved, ours == strips.Reject && unsolvable:
		return Agrees
	case ours == strips.Pass && unsolvable, ours == strips.Reject && solved:
		return Contradicts
	default:
		return NoAnswer
	}
}

// Settled is what a comparison leaves of our verdict.
type Settled struct {
	Agreement Agreement
	// Verdict is ours, made Unknown where the comparison takes it away. It is
	// never Pass unless ours was.
	Verdict strips.Verdict
	// Warning is what a reader must know, "" when the two agree.
	Warning string
}

// Settle compares as Agree does and says what is left of our verdict:
//
//  1. where both agree it stands;
//  2. where they contradict each other it is Unknown, and the caller fails
//     with both shown;
//  3. without an answer a Pass is Unknown if the planner is required, else it
//     stands with a warning; Reject and Unknown stand.
func Settle(ours strips.Verdict, theirs Outcome, required bool) Settled {
	s := Settled{Agreement: Agree(ours, theirs), Verdict: ours}
	says := fmt.Sprintf("Fast Downward says %s: %s", theirs.Status, theirs.Reason)
	switch {
	case s.Agreement == Agrees:
	case s.Agreement == Contradicts:
		s.Verdict = strips.Unknown
		s.Warning = fmt.Sprintf("we say %s, %s; one of the two is wrong", ours, says)
	case ours == strips.Unknown:
		s.Warning = "we have no verdict to compare; " + says
	case required:
		if ours == strips.Pass {
			s.Verdict = strips.Unknown
		}
		s.Warning = "Fast Downward's agreement is required and missing; " + says
	default:
		s.Warning = "not cross-checked; " + says
	}
	return s
}
