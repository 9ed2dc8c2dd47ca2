package cmd

import (
	"io"

	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// The shapes of schemas/lint-tool-output.v1.json.
type (
	lintInputJSON struct {
		Source   string     `json:"source"`
		Shape    lint.Shape `json:"shape"`
		Spec     lint.Spec  `json:"spec,omitempty"` // that the capture names
		Tools    int        `json:"tools"`
		Results  int        `json:"results"`
		Findings int        `json:"findings"`
	}
	lintFailureJSON struct {
		Source  string `json:"source"`
		Code    string `json:"code"`
		Pointer string `json:"pointer"`
		Offset  int    `json:"offset"`
		Line    int    `json:"line,omitempty"`
		Column  int    `json:"column,omitempty"`
		Message string `json:"message"`
		Help    string `json:"help,omitempty"`
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

// lintMachine prints findings one by one, so that a large capture is not held
// twice.
func lintMachine(p report.Printer[lintFindingJSON, lintSummary]) lintPrinter {
	return lintPrinter{
		Begin: p.Begin,
		Item: func(w io.Writer, f *lintFile) error {
			for i := range f.findings {
				if err := p.Item(w, findingJSON(&f.findings[i])); err != nil {
					return err
				}
			}
			return nil
		},
		End: p.End,
	}
}

func failureJSON(source string, d diag.Diagnostic) lintFailureJSON {
	return lintFailureJSON{
		Source: source, Code: d.Rule, Pointer: d.Pointer, Offset: d.Range.Start.Offset,
		Line: d.Range.Start.Line, Column: d.Range.Start.Column, Message: d.Message, Help: d.Help,
	}
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
