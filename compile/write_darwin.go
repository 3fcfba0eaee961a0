package compile

import "golang.org/x/sys/unix"

// exchange swaps two files of one folder in one step.
func exchange(temp, path string) error {
	err := unix.RenamexNp(temp, path, unix.RENAME_SWAP)
	if err == unix.ENOTSUP || err == unix.EINVAL {
		return replaceKeeping(temp, path) // a file system without swap
	}
	return err
}
