package fastdownward_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"workbench/fastdownward"
	"workbench/internal/diag"
)

// goodPlan is chain's plan, as the real planner writes it.
const goodPlan = "(step-1 )\n(step-2 )\n; cost = 2 (unit cost)\n"

func TestReadPlan(t *testing.T) {
	tests := []struct {
		name, src string
		want      fastdownward.Plan
	}{
		{"empty", "", fastdownward.Plan{}},
		{"as written", goodPlan, fastdownward.Plan{Steps: []string{"(step-1)", "(step-2)"}, Complete: true, Cost: 2}},
		{"arguments", "(pick  Ball1\tRoomA left )\n; cost = 11 (general cost)\n", fastdownward.Plan{Steps: []string{"(pick ball1 rooma left)"}, Complete: true, Cost: 11}},
		{"only the cost", "; cost = 0 (unit cost)\n", fastdownward.Plan{Complete: true}},
		{"cost in other letters, then blanks", ";COST = 7\r\n \n\t", fastdownward.Plan{Complete: true, Cost: 7}},
		{"cost without line feed", "(a)\n; cost = 1", fastdownward.Plan{Steps: []string{"(a)"}}},
		{"cost before a step", "; cost = 1\n(a)\n", fastdownward.Plan{Steps: []string{"(a)"}}},
		{"cost behind a step", "(a) ; cost = 1\n", fastdownward.Plan{Steps: []string{"(a)"}}},
		{"cost cut", "(a)\n; cost =\n", fastdownward.Plan{Steps: []string{"(a)"}}},
		{"negative cost", "; cost = -1\n", fastdownward.Plan{}},
		{"huge cost", "; cost = 9223372036854775808\n", fastdownward.Plan{}},
		{"comments anywhere", ";(b\n(a) ; ) x\n;;\n", fastdownward.Plan{Steps: []string{"(a)"}}},
		{"letters beyond ASCII stay", "(É Ä)\n", fastdownward.Plan{Steps: []string{"(É Ä)"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := fastdownward.ReadPlan("sas_plan", []byte(tt.src))
			if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
				t.Errorf("%v (-want +got)\n%s", err, diff)
			}
		})
	}
}

func TestReadPlanRefuses(t *testing.T) {
	tests := []struct{ src, where string }{
		{"a", "p:1:1"},
		{"(a)\n  b", "p:2:3"},
		{"(a", "p:1:3"},
		{"(a) b", "p:1:6"},
		{"(a", "p:1:3"},
		{"()", "p:1:2"},
		{"( \t)", "p:1:2"},
		{"(", "p:1:2"},
		{"(a ; b)", "p:1:3"},
		{"(a) (b)", "p:1:3"},
		{"(a (b))", "p:1:4"},
		{"(a))", "p:1:3"},
		{"0: (a) [1]", "p:1:1"},
		{"(ä b\x00)", "p:1:5"},
		{"(a)\n; \x1b[0m", "p:2:3"},
		{"(a\xff)", "p:1:3"},
		{"\ufeff(a)", "p:1:1"},
		{strings.Repeat("\n", fastdownward.MaxPlanBytes+1), "p"},
	}
	for _, tt := range tests {
		_, err := fastdownward.ReadPlan("p", []byte(tt.src))
		p, ok := errors.AsType[diag.Problem](err)
		if !ok || p.Where != tt.where {
			t.Errorf("%.20q: %v, want a problem at %s", tt.src, err, tt.where)
		}
	}
}

func FuzzReadPlan(f *testing.F) {
	for _, src := range []string{"", goodPlan, "(a b)\r\n;x\n ( C )", "(a", "; cost = 3\n", "(É)\n\v\f", "(a)\x00"} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		p, err := fastdownward.ReadPlan("p", src)
		if err != nil {
			if _, ok := errors.AsType[diag.Problem](err); !ok {
				t.Fatalf("an error without a place: %v", err)
			}
			return
		}
		again, err := fastdownward.ReadPlan("p", []byte(p.String()))
		if diff := cmp.Diff(p, again); err != nil || diff != "" {
			t.Fatalf("%v (-read +printed and read)\n%s", err, diff)
		}
		if again.String() != p.String() {
			t.Fatalf("%q is printed as %q", p, again)
		}
	})
}
