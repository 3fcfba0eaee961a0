package adjudicator

import (
	"fmt"
	"regexp"
	"strings"

	"workbench/internal/canonjson"
	"workbench/internal/diag"
)

// manifest reads a policy document, collecting all faults.
type manifest struct {
	policy *Policy
	faults diag.List
	seen   map[string]bool // list and entry, to find entries that stand twice
}

// read takes the members of the document.
func (r *manifest) read(doc *canonjson.Value) {
	r.object(doc, "", map[string]func(*canonjson.Value, string){
		"version": r.version,
		"posture": r.posture,
		"allow":   r.names(func(name, _ string) { r.policy.allow[name] = true }),
		"ask":     r.names(func(name, _ string) { r.policy.ask[name], r.policy.askFolded[foldLook(name)] = true, true }),
		"redact":  r.texts(foldCase, func(name, _ string) { r.policy.redact[foldCase(name)] = true }),
		"arg_rules": func(v *canonjson.Value, at string) {
			r.list(v, at, r.rule)
		},
		"allow_prefix":      r.names(func(name, _ string) { r.policy.allowPrefix = append(r.policy.allowPrefix, name) }),
		"deny":              r.denials(false),
		"deny_prefix":       r.denials(true),
		"self_modify_globs": r.globs(&r.policy.guards),
		"trusted_scripts":   r.globs(&r.policy.trusted),
		"tools":             r.tools,
		"require_plan":      func(v *canonjson.Value, at string) { r.policy.requirePlan = r.boolean(v, at) },
		"on_deviation":      r.deviation,
		"max_args_bytes":    func(v *canonjson.Value, at string) { r.policy.maxArgs = r.number(v, at, 1, LargestMaxArgs) },
	})
}

// object hands each member to its reader.
func (r *manifest) object(v *canonjson.Value, at string, readers map[string]func(*canonjson.Value, string)) {
	if !r.is(v, at, canonjson.Object) {
		return
	}
	for i := range v.Members {
		m := &v.Members[i]
		place := strings.TrimPrefix(at+"."+m.Name, ".")
		if read, known := readers[m.Name]; known {
			read(&m.Value, place)
		} else {
			r.faults.Addf("policy-unknown-name", place, "a policy has no %q here: remove it, or correct its spelling", m.Name)
		}
	}
}

// is checks the kind of a value.
func (r *manifest) is(v *canonjson.Value, at string, k canonjson.Kind) bool {
	if v.Kind != k {
		r.faults.Addf("policy-type", at, "this must be %s, not %s", k, v.Kind)
		return false
	}
	return true
}

func (r *manifest) list(v *canonjson.Value, at string, read func(*canonjson.Value, string)) {
	if !r.is(v, at, canonjson.Array) {
		return
	}
	for i := range v.Items {
		read(&v.Items[i], fmt.Sprintf("%s[%d]", at, i))
	}
}

// texts reads a list of non-empty strings, no two of them equal under same.
func (r *manifest) texts(same func(string) string, take func(text, at string)) func(*canonjson.Value, string) {
	return func(v *canonjson.Value, at string) {
		r.list(v, at, func(item *canonjson.Value, place string) {
			switch {
			case !r.is(item, place, canonjson.String):
			case item.Text == "":
				r.faults.Addf("policy-empty", place, "an empty entry would mean everything or nothing: remove it")
			case r.fresh(at, same(item.Text), place):
				take(item.Text, place)
			}
		})
	}
}

// names reads a list of tool names or prefixes of them.
func (r *manifest) names(take func(name, at string)) func(*canonjson.Value, string) {
	return r.texts(exactly, func(name, at string) {
		if r.plain(name, at) {
			take(name, at)
		}
	})
}

func exactly(s string) string { return s }

// plain refuses a name that no call can bear.
func (r *manifest) plain(name, at string) bool {
	if !plainName(name) {
		r.faults.Addf("policy-name", at, "the name %q is empty or has a blank or a character that cannot be seen: no call with it gets this far", name)
		return false
	}
	return true
}

// fresh refuses an entry that its list has already.
func (r *manifest) fresh(list, entry, at string) bool {
	key := list + "\x00" + entry
	if r.seen[key] {
		r.faults.Addf("policy-duplicate", at, "this entry stands twice: keep one")
		return false
	}
	r.seen[key] = true
	return true
}

func (r *manifest) boolean(v *canonjson.Value, at string) bool {
	return r.is(v, at, canonjson.Bool) && v.Bool
}

// number reads an integer in a range; it returns the smallest on a fault.
func (r *manifest) number(v *canonjson.Value, at string, least, most int64) int {
	if !r.is(v, at, canonjson.Number) {
		return int(least)
	}
	n, inRange, ok := v.Integer()
	if !ok || !inRange || n < least || n > most {
		r.faults.Addf("policy-range", at, "this must be an integer from %d to %d", least, most)
		return int(least)
	}
	return int(n)
}

func (r *manifest) version(v *canonjson.Value, at string) {
	if n, inRange, ok := v.Integer(); !ok || !inRange || n != policyVersion {
		r.faults.Addf("policy-version", at, "this program reads version %d of the format", policyVersion)
	}
}

func (r *manifest) posture(v *canonjson.Value, at string) {
	switch {
	case !r.is(v, at, canonjson.String):
	case v.Text == AdmitAndLog.String():
		r.policy.posture = AdmitAndLog
	case v.Text != FailClosed.String():
		r.faults.Addf("policy-posture", at, "the posture is %q or %q", FailClosed, AdmitAndLog)
	}
}

