package cmd

import (
	"strconv"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/progress"
	"github.com/mcp-evref/evref/pkg/evidence"
)

// What --progress takes.
const (
	progressAuto  = "auto"
	progressPlain = "plain"
	progressNever = "never"
)

var progressModes = []string{progressAuto, progressNever, progressPlain}

// meter makes the writer to standard error that shows progress. A live line is
// for people at a terminal that can erase it.
func (a *app) meter(mode string, quiet bool) *progress.Meter {
	how := progress.Never
	switch {
	case mode == progressPlain:
		how = progress.Plain
	case mode == progressAuto && !quiet && a.ErrTerminal && a.Getenv("TERM") != "dumb" && a.Getenv("CI") == "":
		how = progress.Live
	}
	width, err := strconv.Atoi(a.Getenv("COLUMNS"))
	if err != nil || width < 20 {
		width = 80
	}
	return progress.New(a.Err, how, width, a.Now)
}

// progressOf tells how far the run is in one input.
func (r *verifyRun) progressOf(in *input.Opened, m input.Mark) progress.State {
	s := progress.State{Name: in.Name, Records: r.tally.Total(), Bytes: m.Offset - in.Start, Done: m.Offset - in.Start, Total: in.Size}
	if in.Compressed() {
		s.Done = in.StoredBytes()
	}
	for _, v := range evidence.Verdicts() {
		s.Counts = append(s.Counts, progress.Count{Name: v.String(), N: r.tally[v]})
	}
	return s
}

// printsOnTerminal reports that answers are about to be written where a live
// line may be.
func (r *verifyRun) printsOnTerminal(out *verifyBatch) bool {
	if !r.OutTerminal {
		return false
	}
	for i, s := range r.sinks {
		if s.path == "" && len(out.forms[i]) > 0 {
			return true
		}
	}
	return false
}
