package cmd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"time"

	"github.com/mcp-evref/evref/cmd/internal/baseline"
	"github.com/mcp-evref/evref/cmd/internal/checkpoint"
	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/progress"
	"github.com/mcp-evref/evref/pkg/diag"
)

// resumption is what --resume keeps while a run is under way.
type resumption struct {
	path   string
	before *checkpoint.Checkpoint // of an earlier run; nil when there is none
	next   checkpoint.Checkpoint  // behind the last line whose answer was written
	state  runState
	hash   hash.Hash // of what was judged
	saved  time.Time
	begun  bool // there is something to save
	ended  bool // the input was judged to its end
}

// runState is what a run has to know of the lines that an earlier one judged.
type runState struct {
	Summary verifySummary `json:"summary"`
	Code    int           `json:"code"`
	Kept    *failureState `json:"kept,omitempty"` // of --failures-dir
	baseline.List
	Baseline *baseline.State `json:"baseline,omitempty"`
}

// done reports a run that an earlier one has completed.
func (s *resumption) done() bool { return s.before != nil && s.before.Complete }

// openCheckpoint finds out whether this run goes on with another.
func (r *verifyRun) openCheckpoint() error {
	if r.resumePath == "" {
		return nil
	}
	before, err := checkpoint.Load(r.resumePath)
	if err != nil {
		return failure("%s: %s", r.resumePath, err)
	}
	s := &resumption{path: r.resumePath, before: before, hash: sha256.New()}
	s.next = checkpoint.Checkpoint{Evref: buildVersion(), Options: r.settings, Input: asJSON(r.onlyStream())}
	if before != nil {
		if err := before.Fits(&s.next); err != nil {
			return failure("%s: %s", r.resumePath, err)
		}
	}
	r.resume = s
	return nil
}

// asJSON gives a text as it reads after it was written as JSON.
func asJSON(text string) string { return string([]rune(text)) }

// goOn brings a run to where an earlier one stopped: what that one has judged is
// read again, and must be the same. text begins at start.
func (r *verifyRun) goOn(ctx context.Context, in *input.Opened, text io.Reader, start input.Mark) (input.Mark, error) {
	s, before := r.resume, r.resume.before
	if before == nil {
		return start, r.beginAnew(in, start)
	}
	refuse := func(format string, args ...any) (input.Mark, error) {
		return start, failure("%s: cannot go on: %s %s; remove the file to begin again", s.path, diag.Safe(in.Name), fmt.Sprintf(format, args...))
	}
	if before.Bytes != in.Size && before.Bytes >= 0 && in.Size >= 0 {
		return refuse("has %d bytes and had %d when the run began", in.Size, before.Bytes)
	}
	behind := before.Offset - start.Offset
	r.meter.Begin(progress.State{})
	n, err := copyWhile(ctx, s.hash, text, behind, func(n int64) {
		r.meter.Update(func() progress.State {
			return progress.State{Name: in.Name, Doing: "reading again what was judged", Bytes: n, Done: n, Total: behind}
		})
	})
	switch {
	case interrupted(ctx, err):
		return start, err
	case err != nil && err != io.EOF:
		return refuse("cannot be read again: %s", &input.OpenError{Err: err})
	case n != behind:
		return refuse("is shorter than what was judged, %d bytes", behind)
	case hex.EncodeToString(s.hash.Sum(nil)) != before.Prefix:
		return refuse("has changed in what was judged, the first %d bytes", before.Offset)
	}
	if before.Complete {
		if n, err := io.ReadFull(text, make([]byte, 1)); n > 0 || err != io.EOF {
			return refuse("has more than the %d bytes it had", before.Offset)
		}
		s.ended = true
	}
	for _, o := range before.Outputs {
		for _, sink := range r.sinks {
			if asJSON(sink.path) != o.Path {
				continue
			}
			if err := sink.Cut(o.Size, o.SHA256); err != nil {
				return start, failure("%s: cannot go on: %s: %s; remove the checkpoint to begin again", s.path, o.Path, err)
			}
		}
	}
	if err := json.Unmarshal(before.State, &s.state); err != nil {
		return start, failure("%s: the checkpoint is damaged; remove the file to begin again", s.path)
	}
	if err := r.failures.restore(s.state.Kept); err != nil {
		return start, err
	}
	if r.base != nil {
		if err := r.base.Resume(s.state.Baseline); err != nil {
			return start, failure("%s: cannot go on: %s; remove the file to begin again", s.path, err)
		}
	}
	r.kept = s.state.List
	r.summary, r.tally, r.code = s.state.Summary, s.state.Summary.tally(), s.state.Code
	s.next, s.begun, s.saved = *before, !before.Complete, r.Now()
	return input.Mark{Lines: before.Lines, Offset: before.Offset}, nil
}

// beginAnew saves a first checkpoint, so that the outputs never have anything
// that no checkpoint knows of.
func (r *verifyRun) beginAnew(in *input.Opened, start input.Mark) error {
	for _, sink := range r.sinks {
		if err := sink.Fresh(); err != nil {
			return failure("%s: %s", sink.path, err)
		}
	}
	s := r.resume
	s.hash.Sum(start.Sum[:0])
	s.next.Bytes, s.begun = in.Size, true
	return r.reached(start)
}

