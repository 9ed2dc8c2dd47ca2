//go:build unix

package mcp

import (
	"os/exec"
	"syscall"
)

// group is the process group of a server: npx, for one, starts a shell that
// starts the server, and all three have to end.
type group struct{ id int }

func (g *group) prepare(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func (g *group) started(cmd *exec.Cmd) { g.id = cmd.Process.Pid }

func (g *group) terminate() { g.signal(syscall.SIGTERM) }

func (g *group) kill() { g.signal(syscall.SIGKILL) }

// signal reaches all members; that there are none left is no error.
func (g *group) signal(s syscall.Signal) {
	if g.id > 0 {
		_ = syscall.Kill(-g.id, s)
	}
}

func (g *group) close() {}
