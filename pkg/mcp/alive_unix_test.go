//go:build unix

package mcp

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// alive reports that a process exists and is no zombie that waits for its new
// parent.
func alive(pid int) bool {
	return syscall.Kill(pid, 0) == nil && !zombie(pid)
}

// zombie looks into /proc where there is one. A container may have no process
// that reaps orphans.
func zombie(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(stat), ") Z ")
}
