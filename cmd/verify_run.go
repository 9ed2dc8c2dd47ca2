package cmd

import (
	"context"
	"encoding/hex"
	"io"

	"github.com/mcp-evref/evref/cmd/internal/baseline"
	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/progress"
	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/store"
)

// verifyRun is one run of `evref verify`.
type verifyRun struct {
	*app
	*verifyOptions
	say     messages
	meter   *progress.Meter
	reader  *input.Options
	sinks   []sink
	printer []verifyPrinter
	known   *evidence.Schemes
	index   *evidence.Index
	refs    *evidence.RefMap
	store   *store.Store // nil without --store
	spool   spool        // records of --evidence that are compressed
	passed  []unread     // in folders of --evidence

	parser record.Parser // of documents
	batch  verifyBatch   // of documents
	page   *report.HTMLPage
	paths  *pathReader
	single *evidence.Lines // judges what is not in a pipeline

	tally     evidence.Tally
	summary   verifySummary
	code      int
	failures  *failureDir        // of --failures-dir; nil keeps none
	inSession bool               // what is judged is a line of a session log
	report    *runReport         // for --summary; nil when it is not asked for
	kept      baseline.List      // failures, for --summary
	base      *baseline.Baseline // of --baseline; nil when it is not given
	resume    *resumption        // for --resume; nil when it is not asked for
	divided   bool               // --shard has left lines to others
}

type verifyPrinter = report.Printer[[]byte, *verifySummary]

func runVerify(ctx context.Context, a *app, o *verifyOptions) (code int, err error) {
	defer limitGarbage(littleGarbage)()
	meter := a.meter(o.progress, a.quiet || o.statusOnly)
	defer meter.Erase()
	shown := *a
	shown.Err = meter
	r := &verifyRun{app: &shown, verifyOptions: o, say: shown.messages(), meter: meter}
	if o.statusOnly {
		r.say.quiet = true
	}
	r.kept.Failures = []baseline.Failure{}
	r.summary.CBORMapping = digest.CBORMapping
	o.input.opens = o.output.protect(o.summaryPath, o.resumePath).opens
	r.reader = r.options(ctx, a.In, ".json", ".jsonl", ".ndjson")
	r.reader.Hash = o.summaryPath != ""
	r.parser.Limits = o.input.limits()
	defer r.release()
	if err := r.prepare(ctx); err != nil {
		return 0, err
	}
	if err := r.begin(); err != nil {
		return 0, err
	}
	err = r.inputs(ctx)
	stopped := interrupted(ctx, err)
	if err != nil && !stopped {
		return 0, err
	}
	return r.finish(stopped)
}

// options gives a reader of inputs or records, which may be compressed.
func (r *verifyRun) options(ctx context.Context, stdin io.Reader, extensions ...string) *input.Options {
	o := r.input.options(ctx, stdin, input.CompressedNames(extensions...)...)
	o.Decode = true
	return o
}

// prepare opens everything the run needs beside its inputs.
func (r *verifyRun) prepare(ctx context.Context) error {
	if err := r.openBaseline(); err != nil {
		return err
	}
	if !r.noCheckScheme {
		schemes, err := r.config.loadSchemes(r.app, r.schemes, r.reader)
		if err != nil {
			return err
		}
		r.known = schemes
		if len(r.schemes) > 0 {
			r.settings["content of --scheme"] = hex.EncodeToString(r.config.schemes.Sum(nil)[:8]) // for --resume
		}
	}
	if err := r.openCheckpoint(); err != nil {
		return err
	}
	if err := r.loadRefMaps(); err != nil {
		return err
	}
	if err := r.openStore(); err != nil {
		return err
	}
	if err := r.loadEvidence(ctx); err != nil {
		return err
	}
	r.single, r.paths = r.newLines(true)
	if err := r.openReport(); err != nil {
		return err
	}
	var err error
	r.output.grow = r.resume != nil
	if r.sinks, err = r.output.open(r.app, r.inputPaths()); err != nil {
		return err
	}
	return r.openFailures()
}

