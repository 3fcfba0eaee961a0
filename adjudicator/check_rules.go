package adjudicator

import (
	"regexp"
	"strings"
	"unicode"

	"workbench/internal/canonjson"
)

// argRule restricts one argument of one tool. Exactly one matcher is set.
type argRule struct {
	tool  string // folded by look: a rule can only refuse, so it over-matches
	arg   string
	where string // its place in the policy

	glob     *Glob
	deny     *regexp.Regexp
	maxBytes int
}

// checkRules is step 4: no argument rule for the tool is violated, else
// POLICY_BLOCK. A rule can only refuse: adding one never makes a call pass.
func checkRules(j *judgement) (Verdict, bool) {
	names := deniedNames(j.call)
	for i := range j.policy.rules {
		r := &j.policy.rules[i]
		if !contains(names, r.tool) {
			continue
		}
		j.assumed = j.assumed || r.glob != nil && j.site.place.Files == nil
		if r.violated(j.args, j.site) {
			return refuse(PolicyBlock, r.where)
		}
	}
	return pass()
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}

// violated applies the rule to every top-level argument of its name, in any
// case:
//
//   - allow_glob: the argument must be there, in exact case, and every one must
//     be a text that matches;
//   - deny_regex: no text in it, at any depth, and not its canonical JSON, may
//     match;
//   - max_bytes: a text, or the canonical JSON of anything else, must not be
//     longer.
func (r *argRule) violated(args *canonjson.Value, s *site) bool {
	if r.glob != nil && args.Get(r.arg) == nil {
		return true
	}
	folded := foldCase(r.arg)
	for i := range args.Members {
		m := &args.Members[i]
		if foldCase(m.Name) != folded {
			continue
		}
		switch {
		case r.glob != nil:
			if m.Value.Kind != canonjson.String || !r.glob.admits(m.Value.Text, s) {
				return true
			}
		case r.deny != nil:
			if r.deny.Match(canonjson.Append(nil, &m.Value)) || anyText(&m.Value, r.deny.MatchString) {
				return true
			}
		default:
			if len(scalarText(&m.Value)) > r.maxBytes {
				return true
			}
		}
	}
	return false
}

// anyText reports whether f holds for a string leaf of v.
func anyText(v *canonjson.Value, f func(string) bool) bool {
	if v.Kind == canonjson.String {
		return f(v.Text)
	}
	for i := range v.Items {
		if anyText(&v.Items[i], f) {
			return true
		}
	}
	for i := range v.Members {
		if anyText(&v.Members[i].Value, f) {
			return true
		}
	}
	return false
}

// admits reports whether a text is certainly a path that the glob matches, in
// exact case: wherever it is resolved to, with and without links. A text that
// some tool may read in another way is not.
func (g *Glob) admits(text string, s *site) bool {
	if text == "" || strings.HasPrefix(text, "~") || strings.Contains(text, `\`) || strings.ContainsFunc(text, unicode.IsControl) {
		return false
	}
	if len(text) >= 5 && strings.EqualFold(text[:5], "file:") {
		return false
	}
	paths, decided := s.place.Resolve(text)
	if !decided || len(paths) == 0 {
		return false
	}
	for _, p := range paths {
		if !s.allowance.admits(g, p) {
			return false
		}
	}
	return true
}
