package cmd

import (
	"io"
	"strconv"

	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/lint"
)

// lintFormats lists what --format takes.
func lintFormats() []string { return append([]string{"text", "json", "jsonl"}, report.Formats()...) }

// newPrinter gives the printer for one output.
func (r *lintRun) newPrinter(s sink) lintPrinter {
	switch s.format {
	case "json":
		return report.JSON[*lintFile, lintSummary]("files")
	case "jsonl":
		return lintLines()
	case "text":
		onTerminal := s.path == "" && r.OutTerminal
		return newLintText(newPalette(r.colored(r.colorMode, onTerminal)), r.textWidth(onTerminal))
	}
	p, _ := report.Findings(s.format, r.describe()) // the name was checked with the flags
	return lintPrinter{
		Begin: p.Begin,
		Item:  func(w io.Writer, f *lintFile) error { return p.Item(w, f.report()) },
		End:   func(w io.Writer, sum lintSummary) error { return p.End(w, report.Outcome{ExitCode: sum.ExitCode}) },
	}
}

// textWidth is how many columns text may take.
func (r *lintRun) textWidth(onTerminal bool) int {
	if n, err := strconv.Atoi(r.Getenv("COLUMNS")); err == nil && onTerminal {
		return min(max(n, 60), 200)
	}
	return 100
}

// describe tells formats about the program and its rules.
func (r *lintRun) describe() *report.Tool {
	t := &report.Tool{Name: "evref", Version: buildVersion(), FailOn: r.failFrom}
	for _, rule := range lint.Rules() {
		t.Rules = append(t.Rules, report.Rule{
			ID: rule.ID, Name: rule.Slug, Summary: rule.Summary, Details: rule.Doc.Why + "\n\n" + rule.Doc.Fix, Severity: rule.Severity,
		})
	}
	return t
}

// report gives the file as the formats for platforms see it.
func (f *lintFile) report() report.Source {
	out := report.Source{Name: f.source, Failures: f.failures}
	if f.file == nil {
		return out
	}
	out.Text = f.file.Raw
	for i := range f.findings {
		x := &f.findings[i]
		finding := report.Finding{Diagnostic: x.Diagnostic, Fingerprint: x.Fingerprint()}
		for _, fix := range x.Fixes {
			edits := make([]report.Edit, len(fix.Edits))
			for j, e := range fix.Edits {
				edits[j] = report.Edit{Range: f.file.Range(e.Start, e.End), New: e.New}
			}
			finding.Fixes = append(finding.Fixes, report.Fix{Safe: fix.Safe, Message: fix.Message, Edits: edits})
		}
		out.Findings = append(out.Findings, finding)
	}
	return out
}
