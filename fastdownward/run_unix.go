//go:build unix

package fastdownward

import (
	"errors"
	"os/exec"
	"syscall"
	"time"
)

// setGroup makes the process the leader of a new process group.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// terminateGroup asks all processes of the group to end.
func terminateGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }

// killGroup ends all processes of the group.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// awaitGone waits until no process of the killed group is left, at most for d:
// its orphans disappear when the system's first process collects them.
func awaitGone(cmd *exec.Cmd, d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if errors.Is(syscall.Kill(-cmd.Process.Pid, 0), syscall.ESRCH) {
			return
		}
	}
}
