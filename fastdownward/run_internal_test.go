package fastdownward

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestCommand(t *testing.T) {
	dir := string(filepath.Separator) + "d"
	files := []string{filepath.Join(dir, "domain.pddl"), filepath.Join(dir, "problem.pddl")}
	tests := []struct {
		name string
		o    Options
		goos string
		want string
	}{
		{"default", Options{}, "linux", "--overall-memory-limit 4096M --overall-time-limit 301s --alias lama-first"},
		{"least", Options{Timeout: time.Nanosecond, Memory: 1}, "linux", "--overall-memory-limit 1M --overall-time-limit 3s --alias lama-first"},
		{"rounded up", Options{Timeout: 3*time.Second + 1, Memory: 1<<20 + 1}, "linux", "--overall-memory-limit 2M --overall-time-limit 5s --alias lama-first"},
		{"longest", Options{Timeout: 1<<63 - 1, Memory: 1<<63 - 1}, "linux", "--overall-memory-limit 8796093022208M --overall-time-limit 9223372038s --alias lama-first"},
		{"macOS", Options{}, "darwin", "--overall-time-limit 301s --alias lama-first"},
		{"Windows", Options{}, "windows", "--alias lama-first"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := Planner{Argv: []string{"python3", "fd.py"}}
			want := slices.Concat(p.Argv, strings.Fields(tt.want), files)
			if got := command(p, dir, tt.o.withDefaults(), tt.goos); !slices.Equal(got, want) {
				t.Errorf("%q\nwant %q", got, want)
			}
		})
	}
}

// The planner's words never change: append must not write into it.
func TestCommandLeavesThePlannerAlone(t *testing.T) {
	argv := append(make([]string, 0, 10), "fd")
	command(Planner{Argv: argv}, "d", Options{}.withDefaults(), "linux")
	if extra := argv[:2][1]; extra != "" {
		t.Errorf("wrote %q behind the planner's words", extra)
	}
}

// The two sentences on which everything rests: only six codes go with a plan,
// and only one proves that there is none.
func TestExitOf(t *testing.T) {
	var plan, proof []int
	for code := -1; code < 300; code++ {
		e := ExitOf(code)
		if e.Code != code || e.Words == "" || e.String() == "" || e.Status == Solved || e.Status == Unavailable {
			t.Errorf("%d: %+v", code, e)
		}
		if e.Plan {
			plan = append(plan, code)
		}
		if e.Status == Unsolvable {
			proof = append(proof, code)
		}
	}
	if !slices.Equal(plan, []int{0, 1, 2, 3, 22, 23}) || !slices.Equal(proof, []int{11}) {
		t.Errorf("with a plan %v, proofs %v", plan, proof)
	}
	for code, want := range map[int]string{241: "a component was ended by signal 15", 143: "the driver was ended by signal 15", 129: "the driver was ended by signal 1", 225: "a component was ended by signal 31", 232: "a component used up its CPU time", 255: "the driver knows no such code", 160: "the driver knows no such code"} {
		if e := ExitOf(code); e.Words != want {
			t.Errorf("%d: %s, want %s", code, e.Words, want)
		}
	}
}

func TestFindPlan(t *testing.T) {
	const whole, cut = "(a)\n; cost = 1\n", "(a)\n"
	many := map[string]string{}
	for i := range maxPlanFiles + 1 {
		many["sas_plan."+strconv.Itoa(i+1)] = whole
	}
	tests := []struct {
		name  string
		files map[string]string
		want  string
		cut   bool
		fault bool
	}{
		{"nothing", nil, "", false, false},
		{"others", map[string]string{"output.sas": "", "sas_plan.": whole, "sas_plan.x": whole, "sas_plan.01": whole, "sas_plan.0": whole, "sas_plan.-1": whole, "sas_plan2": whole}, "", false, false},
		{"plain wins", map[string]string{"sas_plan": cut, "sas_plan.1": whole}, "sas_plan", true, false},
		{"highest number", map[string]string{"sas_plan.9": whole, "sas_plan.10": whole}, "sas_plan.10", false, false},
		{"highest complete", map[string]string{"sas_plan.1": whole, "sas_plan.2": whole, "sas_plan.3": cut}, "sas_plan.2", false, false},
		{"none complete", map[string]string{"sas_plan.1": cut, "sas_plan.2": cut}, "sas_plan.2", true, false},
		{"complete but wrong", map[string]string{"sas_plan.1": whole, "sas_plan.2": "x\n; cost = 1\n"}, "sas_plan.2", false, true},
		{"too many", many, "sas_plan", false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range tt.files {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			f := findPlan(dir)
			if f.file != tt.want || f.cut != tt.cut || (f.err != nil) != tt.fault {
				t.Errorf("%q, cut %v, %v", f.file, f.cut, f.err)
			}
		})
	}
	if f := findPlan(filepath.Join(t.TempDir(), "missing")); f.err == nil {
		t.Error("no folder, no error")
	}
}

// Whatever is written in whatever pieces, the tail is the end of all of it.
func TestTail(t *testing.T) {
	text := strings.Repeat("0123456789", 5)
	for limit := 1; limit <= 60; limit++ {
		for piece := 1; piece <= len(text); piece++ {
			tail := newTail(limit)
			for rest := text; rest != ""; {
				n := min(piece, len(rest))
				if k, err := tail.Write([]byte(rest[:n])); k != n || err != nil {
					t.Fatal(k, err)
				}
				rest = rest[n:]
			}
			if got, want := tail.String(), text[max(0, len(text)-limit):]; got != want {
				t.Fatalf("limit %d, pieces of %d: %q, want %q", limit, piece, got, want)
			}
		}
	}
}

func TestTailIsText(t *testing.T) {
	tests := []struct {
		limit       int
		write, want string
	}{
		{4, "aäö", "äö"},
		{3, "aäö", "ö"},
		{3, "x😀", ""},
		{9, "a\xffb", "a\ufffdb"},
		{9, "", ""},
	}
	for _, tt := range tests {
		tail := newTail(tt.limit)
		_, _ = tail.Write([]byte(tt.write))
		if got := tail.String(); got != tt.want {
			t.Errorf("%q in %d bytes: %q, want %q", tt.write, tt.limit, got, tt.want)
		}
	}
}
