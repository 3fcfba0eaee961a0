package adjudicator

import "workbench/internal/canonjson"

// checkArgs is step 1, before any rule: the arguments are no larger than the
// policy lets them be [OVERSIZE], and exactly one JSON object, valid UTF-8, not
// nested deeper than 64, without a name twice in one object and without two
// bearers of a path or command whose names differ only in case [MALFORMED].
// Whoever runs the tool then reads the same arguments as the monitor.
func checkArgs(j *judgement) (Verdict, bool) {
	if len(j.call.Args) > j.policy.maxArgs {
		return refuse(Oversize, "args")
	}
	args, err := canonjson.Parse([]byte(j.call.Args), canonjson.Options{MaxDepth: maxArgsDepth})
	if err != nil || args.Kind != canonjson.Object {
		return refuse(Malformed, "args")
	}
	j.args = args
	j.burden = bearersOf(args, j.facts)
	if j.burden.alike != "" {
		return refuse(Malformed, j.burden.alike)
	}
	j.site = j.monitor.siteOf(j.call, j.policy.guards)
	return pass()
}
