package adjudicator

import (
	"strings"
)

// checkWrites is step 3: what the call would write is collected from every
// argument that bears a path, a patch or a command into one list, and each
// target is compared with the guarded trees. A hit is SELF_MODIFY. What cannot
// be decided is remembered as OPAQUE_WRITE, and so is a directory that holds
// something guarded, and a pattern or variable in a path, unless the tool is
// known to write the one file that it names. What is of no use is remembered as MALFORMED: a path with
// a NUL, and the path or command that a writing or running tool needs when it
// is missing or is no text.
func checkWrites(j *judgement) (Verdict, bool) {
	s := j.site
	if !j.facts.onlyReads() {
		for _, p := range j.burden.paths {
			if v, hit := j.target(s, s.place, Target{Path: p.text, Where: p.where}, true); hit {
				return v, true
			}
			if !j.facts.writes && expands(p.text) {
				j.ask(p.where)
			}
		}
	}
	for _, p := range j.burden.patches {
		if v, hit := j.patch(s, p); hit {
			return v, true
		}
	}
	for _, c := range j.burden.commands {
		if v, hit := j.command(s, c); hit {
			return v, true
		}
	}
	j.required()
	return pass()
}

// target compares one target with the guarded trees. Where it stands above
// one, a hit needs the whole tree to be written; vague says that it is not
// known what the tool does with the path, and so it asks.
func (j *judgement) target(s *site, place Place, t Target, vague bool) (Verdict, bool) {
	if strings.ContainsRune(t.Path, 0) {
		j.keep(&j.useless, Verdict{Kind: Deny, Reason: Malformed, Where: t.Where})
		return pass()
	}
	paths, decided := place.Resolve(t.Path)
	if !decided {
		j.ask(t.Where)
	}
	j.assumed = j.assumed || place.Files == nil
	for _, p := range paths {
		switch is := s.guard.Relation(p); {
		case is == Inside, is == Above && t.Tree:
			return refuse(SelfModify, t.Where)
		case is == Above && vague:
			j.ask(t.Where)
		}
	}
	return pass()
}

// expands reports whether a tool of which nothing is known may take a path for
// a pattern or put a variable's value into it.
func expands(text string) bool {
	if strings.ContainsAny(text, "*?") || strings.Contains(text, "${") {
		return true
	}
	_, after, found := strings.Cut(text, "$")
	return found && after != "" && after[0] >= 'A' && after[0] <= 'Z'
}

func (j *judgement) patch(s *site, p borne) (Verdict, bool) {
	paths, decided := patchTargets(p.text)
	for _, file := range paths {
		if v, hit := j.target(s, s.place, Target{Path: file, Where: p.where}, true); hit {
			return v, true
		}
	}
	if !decided && (j.facts.patches || len(paths) > 0) {
		j.ask(p.where)
	}
	return pass()
}

// command asks the reader of commands.
func (j *judgement) command(s *site, c argsCommand) (Verdict, bool) {
	if j.monitor.options.Commands == nil {
		j.ask(c.where)
		return pass()
	}
	r := j.monitor.options.Commands.Read(Command{
		Text: c.text, Argv: c.argv, Shell: j.facts.shell,
		Place: s.place, Guard: s.guard, Root: s.root, Trusted: j.policy.trusted,
	})
	if r.Control != "" {
		return refuse(SelfModify, c.where+": "+r.Control)
	}
	for _, t := range r.Writes {
		place := s.place
		if t.Cwd != "" {
			place.Cwd = t.Cwd
		}
		t.Where = c.where + ": " + t.Where
		if v, hit := j.target(s, place, t, false); hit {
			return v, true
		}
	}
	if r.Answer != Decided || c.undecided {
		j.ask(strings.TrimSuffix(c.where+": "+r.Where, ": "))
	}
	return pass()
}

// required remembers what a tool that is known to write or run lacks.
func (j *judgement) required() {
	where := j.burden.useless
	var lacking string
	switch b := j.burden; {
	case j.facts.writes && b.named == 0 && len(b.patches) == 0:
		lacking = "path"
	case j.facts.runs && len(b.commands) == 0 && len(b.patches) == 0:
		lacking = "command"
	case j.facts.patches && len(b.patches) == 0:
		lacking = "patch"
	default:
		return
	}
	if where == "" {
		where = lacking
	}
	j.keep(&j.useless, Verdict{Kind: Deny, Reason: Malformed, Where: where})
}

func (j *judgement) ask(where string) {
	j.keep(&j.opaque, Verdict{Kind: RequireApproval, Reason: OpaqueWrite, Where: where})
}

// keep remembers the first of its kind.
func (j *judgement) keep(slot **Verdict, v Verdict) {
	if *slot == nil {
		*slot = &v
	}
}

// checkUseless answers with what checkWrites found to be of no use.
func checkUseless(j *judgement) (Verdict, bool) {
	if j.useless == nil {
		return pass()
	}
	return *j.useless, true
}
