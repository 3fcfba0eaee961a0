package fastdownward

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"workbench/internal/diag"
)

// MaxPlanBytes bounds a plan file.
const MaxPlanBytes = 16 << 20

// Plan is a plan as the planner wrote it.
type Plan struct {
	// Steps are the actions, A to Z in lower case, with one blank between the
	// words and none inside the brackets: "(move a b)", "(step-1)".
	Steps []string
	// Complete says that the file ends with the planner's comment on the
	// cost, so that it cannot have been cut short.
	Complete bool
	// Cost is what that comment says; 0 unless Complete.
	Cost int64
}

// ReadPlan reads a plan file; name is its name in errors.
//
//  1. A semicolon starts a comment that ends with the line.
//  2. What is then left of a line is blank, or "(", a name, further words and
//     ")", with blanks, tabs, form feeds or carriage returns anywhere between.
//  3. The letters A to Z count as a to z.
//  4. The text is UTF-8, without other control characters, and at most
//     MaxPlanBytes long.
//
// Anything else is an error, a diag.Problem with line and column. The plan is
// Complete when its last line that is not blank is `; cost = N`, with or
// without more words after it, ended by a line feed. Reading takes memory of
// about ten times the file's size.
func ReadPlan(name string, src []byte) (Plan, error) {
	if len(src) > MaxPlanBytes {
		return Plan{}, tooLarge(name)
	}
	var p Plan
	p.Cost, p.Complete = closingCost(src)
	text := lower(src)
	for line := 1; text != ""; line++ {
		var l string
		l, text, _ = strings.Cut(text, "\n")
		step, at, fault := readLine(l)
		if fault != "" {
			where := fmt.Sprintf("%s:%d:%d", name, line, utf8.RuneCountInString(l[:at])+1)
			return Plan{}, diag.Problem{Code: "plan-syntax", Where: where, Message: fault}
		}
		if step != "" {
			p.Steps = append(p.Steps, step)
		}
	}
	return p, nil
}

func tooLarge(name string) error {
	return diag.Problem{Code: "plan-too-large", Where: name, Message: fmt.Sprintf("a plan file has at most %d bytes", MaxPlanBytes)}
}

// blanks may stand anywhere between the words of a line.
const blanks = " \t\v\f\r"

// readLine reads one line: its step in normal form, "" if it has none, or the
// byte at which it goes wrong and why.
func readLine(l string) (step string, at int, fault string) {
	for i, r := range l {
		if r == utf8.RuneError || unicode.IsControl(r) && !strings.ContainsRune(blanks, r) {
			return "", i, "a plan is UTF-8 text without control characters"
		}
	}
	l, _, _ = strings.Cut(l, ";")
	l = strings.TrimRight(l, blanks)
	body := strings.TrimLeft(l, blanks)
	start := len(l) - len(body)
	switch {
	case body == "":
		return "", 0, ""
	case body[0] != '(':
		return "", start, "a line is a step in brackets or a comment: ( expected"
	case body[len(body)-1] != ')':
		return "", len(l), "the step does not end: ) expected"
	}
	inner := body[1 : len(body)-1]
	if i := strings.IndexAny(inner, "()"); i >= 0 {
		return "", start + 1 + i, "a line holds one step, without brackets inside"
	}
	words := strings.FieldsFunc(inner, func(r rune) bool { return strings.ContainsRune(blanks, r) })
	if len(words) == 0 {
		return "", start + 1, "a step has a name"
	}
	if step = "(" + strings.Join(words, " ") + ")"; step == body {
		step = body // shares the text's memory
	}
	return step, 0, ""
}

// closingCost reads the comment on the cost that ends a complete plan file.
func closingCost(src []byte) (int64, bool) {
	body := bytes.TrimRight(src, blanks+"\n")
	if !bytes.Contains(src[len(body):], []byte("\n")) {
		return 0, false
	}
	last := body[bytes.LastIndexByte(body, '\n')+1:]
	comment, found := bytes.CutPrefix(bytes.TrimLeft(last, blanks), []byte(";"))
	words := bytes.Fields(comment)
	if !found || len(words) < 3 || !bytes.EqualFold(words[0], []byte("cost")) || string(words[1]) != "=" {
		return 0, false
	}
	cost, err := strconv.ParseUint(string(words[2]), 10, 63)
	if err != nil {
		return 0, false
	}
	return int64(cost), true
}

// lower returns the text with A to Z as a to z and all else as it is.
func lower(src []byte) string {
	var b strings.Builder
	b.Grow(len(src))
	for _, c := range src {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// String prints the plan as the planner would: one step a line, then the
// comment on the cost if the plan is Complete.
func (p Plan) String() string {
	var b strings.Builder
	for _, s := range p.Steps {
		b.WriteString(s + "\n")
	}
	if p.Complete {
		fmt.Fprintf(&b, "; cost = %d\n", p.Cost)
	}
	return b.String()
}