// copyWhile copies n bytes unless ctx ends it, and tells how many it has.
func copyWhile(ctx context.Context, to io.Writer, from io.Reader, n int64, tell func(int64)) (copied int64, err error) {
	for copied < n && err == nil {
		var piece int64
		piece, err = io.CopyN(to, from, min(n-copied, 4<<20))
		copied += piece
		tell(copied)
		if ctx.Err() != nil {
			err = ctx.Err()
		}
	}
	return copied, err
}

// reached notes that the answers to all lines before m were written, and saves
// the checkpoint when it is time.
func (r *verifyRun) reached(m input.Mark) error {
	for _, sink := range r.sinks {
		if err := sink.Flush(); err != nil {
			return err
		}
	}
	s := r.resume
	s.next.Offset, s.next.Lines, s.next.Prefix = m.Offset, m.Lines, hex.EncodeToString(m.Sum[:])
	s.state = runState{Summary: r.summary, Code: r.code, Kept: r.failures.state(), List: r.kept}
	if r.base != nil {
		s.state.Baseline = r.base.State()
	}
	s.state.Summary.setTally(r.tally)
	if now := r.Now(); now.Sub(s.saved) >= r.checkpointEvery {
		s.saved = now
		return r.save()
	}
	return nil
}

// save writes the checkpoint, after everything that it counts as written.
func (r *verifyRun) save() error {
	if err := r.settle(); err != nil {
		return err
	}
	return r.saveState()
}

// settle notes what is in the outputs that grow, when all is written.
func (r *verifyRun) settle() error {
	r.resume.next.Outputs = nil
	for _, sink := range r.sinks {
		size, sum, err := sink.Settle()
		if err != nil {
			return err
		}
		if sink.path != "" {
			r.resume.next.Outputs = append(r.resume.next.Outputs, checkpoint.Output{Path: asJSON(sink.path), Size: size, SHA256: sum})
		}
	}
	return nil
}

func (r *verifyRun) saveState() error {
	s := r.resume
	state, err := json.Marshal(s.state)
	if err != nil {
		return err
	}
	s.next.State = state
	return s.next.Save(s.path)
}

// stopped saves the checkpoint of a run that ends early. What went wrong with
// the run matters more than what goes wrong here.
func (r *verifyRun) stopped() {
	if r.resume == nil || !r.resume.begun {
		return
	}
	if err := r.save(); err != nil {
		r.say.fail("%s", err)
		r.resume.begun = false
	}
}

// howToGoOn is said at the end of a run that is not complete.
func (r *verifyRun) howToGoOn() {
	s := r.resume
	if s == nil || s.ended || !s.begun && s.before == nil {
		return
	}
	lines := s.next.Lines
	if !s.begun {
		lines = s.before.Lines
	}
	command := "evref " + shellCommand(r.commandLine)
	if diag.Safe(command) != command {
		command = "the same command again"
	}
	fmt.Fprintf(r.Err, "%s is at line %d; to go on: %s\n", diag.Safe(s.path), lines, command)
}

// completed saves the checkpoint of a run that is complete, after its outputs
// were put in their places.
func (r *verifyRun) completed() error {
	s := r.resume
	if s == nil || !s.ended || s.done() {
		return nil
	}
	s.next.Complete = true
	return r.saveState()
}

// resumable refuses what --resume cannot go on with. It is asked before anything
// is opened.
func (o *verifyOptions) resumable(digestGiven bool) error {
	switch {
	case o.resumePath == "" && o.checkpointEvery != defaultCheckpoint:
		return usagef("--checkpoint-interval belongs to --resume")
	case o.checkpointEvery < 0:
		return usagef("--checkpoint-interval takes a time, such as 10s")
	case o.resumePath == "":
		return nil
	case o.resumePath == "-":
		return usagef("--resume takes a file, not standard output")
	case len(o.args)+len(o.checks)+len(o.claims) != 1 || digestGiven:
		return usagef("--resume takes exactly one input with claims or check lines")
	case o.input.jsonl || o.skipNonJSON || o.as != "" && o.as != asClaims && o.as != asCheck:
		return usagef("--resume takes claims or check lines; documents and session logs are read from their start")
	}
	destinations, err := o.output.destinations()
	if err != nil {
		return err
	}
	for _, d := range destinations {
		if d.Format != "text" && d.Format != "jsonl" {
			return usagef("with --resume the output is text or jsonl; %s cannot be continued", d.Format)
		}
	}
	return nil
}

const defaultCheckpoint = 2 * time.Second

// onlyStream is the one input of a run with --resume.
func (o *verifyOptions) onlyStream() string {
	for _, names := range [][]string{o.checks, o.claims, o.args} {
		if len(names) > 0 {
			return names[0]
		}
	}
	return ""
}

// errNoStream refuses an input that has no lines which can be divided.
func (r *verifyRun) errNoStream(name string) error {
	flag := "--shard"
	if r.resume != nil {
		flag = "--resume"
	}
	return usagef("%s takes claims or check lines, and %s is neither; drop %s, or say --as claims or --as check", flag, diag.Quote(name, 60), flag)
}
