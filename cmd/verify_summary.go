package cmd

import (
	"github.com/mcp-evref/evref/cmd/internal/baseline"
	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/report"
)

// What the file of --summary says it is.
const (
	summaryFormat  = "evref-verify-summary"
	summaryVersion = 1
)

// runReport is the file of --summary; its shape is
// schemas/verify-summary.v1.json. The same inputs and options give the same
// bytes, so it has no times.
type runReport struct {
	Format   string         `json:"format"`
	Version  int            `json:"version"`
	Evref    string         `json:"evref"`
	Complete bool           `json:"complete"` // everything was read to its end, and judged
	Shard    string         `json:"shard,omitempty"`
	Inputs   []inputNote    `json:"inputs"`
	Summary  *verifySummary `json:"summary"`
	*baseline.List

	out sink
}

// inputNote is what the report says about one input, or about a shard of it. It
// has no length and no SHA-256 unless that was read to its end.
type inputNote struct {
	Name     string `json:"name"`
	Offset   int64  `json:"offset,omitempty"` // where the shard begins
	SHA256   string `json:"sha256,omitempty"` // of the bytes as stored
	Bytes    *int64 `json:"bytes,omitempty"`
	Lines    int    `json:"lines"`
	Complete bool   `json:"complete"`
}

// openReport makes the file of --summary ready, so that a name that cannot be
// written is known before the work is done.
func (r *verifyRun) openReport() error {
	if r.summaryPath == "" {
		return nil
	}
	path := r.summaryPath
	f, err := report.Create(path, nil, r.inputPaths())
	if err != nil {
		return err
	}
	shard := ""
	if r.shard.Count > 0 {
		shard = r.shard.String()
	}
	r.report = &runReport{
		Format: summaryFormat, Version: summaryVersion, Evref: buildVersion(), Complete: true, Shard: shard,
		Inputs: []inputNote{}, Summary: &r.summary, List: &r.kept,
		out: sink{File: f, path: path, protected: r.output.protected},
	}
	return nil
}

// outputs are all files the run writes.
func (r *verifyRun) outputs() []sink {
	if r.report == nil {
		return r.sinks
	}
	return append(r.sinks[:len(r.sinks):len(r.sinks)], r.report.out)
}

// read reads an opened input to its end and closes it.
func (r *verifyRun) read(in *input.Opened, content func() error) error {
	defer in.Close()
	lines := r.summary.Lines
	err := content()
	if err != nil { // its reader may still be at work
		r.report.add(inputNote{Name: in.Name, Offset: in.Start, Lines: r.summary.Lines - lines}, input.Stored{})
		return err
	}
	r.report.add(inputNote{Name: in.Name, Offset: in.Start, Lines: r.summary.Lines - lines}, in.Stored())
	return nil
}

// refuseInput says that an input could not be opened.
func (r *verifyRun) refuseInput(name string, err error) {
	r.report.add(inputNote{Name: name}, input.Stored{})
	r.refuse(errorDiagnostic(name, err))
}

// add notes an input. Without --summary it does nothing.
func (p *runReport) add(note inputNote, stored input.Stored) {
	if p == nil {
		return
	}
	note.Complete = stored.Whole
	if stored.Whole {
		note.SHA256, note.Bytes = stored.SHA256, &stored.Bytes
	}
	p.Inputs = append(p.Inputs, note)
	p.Complete = p.Complete && note.Complete
}

// writeReport fills the file of --summary; commit puts it in its place.
func (r *verifyRun) writeReport(stopped bool) error {
	p := r.report
	if p == nil {
		return nil
	}
	p.Complete = p.Complete && !stopped && r.summary.NotRead == 0
	return report.Document(p.out, p)
}
