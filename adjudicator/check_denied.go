package adjudicator

import "strings"

// checkDenied is step 2: the policy denies the tool, by name or prefix. Names
// are compared by look and without regard to case, and a tool of a server also
// by its name alone and as hosts spell it: this can only block more.
func checkDenied(j *judgement) (Verdict, bool) {
	var hit *denial
	for _, name := range deniedNames(j.call) {
		for i := range j.policy.denials {
			d := &j.policy.denials[i]
			if d.matches(name) && (hit == nil || d.before(hit)) {
				hit = d
			}
		}
	}
	if hit == nil {
		return pass()
	}
	return refuse(hit.reason, hit.where)
}

// deniedNames returns the folded names that a refusal may mean the tool by.
func deniedNames(c ToolCall) []string {
	if c.Server == "" {
		return []string{foldLook(c.Tool)}
	}
	return []string{foldLook(c.Name()), foldLook(c.hostName()), foldLook(c.Tool)}
}

// denial is an entry of deny or deny_prefix.
type denial struct {
	folded string
	prefix bool
	reason Reason
	where  string // the entry's place in the policy
}

func (d *denial) matches(folded string) bool {
	if d.prefix {
		return strings.HasPrefix(folded, d.folded)
	}
	return folded == d.folded
}

// before orders the denials of one tool: an entry for the name before one for
// a prefix, then the earlier reason, then the place.
func (d *denial) before(e *denial) bool {
	switch {
	case d.prefix != e.prefix:
		return !d.prefix
	case d.reason != e.reason:
		return d.reason.order() < e.reason.order()
	default:
		return d.where < e.where
	}
}
