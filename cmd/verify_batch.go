package cmd

import (
	"github.com/mcp-evref/evref/cmd/internal/baseline"
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

	keeps  bool               // failures, for --summary and --baseline
	base   *baseline.Baseline // of --baseline; nil without it
	failed []failedItem
	better []baseline.Key // subjects of good items that are in the baseline
	parts  []byte         // memory for keys
}

func (r *verifyRun) newBatch() verifyBatch {
	colored := r.colored(r.colorMode, r.OutTerminal)
	return verifyBatch{
		verifyOptions: r.verifyOptions, sinks: r.sinks, quiet: r.quiet,
		text: newVerifyText(newPalette(colored)), page: r.page, forms: make([][]byte, len(r.sinks)),
		failures: r.failures, keeps: r.report != nil || r.base != nil || r.resume != nil, base: r.base,
	}
}

// reset makes the memory ready for the next batch.
func (a *verifyBatch) reset() {
	for i := range a.forms {
		a.forms[i] = a.forms[i][:0]
	}
	*a = verifyBatch{verifyOptions: a.verifyOptions, sinks: a.sinks, text: a.text, page: a.page, quiet: a.quiet, forms: a.forms, said: a.said[:0],
		failures: a.failures, staged: a.staged[:0], keeps: a.keeps, base: a.base, failed: a.failed[:0], better: a.better[:0], parts: a.parts}
}

// add counts an answer and writes it down.
func (a *verifyBatch) add(j *judged) {
	a.tally[j.Verdict]++
	code, said := a.codeOf(j.Verdict), len(a.said)
	if j.Verdict != evidence.Verified || len(j.Hazards)+len(j.Findings)+len(j.document) > 0 || len(j.Claim.Findings) > 0 {
		code = a.remark(j, code)
	}
	if a.base == nil {
		a.code = Worse(a.code, code)
	}
	if a.keeps {
		a.keep(j, code, said)
	}
	if a.failures != nil && code != ExitOK {
		failed := *j // a copy, so that what is not kept needs no memory
		a.staged = append(a.staged, a.failures.stage(&failed, code, a.verifyOptions))
	}
	good := j.Verdict == evidence.Verified || j.Verdict == evidence.NoClaim
	if a.statusOnly || good && (a.onlyFailures || a.quiet) && code == ExitOK {
		return
	}
	if a.base != nil && code != ExitOK {
		a.showBoth(j)
		return
	}
	for i := range a.sinks {
		a.show(i, j)
	}
}

// show writes an answer down as an output shows it.
func (a *verifyBatch) show(sink int, j *judged) {
	switch format := a.sinks[sink].format; format {
	case "text":
		a.forms[sink] = a.text.append(a.forms[sink], j)
	case "html":
		a.forms[sink] = a.page.Append(a.forms[sink], j.card())
	default:
		form, err := report.Prepare(a.forms[sink], format, j.item())
		if err != nil { // only an id that is no JSON, and ids are read strictly
			panic(err)
		}
		a.forms[sink] = form
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
		a.said = append(a.said, atByte(d, j.in))
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
