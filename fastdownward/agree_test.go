package fastdownward_test

import (
	"testing"

	"workbench/fastdownward"
	"workbench/strips"
)

var (
	verdicts = []strips.Verdict{strips.Unknown, strips.Pass, strips.Reject}
	statuses = []fastdownward.Status{fastdownward.Error, fastdownward.Solved, fastdownward.Unsolvable,
		fastdownward.Unavailable, fastdownward.Timeout, fastdownward.Memory, fastdownward.Memory + 1}
)

// The whole table, written out once more.
func TestAgree(t *testing.T) {
	for _, ours := range verdicts {
		for _, status := range statuses {
			want := fastdownward.NoAnswer
			switch ours.String() + " " + status.String() {
			case "PASS SOLVED", "REJECT UNSOLVABLE":
				want = fastdownward.Agrees
			case "PASS UNSOLVABLE", "REJECT SOLVED":
				want = fastdownward.Contradicts
			}
			out := fastdownward.Outcome{Status: status}
			if status == fastdownward.Solved {
				if got := fastdownward.Agree(ours, out); got != fastdownward.NoAnswer {
					t.Errorf("%v and SOLVED without an order: %v", ours, got)
				}
				out.Order = []int64{}
			}
			if got := fastdownward.Agree(ours, out); got != want {
				t.Errorf("%v and %v: %v, want %v", ours, status, got, want)
			}
		}
	}
}

// Nothing is ever lifted: a Pass comes from our own Pass, and stands against
// the planner's silence only where its answer is not required.
func TestSettleNeverLifts(t *testing.T) {
	for _, ours := range verdicts {
		for _, status := range statuses {
			for _, required := range []bool{false, true} {
				out := fastdownward.Outcome{Status: status, Order: []int64{1}, Reason: "because"}
				s := fastdownward.Settle(ours, out, required)
				if s.Agreement != fastdownward.Agree(ours, out) {
					t.Errorf("%v, %v: %v", ours, status, s.Agreement)
				}
				if s.Verdict != ours && s.Verdict != strips.Unknown {
					t.Errorf("%v, %v, required %v: became %v", ours, status, required, s.Verdict)
				}
				passes := ours == strips.Pass && (status == fastdownward.Solved || status != fastdownward.Unsolvable && !required)
				if (s.Verdict == strips.Pass) != passes {
					t.Errorf("%v, %v, required %v: is %v", ours, status, required, s.Verdict)
				}
				if rejects := ours == strips.Reject && s.Agreement != fastdownward.Contradicts; (s.Verdict == strips.Reject) != rejects {
					t.Errorf("%v, %v, required %v: is %v", ours, status, required, s.Verdict)
				}
				if (s.Warning == "") != (s.Agreement == fastdownward.Agrees) {
					t.Errorf("%v, %v, required %v: warning %q", ours, status, required, s.Warning)
				}
			}
		}
	}
}

func TestWords(t *testing.T) {
	want := []string{"ERROR", "SOLVED", "UNSOLVABLE", "UNAVAILABLE", "TIMEOUT", "MEMORY", "ERROR"}
	for i, s := range statuses {
		text, err := s.MarshalText()
		if s.String() != want[i] || string(text) != want[i] || err != nil {
			t.Errorf("%d: %s, %s, %v", i, s, text, err)
		}
	}
	for a, want := range map[fastdownward.Agreement]string{fastdownward.NoAnswer: "no-answer", fastdownward.Agrees: "agrees", fastdownward.Contradicts: "contradicts", 99: "no-answer"} {
		if text, err := a.MarshalText(); string(text) != want || err != nil {
			t.Errorf("%s, %v, want %s", text, err, want)
		}
	}
}
