package mcp

import (
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job object: everything a server starts is in it, and ends with it.
type group struct {
	job windows.Handle
	cmd *exec.Cmd
}

func (g *group) prepare(cmd *exec.Cmd) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err != nil {
		_ = windows.CloseHandle(job)
		return
	}
	g.job = job
}

func (g *group) started(cmd *exec.Cmd) {
	g.cmd = cmd
	if g.job == 0 {
		return
	}
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(cmd.Process.Pid))
	if err != nil {
		return
	}
	_ = windows.AssignProcessToJobObject(g.job, process) // without it kill still ends the program itself
	_ = windows.CloseHandle(process)
}

// terminate does nothing: Windows has no gentle signal for a program without a
// window. Closing its input was the gentle way.
func (g *group) terminate() {}

func (g *group) kill() {
	if g.job != 0 {
		_ = windows.TerminateJobObject(g.job, 1)
	}
	if g.cmd != nil {
		_ = g.cmd.Process.Kill()
	}
}

func (g *group) close() {
	if g.job != 0 {
		_ = windows.CloseHandle(g.job)
		g.job = 0
	}
}
