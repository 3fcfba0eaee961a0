package adjudicator

import (
	"workbench/internal/canonjson"
	"workbench/internal/diag"
)

// Bounds of a policy.
const (
	MaxPolicyBytes  = 1 << 20 // of the manifest
	DefaultMaxArgs  = 1 << 20 // of the arguments of a call, unless the policy says otherwise
	LargestMaxArgs  = 1 << 24 // what max_args_bytes may be at most
	policyVersion   = 1
	maxPolicyNested = 16
)

// Posture says what happens to a tool that the policy does not list. The zero
// Posture is FailClosed.
type Posture uint8

const (
	FailClosed  Posture = iota // it is denied
	AdmitAndLog                // it is allowed if its name is shaped like reading and it names no file
)

// String names the posture as policies write it.
func (p Posture) String() string {
	if p == AdmitAndLog {
		return "admit_and_log"
	}
	return "fail_closed"
}

// Policy is a manifest that LoadPolicy has read and accepted. It is never
// changed. A nil or zero Policy denies everything.
type Policy struct {
	loaded      bool
	hash        string
	posture     Posture
	allow       map[string]bool
	allowPrefix []string
	ask         map[string]bool
	askFolded   map[string]bool
	denials     []denial
	guards      []Glob // the defaults, then those of the policy
	rules       []argRule
	redact      map[string]bool // case-folded
	tools       map[string]toolFacts
	trusted     []Glob
	requirePlan bool
	onDeviation Kind
	maxArgs     int
}

// Hash is the SHA-256 of the canonical manifest, in hexadecimal; empty for a
// policy that denies everything because there is none.
func (p *Policy) Hash() string {
	if p == nil {
		return ""
	}
	return p.hash
}

// RequirePlan reports whether a call without a declared plan deviates. Without
// a policy it does.
func (p *Policy) RequirePlan() bool { return p == nil || !p.loaded || p.requirePlan }

// OnDeviation is RequireApproval or Deny. Without a policy it is Deny.
func (p *Policy) OnDeviation() Kind {
	if p == nil || !p.loaded {
		return Deny
	}
	return p.onDeviation
}

// LoadPolicy reads a policy manifest. It accepts all of it or nothing: with
// any fault the policy is nil, which denies everything, and err is a diag.List
// of all faults, each with a place:
//
//   - what canonjson refuses: no JSON, a name twice, a second document;
//   - policy-size: more than MaxPolicyBytes;
//   - policy-type: a value of another kind than the format has, null included;
//   - policy-unknown-name: a member that the format does not have;
//   - policy-version, policy-posture, policy-reason, policy-deviation: a word
//     or number outside its closed set; NONE is no reason to deny;
//   - policy-empty: an empty name, prefix or argument;
//   - policy-name: a tool name with characters that cannot be seen;
//   - policy-pattern: a glob or regular expression that does not compile;
//   - policy-matcher: a rule with other than exactly one matcher;
//   - policy-range: a number outside its range;
//   - policy-duplicate: an entry twice in one list.
//
// The warnings are those of a policy that loads: see lint.
func LoadPolicy(src []byte) (p *Policy, warnings diag.List, err error) {
	if len(src) > MaxPolicyBytes {
		var l diag.List
		l.Addf("policy-size", "", "the policy has %d bytes: at most %d are allowed", len(src), MaxPolicyBytes)
		return nil, nil, l
	}
	doc, err := canonjson.Parse(src, canonjson.Options{MaxDepth: maxPolicyNested})
	if err != nil {
		return nil, nil, err
	}
	r := &manifest{policy: newPolicy(), seen: map[string]bool{}}
	r.read(doc)
	if len(r.faults) > 0 {
		return nil, nil, r.faults
	}
	r.policy.loaded = true
	r.policy.hash = canonjson.SHA256(doc)
	return r.policy, lint(r.policy), nil
}

// newPolicy returns the policy of the empty manifest: it lists nothing and
// guards the defaults.
func newPolicy() *Policy {
	p := &Policy{
		allow: map[string]bool{}, ask: map[string]bool{}, askFolded: map[string]bool{},
		redact: map[string]bool{}, tools: map[string]toolFacts{},
		onDeviation: RequireApproval, maxArgs: DefaultMaxArgs,
	}
	for _, text := range defaultGuards {
		if g, err := ParseGlob(text); err == nil { // a test parses them all
			p.guards = append(p.guards, g)
		}
	}
	return p
}
