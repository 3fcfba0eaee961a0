package diag_test

import (
	"errors"
	"fmt"
	"testing"

	"workbench/internal/diag"
)

func TestList(t *testing.T) {
	var l diag.List
	if l.Err() != nil {
		t.Error("the empty list is an error")
	}
	l.Addf("a-code", "facts[0]", "bad %d", 1)
	l.Addf("b-code", "", "worse")
	if got, want := l.Err().Error(), "facts[0]: bad 1 [a-code]\nworse [b-code]"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if !l.Has("b-code") || l.Has("c-code") {
		t.Error("Has")
	}
	var p diag.Problem
	if !errors.As(l.Err(), &p) || p.Code != "a-code" {
		t.Error("a list does not unwrap to its problems")
	}
}

func TestFrom(t *testing.T) {
	l := diag.List{{Code: "x"}}
	if got := diag.From(fmt.Errorf("wrapped: %w", l), "y"); len(got) != 1 || got[0].Code != "x" {
		t.Errorf("list: %v", got)
	}
	if got := diag.From(fmt.Errorf("wrapped: %w", diag.Problem{Code: "x"}), "y"); len(got) != 1 || got[0].Code != "x" {
		t.Errorf("problem: %v", got)
	}
	if got := diag.From(errors.New("plain"), "y"); len(got) != 1 || got[0].Code != "y" || got[0].Message != "plain" {
		t.Errorf("plain: %v", got)
	}
	if diag.From(nil, "y") != nil {
		t.Error("nil")
	}
}

func ExampleList_Under() {
	l := diag.List{{Code: "a", Where: "facts[0]", Message: "m"}, {Code: "b", Where: "[1]", Message: "m"}, {Code: "c", Message: "m"}}
	fmt.Println(l.Under("contract"))
	// Output:
	// contract.facts[0]: m [a]
	// contract[1]: m [b]
	// contract: m [c]
}
