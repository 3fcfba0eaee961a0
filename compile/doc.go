// Package compile derives the formal contract of a structured plan and holds
// a contract to the plan it came from.
//
// Its input is a plan file (.plan-auditor/plan.json or
// .plan-auditor/plans/NAME.json): requirements, steps with dependencies,
// outputs, coverage and checks.
//
//   - Decode reads the plan's model and reports every fault at once.
//   - Fingerprint is the SHA-256 of the part of a plan that a contract is the
//     meaning of: task, requirements and each step's data flow and checks.
//   - Compile derives the contract, deterministically, from four classes of
//     facts and nothing else; it refuses a plan whose contract could never be
//     verified.
//   - Install puts the two generated checks into a plan's text, in the
//     workbench's style (only the verify lists change) or byte for byte as
//     plan-auditor 2.6.3 does; Remove takes them out.
//   - Recompile and Bind are the independent second check: the contract in the
//     plan must equal a fresh compilation, and each requirement must be a goal
//     that only steps covering it reach.
//   - Workspace finds, reads and writes plan files: no symbolic links, size
//     limits, seals respected, all or nothing.
//
// The package never interprets prose: what cannot be derived mechanically is
// refused. It does not decide reachability (package strips does).
package compile
