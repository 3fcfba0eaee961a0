package fastdownward

import "fmt"

// judge says what an exit code and a plan file come to, before any replay:
//
//  1. no plan file: what the code means without one, never Solved;
//  2. a code that goes with no plan, but there is a plan file: a
//     contradiction, Error;
//  3. a plan file cut short, after a code other than 0: it counts as none,
//     since the planner was stopped while it wrote;
//  4. a plan file that cannot be used: Error;
//  5. else Solved. After code 0 the closing line may be missing, since other
//     planners write none.
func judge(e Exit, f found) (Status, string) {
	switch {
	case f.file == "":
		return e.Status, e.String()
	case !e.Plan && e.Status == Error:
		return Error, e.String()
	case !e.Plan:
		return Error, fmt.Sprintf("contradiction: %s, but there is a plan file", e)
	case f.cut && e.Code != 0:
		return e.Status, e.String() + "; its plan file is cut short"
	case f.err != nil:
		return Error, "the plan file is refused: " + f.err.Error()
	default:
		return Solved, fmt.Sprintf("a plan of %d steps", len(f.plan.Steps))
	}
}
