package fastdownward

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"workbench/internal/diag"
)

// found is what a run left as its plan. The zero value is nothing.
type found struct {
	file string // the name of the file chosen, "" for none
	plan Plan
	err  error // why the file cannot be used
	cut  bool  // the file lacks its closing line
}

// findPlan chooses and reads the plan file of a folder:
//
//  1. sas_plan, if there is one;
//  2. else the complete sas_plan.N of the highest number;
//  3. else, if none is complete, the sas_plan.N of the highest number.
//
// A candidate that is a link, a folder, a device or too large is an error and
// is not opened. The folder's processes must have ended.
func findPlan(dir string) found {
	names, err := candidates(dir)
	if err != nil {
		return found{file: planFile, err: err}
	}
	var best found
	for _, name := range names {
		src, err := readRegular(dir, name)
		if err != nil {
			return found{file: name, err: err}
		}
		f := found{file: name}
		f.plan, f.err = ReadPlan(name, src)
		_, complete := closingCost(src)
		f.cut = !complete
		if name == planFile || complete {
			return f
		}
		if best.file == "" {
			best = f
		}
	}
	return best
}

// maxPlanFiles bounds the numbered plan files that are looked at.
const maxPlanFiles = 1000

// candidates lists the names to try, the best first.
func candidates(dir string) ([]string, error) {
	if _, err := os.Lstat(filepath.Join(dir, planFile)); err == nil {
		return []string{planFile}, nil
	} else if !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("look for the plan file: %w", plain(err))
	}
	f, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("look for plan files: %w", plain(err))
	}
	defer f.Close()
	var numbers []int
	for {
		names, err := f.Readdirnames(256)
		for _, name := range names {
			digits, ok := strings.CutPrefix(name, planFile+".")
			if n, err := strconv.Atoi(digits); ok && err == nil && strconv.Itoa(n) == digits && n > 0 {
				numbers = append(numbers, n)
			}
		}
		if len(numbers) > maxPlanFiles {
			return nil, fmt.Errorf("there are over %d plan files", maxPlanFiles)
		}
		if err != nil {
			break
		}
	}
	slices.Sort(numbers)
	slices.Reverse(numbers)
	var names []string
	for _, n := range numbers {
		names = append(names, planFile+"."+strconv.Itoa(n))
	}
	return names, nil
}

// readRegular reads a file that must be a regular one, of bounded size.
func readRegular(dir, name string) ([]byte, error) {
	path := filepath.Join(dir, name)
	kind := diag.Problem{Code: "plan-file-kind", Where: name, Message: "the plan file is no regular file and is not opened"}
	before, err := os.Lstat(path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, plain(err))
	}
	if !before.Mode().IsRegular() {
		return nil, kind
	}
	if before.Size() > MaxPlanBytes {
		return nil, tooLarge(name)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, plain(err))
	}
	defer f.Close()
	if after, err := f.Stat(); err != nil || !os.SameFile(before, after) {
		return nil, kind
	}
	src, err := io.ReadAll(io.LimitReader(f, MaxPlanBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, plain(err))
	}
	return src, nil
}
