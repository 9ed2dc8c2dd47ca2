package cmd

import (
	"encoding/json"
	"io"

	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// The shapes of schemas/lint-tool-output.v1.json.
type (
	lintFileJSON struct {
		Source   string            `json:"source"`
		Shape    lint.Shape        `json:"shape,omitempty"`
		Spec     lint.Spec         `json:"spec,omitempty"`
		Tools    int               `json:"tools"`
		Results  int               `json:"results"`
		Findings []lintFindingJSON `json:"findings"`
		Failures []errorNote       `json:"failures,omitempty"`
	}
	lintFindingJSON struct {
		Rule        string        `json:"rule"`
		Severity    diag.Severity `json:"severity"`
		Source      string        `json:"source"`
		Server      string        `json:"server,omitempty"`
		Tool        string        `json:"tool,omitempty"`
		Pointer     string        `json:"pointer"`
		Within      string        `json:"within"`
		Range       *lintSpanJSON `json:"range,omitempty"`
		Message     string        `json:"message"`
		Help        string        `json:"help,omitempty"`
		Related     []lintRelated `json:"related,omitempty"`
		Fixes       []lintFixJSON `json:"fixes,omitempty"`
		Fingerprint string        `json:"fingerprint"`
	}
	lintSpanJSON struct {
		Start diag.Position `json:"start"`
		End   diag.Position `json:"end"`
	}
	lintRelated struct {
		Pointer string        `json:"pointer"`
		Range   *lintSpanJSON `json:"range,omitempty"`
		Message string        `json:"message"`
	}
	lintFixJSON struct {
		Safe    bool           `json:"safe"`
		Message string         `json:"message"`
		Edits   []lintEditJSON `json:"edits"`
	}
	lintEditJSON struct {
		Start int    `json:"start"`
		End   int    `json:"end"`
		New   string `json:"new"`
	}
)

// MarshalJSON gives the file as machines read it.
func (f *lintFile) MarshalJSON() ([]byte, error) {
	out := lintFileJSON{Source: f.source, Findings: make([]lintFindingJSON, len(f.findings)), Failures: f.failureNotes()}
	if f.file != nil {
		out.Shape, out.Spec = f.file.Shape, f.file.Spec
		out.Tools, out.Results = f.file.Tools(), len(f.file.Results)
	}
	for i := range f.findings {
		out.Findings[i] = findingJSON(&f.findings[i])
	}
	return json.Marshal(out)
}

func (f *lintFile) failureNotes() []errorNote {
	var out []errorNote
	for _, d := range f.failures {
		out = append(out, errorNote{
			Class: "unreadable", Code: d.Rule, Pointer: d.Pointer, Offset: d.Range.Start.Offset,
			Line: d.Range.Start.Line, Column: d.Range.Start.Column, Message: d.Message, Help: d.Help,
		})
	}
	return out
}

func findingJSON(f *lint.Finding) lintFindingJSON {
	out := lintFindingJSON{
		Rule: f.Rule, Severity: f.Severity, Source: f.Source, Server: f.Server, Tool: f.Record, Pointer: f.Pointer, Within: f.Within,
		Range: spanJSON(f.Range), Message: f.Message, Help: f.Help, Fingerprint: f.Fingerprint(),
	}
	for _, r := range f.Related {
		out.Related = append(out.Related, lintRelated{Pointer: r.Pointer, Range: spanJSON(r.Range), Message: r.Message})
	}
	for _, fix := range f.Fixes {
		edits := make([]lintEditJSON, len(fix.Edits))
		for i, e := range fix.Edits {
			edits[i] = lintEditJSON(e)
		}
		out.Fixes = append(out.Fixes, lintFixJSON{Safe: fix.Safe, Message: fix.Message, Edits: edits})
	}
	return out
}

func spanJSON(r diag.Range) *lintSpanJSON {
	if !r.Start.IsValid() {
		return nil
	}
	return &lintSpanJSON{r.Start, r.End}
}

// lintLines prints one finding or failure a line, and the summary last.
func lintLines() lintPrinter {
	type failureLine struct {
		Source string `json:"source"`
		errorNote
	}
	lines := report.JSONLines[any, lintSummary]()
	return lintPrinter{
		Begin: lines.Begin,
		Item: func(w io.Writer, f *lintFile) error {
			for i := range f.findings {
				if err := lines.Item(w, map[string]any{"finding": findingJSON(&f.findings[i])}); err != nil {
					return err
				}
			}
			for _, n := range f.failureNotes() {
				if err := lines.Item(w, map[string]any{"failure": failureLine{f.source, n}}); err != nil {
					return err
				}
			}
			return nil
		},
		End: lines.End,
	}
}
