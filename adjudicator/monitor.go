package adjudicator

import "workbench/internal/canonjson"

// monitorName is what the monitor's verdicts are signed with.
const monitorName = "monitor"

// MonitorOptions say what the monitor may use. The zero value is the pure
// core: no file system, no reader of commands, case folded.
type MonitorOptions struct {
	// Commands finds what commands write. Without it every call that bears a
	// command is RequireApproval OPAQUE_WRITE, or a Deny.
	Commands CommandReader
	// Files follows links. Without it ClaimNoLinks stands in the Claim of every
	// Allow that compared a path.
	Files FileSystem
	// Home is the home directory, absolute. Without it what is guarded below
	// a home directory is guarded at any depth.
	Home string
	// Windows judges paths as Windows spells them.
	Windows bool
}

// Monitor judges calls by a policy. The zero Monitor denies everything.
type Monitor struct {
	policy  *Policy
	options MonitorOptions
}

// NewMonitor returns the monitor of a policy. A policy that is nil, or was not
// made by LoadPolicy, denies every call with INVALID_POLICY.
func NewMonitor(p *Policy, o MonitorOptions) *Monitor {
	return &Monitor{policy: p, options: o}
}

// Name returns "monitor".
func (m *Monitor) Name() string { return monitorName }

// Adjudicate returns the monitor's verdict, as Close makes it of its opinions.
// It is total and pure.
func (m *Monitor) Adjudicate(c ToolCall) Verdict { return Close(m.opinions(c)) }

// judgement is one call under the checks. A check that has an answer returns
// it; what a later check needs is kept here.
type judgement struct {
	monitor *Monitor
	policy  *Policy
	call    ToolCall
	facts   toolFacts
	args    *canonjson.Value
	burden  *burden
	site    *site
	opaque  *Verdict // step 3 could not decide what is written
	useless *Verdict // step 3 found a path or command that is of no use
	assumed bool     // paths were compared without following links
	would   string   // the posture admitted what would be refused for this reason
}

// checks are the steps of the monitor, in order. The first that answers ends
// the judgement.
var checks = [...]func(*judgement) (Verdict, bool){
	checkPolicy,   // there is one
	checkName,     // 0
	checkArgs,     // 1
	checkDenied,   // 2
	checkWrites,   // 3
	checkRules,    // 4
	checkUseless,  // 3, what an argument rule is cited before
	checkListed,   // 5, with what step 3 could not decide
	checkRedacted, // 6
}

// opinions runs the checks. The last one may leave two opinions: that the call
// is allowed, and that its arguments must be rewritten.
func (m *Monitor) opinions(c ToolCall) Opinions {
	if m == nil {
		m = &Monitor{}
	}
	j := &judgement{monitor: m, policy: m.policy, call: c}
	for _, check := range checks {
		if v, done := check(j); done {
			v.By = monitorName
			if v.Kind != Transform {
				return Opinion(v)
			}
			return Join(Opinion(v), Opinion(j.allow()))
		}
	}
	return Opinion(j.allow())
}

// allow is the verdict of a call that every check let pass.
func (j *judgement) allow() Verdict {
	v := Verdict{Kind: Allow, By: monitorName, Would: j.would}
	if j.assumed {
		v.Claim = ClaimNoLinks
	}
	return v
}

// ClaimNoLinks is what an Allow rests on when no file system was asked.
const ClaimNoLinks = "no link leads into a guarded tree or out of an allowed one"

// refuse is a Deny; pass lets the next check judge.
func refuse(r Reason, where string) (Verdict, bool) {
	return Verdict{Kind: Deny, Reason: r, Where: where}, true
}

func pass() (Verdict, bool) { return Verdict{}, false }

// checkPolicy refuses every call without a policy.
func checkPolicy(j *judgement) (Verdict, bool) {
	if j.policy == nil || !j.policy.loaded {
		return refuse(InvalidPolicy, "policy")
	}
	return pass()
}
