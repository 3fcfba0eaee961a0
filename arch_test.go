package workbench_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows says for each package of ours which others it may import directly;
// "internal/*" stands for every internal package.
var arrows = map[string][]string{
	"strips":        {"internal/*"},
	"pddl":          {"strips", "internal/*"},
	"compile":       {"strips", "internal/*"},
	"fastdownward":  {"pddl", "strips", "internal/*"},
	"internal/*":    {"internal/*"},
	"cmd/workbench": {"strips", "pddl", "compile", "fastdownward", "internal/*"},
	"adjudicator":   {"internal/*"},
	"bench/*":       {"strips", "pddl", "compile", "internal/*"},
}

// owners says which package may import a module of others, in code that
// ships. What tests import is free.
var owners = map[string][]string{
	"github.com/alecthomas/participle/v2": {"pddl"},
	"github.com/hashicorp/go-hclog":       {"cmd/workbench", "fastdownward"},
	"github.com/spf13/cobra":              {"cmd/workbench"},
	"github.com/go-json-experiment/json":  {"internal/canonjson"},
	"github.com/schollz/progressbar/v3":   {"cmd/workbench"},
	"golang.org/x/sys":                    {"compile", "fastdownward", "cmd/workbench"},
	"golang.org/x/text":                   {"adjudicator"},
	"golang.org/x/term":                   {"cmd/workbench"},
}

// listed is what go list tells of a package.
type listed struct {
	ImportPath, Name string
	Imports          []string
	Doc              string
	TestGoFiles      []string
	XTestGoFiles     []string
	Dir              string
	Module           struct{ Path string }
}

func packages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Name,Imports,Doc,TestGoFiles,XTestGoFiles,Dir,Module", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// matches reports whether a package of ours is named by a pattern.
func matches(pattern, pkg string) bool {
	prefix, isTree := strings.CutSuffix(pattern, "*")
	return pattern == pkg || isTree && strings.HasPrefix(pkg, prefix)
}

// TestArrows holds the imports of the module to the architecture: which
// package of ours may import which, and which may import a module of others.
func TestArrows(t *testing.T) {
	ours := packages(t)
	if len(ours) < 6 {
		t.Fatalf("go list found only %d packages", len(ours))
	}
	for _, p := range ours {
		name := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, "workbench"), "/")
		var allowed []string
		known := name == "" // the root holds tests only
		for pattern, may := range arrows {
			if matches(pattern, name) {
				known, allowed = true, append(allowed, may...)
			}
		}
		if !known {
			t.Errorf("package %s has no place in the architecture: add it to arrows", name)
		}
		for _, imp := range p.Imports {
			if imp == "workbench/internal/needs" {
				t.Errorf("%s imports internal/needs, which is for tests", name)
			}
			switch dep, isOurs := strings.CutPrefix(imp, "workbench/"); {
			case isOurs && !slices.ContainsFunc(allowed, func(pattern string) bool { return matches(pattern, dep) }):
				t.Errorf("%s may not import %s", name, dep)
			case isOurs || !strings.Contains(strings.Split(imp, "/")[0], "."):
			case !owned(imp, name):
				t.Errorf("%s may not import %s", name, imp)
			}
		}
	}
}

func owned(imp, pkg string) bool {
	for module, may := range owners {
		if (imp == module || strings.HasPrefix(imp, module+"/")) && slices.Contains(may, pkg) {
			return true
		}
	}
	return false
}

// TestEveryPackageIsDocumented: a package comment, and an example that runs.
func TestEveryPackageIsDocumented(t *testing.T) {
	for _, p := range packages(t) {
		if p.Name == "main" || p.ImportPath == "workbench" {
			continue
		}
		if len(p.Doc) < 40 {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
		examples := false
		for _, f := range append(p.TestGoFiles, p.XTestGoFiles...) {
			src, err := exec.Command("grep", "-c", "^func Example", filepath.Join(p.Dir, f)).Output()
			examples = examples || err == nil && len(src) > 0
		}
		if !examples {
			t.Errorf("%s has no example", p.ImportPath)
		}
	}
}

// TestStartUp: no package that the program links takes over half a millisecond
// to initialise. The best of several runs counts: the machine may be busy.
func TestStartUp(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "workbench")
	if out, err := exec.Command("go", "build", "-o", binary, "./cmd/workbench").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	line := regexp.MustCompile(`(?m)^init (\S+) @\S+ ms, (\S+) ms clock`)
	best := map[string]float64{}
	for range 5 {
		cmd := exec.Command(binary, "version")
		cmd.Env = append(cmd.Environ(), "GODEBUG=inittrace=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		found := line.FindAllStringSubmatch(string(out), -1)
		if len(found) == 0 {
			t.Fatalf("no trace of initialisation in\n%s", out)
		}
		for _, m := range found {
			ms, err := strconv.ParseFloat(m[2], 64)
			if err != nil {
				t.Fatal(err)
			}
			if old, seen := best[m[1]]; !seen || ms < old {
				best[m[1]] = ms
			}
		}
	}
	for pkg, ms := range best {
		if ms > 0.5 {
			t.Errorf("%s takes %.2f ms to initialise", pkg, ms)
		}
	}
}

// TestNoMachinePaths: no path of a machine stands in the repository.
func TestNoMachinePaths(t *testing.T) {
	out, _ := exec.Command("git", "grep", "-nIE", `(^|[^A-Za-z0-9_.])/(work|root|farm)/`, "--", ".", ":!*.lock").Output()
	for _, l := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		if l != "" && !strings.HasPrefix(l, "arch_test.go") {
			t.Errorf("a path of a machine: %s", l)
		}
	}
}
