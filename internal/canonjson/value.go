package canonjson

import (
	"strconv"
	"strings"
)

// Kind is the kind of a JSON value. The zero Kind is Null.
type Kind uint8

// The kinds of JSON values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String names the kind for messages: "a string", "an object".
func (k Kind) String() string {
	switch k {
	case Null:
		return "null"
	case Bool:
		return "a boolean"
	case Number:
		return "a number"
	case String:
		return "a string"
	case Array:
		return "a list"
	case Object:
		return "an object"
	}
	return "a value of unknown kind"
}

// Value is one JSON value.
type Value struct {
	Kind    Kind
	Bool    bool     // of a Bool
	Text    string   // of a String: decoded; of a Number: as written
	Items   []Value  // of an Array
	Members []Member // of an Object, in the order of the document

	// Start and End are the byte range in the parsed source; both are 0 for a
	// value made by code.
	Start, End int
}

// Member is one name and value of an object.
type Member struct {
	Name  string
	Value Value
}

// Get returns the member called name, or nil when v is no object or has none.
func (v *Value) Get(name string) *Value {
	if v == nil || v.Kind != Object {
		return nil
	}
	for i := range v.Members {
		if v.Members[i].Name == name {
			return &v.Members[i].Value
		}
	}
	return nil
}

// IsNull reports whether v is absent (nil) or null.
func (v *Value) IsNull() bool { return v == nil || v.Kind == Null }

// Integer returns the value of an integer literal (no fraction, no exponent).
// inRange is false when it does not fit an int64; ok is false when v is no
// integer at all (a boolean is none).
func (v *Value) Integer() (n int64, inRange, ok bool) {
	if v == nil || v.Kind != Number || strings.ContainsAny(v.Text, ".eE") {
		return 0, false, false
	}
	n, err := strconv.ParseInt(v.Text, 10, 64)
	return n, err == nil, true
}

// Str makes a string value.
func Str(s string) Value { return Value{Kind: String, Text: s} }

// Int makes an integer value.
func Int(n int64) Value { return Value{Kind: Number, Text: strconv.FormatInt(n, 10)} }

// List makes an array value.
func List(items ...Value) Value { return Value{Kind: Array, Items: items} }

// Strings makes an array of strings. A nil slice gives an empty array.
func Strings(ss []string) Value {
	items := make([]Value, len(ss))
	for i, s := range ss {
		items[i] = Str(s)
	}
	return Value{Kind: Array, Items: items}
}
