package compile

import "golang.org/x/sys/unix"

// exchange swaps two files of one folder in one step.
func exchange(temp, path string) error {
	err := unix.Renameat2(unix.AT_FDCWD, temp, unix.AT_FDCWD, path, unix.RENAME_EXCHANGE)
	if err == unix.ENOSYS || err == unix.EINVAL {
		return replaceKeeping(temp, path) // a kernel or file system without exchange
	}
	return err
}
