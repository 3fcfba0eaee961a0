package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"workbench/compile"
	"workbench/internal/canonjson"
	"workbench/internal/diag"
	"workbench/strips"
)

// input is what PATH and --plan name: plans, or one bare contract.
type input struct {
	plans    []*compile.Document
	contract *compile.Document // an object without steps
}

// load reads PATH: a workspace folder (all its plans, or the one called
// plan), a plan file, or a bare contract file.
func (a *app) load(path, plan string) (input, error) {
	if path != "-" {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			w, err := compile.OpenWorkspace(path)
			if err != nil {
				return input{}, err
			}
			docs, err := w.Plans(plan)
			return input{plans: docs}, err
		}
	}
	if plan != "" {
		return input{}, usage("--plan names a plan of a workspace folder, and %s is none", path)
	}
	d, err := compile.ReadFile(path, a.in)
	if err != nil {
		return input{}, err
	}
	if d.Root != nil && d.Root.Get("steps") == nil && (d.Root.Get("actions") != nil || d.Root.Get("goal_facts") != nil) {
		return input{contract: d}, nil
	}
	if d.Root != nil && d.Root.Get("steps") == nil && d.Root.Get("requirements") == nil {
		return input{}, diag.List{{Code: "no-contract", Where: d.Path, Message: "the file is neither a plan (it has no steps) nor a contract (it has no actions)"}}
	}
	return input{plans: []*compile.Document{d}}, nil
}

// pathArg is the command's PATH, by default the current folder.
func pathArg(args []string) string {
	if len(args) == 0 {
		return "."
	}
	return args[0]
}

// readBounded reads a regular file of at most limit bytes.
func readBounded(path string, limit int64) ([]byte, error) {
	refuse := func(why string) ([]byte, error) {
		return nil, diag.List{{Code: "unreadable", Where: path, Message: "cannot read the file: " + why}}
	}
	info, err := os.Stat(path)
	var p *fs.PathError
	switch {
	case errors.As(err, &p):
		return refuse(p.Err.Error())
	case err != nil:
		return refuse(err.Error())
	case !info.Mode().IsRegular():
		return refuse("it is no regular file")
	case info.Size() > limit:
		return refuse(fmt.Sprintf("it has more than %d bytes", limit))
	}
	f, err := os.Open(path)
	if err != nil {
		return refuse("it cannot be opened")
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, limit))
	if err != nil {
		return refuse(err.Error())
	}
	return src, nil
}

// readDeps reads a file [[id,[deps]],…] for a bare contract.
func readDeps(path string) (strips.Dependencies, error) {
	src, err := readBounded(path, compile.MaxPlanBytes)
	if err != nil {
		return nil, err
	}
	doc, err := canonjson.Parse(src, canonjson.Options{})
	if err != nil {
		l := diag.From(err, canonjson.CodeSyntax)
		for i := range l {
			l[i].Where = path + ":" + l[i].Where
		}
		return nil, l
	}
	return depsOf(doc, path)
}

func depsOf(doc *canonjson.Value, path string) (strips.Dependencies, error) {
	bad := diag.List{{Code: "deps-form", Where: filepath.Base(path), Message: "dependencies are a list [[id,[deps]],…] of positive integers"}}
	if doc.Kind != canonjson.Array {
		return nil, bad
	}
	deps := strips.Dependencies{}
	for i := range doc.Items {
		pair := &doc.Items[i]
		if pair.Kind != canonjson.Array || len(pair.Items) != 2 || pair.Items[1].Kind != canonjson.Array {
			return nil, bad
		}
		var ids []int64
		for _, v := range append([]canonjson.Value{pair.Items[0]}, pair.Items[1].Items...) {
			n, inRange, ok := v.Integer()
			if !ok || !inRange || n < 1 || n > strips.MaxStep {
				return nil, bad
			}
			ids = append(ids, n)
		}
		deps = append(deps, strips.StepDeps{Step: ids[0], On: ids[1:]})
	}
	return deps, nil
}
