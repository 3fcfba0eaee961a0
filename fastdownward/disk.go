package fastdownward

import (
	"io/fs"
	"os"
	"path/filepath"
)

// maxFiles bounds the files of a run's folder.
const maxFiles = 10_000

// overfull says whether the files below dir are more than maxFiles or hold
// more than limit bytes. Files that vanish meanwhile are left out.
func overfull(dir string, limit int64) bool {
	var files, bytes int64
	over := false
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		files++
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
		if files > maxFiles || bytes > limit {
			over = true
			return fs.SkipAll
		}
		return nil
	})
	return over
}

// removeAll removes a run's folder, also when the planner locked folders in it.
func removeAll(dir string) error {
	if err := os.RemoveAll(dir); err == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700) // before it is read: WalkDir asks first
		}
		return nil
	})
	return os.RemoveAll(dir)
}
