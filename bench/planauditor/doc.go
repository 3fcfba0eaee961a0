// Command planauditor runs our solvers and those of the real Plan Auditor on
// the same plans, in one run on one core, and prints a table with ratios.
//
//	go run ./bench/planauditor --python VENV/bin/python --plans ../shared/data/plan-auditor/perf
//
// Both sides are timed in process CPU seconds, solver against solver, without
// reading and validation. Each row is the best of several repetitions. Verdicts
// and explored states of both sides must be equal, or the run ends.
package main
