package cmd

import (
	"io"
	"slices"
	"strconv"

	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// lintFormats lists what --format takes.
func lintFormats() []string {
	return append([]string{"text", "json", "jsonl", "ignores"}, report.Formats()...)
}

// newPrinter gives the printer for one output.
func (r *lintRun) newPrinter(s sink) lintPrinter {
	switch s.format {
	case "json":
		return lintMachine(report.JSON[lintFindingJSON, lintSummary]("findings"))
	case "jsonl":
		return lintMachine(report.JSONLines[lintFindingJSON, lintSummary]())
	case "ignores":
		return r.lintIgnores()
	case "text":
		onTerminal := s.path == "" && r.OutTerminal
		return newLintText(newPalette(r.colored(r.colorMode, onTerminal)), r.textWidth(onTerminal))
	}
	p, _ := report.Findings(s.format, r.describe()) // the name was checked with the flags
	seen := make(map[string]int)
	return lintPrinter{
		Begin: p.Begin,
		Item: func(w io.Writer, f *lintFile) error {
			source := f.report()
			tellApart(source.Findings, seen)
			return p.Item(w, source)
		},
		End: func(w io.Writer, sum lintSummary) error {
			return p.End(w, report.Outcome{ExitCode: sum.ExitCode, Failures: sum.failures})
		},
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
	t := &report.Tool{Name: "evref", Version: buildVersion(), URL: projectURL, FailOn: r.failFrom, Shown: lint.Shown}
	for _, rule := range lint.Rules() {
		t.Rules = append(t.Rules, report.Rule{
			ID: rule.ID, Name: rule.Slug, Summary: rule.Summary, Details: rule.Doc.Why + "\n\n" + rule.Doc.Fix, URL: ruleURL(rule.ID), Severity: rule.Severity,
		})
	}
	return t
}

// tellApart numbers findings with the same fingerprint: two files of one server
// may have the same defect in tools of the same name.
func tellApart(findings []report.Finding, seen map[string]int) {
	for i := range findings {
		f := &findings[i]
		seen[f.Fingerprint]++
		if n := seen[f.Fingerprint]; n > 1 {
			f.Fingerprint += "-" + strconv.Itoa(n)
		}
	}
}

// report gives the file as the formats for platforms see it.
func (f *lintFile) report() report.Source {
	out := report.Source{Name: f.source, Failures: f.failures}
	out.Text = f.text()
	for i := range f.findings {
		out.Findings = append(out.Findings, f.reported(&f.findings[i], nil))
	}
	for i := range f.suppressed {
		out.Findings = append(out.Findings, f.reported(&f.suppressed[i].Finding, &f.suppressed[i].Suppression))
	}
	slices.SortStableFunc(out.Findings, func(a, b report.Finding) int { return diag.Compare(a.Diagnostic, b.Diagnostic) })
	return out
}

func (f *lintFile) reported(x *lint.Finding, s *report.Suppression) report.Finding {
	out := report.Finding{Diagnostic: x.Diagnostic, Fingerprint: x.Fingerprint(), Suppressed: s}
	for _, fix := range x.Fixes {
		edits := make([]report.Edit, len(fix.Edits))
		for j, e := range fix.Edits {
			edits[j] = report.Edit{Range: f.file.Range(e.Start, e.End), New: e.New}
		}
		out.Fixes = append(out.Fixes, report.Fix{Safe: fix.Safe, Message: fix.Message, Edits: edits})
	}
	return out
}
