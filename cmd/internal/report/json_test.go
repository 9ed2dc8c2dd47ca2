package report

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

// strict decodes JSON whose every member must be known.
func strict(t *testing.T, text string, v any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if d.More() {
		t.Fatal("text after the document")
	}
}

// TestGitLab reads the report as GitLab documents it: an array of issues with
// five members each, fingerprints unique, paths relative and without "./".
func TestGitLab(t *testing.T) {
	var issues []struct {
		Description string `json:"description"`
		CheckName   string `json:"check_name"`
		Fingerprint string `json:"fingerprint"`
		Severity    string `json:"severity"`
		Location    struct {
			Path  string `json:"path"`
			Lines struct {
				Begin int `json:"begin"`
			} `json:"lines"`
		} `json:"location"`
	}
	strict(t, renderSample(t, "gitlab"), &issues)
	if len(issues) != 5 {
		t.Fatalf("%d issues, want 5", len(issues))
	}
	seen := map[string]bool{}
	for _, i := range issues {
		if i.Description == "" || i.CheckName == "" || i.Fingerprint == "" || seen[i.Fingerprint] {
			t.Errorf("incomplete, or its fingerprint is not its own: %+v", i)
		}
		seen[i.Fingerprint] = true
		if !slices.Contains([]string{"info", "minor", "major", "critical", "blocker"}, i.Severity) {
			t.Errorf("severity %q", i.Severity)
		}
		if i.Location.Lines.Begin < 1 || i.Location.Path == "" || strings.HasPrefix(i.Location.Path, "./") {
			t.Errorf("location %+v", i.Location)
		}
	}
	strict(t, printed(t, "gitlab", &Tool{Name: "evref"}, nil, Outcome{}), &issues)
	if len(issues) != 0 {
		t.Errorf("%d issues of nothing", len(issues))
	}
}

// TestRDJSON reads the document as the protocol buffer of the format describes
// it, and applies a suggestion by its byte columns.
func TestRDJSON(t *testing.T) {
	type position struct{ Line, Column int32 }
	type textRange struct{ Start, End position }
	type code struct{ Value, URL string }
	type diagnostic struct {
		Message  string
		Location struct {
			Path  string
			Range *textRange
		}
		Severity    string
		Code        *code
		Suggestions []struct {
			Range textRange
			Text  string
		}
	}
	var result struct {
		Source      struct{ Name, URL string }
		Diagnostics []diagnostic
	}
	strict(t, renderSample(t, "rdjson"), &result)
	if result.Source.Name != "evref" || len(result.Diagnostics) != 5 {
		t.Fatalf("got %+v", result)
	}
	d := result.Diagnostics[0]
	if d.Severity != "ERROR" || d.Code.Value != "TOOL030" || d.Code.URL == "" || len(d.Suggestions) != 1 {
		t.Fatalf("got %+v", d)
	}
	line := bytes.SplitAfter(sampleText, []byte("\n"))[0]
	s := d.Suggestions[0]
	if s.Range != *d.Location.Range || string(line[s.Range.Start.Column-1:s.Range.End.Column-1]) != "null" {
		t.Errorf("columns %+v are not those of the value", s.Range)
	}
	if d := result.Diagnostics[1]; d.Location.Path != hostile || d.Location.Range.Start != (position{2, 2}) {
		t.Errorf("got %+v", d.Location)
	}
	if d := result.Diagnostics[3]; d.Location.Range != nil {
		t.Errorf("a place that is not known is %+v", d.Location.Range)
	}
	strict(t, printed(t, "rdjson", &Tool{Name: "evref"}, nil, Outcome{}), &result)
}

// TestRDJSONWithoutText counts code points when there is nothing to count in.
func TestRDJSONWithoutText(t *testing.T) {
	at := columnsOf(nil).at(diag.Position{Offset: 9, Line: 3, Column: 2})
	if at != (rdPosition{3, 2}) {
		t.Errorf("got %+v", at)
	}
}
