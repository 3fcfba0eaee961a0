package adjudicator

import "fmt"

// Reason says why. The set is closed. The zero Reason is DefaultDeny, so that
// a verdict that nobody filled in says what it is.
type Reason uint8

// The reasons. Their numbers carry no meaning; Reasons lists them in the order
// in which Close prefers them. Some have no producer in this package: they are
// for other members.
const (
	DefaultDeny            Reason = iota // nothing allowed the call
	None                                 // of Allow, Defer and Transform only
	SelfModify                           // the call would change the guard itself
	PolicyBlock                          // the policy refuses it
	SecretExfil                          // a secret would leave
	TrustViolation                       // the call is not what was declared
	Malformed                            // tool name or arguments cannot be read in one way
	Oversize                             // the arguments are too large
	OpaqueWrite                          // what the call writes cannot be decided
	TransformConflict                    // two members want different arguments
	InvalidPolicy                        // there is no policy that could be read
	Misroute                             // the call went to the wrong server
	RateLimited                          // too many calls
	LeaseHeld                            // someone else holds what the call needs
	Unwitnessed                          // a claim has no witness
	UnknownTool                          // no such tool
	ResultSecretDiscovered               // the result holds a secret
	AdjudicatorFault                     // a member panicked, was absent or overdue
	UnknownVerdict                       // a member answered outside the closed sets
	reasons                              // how many there are
)

// reasonOrder lists every reason, first the one that Close prefers. The last
// two are what the kernel puts in for a broken member: they never mask what a
// working member said.
var reasonOrder = [reasons]struct {
	reason Reason
	name   string
}{
	{None, "NONE"},
	{SelfModify, "SELF_MODIFY"},
	{PolicyBlock, "POLICY_BLOCK"},
	{SecretExfil, "SECRET_EXFIL"},
	{TrustViolation, "TRUST_VIOLATION"},
	{Malformed, "MALFORMED"},
	{Oversize, "OVERSIZE"},
	{OpaqueWrite, "OPAQUE_WRITE"},
	{TransformConflict, "TRANSFORM_CONFLICT"},
	{InvalidPolicy, "INVALID_POLICY"},
	{Misroute, "MISROUTE"},
	{RateLimited, "RATE_LIMITED"},
	{LeaseHeld, "LEASE_HELD"},
	{Unwitnessed, "UNWITNESSED"},
	{UnknownTool, "UNKNOWN_TOOL"},
	{ResultSecretDiscovered, "RESULT_SECRET_DISCOVERED"},
	{DefaultDeny, "DEFAULT_DENY"},
	{AdjudicatorFault, "ADJUDICATOR_FAULT"},
	{UnknownVerdict, "UNKNOWN_VERDICT"},
}

// Reasons returns all reasons in the order in which Close prefers them.
func Reasons() []Reason {
	all := make([]Reason, reasons)
	for i, r := range reasonOrder {
		all[i] = r.reason
	}
	return all
}

// Known reports whether r is one of the reasons.
func (r Reason) Known() bool { return r < reasons }

// order is the place of a known reason in Reasons.
func (r Reason) order() int {
	i := 0
	for i < len(reasonOrder)-1 && reasonOrder[i].reason != r {
		i++
	}
	return i
}

// String names the reason in upper case, as policies and logs write it.
func (r Reason) String() string {
	if !r.Known() {
		return fmt.Sprintf("UNKNOWN_REASON_%d", uint8(r))
	}
	return reasonOrder[r.order()].name
}

// ReasonNamed returns the reason of a name. Only exact names are known.
func ReasonNamed(name string) (Reason, bool) {
	for _, r := range reasonOrder {
		if r.name == name {
			return r.reason, true
		}
	}
	return DefaultDeny, false
}
