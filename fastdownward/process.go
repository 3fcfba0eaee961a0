package fastdownward

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Intervals of supervise.
const (
	grace      = time.Second            // from the request to end to the kill
	drainDelay = time.Second            // for output that is still on its way
	killDelay  = 5 * time.Second        // from the kill to giving the process up
	goneDelay  = time.Second            // for killed processes to disappear
	diskPeriod = 100 * time.Millisecond // between looks at the folder
)

// stop is why a process was stopped. The zero value is: it was not.
type stop uint8

const (
	notStopped stop = iota
	stopTimeout
	stopDeadline // the caller's context ran out of time
	stopCancel   // the caller's context was cancelled
	stopDisk
	stopStuck // it could not even be killed
)

// ending is how a process ended.
type ending struct {
	code    int   // the exit code; 128+n for signal n, as shells count; notRun if it never ran
	stopped stop  // what we stopped it for
	err     error // it could not be started
}

// notRun is the exit code of a planner that was never started.
const notRun = -1

// supervise runs cmd in a process group of its own until it ends or must be
// stopped: then the group is asked to end, and killed after the grace. In any
// case what is left of the group at the end is killed. Output goes to sink,
// which need not wait for a process that left the group and keeps the pipe.
func supervise(ctx context.Context, cmd *exec.Cmd, sink io.Writer, o Options) ending {
	r, w, err := os.Pipe()
	if err != nil {
		return ending{code: notRun, err: err}
	}
	defer r.Close()
	cmd.Stdout, cmd.Stderr = w, w
	setGroup(cmd)
	err = cmd.Start()
	w.Close()
	if err != nil {
		return ending{code: notRun, err: err}
	}
	drained, exited := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = io.Copy(sink, r)
	}()
	go func() {
		defer close(exited)
		awaitExit(cmd)
	}()
	e := ending{stopped: watch(ctx, exited, cmd.Dir, o)}
	if e.stopped != notStopped {
		terminateGroup(cmd)
		within(exited, grace)
	}
	killGroup(cmd)
	if !within(exited, killDelay) {
		go func() { // not ours to kill, or stuck in the system: collected whenever it ends
			<-exited
			_ = cmd.Wait()
		}()
		e.code, e.stopped = notRun, stopStuck
		return e
	}
	_ = cmd.Wait() // its error is the exit code over again
	e.code = exitCode(cmd.ProcessState)
	awaitGone(cmd, goneDelay)
	within(drained, drainDelay)
	return e
}

// watch waits until the process has exited or there is a reason to stop it.
func watch(ctx context.Context, exited <-chan struct{}, dir string, o Options) stop {
	timeout := time.NewTimer(o.Timeout)
	defer timeout.Stop()
	disk := time.NewTicker(diskPeriod)
	defer disk.Stop()
	for {
		select {
		case <-exited:
			if overfull(dir, o.Disk) {
				return stopDisk
			}
			return notStopped
		case <-timeout.C:
			return stopTimeout
		case <-ctx.Done():
			return stopOf(ctx)
		case <-disk.C:
			if overfull(dir, o.Disk) {
				return stopDisk
			}
		}
	}
}

// stopOf says how a context ended.
func stopOf(ctx context.Context) stop {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return stopDeadline
	}
	return stopCancel
}

// within waits for c, at most for d, and says whether c came.
func within(c <-chan struct{}, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-c:
		return true
	case <-t.C:
		return false
	}
}

// exitCode is the process's exit code as a shell would count it.
func exitCode(s *os.ProcessState) int {
	if status, ok := s.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return s.ExitCode()
}
