package cmd

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
	"github.com/mcp-evref/evref/pkg/record"
)

// lintRun is one run of `evref lint-tool`.
type lintRun struct {
	*app
	*lintOptions
	say     messages
	reader  *input.Options
	sinks   []sink
	printer []lintPrinter
	summary lintSummary
	passed  passedOver
}

// lintFile is what is said about one input. What machines read of it is in
// lint_tool_json.go.
type lintFile struct {
	source   string
	file     *lint.File // nil when the input could not be read as a tool file
	control  []byte     // text of a configuration or baseline that findings are about
	findings []lint.Finding
	// suppressed are the findings that do not count.
	suppressed []suppressedFinding
	failures   []diag.Diagnostic
}

// lintSummary counts what a run met. Its shape is
// schemas/lint-tool-output.v1.json.
type lintSummary struct {
	Files        int `json:"files"`
	Tools        int `json:"tools"`
	Results      int `json:"results"`
	Errors       int `json:"errors"`
	Warnings     int `json:"warnings"`
	Infos        int `json:"infos"`
	Ignored      int `json:"ignored"`      // findings that the configuration ignores
	Baselined    int `json:"baselined"`    // findings that are in the baseline
	Unrecognized int `json:"unrecognized"` // files met in directories that are no tool files
	Links        int `json:"links"`
	OtherLines   int `json:"otherLines"` // lines of JSON Lines files without tools and results
	ExitCode     int `json:"exitCode"`

	Inputs   []lintInputJSON   `json:"inputs"`
	Failures []lintFailureJSON `json:"failures"` // inputs, or lines of them, that could not be judged

	failures []diag.Diagnostic // those that belong to no input, for formats that list them
}

func runLint(ctx context.Context, a *app, o *lintOptions) (code int, err error) {
	r := &lintRun{app: a, lintOptions: o, say: a.messages()}
	r.summary.Inputs, r.summary.Failures = []lintInputJSON{}, []lintFailureJSON{}
	r.reader = o.input.options(ctx, a.In, lintExtensions()...)
	if !o.quietOutput() {
		if r.sinks, err = o.output.open(a, r.inputPaths()); err != nil {
			return 0, err
		}
	}
	defer discard(r.sinks)
	for _, s := range r.sinks {
		p := r.newPrinter(s)
		r.printer = append(r.printer, p)
		if err := p.Begin(s); err != nil {
			return 0, err
		}
	}
	if err := r.unmatched(); err != nil {
		return 0, err
	}
	counts, err := r.each(ctx)
	if err != nil && !interrupted(ctx, err) {
		return 0, err
	}
	stopped := err != nil
	if !stopped {
		if err := r.finish(); err != nil {
			return 0, err
		}
	}
	r.summary.Unrecognized += counts.Unrecognized
	r.summary.Links = counts.Links
	r.summary.ExitCode = r.exitCode(stopped)
	r.noteNothing()
	for i, s := range r.sinks {
		if err := r.printer[i].End(s, r.summary); err != nil {
			return 0, err
		}
	}
	if err := commit(r.sinks); err != nil {
		return 0, err
	}
	r.closingNotes(stopped)
	return r.summary.ExitCode, nil
}

// each visits a server that is captured, or the files that are named.
func (r *lintRun) each(ctx context.Context) (input.Counts, error) {
	if r.capture.asked() {
		return input.Counts{}, r.capture.each(ctx, r.app, r.item)
	}
	return r.reader.Each(ctx, r.args, r.item)
}

func (r *lintRun) inputPaths() []string {
	var paths []string
	for _, name := range r.args {
		if name != "-" {
			paths = append(paths, r.reader.Path(name))
		}
	}
	return paths
}

// item lints one input. Only an error of writing ends the run.
func (r *lintRun) item(in input.Item) error {
	out := &lintFile{source: in.Locator.Path}
	if in.Err != nil {
		out.fail(errorDiagnostic(out.source, in.Err))
		return r.print(out)
	}
	if r.excluded(in) || r.again(in) {
		return nil
	}
	if err := guard(r.sinks, r.reader.Path(out.source)); in.Walked && err != nil {
		return err
	}
	defer keepMemoryLow(len(in.Data))()
	f, err := lint.Load(out.source, in.Data, r.loadOptions())
	switch {
	case r.control.met[out.source] && isUnrecognized(err):
		r.passOver(out.source, err)
		return nil
	case err != nil && in.Walked && !mentionsTools(in.Data, err), err == nil && in.Walked && f.Doubtful && len(f.Broken) == 0:
		r.passOver(out.source, err)
		return nil
	case err != nil && f != nil && len(f.Broken) > 0: // JSON Lines: each with its place in the file
		out.failBroken(f)
		return r.print(out)
	case err != nil:
		out.fail(loadDiagnostic(out.source, err))
		return r.print(out)
	}
	out.file = f
	if err := r.judge(out); err != nil {
		return err
	}
	out.failBroken(f)
	return r.print(out)
}

// keepMemoryLow lets garbage grow less while a large input is held, so that all
// memory stays below four times its size. undo puts the setting back.
func keepMemoryLow(size int) (undo func()) {
	if size < 4<<20 {
		return func() {}
	}
	return limitGarbage(6)
}

func (f *lintFile) fail(d diag.Diagnostic) { f.failures = append(f.failures, d) }

