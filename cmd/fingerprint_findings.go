package cmd

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint/lock"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
)

// severityOfStatus is how formats for platforms show a status.
func severityOfStatus(s lock.Status) diag.Severity {
	if s == lock.Unchanged {
		return diag.Info
	}
	return diag.Error
}

func warningDocs() []report.Rule {
	var rules []report.Rule
	for _, w := range warning.All() {
		rules = append(rules, report.Rule{ID: string(w.Name), Name: string(w.Name), Summary: w.Summary, Details: w.Why + "\n\n" + w.Fix, Severity: w.Severity})
	}
	return rules
}

// findings gives what there is to say about each source, in the order in which
// they were read. checked is nil when nothing is held against a lock.
func (r *fingerprintRun) findings(checked *lock.Report) []report.Source {
	var out []report.Source
	at := map[string]int{}
	source := func(name string) *report.Source {
		i, ok := at[name]
		if !ok {
			i = len(out)
			at[name] = i
			out = append(out, report.Source{Name: name})
		}
		return &out[i]
	}
	for _, i := range r.items {
		s := source(i.source)
		s.Failures = append(s.Failures, i.errors...)
		if checked != nil {
			continue
		}
		if i.reason != "" {
			s.Failures = append(s.Failures, i.notRepresentable())
		}
		for _, w := range i.warnings {
			s.Findings = append(s.Findings, finding(w.Diagnostic(i.source, i.id.Definition)))
		}
	}
	if checked == nil {
		return out
	}
	for _, x := range checked.Results {
		for _, d := range r.resultDiagnostics(x) {
			s := source(d.Source)
			s.Findings = append(s.Findings, finding(d))
		}
	}
	return out
}

// resultDiagnostics puts a result into words: one diagnostic for its status and
// one for each warning. A definition that is as it was is not annotated again.
func (r *fingerprintRun) resultDiagnostics(x lock.Result) []diag.Diagnostic {
	if x.Status == lock.Unchanged {
		return nil
	}
	d := diag.Diagnostic{Rule: string(x.Status), Severity: severityOfStatus(x.Status), Source: r.lockName(), Record: x.ID.Definition}
	if x.Agreed {
		d.Severity = diag.Warning
	}
	if item := r.itemOf(x); item != nil {
		d.Source, d.Pointer, d.Range = item.source, item.pointer, item.place
	}
	for _, s := range lock.Statuses() {
		if s.Status == x.Status {
			d.Message, d.Help = s.Meaning, s.Fix
		}
	}
	if details := resultDetails(x); details != "" {
		d.Message += ": " + details
	}
	return append([]diag.Diagnostic{d}, r.warningsOf(x)...)
}

func resultDetails(x lock.Result) string {
	var parts []string
	if x.Reason != "" {
		parts = append(parts, x.Reason)
	}
	for _, f := range x.Fields {
		text := f.Field
		if f.Note != "" {
			text += " (" + f.Note + ")"
		}
		parts = append(parts, text)
	}
	for _, u := range x.Uncovered {
		parts = append(parts, u.Path+" "+u.How)
	}
	for _, t := range x.Tools {
		parts = append(parts, strings.TrimSpace(t.Tool+" "+t.Pointer+" "+t.Message))
	}
	return strings.Join(parts, ", ")
}

// finding gives a diagnostic an identity that does not depend on its line.
func finding(d diag.Diagnostic) report.Finding {
	sum := sha256.Sum256([]byte(strings.Join([]string{d.Source, d.Rule, d.Record, d.Pointer, d.Message}, "\x00")))
	return report.Finding{Diagnostic: d, Fingerprint: hex.EncodeToString(sum[:16])}
}
