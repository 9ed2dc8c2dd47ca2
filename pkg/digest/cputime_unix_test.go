//go:build unix

package digest

import (
	"syscall"
	"time"
)

// cpuTime gives the processor time this process has used. Unlike the clock it
// is not moved by other work on the machine.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
