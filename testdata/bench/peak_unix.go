//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakOf gives the highest resident memory of a process, in bytes.
func peakOf(s *os.ProcessState) float64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return float64(usage.Maxrss) // bytes there, kilobytes elsewhere
	}
	return float64(usage.Maxrss) * 1024
}
