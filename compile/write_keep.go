package compile

import "os"

// replaceKeeping is exchange without help of the system: a second name keeps
// the old file, the new one takes the path in one step, and the old one then
// takes the temporary name.
func replaceKeeping(temp, path string) error {
	kept := temp + ".old"
	if err := os.Link(path, kept); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		_ = os.Remove(kept)
		return err
	}
	return os.Rename(kept, temp)
}
