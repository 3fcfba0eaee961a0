// Package adjudicator decides whether a call of a tool by an agent may run.
//
// A Policy is read from a strict JSON manifest by LoadPolicy. A Monitor judges
// a ToolCall by it, in fixed steps: the name, the form of the arguments, what
// is denied, what would write to the guarded files, the argument rules, what
// is listed, and what must be redacted. Other Members may judge too. A Kernel,
// which cannot be built without a Monitor, asks all of them and folds what
// they say into one Decision: Join collects opinions in any order, Close makes
// the verdict, and everything that is not a plain permission by some member is
// a refusal or a question.
//
// All of it is total and pure: no clock, no environment, no file is opened
// except through the FileSystem that the caller gives, and no input makes it
// panic. Zero values refuse: the zero Verdict is Deny DEFAULT_DENY, and a nil
// Policy, Monitor or Kernel denies every call.
//
// What it does not do: it reads no command line (a CommandReader does; without
// one every command is a question), it knows no plan (a Member of plancfi
// does), it records nothing, and it runs nothing.
//
// See Example for the whole way from a manifest to a decision.
package adjudicator
