package compile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"workbench/internal/canonjson"
	"workbench/internal/diag"
)

// DefaultPlan is the name of the plan in plan.json.
const DefaultPlan = "default"

// Workspace is a folder with plans: .plan-auditor/plan.json is the plan
// "default", .plan-auditor/plans/NAME.json the plan NAME. A plan is sealed
// when .plan-auditor/seal.json or .plan-auditor/seals/NAME.json exists.
type Workspace struct{ root string }

// Document is a plan file as it was read.
type Document struct {
	Name   string           // of the plan; of a lone file: its path
	Path   string           // of the file, for messages
	Source []byte           // its text
	Root   *canonjson.Value // its content, an object; nil when Faults is not empty
	Faults diag.List        // what keeps the text from being a plan document

	info fs.FileInfo // of the file that was read
	seal string      // path of the plan's seal; "" for a lone file
}

// OpenWorkspace returns the workspace in folder dir, which must exist; dir
// itself may be a symbolic link, nothing below it may.
func OpenWorkspace(dir string) (*Workspace, error) {
	root, err := filepath.EvalSymlinks(dir)
	if err == nil {
		root, err = filepath.Abs(root)
	}
	if err != nil {
		return nil, diag.List{{Code: "unreadable", Where: dir, Message: "cannot open the workspace: " + reason(err)}}
	}
	if info, err := os.Stat(root); err != nil || !info.IsDir() {
		return nil, diag.List{{Code: "unreadable", Where: dir, Message: "a workspace is a folder that holds .plan-auditor"}}
	}
	return &Workspace{root: root}, nil
}

