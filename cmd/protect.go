package cmd

import (
	"os"
	"sync/atomic"

	"github.com/mcp-evref/evref/cmd/internal/report"
)

// protection keeps a run from writing over what it reads. Which files are read
// is often known only while reading, so reads are noted as they happen and the
// outputs are refused before they are put in place.
type protection struct {
	targets []target
	read    atomic.Pointer[target]
}

// target is an existing file that an output would replace.
type target struct {
	name string
	info os.FileInfo
}

// protect looks at the files that the outputs would replace, and others of
// these names, if any. It is called before anything is read; open gives the
// sinks what was noted since.
func (o *outputFlags) protect(others ...string) *protection {
	p := &protection{}
	destinations, _ := report.Destinations(o.format, o.outputs, o.known) // open says what is wrong
	for _, name := range others {
		destinations = append(destinations, report.Destination{Path: name})
	}
	for _, d := range destinations {
		if info, err := os.Stat(d.Path); d.Path != "" && err == nil {
			p.targets = append(p.targets, target{d.Path, info})
		}
	}
	o.protected = p
	return p
}

// opens notes that a file is read.
func (p *protection) opens(path string) {
	if len(p.targets) == 0 {
		return
	}
	info, err := os.Stat(path)
	for i, t := range p.targets {
		if err == nil && os.SameFile(info, t.info) {
			p.read.Store(&p.targets[i])
		}
	}
}

// opensFolder notes that any file of a folder may be read.
func (p *protection) opensFolder(dir string) {
	for i, t := range p.targets {
		if liesIn(t.name, dir) {
			p.read.Store(&p.targets[i])
		}
	}
}

// violated gives the error for an output that is one of the inputs.
func (p *protection) violated() error {
	if p == nil || p.read.Load() == nil {
		return nil
	}
	return failure("%s: %s", p.read.Load().name, report.ErrIsInput)
}
