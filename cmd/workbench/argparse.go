package main

import (
	"fmt"
	"strconv"
	"strings"

	"workbench/internal/canonjson"
)

// optionSpec is one long option of a command called by a link name.
type optionSpec struct {
	name    string // with --
	isFlag  bool   // takes no value
	integer bool
	needed  bool
}

// arguments are the values of a command line: the positional ones in order,
// options by name; a flag that is given has the value "".
type arguments struct {
	positional []string
	options    map[string]string
}

func (a arguments) has(name string) bool { _, ok := a.options[name]; return ok }

// parseArguments reads a command line the way the linked commands always have:
// options may be shortened to an unambiguous prefix, take their value as the
// next word or after "=", and mix with positional arguments; "--" ends them.
func parseArguments(words []string, specs []optionSpec, positional int) (arguments, error) {
	a := arguments{options: map[string]string{}}
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch {
		case word == "--":
			a.positional = append(a.positional, words[i+1:]...)
			i = len(words)
		case strings.HasPrefix(word, "-") && word != "-":
			name, value, hasValue := strings.Cut(word, "=")
			spec, err := findOption(name, specs)
			if err != nil {
				return a, err
			}
			switch {
			case spec.isFlag && hasValue:
				return a, fmt.Errorf("argument %s: takes no value, got %q", spec.name, value)
			case !spec.isFlag && !hasValue:
				if i+1 == len(words) || strings.HasPrefix(words[i+1], "-") && words[i+1] != "-" && !isNegativeNumber(words[i+1]) {
					return a, fmt.Errorf("argument %s: needs a value", spec.name)
				}
				i++
				value = words[i]
			}
			if spec.integer {
				n, err := pythonInt(value)
				if err != nil {
					return a, fmt.Errorf("argument %s: %q is no integer", spec.name, value)
				}
				value = n
			}
			a.options[spec.name] = value
		default:
			a.positional = append(a.positional, word)
		}
	}
	if len(a.positional) > positional {
		return a, fmt.Errorf("unrecognized arguments: %s", strings.Join(a.positional[positional:], " "))
	}
	for _, s := range specs {
		if s.needed && !a.has(s.name) {
			return a, fmt.Errorf("the option %s is required", s.name)
		}
	}
	return a, nil
}

func findOption(name string, specs []optionSpec) (optionSpec, error) {
	var found []optionSpec
	for _, s := range specs {
		if s.name == name {
			return s, nil
		}
		if strings.HasPrefix(name, "--") && strings.HasPrefix(s.name, name) {
			found = append(found, s)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return optionSpec{}, fmt.Errorf("unrecognized arguments: %s", name)
	}
	return optionSpec{}, fmt.Errorf("ambiguous option: %s", name)
}

func isNegativeNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

// pythonInt reads an integer as Python's int does: blanks around it, a sign,
// and single underscores between digits.
func pythonInt(s string) (string, error) {
	s = canonjson.Strip(s)
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 || strings.HasPrefix(digits, "_") || strings.HasSuffix(digits, "_") || strings.Contains(digits, "__") {
		return "", strconv.ErrSyntax
	}
	digits = strings.ReplaceAll(digits, "_", "")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", strconv.ErrSyntax
	}
	if s[0] == '-' {
		digits = "-" + digits
	}
	return digits, nil
}
