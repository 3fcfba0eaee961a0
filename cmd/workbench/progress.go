package main

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// watch runs work, which takes a progress callback through o, and shows on a
// terminal's stderr how far a search has come once it takes over a second.
func (a *app) watch(o *gateOptions, work func() *planReport) *planReport {
	f, ok := a.err.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return work()
	}
	start := time.Now()
	var bar *progressbar.ProgressBar
	o.progress = func(explored, generated int) {
		if bar == nil {
			if time.Since(start) < time.Second {
				return
			}
			bar = progressbar.NewOptions64(-1, progressbar.OptionSetWriter(f), progressbar.OptionClearOnFinish(),
				progressbar.OptionSetDescription("searching"), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
				progressbar.OptionSetItsString("states"), progressbar.OptionThrottle(100*time.Millisecond))
		}
		_ = bar.Set(explored)
	}
	p := work()
	if bar != nil {
		_ = bar.Finish()
	}
	return p
}

// measure returns a function that prints, with --stats, the time since and
// the memory that the process took from the system.
func (a *app) measure() func() {
	if !a.stats {
		return func() {}
	}
	start := time.Now()
	return func() {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		fmt.Fprintf(a.err, "time %s, memory %d KiB\n", time.Since(start).Round(time.Microsecond), m.Sys/1024)
	}
}
