//go:build !unix

package fastdownward

import (
	"os/exec"
	"time"
)

// Where there are no process groups only the process itself can be ended; what
// it started lives on.

func setGroup(*exec.Cmd) {}

func terminateGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

func awaitGone(*exec.Cmd, time.Duration) {}
