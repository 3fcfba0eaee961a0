package strips

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"workbench/internal/canonjson"
)

// Limits of a contract. They are those of the format that plans embed
// (plan-auditor 2.6.3); Validate enforces them.
const (
	MaxFacts      = 4096      // items of one fact list
	MaxActions    = 2048      // actions of one contract
	MaxFactLength = 256       // Unicode code points of one fact
	MaxStep       = 1<<53 - 1 // largest step id: the integers that every JSON reader keeps exact
)

// Contract is a grounded STRIPS model of a plan.
//
// A fact is any non-blank string; facts are compared as they are, never
// trimmed. A list that is nil was absent in the document and is absent from
// the canonical bytes again; it means the same as an empty list.
type Contract struct {
	Initial []string // facts true before the first step
	Goals   []string // facts that must be true after the last step
	Actions []Action // one a step, in the order of the document
}

// Action is what one step needs and changes. Applying it removes Del and then
// adds Add; the two may not share a fact.
type Action struct {
	Step int64 // the id of the plan step, 1..MaxStep
	Pre  []string
	Add  []string
	Del  []string
}

// StepDeps are the steps that must be done before Step may run.
type StepDeps struct {
	Step int64
	On   []int64
}

// Dependencies hold one entry for each step of a plan, in the plan's order. A
// step without an entry depends on nothing.
type Dependencies []StepDeps

// Canonical returns the canonical JSON bytes of the contract: keys sorted,
// nothing but the document's own lists, version 1. They are what SHA256
// hashes and what contract files hold.
func (c *Contract) Canonical() []byte {
	b := append(make([]byte, 0, c.size()), `{"actions":[`...)
	for i, a := range c.Actions {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '{')
		b = appendFacts(b, "add_effects", a.Add)
		b = appendFacts(b, "del_effects", a.Del)
		b = appendFacts(b, "preconditions", a.Pre)
		b = append(b, `"step":`...)
		b = strconv.AppendInt(b, a.Step, 10)
		b = append(b, '}')
	}
	b = append(b, `],`...)
	b = appendFacts(b, "goal_facts", c.Goals)
	b = appendFacts(b, "initial_facts", c.Initial)
	return append(b, `"version":1}`...)
}

// size is about the length of the canonical bytes.
func (c *Contract) size() int {
	n := 128
	for _, list := range [][]string{c.Initial, c.Goals} {
		for _, f := range list {
			n += len(f) + 4
		}
	}
	for i := range c.Actions {
		n += 80
		for _, list := range c.Actions[i].lists() {
			for _, f := range *list {
				n += len(f) + 4
			}
		}
	}
	return n
}

// appendFacts writes `"name":[…],`, or nothing for an absent list.
func appendFacts(b []byte, name string, facts []string) []byte {
	if facts == nil {
		return b
	}
	b = append(b, '"')
	b = append(b, name...)
	b = append(b, `":[`...)
	for i, f := range facts {
		if i > 0 {
			b = append(b, ',')
		}
		b = canonjson.AppendString(b, f)
	}
	return append(b, `],`...)
}

// SHA256 returns the contract's id: the lower-case hexadecimal SHA-256 of its
// canonical bytes.
func (c *Contract) SHA256() string {
	sum := sha256.Sum256(c.Canonical())
	return hex.EncodeToString(sum[:])
}
