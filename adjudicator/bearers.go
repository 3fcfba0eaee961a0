package adjudicator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"workbench/internal/canonjson"
)

// burden is what the arguments of one call bear.
type burden struct {
	paths    []borne // every text that may be a path
	patches  []borne
	commands []argsCommand
	named    int    // how many paths are given as a text
	useless  string // the place of a path or command that is null, a number or a boolean
	any      bool   // some member has the name of a bearer, whatever it holds
	alike    string // the place of a bearer whose name another has but for case
}

// borne is a text with its place in the arguments.
type borne struct{ text, where string }

// argsCommand is a command with its place.
type argsCommand struct {
	text  string
	argv  []string
	where string
	// undecided: words that cannot be put together into one command
	undecided bool
}

// role is what a member's name makes of its value.
type role uint8

const (
	ordinary role = iota
	pathRole
	commandRole
	patchRole
	inputRole // a patch if it looks like one
	wordsRole // the arguments of a command beside it
)

// roleOf returns the role of a member by its case-folded name.
func roleOf(name string, f toolFacts) role {
	switch {
	case slices.Contains(f.paths, name):
		return pathRole
	case slices.Contains(f.commands, name):
		return commandRole
	case pathBearers[name]:
		return pathRole
	case commandBearers[name]:
		return commandRole
	case name == "input":
		return inputRole
	case patchBearers[name]:
		return patchRole
	case wordBearers[name]:
		return wordsRole
	default:
		return ordinary
	}
}

// bearersOf walks the arguments, at any depth.
func bearersOf(args *canonjson.Value, f toolFacts) *burden {
	b := &burden{}
	b.object(args, f, "")
	return b
}

func (b *burden) walk(v *canonjson.Value, f toolFacts, where string) {
	switch v.Kind {
	case canonjson.Array:
		for i := range v.Items {
			b.walk(&v.Items[i], f, item(where, i))
		}
	case canonjson.Object:
		b.object(v, f, where)
	}
}

func (b *burden) object(v *canonjson.Value, f toolFacts, where string) {
	seen := map[string]bool{}
	words := wordsBeside(v, f)
	for i := range v.Members {
		m := &v.Members[i]
		name := foldCase(m.Name)
		at := under(where, m.Name)
		r := roleOf(name, f)
		if r != ordinary && seen[name] && b.alike == "" {
			b.alike = at
		}
		seen[name] = true
		b.any = b.any || r != ordinary && r != wordsRole
		switch r {
		case pathRole:
			b.path(&m.Value, name, at)
		case commandRole:
			b.command(&m.Value, words, f, at)
		case patchRole:
			b.patch(&m.Value, at)
		case inputRole:
			if m.Value.Kind == canonjson.String && (f.patches || looksLikePatch(m.Value.Text)) {
				b.patch(&m.Value, at)
			}
		}
		b.walk(&m.Value, f, at)
	}
}

// maxPlace bounds the text of a place: what is nested deeper is cited by the
// place that holds it.
const maxPlace = 120

// under puts a member's name below a place. The name is quoted if it is not
// plain: it comes from the caller.
func under(where, name string) string {
	if len(where) > maxPlace {
		return where
	}
	if len(name) > 40 || !plainName(name) {
		name = fmt.Sprintf("%.40q", name)
	}
	if where == "" {
		return name
	}
	return where + "." + name
}

// item is the place of an item of a list.
func item(where string, i int) string {
	if len(where) > maxPlace {
		return where
	}
	return where + "[" + strconv.Itoa(i) + "]"
}

// path takes every text below a bearer of paths: strings, numbers as they are
// written, and the names of an object under "files", which some tools map to
// contents. Null is none; a boolean or an empty list names nothing.
func (b *burden) path(v *canonjson.Value, name, where string) {
	switch v.Kind {
	case canonjson.String:
		if v.Text != "" {
			b.paths = append(b.paths, borne{v.Text, where})
			b.named++
		}
	case canonjson.Number:
		b.noUse(where)
		b.paths = append(b.paths, borne{v.Text, where})
	case canonjson.Array:
		for i := range v.Items {
			b.path(&v.Items[i], name, item(where, i))
		}
	case canonjson.Object:
		for i := range v.Members {
			m := &v.Members[i]
			if name == "files" {
				b.paths = append(b.paths, borne{m.Name, where})
				b.named++
			} else if roleOf(foldCase(m.Name), toolFacts{}) != pathRole {
				b.path(&m.Value, name, under(where, m.Name))
			}
		}
	default:
		b.noUse(where)
	}
}

func (b *burden) noUse(where string) {
	if b.useless == "" {
		b.useless = where
	}
}

func (b *burden) patch(v *canonjson.Value, where string) {
	switch v.Kind {
	case canonjson.String:
		b.patches = append(b.patches, borne{v.Text, where})
	case canonjson.Array:
		for i := range v.Items {
			b.patch(&v.Items[i], item(where, i))
		}
	}
}

// command takes a line, or the words of a command, or a list of lines if the
// list holds anything but strings.
func (b *burden) command(v *canonjson.Value, words []string, f toolFacts, where string) {
	c := argsCommand{where: where}
	switch v.Kind {
	case canonjson.String:
		if f.patches || looksLikePatch(v.Text) {
			b.patches = append(b.patches, borne{v.Text, where})
			return
		}
		c.text = v.Text
		if len(words) > 0 {
			c.argv = append([]string{v.Text}, words...)
			c.undecided = strings.ContainsAny(v.Text, " \t\n")
		}
	case canonjson.Array:
		for i := range v.Items {
			c.undecided = c.undecided || v.Items[i].Kind != canonjson.String
			c.argv = append(c.argv, v.Items[i].Text)
		}
		if len(c.argv) == 2 && strings.HasSuffix(c.argv[0], "apply_patch") {
			b.patches = append(b.patches, borne{c.argv[1], where})
			return
		}
		c.argv = append(c.argv, words...)
	case canonjson.Object:
		c.undecided = true
	default:
		b.noUse(where)
		return
	}
	if c.text != "" || len(c.argv) > 0 || c.undecided {
		b.commands = append(b.commands, c)
	}
}

// wordsBeside returns the arguments that stand beside a command.
func wordsBeside(v *canonjson.Value, f toolFacts) []string {
	var words []string
	for i := range v.Members {
		m := &v.Members[i]
		if roleOf(foldCase(m.Name), f) != wordsRole {
			continue
		}
		switch m.Value.Kind {
		case canonjson.Null:
		case canonjson.Array:
			for j := range m.Value.Items {
				words = append(words, scalarText(&m.Value.Items[j]))
			}
		default:
			words = append(words, scalarText(&m.Value))
		}
	}
	return words
}

// scalarText is a string's text, else the canonical JSON of the value.
func scalarText(v *canonjson.Value) string {
	if v.Kind == canonjson.String {
		return v.Text
	}
	return string(canonjson.Append(nil, v))
}
