package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"workbench/internal/diag"
	"workbench/strips"
)

// Outcome is the overall answer of a command. The zero value is UNKNOWN.
type outcome uint8

const (
	outcomeUnknown outcome = iota
	outcomePass
	outcomeFail
)

func (o outcome) String() string { return [...]string{"UNKNOWN", "PASS", "FAIL"}[o] }

// MarshalText gives the outcome's word.
func (o outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// exit is the exit code of an outcome.
func (o outcome) exit() int { return [...]int{exitUnknown, exitPass, exitFail}[o] }

// worse returns the worse of two outcomes: FAIL, then UNKNOWN, then PASS.
func (o outcome) worse(p outcome) outcome {
	rank := [...]int{1, 0, 2}
	if rank[p] > rank[o] {
		return p
	}
	return o
}

// report is the document of a command that judges plans.
type report struct {
	Schema  string        `json:"schema"`
	Outcome outcome       `json:"outcome"`
	Plans   []*planReport `json:"plans"`
	Errors  diag.List     `json:"errors"`
}

// planReport is what is said about one plan.
type planReport struct {
	Plan           string         `json:"plan"`
	Kind           string         `json:"kind,omitempty"` // generated, manual, or contract for a bare one
	Outcome        outcome        `json:"outcome"`
	ContractSHA256 string         `json:"contract_sha256,omitempty"`
	SourceSHA256   string         `json:"source_sha256,omitempty"`
	AnchorStep     int64          `json:"anchor_step,omitempty"`
	Formal         *formalReport  `json:"formal,omitempty"`
	Formalize      *validReport   `json:"formalize,omitempty"`
	Binding        *validReport   `json:"binding,omitempty"`
	FastDownward   *plannerReport `json:"fast_downward,omitempty"`
	Changed        *bool          `json:"changed,omitempty"`
	Written        *bool          `json:"written,omitempty"`
	Errors         diag.List      `json:"errors"`
	Warnings       diag.List      `json:"warnings"`

	titles map[int64]string
	steps  int
}

// formalReport is the decision on a contract.
type formalReport struct {
	Verdict      strips.Verdict     `json:"verdict"`
	Reason       strips.Reason      `json:"reason"`
	Order        []int64            `json:"order"`
	Explored     int                `json:"explored_states"`
	Monotonic    bool               `json:"monotonic"`
	Method       strips.Method      `json:"method,omitempty"`
	Certificate  *certificateReport `json:"certificate,omitempty"`
	Blocked      []strips.Blocked   `json:"blocked,omitempty"`
	MissingGoals []string           `json:"missing_goals,omitempty"`
	Furthest     []int64            `json:"furthest,omitempty"`

	partial []int64 // the steps run when the procedure stopped without a Pass
}

// certificateReport names the evidence for a decision and says whether its
// independent checker accepted it. The evidence of a PASS is its order, the
// checker is the naive replay.
type certificateReport struct {
	Kind     string `json:"kind"`
	Accepted bool   `json:"accepted"`
}

// validReport is the answer of a check that holds or not.
type validReport struct {
	Valid bool `json:"valid"`
}

// plannerReport is what an external planner said.
type plannerReport struct {
	Status   string  `json:"status"`
	Agrees   bool    `json:"agrees"`
	Required bool    `json:"required"`
	Order    []int64 `json:"order,omitempty"`
	Reason   string  `json:"reason,omitempty"`

	command  []string
	exitCode int
	logTail  string
}

// finish sets the overall outcome, prints the report and sets the exit code.
func (a *app) finish(r *report, text func(*report)) {
	r.Outcome = outcomePass
	if len(r.Plans) == 0 {
		r.Outcome = outcomeUnknown
	}
	for _, p := range r.Plans {
		r.Outcome = r.Outcome.worse(p.Outcome)
	}
	a.code = r.Outcome.exit()
	if a.json {
		a.document(r)
		return
	}
	text(r)
}

// refuse prints problems that kept a command from judging anything, as a
// document of the command or as text on stderr, and sets the exit code.
func (a *app) refuse(name string, problems diag.List, asJSON bool) {
	a.code = exitOf(problems)
	if asJSON {
		o := outcomeUnknown
		if a.code == exitFail {
			o = outcomeFail
		}
		a.document(&report{Schema: schemaID(name), Outcome: o, Plans: []*planReport{}, Errors: problems})
		return
	}
	for _, p := range problems {
		fmt.Fprintf(a.err, "workbench: %s\n", visible(p.Error()))
	}
}

func schemaID(name string) string { return "workbench/" + name + "/v1" }

// document prints one JSON document.
func (a *app) document(v any) {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		fmt.Fprintf(a.err, "workbench: cannot print the document: %v\n", err)
		a.code = exitCannot
	}
}

// printf prints text for people, with control characters made visible: facts,
// titles and paths come from files.
func (a *app) printf(format string, args ...any) {
	for i, arg := range args {
		if s, ok := arg.(string); ok {
			args[i] = visible(s)
		}
	}
	fmt.Fprintf(a.out, format, args...)
}

// visible replaces control and format characters, which could change what a
// terminal shows, by their escapes.
func visible(s string) string {
	hidden := func(r rune) bool {
		return r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 || r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0xfeff
	}
	if !strings.ContainsFunc(s, hidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if hidden(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
