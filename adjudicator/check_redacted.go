package adjudicator

import "workbench/internal/canonjson"

// Redacted stands for a value that the policy redacts.
const Redacted = "[REDACTED]"

// checkRedacted is step 6, for a call that all others let pass: every member,
// at any depth, whose name is on the redact list, in any case, becomes
// Redacted. The new arguments are canonical JSON. Text that holds JSON is not
// read.
func checkRedacted(j *judgement) (Verdict, bool) {
	if len(j.policy.redact) == 0 {
		return pass()
	}
	clean, where := redact(j.args, j.policy.redact, "")
	if where == "" {
		return pass()
	}
	return Verdict{Kind: Transform, Where: where, Args: string(canonjson.Append(nil, &clean)), Would: j.would}, true
}

// redact returns v with what must go replaced, and the place of the first
// replacement, if there is one.
func redact(v *canonjson.Value, names map[string]bool, at string) (out canonjson.Value, where string) {
	out = *v
	note := func(place string) {
		if where == "" {
			where = place
		}
	}
	switch v.Kind {
	case canonjson.Array:
		out.Items = make([]canonjson.Value, len(v.Items))
		for i := range v.Items {
			var place string
			out.Items[i], place = redact(&v.Items[i], names, item(at, i))
			note(place)
		}
	case canonjson.Object:
		out.Members = make([]canonjson.Member, len(v.Members))
		for i, m := range v.Members {
			place := under(at, m.Name)
			if names[foldCase(m.Name)] {
				if m.Value.Kind != canonjson.String || m.Value.Text != Redacted {
					note(place)
				}
				m.Value = canonjson.Str(Redacted)
			} else {
				m.Value, place = redact(&m.Value, names, place)
				note(place)
			}
			out.Members[i] = m
		}
	}
	return out, where
}
