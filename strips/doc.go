// Package strips decides whether the steps of a plan can all run.
//
// Its input is a grounded STRIPS Contract (facts, goals, one action a step
// with positive preconditions and unconditional add and delete effects) and
// the dependencies between the steps. The question is always the same: is
// there an order that runs every step exactly once, in which each step finds
// its dependencies done and its preconditions true, and after which every
// goal is true? The answer is a Verdict: Pass with such an order, Reject with
// a reason, or Unknown when a bound was hit first.
//
//   - Validate checks a contract against every structural rule and limit and
//     reports all faults at once.
//   - Canonical and SHA256 give the contract its identity, byte for byte that
//     of the tool whose contracts we read.
//   - NewTask interns a valid contract; Solve decides it: Forward in linear
//     time when no action deletes, bounded breadth-first search otherwise.
//   - Replay is a second, naive implementation of the semantics. Solve gives
//     back no Pass whose order Replay has not accepted.
//
// The package does not read plans (see package compile), PDDL (see package
// pddl) or files, and knows no clock, randomness or environment: the same
// input gives the same result. It says nothing of effects that a contract
// does not declare.
package strips