// planName is the rule for names of plans.
var planName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$`) })

// Plans reads the plan called name, or with name "" every plan of the
// workspace: the default plan first, then the others by path. Entries of the
// folder plans that end in .json but are no plan (a bad name, a symbolic link,
// no regular file, "default.json", which no command would ever read) refuse
// the whole reading, all of them named; without such an ending they are
// ignored. A plan that is read but malformed comes back with Faults.
func (w *Workspace) Plans(name string) ([]*Document, error) {
	if name != "" {
		d, err := w.Plan(name)
		if err != nil {
			return nil, err
		}
		return []*Document{d}, nil
	}
	rels, err := w.list()
	if err != nil {
		return nil, err
	}
	var docs []*Document
	var problems diag.List
	for _, rel := range rels {
		d, err := w.read(rel)
		if err != nil {
			problems = append(problems, diag.From(err, "unreadable")...)
			continue
		}
		docs = append(docs, d)
	}
	if len(docs) == 0 && len(problems) == 0 {
		problems.Addf("plan-not-found", w.root, "the workspace has no plan: expected .plan-auditor/plan.json or .plan-auditor/plans/NAME.json")
	}
	return docs, problems.Err()
}

// Plan reads one plan; "" and "default" are the default plan.
func (w *Workspace) Plan(name string) (*Document, error) {
	rel := ".plan-auditor/plan.json"
	if name != "" && name != DefaultPlan {
		if !planName().MatchString(name) {
			return nil, diag.List{{Code: "plan-name", Message: fmt.Sprintf("%q is no name of a plan: letters, digits, '.', '_' and '-', at most 128, the first a letter or digit", name)}}
		}
		rel = ".plan-auditor/plans/" + name + ".json"
	}
	if _, err := os.Lstat(w.path(rel)); errors.Is(err, fs.ErrNotExist) {
		return nil, diag.List{{Code: "plan-not-found", Where: w.path(rel), Message: "there is no such plan"}}
	}
	return w.read(rel)
}

// list returns the paths of all plans.
func (w *Workspace) list() ([]string, error) {
	var rels []string
	if _, err := os.Lstat(w.path(".plan-auditor/plan.json")); err == nil {
		rels = append(rels, ".plan-auditor/plan.json")
	}
	entries, err := os.ReadDir(w.path(".plan-auditor/plans"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, diag.List{{Code: "unreadable", Where: w.path(".plan-auditor/plans"), Message: "cannot list the plans: " + reason(err)}}
	}
	var problems diag.List
	for _, e := range entries { // sorted by name
		ending := filepath.Ext(e.Name())
		if !strings.EqualFold(ending, ".json") {
			continue
		}
		rel := ".plan-auditor/plans/" + e.Name()
		stem := strings.TrimSuffix(e.Name(), ending)
		switch {
		case !planName().MatchString(stem) || ending != ".json":
			problems.Addf("plan-name", w.path(rel), "this is no name of a plan: rename it to NAME.json (letters, digits, '.', '_' and '-') or give it another ending")
		case stem == DefaultPlan:
			problems.Addf("plan-name", w.path(rel), "the default plan is .plan-auditor/plan.json: rename this file, or no command would ever read it")
		}
		rels = append(rels, rel)
	}
	slices.Sort(rels[min(len(rels), 1):])
	return rels, problems.Err()
}

func (w *Workspace) path(rel string) string { return filepath.Join(w.root, filepath.FromSlash(rel)) }

// nameOf is the plan's name by its path.
func nameOf(rel string) string {
	if rel == ".plan-auditor/plan.json" {
		return DefaultPlan
	}
	return strings.TrimSuffix(rel[strings.LastIndexByte(rel, '/')+1:], ".json")
}

// read reads one plan file. Nothing below the root may be a symbolic link, the
// file must be regular and hold at most MaxPlanBytes.
func (w *Workspace) read(rel string) (*Document, error) {
	info, err := w.plain(rel)
	if err != nil {
		return nil, err
	}
	d := &Document{Name: nameOf(rel), Path: w.path(rel), info: info}
	d.seal = w.path(".plan-auditor/seal.json")
	if d.Name != DefaultPlan {
		d.seal = w.path(".plan-auditor/seals/" + d.Name + ".json")
	}
	root, err := os.OpenRoot(w.root)
	if err != nil {
		return nil, diag.List{{Code: "unreadable", Where: w.root, Message: "cannot open the workspace: " + reason(err)}}
	}
	defer root.Close()
	f, err := root.Open(rel)
	if err != nil {
		return nil, diag.List{{Code: "unreadable", Where: d.Path, Message: "cannot open the plan: " + reason(err)}}
	}
	defer f.Close()
	if opened, err := f.Stat(); err != nil || !os.SameFile(opened, info) {
		return nil, diag.List{{Code: "unreadable", Where: d.Path, Message: "the file was replaced while it was opened: try again"}}
	}
	if d.Source, err = readLimited(f, d.Path); err != nil {
		return nil, err
	}
	d.parse()
	return d, nil
}

// plain checks that a path below the root exists without symbolic links and
// ends in a regular file.
func (w *Workspace) plain(rel string) (fs.FileInfo, error) {
	parts := strings.Split(rel, "/")
	for i := range parts {
		path := w.path(strings.Join(parts[:i+1], "/"))
		info, err := os.Lstat(path)
		if err != nil {
			return nil, diag.List{{Code: "unreadable", Where: path, Message: "cannot open: " + reason(err)}}
		}
		last := i == len(parts)-1
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			return nil, diag.List{{Code: "symlink", Where: path, Message: "this is a symbolic link: put the file or folder itself here"}}
		case last && !info.Mode().IsRegular():
			return nil, diag.List{{Code: "unreadable", Where: path, Message: "this is no regular file"}}
		case last:
			return info, nil
		}
	}
	return nil, diag.List{{Code: "unreadable", Where: rel, Message: "empty path"}}
}

// ReadFile reads a plan from a path: a plan file of a workspace
// (…/.plan-auditor/plan.json, …/.plan-auditor/plans/NAME.json) by the
// workspace's rules, any other file on its own. "-" is stdin.
func ReadFile(path string, stdin io.Reader) (*Document, error) {
	if path == "-" {
		src, err := readLimited(stdin, path)
		if err != nil {
			return nil, err
		}
		d := &Document{Name: path, Path: path, Source: src}
		d.parse()
		return d, nil
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, diag.List{{Code: "unreadable", Where: path, Message: reason(err)}}
	}
	dir, base := filepath.Split(abs)
	dir = filepath.Clean(dir)
	inFolder := filepath.Base(dir) == ".plan-auditor" && base == "plan.json"
	inPlans := filepath.Base(dir) == "plans" && filepath.Base(filepath.Dir(dir)) == ".plan-auditor"
	switch {
	case inFolder:
		return readIn(filepath.Dir(dir), DefaultPlan)
	case inPlans && filepath.Ext(base) == ".json":
		return readIn(filepath.Dir(filepath.Dir(dir)), strings.TrimSuffix(base, ".json"))
	}
	w := &Workspace{root: dir}
	d, err := w.read(base)
	if err != nil {
		return nil, err
	}
	d.Name, d.seal = path, ""
	return d, nil
}

func readIn(root, name string) (*Document, error) {
	w, err := OpenWorkspace(root)
	if err != nil {
		return nil, err
	}
	return w.Plan(name)
}

func readLimited(r io.Reader, path string) ([]byte, error) {
	var buf bytes.Buffer
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil {
			buf.Grow(int(min(info.Size(), MaxPlanBytes)) + bytes.MinRead)
		}
	}
	_, err := buf.ReadFrom(io.LimitReader(r, MaxPlanBytes+1))
	src := buf.Bytes()
	if err != nil {
		return nil, diag.List{{Code: "unreadable", Where: path, Message: "cannot read the file: " + reason(err)}}
	}
	if len(src) > MaxPlanBytes {
		return nil, diag.List{{Code: "plan-too-large", Where: path, Message: fmt.Sprintf("the file has more than %d bytes", MaxPlanBytes)}}
	}
	return src, nil
}

// parse reads the text as a JSON object, strictly.
func (d *Document) parse() {
	root, err := canonjson.Parse(d.Source, canonjson.Options{})
	if err != nil {
		d.Faults = diag.From(err, canonjson.CodeSyntax)
		for i := range d.Faults {
			d.Faults[i].Where = d.Path + ":" + d.Faults[i].Where
		}
		return
	}
	if root.Kind != canonjson.Object {
		d.Faults = diag.List{{Code: "load-error", Where: d.Path, Message: "a plan is a JSON object, not " + root.Kind.String()}}
		return
	}
	d.Root = root
}

// Sealed reports whether the plan's seal exists, whatever it is. A seal whose
// existence cannot be told counts as there.
func (d *Document) Sealed() bool {
	if d.seal == "" {
		return false
	}
	_, err := os.Lstat(d.seal)
	return !errors.Is(err, fs.ErrNotExist)
}

// reason is the words of an error without the path that the place gives.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