func (r *manifest) deviation(v *canonjson.Value, at string) {
	switch {
	case !r.is(v, at, canonjson.String):
	case v.Text == Deny.String():
		r.policy.onDeviation = Deny
	case v.Text != RequireApproval.String():
		r.faults.Addf("policy-deviation", at, "a deviation is answered by %q or %q", RequireApproval, Deny)
	}
}

// denials reads an object of names or prefixes and reasons.
func (r *manifest) denials(prefix bool) func(*canonjson.Value, string) {
	return func(v *canonjson.Value, at string) {
		if !r.is(v, at, canonjson.Object) {
			return
		}
		for i := range v.Members {
			m := &v.Members[i]
			place := at + "." + m.Name
			if m.Name == "" {
				r.faults.Addf("policy-empty", at, "an empty entry would mean everything or nothing: remove it")
				continue
			}
			folded := foldLook(m.Name)
			ok := r.plain(m.Name, place) && r.fresh(at, folded, place)
			if reason, isReason := r.reason(&m.Value, place); ok && isReason {
				r.policy.denials = append(r.policy.denials, denial{folded, prefix, reason, place})
			}
		}
	}
}

func (r *manifest) reason(v *canonjson.Value, at string) (Reason, bool) {
	if !r.is(v, at, canonjson.String) {
		return None, false
	}
	reason, known := ReasonNamed(v.Text)
	if !known || reason == None {
		r.faults.Addf("policy-reason", at, "%.60q is no reason to deny: use one of those that the documentation lists, such as %s", v.Text, PolicyBlock)
		return None, false
	}
	return reason, true
}

func (r *manifest) globs(into *[]Glob) func(*canonjson.Value, string) {
	return r.texts(exactly, func(text, at string) {
		if g, ok := r.glob(text, at); ok {
			*into = append(*into, g)
		}
	})
}

func (r *manifest) glob(text, at string) (Glob, bool) {
	g, err := ParseGlob(text)
	if err != nil {
		r.faults.Addf("policy-pattern", at, "%.60q is no pattern: %v", text, err)
		return g, false
	}
	return g, true
}

// rule reads one argument rule.
func (r *manifest) rule(v *canonjson.Value, at string) {
	rule := argRule{where: at}
	matchers, faults := 0, len(r.faults)
	text := func(into *string) func(*canonjson.Value, string) {
		return func(v *canonjson.Value, at string) {
			if r.is(v, at, canonjson.String) {
				*into = v.Text
			}
		}
	}
	var pattern string
	r.object(v, at, map[string]func(*canonjson.Value, string){
		"tool": text(&rule.tool),
		"arg":  text(&rule.arg),
		"allow_glob": func(v *canonjson.Value, at string) {
			matchers++
			if r.is(v, at, canonjson.String) {
				if g, ok := r.glob(v.Text, at); ok {
					rule.glob, pattern = &g, v.Text
				}
			}
		},
		"deny_regex": func(v *canonjson.Value, at string) {
			matchers++
			if r.is(v, at, canonjson.String) {
				rule.deny, pattern = r.regex(v.Text, at), v.Text
			}
		},
		"max_bytes": func(v *canonjson.Value, at string) {
			matchers++
			rule.maxBytes = r.number(v, at, 0, LargestMaxArgs)
			pattern = fmt.Sprint(rule.maxBytes)
		},
	})
	if len(r.faults) > faults {
		return
	}
	switch {
	case matchers != 1:
		r.faults.Addf("policy-matcher", at, "a rule has exactly one of allow_glob, deny_regex and max_bytes, this one has %d: write one rule for each", matchers)
	case rule.arg == "":
		r.faults.Addf("policy-empty", at+".arg", "a rule names an argument")
	case r.plain(rule.tool, at+".tool") && r.fresh("arg_rules", fmt.Sprintf("%q %q %v %v %q", rule.tool, rule.arg, rule.glob != nil, rule.deny != nil, pattern), at):
		rule.tool = foldLook(rule.tool)
		r.policy.rules = append(r.policy.rules, rule)
	}
}

// regex compiles an expression; an empty one would refuse everything.
func (r *manifest) regex(text, at string) *regexp.Regexp {
	re, err := regexp.Compile(text)
	if err != nil || text == "" {
		r.faults.Addf("policy-pattern", at, "%.60q is no regular expression (the syntax is RE2)", text)
		return nil
	}
	return re
}

// tools reads what the policy knows about tools.
func (r *manifest) tools(v *canonjson.Value, at string) {
	if !r.is(v, at, canonjson.Object) {
		return
	}
	for i := range v.Members {
		m := &v.Members[i]
		place := at + "." + m.Name
		if !r.plain(m.Name, place) {
			continue
		}
		var f toolFacts
		strings := func(into *[]string) func(*canonjson.Value, string) {
			return r.texts(foldCase, func(text, _ string) { *into = append(*into, foldCase(text)) })
		}
		r.object(&m.Value, place, map[string]func(*canonjson.Value, string){
			"writes":   func(v *canonjson.Value, at string) { f.writes, f.told = r.boolean(v, at), true },
			"reads":    func(v *canonjson.Value, at string) { f.reads, f.told = r.boolean(v, at), true },
			"paths":    strings(&f.paths),
			"commands": strings(&f.commands),
		})
		f.runs = len(f.commands) > 0
		r.policy.tools[m.Name] = f
	}
}
