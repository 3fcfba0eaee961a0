//go:build !linux

package fastdownward

import "os/exec"

// awaitExit waits until the process has exited.
func awaitExit(cmd *exec.Cmd) { _ = cmd.Wait() }
