package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/pipeline"
	"github.com/mcp-evref/evref/cmd/internal/progress"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// stream opens an input whose lines are claims or check lines.
func (r *verifyRun) stream(ctx context.Context, name, kind string) error {
	in, err := r.reader.Open(name)
	if err == nil && r.reader.IsDir(name) {
		in.Close()
		err = &input.OpenError{Err: errors.New("is a directory")}
	}
	if interrupted(ctx, err) {
		return err
	}
	if err != nil {
		r.refuseInput(name, err)
		return nil
	}
	return r.read(in, func() error { return r.lines(ctx, in, in, kind) })
}

// lines judges a stream of lines: one goroutine reads, --jobs work, and the
// answers come out in the order of the lines. text is what there is to read of
// the input.
func (r *verifyRun) lines(ctx context.Context, in *input.Opened, text io.Reader, kind string) error {
	name := in.Name
	r.summary.byLine = true
	text, start, err := r.place(ctx, in, text)
	if err != nil {
		return err
	}
	if r.resume != nil && r.resume.done() {
		return nil
	}
	batches := input.NewBatches(text, r.input.limits())
	batches.From(start)
	if r.resume != nil {
		batches.Hash = r.resume.hash
	}
	r.meter.Begin(r.progressOf(in, start))
	before, answered := r.summary.Lines, r.tally.Total()+r.summary.BlankLines
	err = pipeline.Run(ctx, r.input.jobs, batches.Next,
		func() func(*input.Batch, *verifyBatch) { return r.lineWorker(name, kind) },
		func(out *verifyBatch) error {
			if r.printsOnTerminal(out) {
				r.meter.Erase()
			}
			if err := r.take(out); err != nil {
				return err
			}
			flush(r.sinks) // whoever feeds a line and waits gets its answer
			r.meter.Update(func() progress.State { return r.progressOf(in, out.end) })
			if r.resume != nil {
				return r.reached(out.end)
			}
			return nil
		})
	switch {
	case isFailure(err):
		return err
	case interrupted(ctx, err):
		r.stopped()
		return err
	case err != nil:
		if r.resume != nil {
			r.resume.next.Bytes = -1 // it has to be fetched again, and may have another length
		}
		r.stopped()
		r.refuse(errorDiagnostic(name, &input.OpenError{Err: err}))
	case r.resume != nil:
		r.resume.ended = true
	}
	answered = r.tally.Total() + r.summary.BlankLines - answered
	if n := r.summary.Lines - before; n != batches.Count() || n != answered {
		panic(fmt.Sprintf("%d lines read, %d judged and %d answered", batches.Count(), n, answered))
	}
	return nil
}

// lineWorker gives a worker with memory of its own.
func (r *verifyRun) lineWorker(name, kind string) func(*input.Batch, *verifyBatch) {
	judge, _ := r.newLines(false)
	return func(batch *input.Batch, out *verifyBatch) {
		if out.forms == nil {
			*out = r.newBatch()
		}
		out.reset()
		for line, err := range batch.Lines() {
			out.lines++
			if err == nil && line.Blank() {
				out.blank++
				continue
			}
			j := judged{in: line.Item(name, nil), kind: kind}
			var syntax *record.SyntaxError
			switch {
			case errors.As(err, &syntax):
				j.Result = evidence.BrokenLine(syntax).Result
			case kind == asCheck:
				j.Result = checkLine(judge, line, &j)
			default:
				result := judge.Judge(line.Data)
				j.Result, j.id = result.Result, result.ID
			}
			out.add(&j)
		}
		out.end = batch.End()
		batch.Release()
	}
}

// checkLine judges one line of what `evref digest` prints. The item is called
// what the line calls it.
func checkLine(judge *evidence.Lines, line input.Line, j *judged) evidence.Result {
	text := bytes.TrimSuffix(line.Data, []byte{'\r'})
	check, err := digest.ParseCheckLine(string(text))
	if err != nil {
		return evidence.BrokenCheckLine(err)
	}
	claim := evidence.NewClaim(check.Digest, check.Canonicalization)
	result := judge.Located(&claim, check.Locator)
	j.called = check.Locator
	return result
}
