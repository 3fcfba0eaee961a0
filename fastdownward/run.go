package fastdownward

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

// Result is what a run of the planner on a PDDL task came to. Nothing has been
// replayed yet.
type Result struct {
	Status   Status   // Solved means: the planner says so and left a plan that reads well
	Command  []string // the words run; they name the run's folder
	ExitCode int      // the driver's; 128+n when signal n ended it, -1 when it was not started
	Plan     Plan     // empty unless Solved
	PlanFile string   // its name, "sas_plan" or "sas_plan.N"; "" unless Solved
	Reason   string   // why, in words that are the same on every run: no paths of ours, no times
	LogTail  string   // the end of what the planner printed; paths and times vary
}

// Run lets the planner work on a PDDL task:
//
//  1. domain and problem are written to a fresh folder that only we can read,
//     the planner's working folder, which is removed at the end;
//  2. the planner is started there as command says, without input and without
//     a shell, in a process group of its own, with the process's environment
//     except that temporary files go to the folder;
//  3. when the time of o is over, the context ends or the folder grows beyond
//     its bound, the group is asked to end and a second later killed;
//  4. when the planner has ended, what is left of the group is killed;
//  5. the exit code and the plan file together give the status: see Exit and
//     Plan. A planner that had to be stopped has none but Timeout or Error,
//     whatever it left.
//
// A planner that cannot be started is Unavailable.
func Run(ctx context.Context, p Planner, domain, problem []byte, o Options) Result {
	o = o.withDefaults()
	r := Result{ExitCode: notRun}
	if len(p.Argv) == 0 {
		r.Status, r.Reason = Unavailable, "no planner was found"
		return r
	}
	if ctx.Err() != nil {
		r.Status, r.Reason = stopped(stopOf(ctx), o)
		return r
	}
	dir, err := prepare(o.TempDir, domain, problem)
	if dir != "" {
		defer func() {
			if err := removeAll(dir); err != nil {
				o.Logger.Error("the planner's folder cannot be removed", "folder", dir, "error", err)
			}
		}()
	}
	if err != nil {
		r.Reason = "the planner's folder cannot be made: " + plain(err).Error()
		return r
	}
	r.run(ctx, p, dir, o)
	return r
}

// run is rules 2 to 5 of Run.
func (r *Result) run(ctx context.Context, p Planner, dir string, o Options) {
	r.Command = command(p, dir, o, runtime.GOOS)
	cmd := exec.Command(r.Command[0], r.Command[1:]...)
	cmd.Dir = dir
	temp := filepath.Join(dir, tempFolder)
	cmd.Env = append(cmd.Environ(), "TMPDIR="+temp, "TMP="+temp, "TEMP="+temp)
	log := newTail(o.LogTail)
	o.Logger.Debug("planner starts", "command", r.Command, "timeout", o.Timeout)
	begin := time.Now()
	end := supervise(ctx, cmd, log, o)
	o.Logger.Debug("planner ended", "exit", end.code, "took", time.Since(begin))
	r.ExitCode, r.LogTail = end.code, log.String()
	switch {
	case end.err != nil:
		r.Status, r.Reason = Unavailable, "the planner cannot be started: "+startFault(end.err).Error()
	case end.stopped != notStopped:
		r.Status, r.Reason = stopped(end.stopped, o)
	default:
		f := findPlan(dir)
		r.Status, r.Reason = judge(ExitOf(end.code), f)
		if r.Status == Solved {
			r.Plan, r.PlanFile = f.plan, f.file
		}
	}
}

// stopped is the status of a planner that had to be stopped.
func stopped(s stop, o Options) (Status, string) {
	switch s {
	case stopTimeout:
		return Timeout, fmt.Sprintf("no answer within %v", o.Timeout)
	case stopDeadline:
		return Timeout, "no answer before the caller's time was over"
	case stopCancel:
		return Error, "interrupted before it answered"
	case stopDisk:
		return Error, fmt.Sprintf("stopped: its folder grew beyond %d bytes or %d files", o.Disk, maxFiles)
	default:
		return Error, "it had to be stopped and could not be killed"
	}
}

// tempFolder is where the planner's temporary files go, in the run's folder.
const tempFolder = "tmp"

// prepare makes the run's folder, of mode 0700, with the task in it. The
// folder is to be removed even if there is an error.
func prepare(parent string, domain, problem []byte) (string, error) {
	dir, err := os.MkdirTemp(parent, "workbench-planner-*")
	if err != nil {
		return "", err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return dir, err
	}
	return dir, errors.Join(
		os.Mkdir(filepath.Join(dir, tempFolder), 0o700),
		os.WriteFile(filepath.Join(dir, domainFile), domain, 0o600),
		os.WriteFile(filepath.Join(dir, problemFile), problem, 0o600),
	)
}

// startFault takes the paths off an error of starting a process.
func startFault(err error) error {
	if e, ok := errors.AsType[*exec.Error](err); ok {
		err = e.Err
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	return err
}
