// Package fastdownward asks Fast Downward, a classical planner that somebody
// else wrote, the question that package strips has answered, and compares.
//
// Find locates the planner, Run lets it work on any PDDL task, Check asks it
// about one contract, and Agree compares its Outcome with our verdict. See
// Example for the whole way.
//
// Nothing that the planner says is taken on trust:
//
//   - SOLVED needs an exit code that goes with a plan, a plan file that reads
//     without a fault, and a plan that strips.Replay accepts. An exit code
//     alone, or a plan alone, is ERROR.
//   - UNSOLVABLE needs exit code 11 and no plan file. A search that was
//     incomplete or bounded in cost proves nothing.
//   - All else is no answer: UNAVAILABLE, TIMEOUT, MEMORY or ERROR. No answer
//     never changes a verdict for the better.
//
// The planner is a child in a process group of its own, without a shell,
// without input, in a fresh folder that only we can read and that is removed
// afterwards. Wall-clock time, memory, the text that it prints and the bytes
// that it leaves in that folder are bounded; whatever of its group still lives
// when it ends, or when it is stopped, is killed.
//
// What the package does not do: it does not confine a hostile program. A
// process that leaves the group, or writes elsewhere, is out of its reach;
// memory is bounded by the planner's own option, not by us. Run judges the
// plan's form only: whether a plan solves a task is for the caller to replay,
// as Check does for contracts.
package fastdownward
