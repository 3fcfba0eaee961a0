package adjudicator

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"workbench/internal/diag"
)

// lint returns what a policy that loads may not mean:
//
//   - policy-allows-nothing: no tool can be allowed;
//   - policy-prefix-writes: a prefix also allows names that are shaped like
//     writing;
//   - policy-allow-denied: a tool is both allowed and denied, and so denied;
//   - policy-unreachable-rule: a rule for a tool that nothing allows.
func lint(p *Policy) diag.List {
	var l diag.List
	if len(p.allow)+len(p.allowPrefix)+len(p.ask) == 0 && p.posture == FailClosed {
		l.Addf("policy-allows-nothing", "", "no tool is listed: every call is denied")
	}
	for i, prefix := range p.allowPrefix {
		if !writeShaped(prefix) {
			l.Addf("policy-prefix-writes", fmt.Sprintf("allow_prefix[%d]", i), "%q also allows such names as %q: list the tools if that is not meant", prefix, prefix+"and_delete_all")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.allow)) {
		folded := foldLook(name)
		for i := range p.denials {
			if d := &p.denials[i]; d.matches(folded) {
				l.Addf("policy-allow-denied", d.where, "%q is on the allow list too: it is denied", name)
			}
		}
	}
	for i := range p.rules {
		if r := &p.rules[i]; !p.reachable(r.tool) {
			l.Addf("policy-unreachable-rule", r.where, "nothing allows the tool that this rule restricts: the rule has no effect")
		}
	}
	return l
}

// reachable reports whether a tool with the folded name can be allowed or
// asked about.
func (p *Policy) reachable(folded string) bool {
	for _, listed := range []map[string]bool{p.allow, p.ask} {
		for name := range listed {
			if n := foldLook(name); n == folded || strings.HasSuffix(n, pairSeparator+folded) {
				return true
			}
		}
	}
	for _, prefix := range p.allowPrefix {
		n := foldLook(prefix)
		if strings.HasPrefix(folded, n) || strings.Contains(n, pairSeparator) {
			return true
		}
	}
	return p.posture == AdmitAndLog && readShaped(folded)
}
