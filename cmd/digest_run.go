package cmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/pipeline"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/store"
)

// digestRun is one run of `evref digest`: what is read and what is written.
// Records are answered by digesters, of which there are several for JSON Lines.
type digestRun struct {
	*app
	*digestOptions
	say      messages
	reader   *input.Options
	sinks    []sink
	printer  []digestPrinter
	inject   *record.Record
	digester *digester
	store    *storeDigest // nil without --store
	summary  digestSummary
}

func runDigest(ctx context.Context, a *app, o *digestOptions) (code int, err error) {
	defer limitGarbage(littleGarbage)()
	r := &digestRun{app: a, digestOptions: o, say: a.messages(), summary: digestSummary{CBORMapping: digest.CBORMapping}}
	o.input.opens = o.output.protect().opens
	r.reader = o.input.options(ctx, a.In, recordExtensions(o.input.jsonl)...)
	if err := r.refuseRawTerminal(); err != nil {
		return 0, err
	}
	schemes, err := newSchemeChecker(a, o, r.reader)
	if err != nil {
		return 0, err
	}
	r.digester = newDigester(o, schemes)
	if err := r.openStore(); err != nil {
		return 0, err
	}
	defer r.closeStore()
	if err := r.loadInjected(); err != nil {
		return 0, err
	}
	if r.sinks, err = o.output.open(a, r.inputPaths()); err != nil {
		return 0, err
	}
	defer discard(r.sinks)
	if o.input.jsonl {
		r.reader.Stream = func(in *input.Opened) error { return r.lines(ctx, in.Name, in) }
	}
	if err := r.begin(); err != nil {
		return 0, err
	}
	counts, err := r.reader.Each(ctx, o.args, r.item)
	if err != nil && !interrupted(ctx, err) {
		return 0, err
	}
	if err := r.settle(); err != nil {
		return 0, err
	}
	r.summary.Unrecognized, r.summary.Links = r.summary.Unrecognized+counts.Unrecognized, counts.Links
	if err := r.end(); err != nil {
		return 0, err
	}
	if !interrupted(ctx, err) {
		r.closingNotes()
	}
	switch {
	case interrupted(ctx, err):
		r.say.fail("interrupted after %s", count(r.summary.Records, "record"))
		return ExitInterrupted, nil
	case r.summary.Refused > 0 || r.summary.Records == 0 && len(o.args) > 0:
		code = ExitUnreadable
	}
	r.leftNote()
	listed, err := r.list(ctx)
	return Worse(code, listed), err
}

func recordExtensions(lines bool) []string {
	if lines {
		return []string{".jsonl", ".ndjson"}
	}
	return []string{".json", ".cbor"}
}

// refuseRawTerminal keeps binary bytes from a terminal.
func (r *digestRun) refuseRawTerminal() error {
	if r.emit == emitCanonical && !r.hex && !r.digestOptions.diag && len(r.output.outputs) == 0 &&
		r.OutTerminal && r.canonicalizations[0] == digest.CBOR {
		return usagef("CBOR bytes are not for a terminal; use --hex, --diag, -o FILE or a pipe")
	}
	if r.emit == emitCanonical && !r.hex && !r.digestOptions.diag || r.digestOptions.inject != "" {
		if info, err := os.Stat(r.reader.Path(r.args[0])); err == nil && info.IsDir() {
			return usagef("%s is a directory; name one record", r.args[0])
		}
	}
	return nil
}

func (r *digestRun) loadInjected() error {
	if r.digestOptions.inject == "" {
		return nil
	}
	name := r.digestOptions.inject
	data, err := r.reader.ReadFile(name)
	if err == nil {
		r.inject, err = record.Parse(slices.Clone(data), record.JSON, r.input.limits())
	}
	if err != nil {
		return r.saidFailure(errorDiagnostic(name, err))
	}
	return nil
}

// saidFailure prints a diagnostic and ends the run as unreadable.
func (a *app) saidFailure(d diag.Diagnostic) error {
	a.messages().diagnostic(d)
	return exitStatus(ExitUnreadable)
}

// inputPaths are the files this run reads, as far as they are known before it.
func (r *digestRun) inputPaths() []string {
	var paths []string
	for _, name := range append(slices.Clone(r.args), r.digestOptions.inject) {
		if name != "-" && name != "" {
			paths = append(paths, r.reader.Path(name))
		}
	}
	return paths
}

