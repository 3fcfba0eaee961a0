package compile

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"workbench/internal/canonjson"
)

// The four classes of facts that a generated contract consists of.
const (
	SourcePrefix      = "formalization-source:"  // + fingerprint of the plan
	StepPrefix        = "step-completed:"        // + step id
	OutputPrefix      = "output-available:"      // + step id : slug : digest
	RequirementPrefix = "requirement-satisfied:" // + requirement id
)

// SourceFact marks the plan that a contract was compiled from.
func SourceFact(fingerprint string) string { return SourcePrefix + fingerprint }

// StepFact says that a step has been carried out.
func StepFact(id int64) string { return StepPrefix + strconv.FormatInt(id, 10) }

// RequirementFact says that a requirement is fulfilled.
func RequirementFact(id string) string { return RequirementPrefix + id }

// OutputFact says that a step's named output is there: the step id, a slug of
// the name and the first 12 hexadecimal digits of the SHA-256 of the name as
// given. Distinct names of one step may share a fact; Decode refuses those
// [fact-collision].
func OutputFact(step int64, name string) string {
	digest := sha256.Sum256([]byte(name))
	return OutputPrefix + strconv.FormatInt(step, 10) + ":" + slug(name) + ":" + hex.EncodeToString(digest[:6])
}

// slug is the readable part of an output fact: the name stripped of blanks,
// each run of characters other than ASCII letters, digits, ".", "_" and "-"
// made one "-", without "-" at either end, "output" when nothing is left, and
// then cut to 80 characters (which may leave a final "-").
func slug(name string) string {
	var b strings.Builder
	run := false
	for _, r := range canonjson.Strip(name) {
		ok := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' || r == '-'
		if ok {
			b.WriteRune(r)
		} else if !run {
			b.WriteByte('-')
		}
		run = !ok
	}
	s := strings.Trim(b.String(), "-")
	if s == "" {
		return "output"
	}
	return s[:min(len(s), 80)]
}
