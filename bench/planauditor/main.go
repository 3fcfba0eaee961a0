//go:build unix

package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"workbench/compile"
	"workbench/internal/canonjson"
	"workbench/strips"
)

//go:embed solve.py
var driver string

// bounds are the state bounds of rows that the other side could not finish in
// reasonable time under the default; both sides get them.
var bounds = map[string]int{
	"del-chains-3x30": 5000, "del-chains-4x15": 20000, "del-chains-4x20": 5000,
	"del-guardlast-060": 5000, "del-guardlast-120": 2000, "del-philo-8": 20000,
	"del-toggles-24": 20000, "del-toggles-40": 10000, "del-toggles-80": 5000,
}

// row is one side's figure for one plan.
type row struct {
	Verdict  string  `json:"verdict"`
	Explored int     `json:"explored"`
	Seconds  float64 `json:"seconds"`
}

func main() {
	python := flag.String("python", "python3", "a Python that has plan-auditor installed")
	plans := flag.String("plans", filepath.Join("..", "shared", "data", "plan-auditor", "perf"), "folder of plans")
	only := flag.String("only", "", "only plans whose name contains this")
	flag.Parse()
	runtime.GOMAXPROCS(1)
	files, _ := filepath.Glob(filepath.Join(*plans, "*.plan.json"))
	if len(files) == 0 {
		log.Fatalf("no plans in %s", *plans)
	}
	fmt.Printf("| plan | bound | verdict | explored | Plan Auditor s | workbench s | states/s ratio |\n|---|---|---|---|---|---|---|\n")
	logSum, rows, slow, worst, slowSum := 0.0, 0, 0, math.Inf(1), 0.0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".plan.json")
		if !strings.Contains(name, *only) {
			continue
		}
		bound := bounds[name]
		if bound == 0 {
			bound = strips.DefaultMaxStates
		}
		theirs, err := auditor(*python, file, bound)
		if err != nil {
			log.Fatalf("%s: %v", name, err)
		}
		ours := workbench(file, bound)
		if ours.Verdict != theirs.Verdict || ours.Explored != theirs.Explored {
			log.Fatalf("%s: ours %+v, theirs %+v", name, ours, theirs)
		}
		ratio := theirs.Seconds / ours.Seconds
		fmt.Printf("| %s | %d | %s | %d | %.4f | %.6f | %.0f |\n", name, bound, ours.Verdict, ours.Explored, theirs.Seconds, ours.Seconds, ratio)
		logSum, rows = logSum+math.Log(ratio), rows+1
		if theirs.Seconds > 0.1 {
			slow, worst, slowSum = slow+1, math.Min(worst, ratio), slowSum+math.Log(ratio)
		}
	}
	fmt.Printf("\ngeometric mean of the ratio over %d plans: %.0f; over the %d on which Plan Auditor takes over 100 ms: %.0f, the least %.0f\n",
		rows, math.Exp(logSum/float64(rows)), slow, math.Exp(slowSum/float64(max(slow, 1))), worst)
}

// auditor times the real tool's solver in a process of its own.
func auditor(python, file string, bound int) (r row, err error) {
	cmd := exec.Command(python, "-c", driver, file, strconv.Itoa(bound))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(out, &r)
}

// workbench times our solver in this process.
func workbench(file string, bound int) row {
	src, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	root, err := canonjson.Parse(src, canonjson.Options{})
	if err != nil {
		log.Fatal(err)
	}
	plan, _ := compile.Decode(root)
	c, faults := strips.Check(compile.Anchors(root)[0].Contract, plan.Dependencies())
	if len(faults) > 0 {
		log.Fatal(faults)
	}
	task := strips.NewTask(c, plan.Dependencies())
	best := row{Seconds: math.Inf(1)}
	started := time.Now()
	for n := 0; n < 3 || time.Since(started) < 200*time.Millisecond; n++ {
		before := cpu()
		rounds := 0
		var r strips.Result
		for rounds == 0 || cpu()-before < 0.005 {
			if r, err = task.Decide(context.Background(), strips.Options{MaxStates: bound}); err != nil {
				log.Fatal(err)
			}
			rounds++
		}
		best = row{r.Verdict.String(), r.Explored, math.Min(best.Seconds, (cpu()-before)/float64(rounds))}
	}
	return best
}

// cpu is the CPU time of this process so far, in seconds.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal(err)
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}
