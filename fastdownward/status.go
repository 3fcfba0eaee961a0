package fastdownward

// Status is what a run of the planner came to. The zero value is Error.
type Status uint8

// The statuses. Only the first two after Error are answers.
const (
	Error       Status = iota // no answer: a fault, a contradiction, or a search that proves nothing
	Solved                    // a plan was found; in an Outcome it was replayed
	Unsolvable                // the planner proved that there is no plan
	Unavailable               // no answer: there is no planner, or it cannot be started
	Timeout                   // no answer: out of time
	Memory                    // no answer: out of memory
)

// String returns the status's word in documents: SOLVED, UNSOLVABLE,
// UNAVAILABLE, TIMEOUT, MEMORY or ERROR.
func (s Status) String() string {
	switch s {
	case Solved:
		return "SOLVED"
	case Unsolvable:
		return "UNSOLVABLE"
	case Unavailable:
		return "UNAVAILABLE"
	case Timeout:
		return "TIMEOUT"
	case Memory:
		return "MEMORY"
	default:
		return "ERROR"
	}
}

// MarshalText returns the status's word.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
