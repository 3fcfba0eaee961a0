package compile

import (
	"workbench/internal/canonjson"
	"workbench/strips"
)

// Plan is the model of a structured plan, as Decode reads it.
type Plan struct {
	Requirements []Requirement
	Steps        []Step // in the plan's order

	root *canonjson.Value
	byID map[int64]int // positions in Steps
}

// Requirement is one thing that the plan must, should or may fulfil.
type Requirement struct {
	ID       string // stripped of blanks; REQ-001 and so on for a bare string
	Priority Priority

	index int // position in the plan's list
}

// Priority is how binding a requirement is. The zero value is Must.
type Priority uint8

// The priorities.
const (
	Must   Priority = iota // needs a covering step and becomes a goal
	Should                 // the same
	May                    // neither
)

// Required reports whether the requirement must be covered and reached.
func (r Requirement) Required() bool { return r.Priority != May }

// Step is one step of a plan.
type Step struct {
	ID        int64
	Title     string   // for people; outside the fingerprint
	DependsOn []int64  // ids of steps that must be done before
	Requires  []Output // outputs of other steps that this one reads
	Outputs   []string // declared outputs, stripped of blanks
	Covers    []string // ids of requirements, stripped of blanks

	index int // position in the plan's list
}

// Output is a reference to an output of a step. Name is as written, not
// stripped: a padded reference names nothing.
type Output struct {
	Step int64
	Name string
}

// Dependencies returns the plan's dependencies in the form that package
// strips takes, one entry a step.
func (p *Plan) Dependencies() strips.Dependencies {
	deps := make(strips.Dependencies, len(p.Steps))
	for i, s := range p.Steps {
		deps[i] = strips.StepDeps{Step: s.ID, On: s.DependsOn}
	}
	return deps
}

// Titles returns the steps' titles by id, without the empty ones.
func (p *Plan) Titles() map[int64]string {
	titles := map[int64]string{}
	for _, s := range p.Steps {
		if s.Title != "" {
			titles[s.ID] = s.Title
		}
	}
	return titles
}

// step returns the step with the id, or nil.
func (p *Plan) step(id int64) *Step {
	if i, known := p.byID[id]; known {
		return &p.Steps[i]
	}
	return nil
}
