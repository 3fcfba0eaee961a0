//go:build unix && !linux && !darwin

package compile

// exchange replaces path by temp; temp then holds what path held.
func exchange(temp, path string) error { return replaceKeeping(temp, path) }