func (r *verifyRun) release() {
	discard(r.outputs())
	if r.failures != nil {
		r.failures.close()
	}
	if r.refs != nil {
		r.refs.Close()
	}
	if r.store != nil {
		r.store.Close()
	}
	if r.paths != nil {
		r.paths.close()
	}
	r.spool.close()
}

// inputPaths are the files that are never written over.
func (o *verifyOptions) inputPaths() []string {
	var paths []string
	for _, names := range [][]string{o.args, o.checks, o.claims, o.evidence, {o.baselinePath}} {
		for _, name := range names {
			if name != "-" && name != "" {
				paths = append(paths, o.input.path(name))
			}
		}
	}
	return paths
}

// newLines makes a judge with memory of its own. schemes turns scheme checking
// on; in files of claims it costs more than all the rest, so it is asked for.
func (r *verifyRun) newLines(schemes bool) (*evidence.Lines, *pathReader) {
	verifier := &evidence.Verifier{NoDiagnosis: r.noDiagnosis, CrossCheck: r.crossCheck}
	if schemes || r.checkScheme || len(r.schemes) > 0 {
		verifier.Schemes = r.known.Clone()
	}
	limits := r.input.limits()
	paths := &pathReader{reader: r.reader}
	resolver := &evidence.Resolver{Verifier: verifier, Index: r.index, Refs: r.refs, Limits: limits, Format: r.formatOf}
	if r.store != nil {
		resolver.Stored = r.stored
	}
	return &evidence.Lines{Fields: r.fields, Resolver: resolver, ReadPath: paths.read}, paths
}

func (r *verifyRun) begin() error {
	r.page = report.NewHTMLPage()
	r.batch = r.newBatch()
	for _, s := range r.sinks {
		p := verifyPrinter{
			Begin: func(io.Writer) error { return nil },
			Item:  func(w io.Writer, text []byte) error { _, err := w.Write(text); return err },
			End:   func(io.Writer, *verifySummary) error { return nil },
		}
		switch s.format {
		case "text":
		case "html":
			p = verifyHTML(r.page)
		default:
			p = report.Prepared[*verifySummary](s.format, "items")
		}
		r.printer = append(r.printer, p)
		if err := p.Begin(s); err != nil {
			return err
		}
	}
	return nil
}

// inputs works through everything that was named, in the order check files,
// claims files, arguments.
func (r *verifyRun) inputs(ctx context.Context) error {
	for _, name := range r.checks {
		if err := r.stream(ctx, name, asCheck); err != nil {
			return err
		}
	}
	for _, name := range r.claims {
		if err := r.stream(ctx, name, asClaims); err != nil {
			return err
		}
	}
	if r.canonicalization != "" {
		return r.records(ctx)
	}
	for _, name := range r.args {
		if err := r.argument(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

// refuse says that an input could not be read or recognised.
func (r *verifyRun) refuse(d diag.Diagnostic) {
	r.say.diagnostic(d)
	r.summary.NotRead++
	r.code = Worse(r.code, ExitUnreadable)
}

// take writes down what a document or a batch has given.
func (r *verifyRun) take(out *verifyBatch) error {
	r.tally.Add(out.tally)
	r.summary.Hazards += out.hazards
	r.summary.Errors += out.errors
	r.summary.Warnings += out.warnings
	r.summary.BlankLines += out.blank
	r.summary.Lines += out.lines
	r.compare(out)
	r.code = Worse(r.code, out.code)
	if !r.statusOnly {
		for _, d := range out.said {
			r.say.diagnostic(d)
		}
	}
	if r.failures != nil {
		if err := r.failures.settle(out.staged); err != nil {
			return err
		}
	}
	for i, s := range r.sinks {
		if err := r.printer[i].Item(s, out.forms[i]); err != nil {
			return err
		}
	}
	return nil
}
