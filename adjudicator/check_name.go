package adjudicator

// checkName is step 0: the name of the tool, and of its server if it has one,
// is written in visible characters, the two form one Name, and what paths are
// relative to is absolute. Else MALFORMED: no rule could be looked up for it.
func checkName(j *judgement) (Verdict, bool) {
	c := j.call
	switch {
	case !plainName(c.Tool):
		return refuse(Malformed, "tool")
	case c.Server != "" && !plainName(c.Server), !plainPair(c):
		return refuse(Malformed, "server")
	case !j.monitor.absolute(c.Cwd):
		return refuse(Malformed, "cwd")
	case !j.monitor.absolute(c.Root):
		return refuse(Malformed, "root")
	}
	j.facts = factsOf(j.policy, c)
	return pass()
}

// absolute reports whether a directory is absolute or not given.
func (m *Monitor) absolute(dir string) bool {
	_, ok := m.directory(dir)
	return dir == "" || ok
}
