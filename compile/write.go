package compile

import (
	"bytes"
	"os"
	"path/filepath"

	"workbench/internal/diag"
	"workbench/internal/wholefile"
)

// Change is a new text for a plan file.
type Change struct {
	Document *Document
	Source   []byte
}

// Write carries out all changes or none. A plan that has a seal [sealed], or
// whose file is no longer what was read [plan-changed], refuses all of them.
//
// Each file is replaced in one step: at any moment, after a crash too, its
// path holds the old text or the new one, whole, with the old file's mode.
// Runs of Write in one folder exclude each other. Another program that edits
// or seals a plan meanwhile is noticed even in the moment of the replacement:
// the file that was displaced is looked at, and put back when it is not the
// one that was read or when a seal has appeared.
func Write(changes []Change) error {
	if len(changes) == 0 {
		return nil
	}
	return (&transaction{}).run(changes)
}

// transaction is one run of Write.
type transaction struct {
	staged []*staged
	hook   func(stage string) // for tests: called between the stages
}

// staged is a change whose new text lies in a temporary file beside the plan.
// After the swap the temporary file holds what the plan's path held before.
type staged struct {
	Change
	temp    string
	swapped bool
}

func (t *transaction) run(changes []Change) (err error) {
	unlock, err := lockFolder(lockDir(changes[0].Document))
	if err != nil {
		return diag.List{{Code: "write-error", Where: changes[0].Document.Path, Message: "cannot lock the plan's folder: " + reason(err)}}
	}
	defer unlock()
	defer func() { err = t.finish(err) }()
	t.at("locked")
	var problems diag.List
	for _, c := range changes {
		problems = append(problems, c.Document.unchanged(c.Document.Path)...)
	}
	if len(problems) > 0 {
		return problems
	}
	for _, c := range changes {
		removeStale(c.Document)
		if err := t.stage(c); err != nil {
			return err
		}
	}
	t.at("staged")
	for _, s := range t.staged {
		if err := t.swap(s); err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) at(stage string) {
	if t.hook != nil {
		t.hook(stage)
	}
}

// lockDir is the folder whose lock guards a plan: .plan-auditor, or that of a
// lone file.
func lockDir(d *Document) string {
	dir := filepath.Dir(d.Path)
	if parent := filepath.Dir(dir); d.seal != "" && filepath.Base(dir) == "plans" {
		return parent
	}
	return dir
}

// unchanged tells whether the plan may still be replaced, given the path at
// which its old text should lie.
func (d *Document) unchanged(at string) (l diag.List) {
	if d.Sealed() {
		l.Addf("sealed", d.Path, "the plan is sealed: its contract can no longer be changed")
	}
	info, err := os.Lstat(at)
	if err == nil && info.Mode().IsRegular() {
		var now []byte
		if now, err = os.ReadFile(at); err == nil && bytes.Equal(now, d.Source) {
			return l
		}
	}
	l.Addf("plan-changed", d.Path, "the plan was changed by somebody else since it was read: run the command again")
	return l
}

// stage writes the new text to a new file beside the plan, with the old one's
// mode and owner.
func (t *transaction) stage(c Change) error {
	temp, err := wholefile.Stage(c.Document.Path, c.Source, func(f *os.File) error { return keepOwnerAndMode(f, c.Document.info) })
	if err != nil {
		return diag.List{{Code: "write-error", Where: c.Document.Path, Message: "cannot write beside the plan: " + reason(err)}}
	}
	t.staged = append(t.staged, &staged{Change: c, temp: temp})
	return nil
}

// swap exchanges the staged file with the plan and looks at what came out.
func (t *transaction) swap(s *staged) error {
	t.at("swapping")
	if err := exchange(s.temp, s.Document.Path); err != nil {
		return diag.List{{Code: "write-error", Where: s.Document.Path, Message: "cannot replace the plan: " + reason(err)}}
	}
	s.swapped = true
	t.at("swapped")
	return s.Document.unchanged(s.temp).Err()
}

// finish removes the temporary files after success. After an error it first
// puts back every file that was displaced.
func (t *transaction) finish(err error) error {
	for _, s := range t.staged {
		if err != nil && s.swapped {
			if back := t.putBack(s); back != nil {
				err = append(diag.From(err, "write-error"), *back)
				continue
			}
		}
		_ = os.Remove(s.temp)
	}
	if len(t.staged) > 0 {
		syncFolder(filepath.Dir(t.staged[0].temp))
	}
	return err
}

// putBack undoes a swap. When the plan's path no longer holds our text, a third
// version exists: it stays, and the displaced one is kept and named.
func (t *transaction) putBack(s *staged) *diag.Problem {
	if now, err := os.ReadFile(s.Document.Path); err == nil && bytes.Equal(now, s.Source) && exchange(s.temp, s.Document.Path) == nil {
		return nil
	}
	return &diag.Problem{Code: "plan-kept", Where: s.temp, Message: "the plan's former text is kept here: compare it with " + s.Document.Path}
}
