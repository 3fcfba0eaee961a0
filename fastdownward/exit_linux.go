package fastdownward

import (
	"errors"
	"os/exec"

	"golang.org/x/sys/unix"
)

// awaitExit waits until the process has exited and leaves it for cmd.Wait to
// collect. Until then its id, which is the group's, belongs to nobody else, so
// that signals to the group cannot reach strangers.
func awaitExit(cmd *exec.Cmd) {
	for {
		err := unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}
