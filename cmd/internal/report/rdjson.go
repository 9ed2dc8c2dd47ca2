package report

import (
	"bytes"
	"io"

	"github.com/mcp-evref/evref/pkg/diag"
)

// RDJSON is the Reviewdog Diagnostic Format as one JSON document. Its columns
// count bytes, and its suggestions can be applied from a review. Suppressed
// findings are left out.
func RDJSON(t *Tool) Printer[Source, Outcome] {
	diagnostics := jsonList{indent: "  "}
	var name string // of the source that at is for
	var at columns
	begin := func(w io.Writer) error {
		return encode(w, "{\n  \"source\": ", rdSource{t.Name, t.URL}, "  ", ",\n  \"diagnostics\": [")
	}
	each := func(w io.Writer, f Finding, s Source) error {
		if at == nil || name != s.Name {
			name, at = s.Name, columnsOf(s.Text)
		}
		return diagnostics.add(w, rdDiagnosticOf(t, f, at))
	}
	return flat(begin, each, func(w io.Writer, _ Outcome) error { return write(w, diagnostics.closing()+"\n}\n") })
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url,omitempty"`
}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Code        *rdCode        `json:"code,omitempty"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
}

type rdLocation struct {
	Path  string   `json:"path"`
	Range *rdRange `json:"range,omitempty"`
}

type rdRange struct {
	Start rdPosition `json:"start"`
	End   rdPosition `json:"end"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url,omitempty"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

func rdDiagnosticOf(t *Tool, f Finding, at columns) rdDiagnostic {
	out := rdDiagnostic{
		Message: sentence(f.Diagnostic), Location: rdLocation{Path: relative(f.Source)}, Severity: rdSeverity(f.Severity),
	}
	if f.Range.Start.IsValid() {
		out.Location.Range = at.of(f.Range)
	}
	if f.Rule != "" {
		r, _ := t.rule(f.Rule)
		out.Code = &rdCode{f.Rule, r.URL}
	}
	// A suggestion stands by itself, so a fix of several edits cannot be one.
	for _, fix := range f.Fixes {
		if len(fix.Edits) == 1 {
			out.Suggestions = append(out.Suggestions, rdSuggestion{*at.of(fix.Edits[0].Range), fix.Edits[0].New})
		}
	}
	return out
}

func rdSeverity(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "ERROR"
	case diag.Warning:
		return "WARNING"
	}
	return "INFO"
}

// columns turns columns that count code points into columns that count bytes.
// It holds the offset at which each line starts, and nothing for a text that is
// not known.
type columns []int

func columnsOf(text []byte) columns {
	if text == nil {
		return nil
	}
	starts := columns{0}
	for i := 0; ; {
		next := bytes.IndexByte(text[i:], '\n')
		if next < 0 {
			return starts
		}
		i += next + 1
		starts = append(starts, i)
	}
}

func (c columns) of(r diag.Range) *rdRange { return &rdRange{c.at(r.Start), c.at(r.End)} }

func (c columns) at(p diag.Position) rdPosition {
	if p.Line < 1 || p.Line > len(c) {
		return rdPosition{p.Line, p.Column}
	}
	return rdPosition{p.Line, p.Offset - c[p.Line-1] + 1}
}