// failBroken records the lines that could not be read.
func (f *lintFile) failBroken(read *lint.File) {
	for _, line := range read.Broken {
		d := errorDiagnostic(f.source, line.Err)
		d.Range = line.Range
		f.fail(d)
	}
}

// isUnrecognized reports the error for a file that is no tool file.
func isUnrecognized(err error) bool {
	var unrecognized *lint.UnrecognizedError
	return errors.As(err, &unrecognized)
}

// loadDiagnostic makes an error of [lint.Load] a diagnostic.
func loadDiagnostic(source string, err error) diag.Diagnostic {
	var unrecognized *lint.UnrecognizedError
	if errors.As(err, &unrecognized) {
		return diag.Diagnostic{
			Rule: "not-a-tool-file", Severity: diag.Error, Source: source, Message: unrecognized.Error(), Help: unrecognized.Help,
		}
	}
	d := errorDiagnostic(source, err)
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) { // in the words of tool files, which are no records
		switch syntax.Code {
		case "trailing-data":
			d.Help = "keep one JSON document in a file, or end its name in .jsonl when each line is one"
		case "empty-input":
			d.Message, d.Help = "file is empty", "save the server's tools/list answer"
		}
		d.Message = strings.NewReplacer("the record", "the document", "record ", "document ").Replace(d.Message)
	}
	return d
}

// print counts an input and hands it to every output.
func (r *lintRun) print(f *lintFile) error {
	if f.file != nil {
		r.summary.Files++
		r.summary.Tools += f.file.Tools()
		r.summary.Results += len(f.file.Results)
		r.summary.OtherLines += f.file.OtherLines
		r.summary.Inputs = append(r.summary.Inputs, lintInputJSON{
			Source: f.source, Shape: f.file.Shape, Spec: f.file.Spec, Tools: f.file.Tools(), Results: len(f.file.Results), Findings: len(f.findings),
		})
	}
	for _, x := range f.findings {
		switch x.Severity {
		case diag.Error:
			r.summary.Errors++
		case diag.Warning:
			r.summary.Warnings++
		default:
			r.summary.Infos++
		}
	}
	for _, d := range f.failures {
		r.summary.Failures = append(r.summary.Failures, failureJSON(f.source, d))
	}
	for i, s := range r.sinks {
		if err := r.printer[i].Item(s, f); err != nil {
			return err
		}
	}
	for _, d := range f.failures {
		r.say.diagnostic(d)
	}
	return nil
}

// exitCode combines what the run met: 1 beats 3.
func (r *lintRun) exitCode(stopped bool) int {
	s := r.summary
	code := ExitOK
	if len(s.Failures) > 0 || s.Files == 0 && !r.allowEmpty {
		code = ExitUnreadable
	}
	if r.failed() && !r.exitZero {
		code = Worse(code, ExitNo)
	}
	if stopped {
		code = Worse(code, ExitInterrupted)
	}
	return code
}

// failed reports findings that make the run fail.
func (r *lintRun) failed() bool {
	s := r.summary
	counts := map[diag.Severity]int{
		diag.Error: s.Errors, diag.Warning: s.Errors + s.Warnings, diag.Info: s.Errors + s.Warnings + s.Infos,
	}
	return counts[r.failFrom] > 0 || r.maxWarnings >= 0 && s.Warnings > r.maxWarnings
}

// closingNotes says on stderr what the output cannot: how much was judged and
// what was not.
func (r *lintRun) closingNotes(stopped bool) {
	s := r.summary
	switch {
	case s.Files == 0 && len(s.Failures) == 0 && !r.allowEmpty && !stopped:
		r.say.fail("no tool file found; a tool file has a tool, a list of tools or a tool result in JSON")
	case s.Files > 0:
		r.say.note("%s: %s", r.judged(), r.counted())
	}
	r.controlNotes()
	notRead(r.say, s.Unrecognized, s.Links, 0)
	r.passed.notes(r.say)
	if s.OtherLines > 0 {
		r.say.note("%s without tools or results", count(s.OtherLines, "line"))
	}
	if r.maxWarnings >= 0 && s.Warnings > r.maxWarnings {
		r.say.note("more than %s", count(r.maxWarnings, "warning"))
	}
	if r.exitZero && r.failed() {
		r.say.note("exit code 1 is masked by --exit-zero")
	}
	if stopped {
		r.say.fail("interrupted after %s", count(s.Files, "file"))
	}
}

func (r *lintRun) judged() string {
	s := r.summary
	what := count(s.Tools, "tool")
	switch {
	case s.Tools == 0 && s.Results > 0:
		what = count(s.Results, "result")
	case s.Results > 0:
		what += " and " + count(s.Results, "result")
	}
	return what + " in " + count(s.Files, "file")
}

func (r *lintRun) counted() string {
	s := r.summary
	parts := []string{count(s.Errors, "error"), count(s.Warnings, "warning"), count(s.Infos, "note")}
	if r.control.refused != "" {
		parts = append(parts, strconv.Itoa(s.Baselined)+" not shown and not accepted")
	}
	parts = slices.DeleteFunc(parts, func(p string) bool { return p[0] == '0' })
	if len(parts) == 0 {
		return "nothing found"
	}
	return joinWords(parts)
}

func joinWords(parts []string) string {
	text := parts[0]
	for _, p := range parts[1:] {
		text += ", " + p
	}
	return text
}
