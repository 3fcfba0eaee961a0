package strips

// Verdict is the answer to "can all steps run and reach every goal?". The
// zero value is Unknown.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota // not decided: a bound, a time limit or a fault came first
	Pass                   // proved: Result.Order runs every step once and reaches every goal
	Reject                 // proved: no such order exists, or the contract breaks a rule
)

// String returns the verdict's word in documents: UNKNOWN, PASS or REJECT.
func (v Verdict) String() string {
	switch v {
	case Pass:
		return "PASS"
	case Reject:
		return "REJECT"
	default:
		return "UNKNOWN"
	}
}

// MarshalText returns the verdict's word.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Reason says why a verdict was given.
type Reason string

// The reasons. The first five decide, the others leave the question open.
const (
	Reachable           Reason = "reachable"            // Pass: the order was replayed
	StructurallyInvalid Reason = "structurally-invalid" // Reject: Validate found faults
	DeadEnd             Reason = "dead-end"             // Reject: no further step can ever run (no deletes)
	GoalFalse           Reason = "goal-false"           // Reject: all steps run, a goal stays false (no deletes)
	Unreachable         Reason = "unreachable"          // Reject: every order was tried (deletes)

	StateBound    Reason = "state-bound"    // Unknown: more than Options.MaxStates states needed
	MemoryBound   Reason = "memory-bound"   // Unknown: more than Options.MaxMemory bytes needed
	Interrupted   Reason = "interrupted"    // Unknown: the context ended first
	ReplayRefused Reason = "replay-refused" // Unknown: a fault of ours, Replay refused the order found
)
