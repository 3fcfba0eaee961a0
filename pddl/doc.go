// Package pddl reads and writes PDDL, the language of planning tasks, and
// carries contracts to it and back.
//
//   - ParseDomain and ParseProblem turn text into an AST with positions. They
//     report one error for each broken part, with its place, what was expected
//     and in which construct. Other PDDL 3.1 than is read yet is refused by the
//     construct's name.
//   - Domain.Format and Problem.Format print an AST; reading that again gives
//     the same AST.
//   - Export writes a contract as domain.pddl, problem.pddl and facts.json.
//   - Import reads a task back into a contract when it is one: every action
//     can run once only, and nothing in it goes beyond a contract. Anything
//     else is refused, with construct and place, never stretched to fit.
//
// The language read is that of :strips, :typing, :negative-preconditions,
// :equality, constants and :action-costs, and the forms of conditions and
// effects of :adl; ParseOptions bound size, depth and errors. The parser is in
// three stages: a lexer that cuts the text into the outline and the bodies of
// sections (lexer.go), a participle grammar over the outline (grammar.go), and
// a cursor that reads the bodies (cursor.go, typed.go, formula.go,
// section.go). reference_test.go has the whole language as one participle
// grammar, to which tests hold the three stages.
//
// The package does not ground, check static rules of the language beyond what
// parsing needs, or solve.
package pddl
