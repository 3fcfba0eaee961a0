package compile

import (
	"bytes"
	"strings"

	"workbench/internal/canonjson"
)

// editChecks changes the verify lists in a plan's text and nothing else: it
// drops the generated checks and puts checks at the head of the list of step
// anchor (no step for -1). Line ends, indentation and the order of keys are
// the user's; new items are laid out like their neighbours.
func editChecks(src []byte, root *canonjson.Value, anchor int, checks []canonjson.Value) []byte {
	e := editor{src: src, newline: newlineOf(src)}
	e.unit = e.indentUnit(root)
	steps := root.Get("steps")
	for i := range steps.Items {
		step := &steps.Items[i]
		list := step.Get("verify")
		isList := list != nil && list.Kind == canonjson.Array
		var fresh []canonjson.Value
		if i == anchor {
			fresh = checks
		}
		switch {
		case isList && (len(fresh) > 0 || hasGenerated(list)):
			e.replace(list.Start, list.End, e.list(list, fresh))
		case isList || len(fresh) == 0:
		case list != nil: // null
			e.replace(list.Start, list.End, e.list(list, fresh))
		default:
			e.addMember(step, fresh)
		}
	}
	return append(e.out, src[e.copied:]...)
}

func hasGenerated(list *canonjson.Value) bool {
	for i := range list.Items {
		if generatedCheck(&list.Items[i]) {
			return true
		}
	}
	return false
}

// editor copies a text while replacing ranges of it in ascending order.
type editor struct {
	src     []byte
	out     []byte
	copied  int
	newline string // "\n", "\r\n", or "" for a text on one line
	unit    string // one level of indentation
}

func (e *editor) replace(from, to int, text string) {
	e.out = append(e.out, e.src[e.copied:from]...)
	e.out = append(e.out, text...)
	e.copied = to
}

// list is the new text of a verify list.
func (e *editor) list(old *canonjson.Value, fresh []canonjson.Value) string {
	item, end := e.layout(old)
	var items []string
	for i := range fresh {
		items = append(items, e.check(&fresh[i], item))
	}
	for i := range old.Items {
		if it := &old.Items[i]; !generatedCheck(it) {
			items = append(items, string(e.src[it.Start:it.End]))
		}
	}
	if len(items) == 0 {
		return "[]"
	}
	if e.newline == "" {
		return "[" + strings.Join(items, ",") + "]"
	}
	return "[" + item + strings.Join(items, ","+item) + end + "]"
}

// layout returns the white space before an item and before the closing
// bracket of a list: those it has, when it stands on several lines, else those
// that fit its line.
func (e *editor) layout(list *canonjson.Value) (item, end string) {
	if e.newline == "" {
		return "", ""
	}
	if n := len(list.Items); n > 0 {
		item = string(e.src[list.Start+1 : list.Items[0].Start])
		end = string(e.src[list.Items[n-1].End : list.End-1])
		if strings.Contains(item, "\n") && strings.Contains(end, "\n") {
			return item, end
		}
	}
	end = e.newline + e.lineIndent(list.Start)
	return end + e.unit, end
}

// addMember gives a step without the member verify one.
func (e *editor) addMember(step *canonjson.Value, fresh []canonjson.Value) {
	last := step.Members[len(step.Members)-1].Value.End
	first := bytes.IndexByte(e.src[step.Start:], '"') + step.Start
	before := string(e.src[step.Start+1 : first]) // white space before a member
	item, end := "", ""
	if e.newline != "" {
		end = e.newline + e.lineIndent(first)
		item = end + e.unit
	}
	items := make([]string, len(fresh))
	for i := range fresh {
		items[i] = e.check(&fresh[i], item)
	}
	e.replace(last, last, ","+before+`"verify": [`+item+strings.Join(items, ","+item)+end+"]")
}

// check lays out one check; between stands before it and gives its
// indentation. A contract is written on one line.
func (e *editor) check(c *canonjson.Value, between string) string {
	open, sep, closing := "{", ", ", "}"
	if e.newline != "" {
		open, sep, closing = "{"+between+e.unit, ","+between+e.unit, between+"}"
	}
	members := make([]string, len(c.Members))
	for i, m := range c.Members {
		members[i] = string(canonjson.AppendString(nil, m.Name)) + ": " + inline(&m.Value)
	}
	return open + strings.Join(members, sep) + closing
}

// inline is a value on one line: a list of words with blanks between them,
// anything else, such as a contract, in its canonical form.
func inline(v *canonjson.Value) string {
	if v.Kind != canonjson.Array {
		return string(canonjson.Append(nil, v))
	}
	items := make([]string, len(v.Items))
	for i := range v.Items {
		items[i] = string(canonjson.Append(nil, &v.Items[i]))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// lineIndent is the white space at the start of the line that holds offset.
func (e *editor) lineIndent(offset int) string {
	line := e.src[bytes.LastIndexByte(e.src[:offset], '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// indentUnit is the white space that the document's first member has, two
// blanks when it has none.
func (e *editor) indentUnit(root *canonjson.Value) string {
	if quote := bytes.IndexByte(e.src[root.Start:], '"'); quote >= 0 && e.newline != "" {
		unit := e.lineIndent(root.Start + quote)
		if unit != "" && bytes.HasSuffix(e.src[:root.Start+quote], []byte(unit)) {
			return unit
		}
	}
	return "  "
}

// newlineOf is the line end of a text, "" when it stands on one line.
func newlineOf(src []byte) string {
	i := bytes.IndexByte(bytes.TrimRight(src, " \t\r\n"), '\n')
	switch {
	case i < 0:
		return ""
	case i > 0 && src[i-1] == '\r':
		return "\r\n"
	default:
		return "\n"
	}
}
