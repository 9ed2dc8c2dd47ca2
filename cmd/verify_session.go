package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/mcp"
	"github.com/mcp-evref/evref/pkg/record"
)

// session is one log of JSON-RPC messages, and the label that a context has
// which saw all its results.
type session struct {
	run   *verifyRun
	name  string
	note  sessionNote
	label evidence.Label
}

// sessionNote is what machines read about a session.
type sessionNote struct {
	Source     string     `json:"source"`
	Results    int        `json:"results"`
	Unlabelled int        `json:"unlabelled"`
	Label      *labelNote `json:"label,omitempty"` // without it, nothing was labelled
}

type labelNote struct {
	Integrity       string `json:"integrity"`
	Confidentiality string `json:"confidentiality"`
	PrivateSources  int    `json:"privateSources"`
	Partial         bool   `json:"partial"`
}

// sessionLog judges every result in a log of a session, and then tells the
// label that they add up to.
func (r *verifyRun) sessionLog(ctx context.Context, name string, in io.Reader) error {
	s := &session{run: r, name: name, note: sessionNote{Source: name}}
	r.inSession = true
	defer func() { r.inSession = false }()
	lines := input.NewLines(in, r.input.limits())
	for ctx.Err() == nil {
		line, err := lines.Next()
		if err == io.EOF {
			return s.end()
		}
		if interrupted(ctx, err) {
			return err
		}
		var syntax *record.SyntaxError
		if err != nil && !errors.As(err, &syntax) {
			r.refuse(errorDiagnostic(name, readError(err)))
			return s.end()
		}
		r.summary.Lines++
		item := line.Item(name, nil)
		switch {
		case syntax != nil:
			err = r.broken(item, syntax)
		case line.Blank():
			r.summary.BlankLines++
		default:
			err = s.line(item)
		}
		if err != nil {
			return err
		}
		flush(r.sinks) // whoever follows a log as it grows gets its answers
	}
	return ctx.Err()
}

// line finds the message in a line and reads it.
func (s *session) line(item input.Item) error {
	found := mcp.ReadLogLine(item.Data)
	switch {
	case found.Broken:
		return s.malformed(item, "line holds a JSON-RPC message that is not whole", "the log may be cut off here, or two writers share it")
	case found.Message == nil && s.run.skipNonJSON:
		s.run.summary.SkippedLines++
		return nil
	case found.Message == nil:
		return s.malformed(item, "line holds no JSON-RPC message", "--skip-non-json passes over such lines")
	case !found.Alone && !s.run.skipNonJSON:
		return s.malformed(item, "something stands around the JSON-RPC message", "--skip-non-json passes over it")
	case !found.Alone:
		s.run.summary.DecoratedLines++
		item = withoutPrefix(item, found)
	}
	rec, err := s.run.parser.Parse(item.Data, record.JSON)
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		return s.run.broken(item, syntax)
	}
	return s.message(item, rec.Root())
}

// withoutPrefix makes the message the item, and blanks what stands before it so
// that columns and offsets stay those of the line.
func withoutPrefix(item input.Item, found mcp.LogLine) input.Item {
	columns := utf8.RuneCount(item.Data[:found.Offset])
	data := make([]byte, 0, columns+len(found.Message))
	for range columns {
		data = append(data, ' ')
	}
	item.Data = append(data, found.Message...)
	item.Offset += int64(found.Offset - columns)
	return item
}

// message judges the claims of a message that carries a result, or of every one
// in a batch. Other messages are counted.
func (s *session) message(item input.Item, v record.Value) error {
	if v.Kind() == record.Array {
		for _, e := range v.Elements() {
			if err := s.message(item, e); err != nil {
				return err
			}
		}
		return nil
	}
	r := s.run
	if evidence.DetectShape(v, r.annotationKey) != evidence.ShapeResponse {
		r.summary.Messages++
		return nil
	}
	results, _ := evidence.ReadResults(v, r.annotationKey)
	r.batch.reset()
	for i := range results {
		r.result(item, &results[i], true)
		s.join(results[i].Label())
	}
	return r.take(&r.batch)
}

func (s *session) join(label evidence.Label) {
	s.note.Results++
	if label.IsZero() {
		s.note.Unlabelled++
	}
	if s.note.Results == 1 {
		s.label = label
		return
	}
	s.label = s.label.Join(label)
}

// malformed is the answer for a line that is no message.
func (s *session) malformed(item input.Item, message, help string) error {
	r := s.run
	r.batch.reset()
	r.batch.add(&judged{
		Result: evidence.Result{Verdict: evidence.Malformed, Claim: &evidence.Claim{}}, in: item, kind: asSession,
		document: []diag.Diagnostic{{Rule: evidence.CodeLine, Severity: diag.Error, Message: message, Help: help}},
	})
	return r.take(&r.batch)
}

// end tells the label of the whole session.
func (s *session) end() error {
	if !s.label.IsZero() {
		s.note.Label = &labelNote{
			s.label.Integrity.String(), s.label.Confidentiality.String(), s.label.Sources, s.label.Partial,
		}
	}
	s.run.summary.Sessions = append(s.run.summary.Sessions, s.note)
	if s.run.statusOnly {
		return nil
	}
	for i, sink := range s.run.sinks {
		if sink.format != "text" {
			continue
		}
		if err := s.run.printer[i].Item(sink, []byte(s.note.text())); err != nil {
			return err
		}
	}
	return nil
}

// text is the line about the session for people.
func (n sessionNote) text() string {
	label := "unlabelled"
	if n.Label != nil {
		label = n.Label.Integrity + ", " + n.Label.Confidentiality
		if n.Label.PrivateSources > 1 {
			label += fmt.Sprintf(" to readers common to %d sources", n.Label.PrivateSources)
		}
	}
	text := fmt.Sprintf("%s: label after %s: %s", diag.Safe(n.Source), count(n.Results, "result"), label)
	if n.Unlabelled > 0 && n.Label != nil {
		text += fmt.Sprintf("; %d unlabelled, for which the host's own policy holds", n.Unlabelled)
	}
	return text + "\n"
}
