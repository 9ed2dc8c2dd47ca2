package cmd

import (
	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/evidence"
)

// verifyBatch collects what is said about a batch of lines or about a document:
// the items as every output shows them, what goes to stderr, and the counts.
// It is made by one goroutine and written by another.
type verifyBatch struct {
	*verifyOptions
	sinks []sink
	text  verifyText
	page  *report.HTMLPage
	quiet bool

	forms    [][]byte // one for each sink
	said     []diag.Diagnostic
	tally    evidence.Tally
	hazards  int // items with hazards
	errors   int
	warnings int
	lines    int // of a stream of lines, blank ones included
	blank    int
	end      input.Mark // behind the last line
	code     int

	failures *failureDir // of --failures-dir; nil keeps none
	staged   []stagedFailure
}

func (r *verifyRun) newBatch() verifyBatch {
	colored := r.colored(r.colorMode, r.OutTerminal)
	return verifyBatch{
		verifyOptions: r.verifyOptions, sinks: r.sinks, quiet: r.quiet,
		text: newVerifyText(newPalette(colored)), page: r.page, forms: make([][]byte, len(r.sinks)),
		failures: r.failures,
	}
}

// reset makes the memory ready for the next batch.
func (a *verifyBatch) reset() {
	for i := range a.forms {
		a.forms[i] = a.forms[i][:0]
	}
	*a = verifyBatch{verifyOptions: a.verifyOptions, sinks: a.sinks, text: a.text, page: a.page, quiet: a.quiet, forms: a.forms, said: a.said[:0],
		failures: a.failures, staged: a.staged[:0]}
}

// add counts an answer and writes it down.
func (a *verifyBatch) add(j *judged) {
	a.tally[j.Verdict]++
	code := a.codeOf(j.Verdict)
	if j.Verdict != evidence.Verified || len(j.Hazards)+len(j.Findings)+len(j.document) > 0 || len(j.Claim.Findings) > 0 {
		code = a.remark(j, code)
	}
	a.code = Worse(a.code, code)
	if a.failures != nil && code != ExitOK {
		failed := *j // a copy, so that what is not kept needs no memory
		a.staged = append(a.staged, a.failures.stage(&failed, code, a.verifyOptions))
	}
	good := j.Verdict == evidence.Verified || j.Verdict == evidence.NoClaim
	if a.statusOnly || good && (a.onlyFailures || a.quiet) && code == ExitOK {
		return
	}
	for i, s := range a.sinks {
		switch s.format {
		case "text":
			a.forms[i] = a.text.append(a.forms[i], j)
			continue
		case "html":
			a.forms[i] = a.page.Append(a.forms[i], j.card())
			continue
		}
		form, err := report.Prepare(a.forms[i], s.format, j.item())
		if err != nil { // only an id that is no JSON, and ids are read strictly
			panic(err)
		}
		a.forms[i] = form
	}
}

// remark keeps what is said beside an item, and gives the exit code with it.
func (a *verifyBatch) remark(j *judged, code int) int {
	if len(j.Hazards) > 0 {
		a.hazards++
		if a.fails(failHazard) {
			code = Worse(code, ExitNo)
		}
	}
	for _, d := range j.findings() {
		switch {
		case d.Severity == diag.Error:
			a.errors++
			if code != ExitUnjudged { // the error says why nothing could be judged
				code = Worse(code, ExitNo)
			}
		case d.Severity == diag.Warning:
			a.warnings++
			if a.fails(failWarning) {
				code = Worse(code, ExitNo)
			}
		}
		a.said = append(a.said, d)
	}
	return code
}

// codeOf gives the exit code of a verdict.
func (a *verifyBatch) codeOf(v evidence.Verdict) int {
	switch {
	case v == evidence.Verified:
		return ExitOK
	case v == evidence.NoClaim && !a.requireClaim:
		return ExitOK
	case v == evidence.Unresolved && !a.fails(failUnresolved), v == evidence.Unsupported && !a.fails(failUnsupported):
		return ExitUnjudged
	}
	return ExitNo
}
