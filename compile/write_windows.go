package compile

import (
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// exchange replaces path by temp; temp then holds what path held.
func exchange(temp, path string) error { return replaceKeeping(temp, path) }

// lockFolder takes the lock of a folder, a locked file in it, waiting for it.
// The system gives it back when the process ends, however it ends.
func lockFolder(dir string) (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(dir, ".workbench.lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	all := ^uint32(0)
	if err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, all, all, new(windows.Overlapped)); err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil
}

// keepOwnerAndMode gives a new file the mode of the one it replaces.
func keepOwnerAndMode(f *os.File, old fs.FileInfo) error { return f.Chmod(old.Mode().Perm()) }

// syncFolder does nothing: folders cannot be synced here.
func syncFolder(string) {}
