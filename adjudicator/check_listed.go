package adjudicator

import "strings"

// checkListed is step 5: the policy lists the tool. Names are compared
// exactly.
//
//  1. a tool on the ask list is RequireApproval, also a tool that is allowed
//     and only looks like one on the ask list;
//  2. a tool that is allowed by name or prefix passes;
//  3. the posture admit_and_log lets a tool pass whose name is shaped like
//     reading and whose arguments bear no path, patch or command, and says
//     what it would have been refused for;
//  4. everything else is Deny DEFAULT_DENY.
//
// What would pass or ask is RequireApproval OPAQUE_WRITE if step 3 could not
// decide what is written.
func checkListed(j *judgement) (Verdict, bool) {
	p, name := j.policy, j.call.Name()
	allowed := p.allows(name)
	switch {
	case p.ask[name], allowed && j.looksAsked():
		if j.opaque != nil {
			return *j.opaque, true
		}
		return Verdict{Kind: RequireApproval, Reason: PolicyBlock, Where: "ask"}, true
	case allowed:
	case p.posture == AdmitAndLog && readShaped(j.call.Tool) && j.bearsNothing():
		j.would = DefaultDeny.String()
	default:
		return refuse(DefaultDeny, "tool")
	}
	if j.opaque != nil {
		return *j.opaque, true
	}
	return pass()
}

// allows reports whether a name is on the allow list or begins with an
// allowed prefix.
func (p *Policy) allows(name string) bool {
	if p.allow[name] {
		return true
	}
	for _, prefix := range p.allowPrefix {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// looksAsked reports whether a refusal of a tool on the ask list would mean
// this tool.
func (j *judgement) looksAsked() bool {
	for _, name := range deniedNames(j.call) {
		if j.policy.askFolded[name] {
			return true
		}
	}
	return false
}

// bearsNothing reports whether no argument has the name of a bearer, whatever
// it holds.
func (j *judgement) bearsNothing() bool { return !j.burden.any }