// item answers one file. Only an error of writing ends the run.
func (r *digestRun) item(in input.Item) error {
	if err := guard(r.sinks, r.reader.Path(in.Locator.Path)); err != nil {
		return err
	}
	if r.inStore(in) {
		r.summary.Unrecognized++
		return nil
	}
	item := r.digester.answer(in)
	if r.store != nil {
		return r.hold(item)
	}
	return r.finish(&item)
}

// lines answers the lines of one JSON Lines file, several at a time, in order.
func (r *digestRun) lines(ctx context.Context, name string, lines io.Reader) error {
	if err := guard(r.sinks, r.reader.Path(name)); err != nil {
		return err
	}
	type answers struct {
		items []digestItem
		lines int
		blank int
		batch *store.Batch
	}
	batches := input.NewBatches(lines, r.input.limits())
	newWorker := func() func(*input.Batch, *answers) {
		d := newDigester(r.digestOptions, r.digester.schemes.clone())
		d.keep = true
		return func(batch *input.Batch, out *answers) {
			out.items, out.lines, out.blank = out.items[:0], 0, 0
			if r.store != nil && out.batch == nil {
				out.batch = r.store.newBatch()
			}
			d.batch = out.batch
			for line, err := range batch.Lines() {
				out.lines++
				if err == nil && line.Blank() {
					out.blank++
					continue
				}
				in := line.Item(name, err)
				out.items = append(out.items, d.answer(in))
			}
			batch.Release()
		}
	}
	var failed error
	before := r.summary
	read := func(b *input.Batch) (bool, error) {
		more, err := batches.Next(b)
		failed = err
		return more, nil
	}
	err := pipeline.Run(ctx, r.input.jobs, read, newWorker, func(out *answers) error {
		r.summary.Lines += out.lines
		r.summary.BlankLines += out.blank
		if out.batch != nil {
			if err := r.commitBatch(out.batch, out.items); err != nil {
				return err
			}
		}
		for i := range out.items {
			if err := r.finish(&out.items[i]); err != nil {
				return err
			}
		}
		flush(r.sinks) // a co-process waits for its answer
		return nil
	})
	s := r.summary
	if n := s.Lines - before.Lines; err == nil && (n != batches.Count() || n != s.Records+s.BlankLines-before.Records-before.BlankLines) {
		panic(fmt.Sprintf("%d lines read, %d worked on, and they do not add up to records and blank lines", batches.Count(), n))
	}
	if err == nil && failed != nil {
		item := r.digester.answer(input.Item{Locator: record.Locator{Path: name}, Err: &input.OpenError{Err: failed}})
		err = r.finish(&item)
	}
	return err
}

// finish counts, reports and prints an answer.
func (r *digestRun) finish(item *digestItem) error {
	r.summary.Records++
	if len(item.Errors) > 0 {
		r.summary.Refused++
	}
	r.summary.Hazards += len(item.Hazards)
	for _, d := range item.problems {
		r.say.diagnostic(atByte(d, item.source))
	}
	return r.print(item)
}

// closingNotes says what was met and not read.
func (r *digestRun) closingNotes() {
	s := r.summary
	if s.Records == 0 && len(r.args) > 0 {
		r.say.fail("no record found; digest reads %s files in a directory, and any file that is named", oneOf(recordExtensions(r.input.jsonl)))
	}
	blank := s.BlankLines
	switch {
	case s.Refused > 0 && s.Lines > 0:
		r.say.note("%s read, %d blank; %s, %d refused", count(s.Lines, "line"), blank, count(s.Records, "record"), s.Refused)
		blank = 0
	case s.Refused > 0 && s.Records > 1:
		r.say.note("%d records, %d refused", s.Records, s.Refused)
	}
	notRead(r.say, s.Unrecognized, s.Links, blank)
}

// notRead is the note that makes the counts add up.
func notRead(say messages, unrecognized, links, blank int) {
	if unrecognized > 0 {
		say.note("%s not recognised, not read", count(unrecognized, "file"))
	}
	if links > 0 {
		say.note("%s not followed", count(links, "symbolic link"))
	}
	if blank > 0 {
		say.note("%s skipped", count(blank, "blank line"))
	}
}
