package main

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"golang.org/x/term"
)

// watch runs work, which takes a progress callback through o, and shows on a
// terminal's stderr how far a search has come once it takes over a second.
func (a *app) watch(o *gateOptions, work func() *planReport) *planReport {
	f, ok := a.err.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return work()
	}
	const clear = "\r\x1b[K"
	start := time.Now()
	shown := start
	o.progress = func(explored, generated int) {
		if time.Since(start) > time.Second && time.Since(shown) > 100*time.Millisecond {
			shown = time.Now()
			rate := float64(explored) / time.Since(start).Seconds()
			fmt.Fprintf(f, "%ssearching: %d states explored, %d generated, %.0f/s, %s", clear, explored, generated, rate, time.Since(start).Round(time.Second))
		}
	}
	p := work()
	if shown != start {
		fmt.Fprint(f, clear)
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
