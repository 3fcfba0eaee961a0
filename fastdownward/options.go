package fastdownward

import (
	"time"

	"github.com/hashicorp/go-hclog"
)

// Defaults of Options.
const (
	DefaultTimeout = 300 * time.Second
	DefaultMemory  = 4 << 30  // bytes
	DefaultDisk    = 2 << 30  // bytes
	DefaultLogTail = 64 << 10 // bytes
)

// Options bound a run. The zero value is the default, and so is a field that
// is not positive.
type Options struct {
	Timeout time.Duration // wall-clock time; 0 means DefaultTimeout
	Memory  int64         // bytes of each component, by the planner's own option; 0 means DefaultMemory
	Disk    int64         // bytes that the run's folder may hold; 0 means DefaultDisk
	LogTail int           // bytes kept of the end of what the planner prints; 0 means DefaultLogTail
	Logger  hclog.Logger  // nil means none
	TempDir string        // where the run's folder is made; "" means the system's choice
}

func (o Options) withDefaults() Options {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Memory <= 0 {
		o.Memory = DefaultMemory
	}
	if o.Disk <= 0 {
		o.Disk = DefaultDisk
	}
	if o.LogTail <= 0 {
		o.LogTail = DefaultLogTail
	}
	if o.Logger == nil {
		o.Logger = hclog.NewNullLogger()
	}
	return o
}
