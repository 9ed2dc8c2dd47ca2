package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

// hostile is text that each format has to escape in its own way.
const hostile = "a%b,c:d\n\"e\" <f>&'g' |h| `i` [j](k) @l \x1b[31m \u202e ]]> \x00\x7f\U000e0041é😀"

var sampleText = []byte("{\"name\": \"é😀\", \"annotations\": {\"destructiveHint\": null}}\n{\"x\": 1}\n")

// sample is a run with everything that formats show.
func sample() (*Tool, []Source, Outcome) {
	at := func(part string) diag.Range {
		start := bytes.Index(sampleText, []byte(part))
		return diag.RangeAt(sampleText, start, start+len(part))
	}
	t := &Tool{
		Name: "evref", Version: "1.2.3", URL: "https://example.org/evref", FailOn: diag.Warning,
		Rules: []Rule{
			{ID: "TOOL030", Name: "hint-not-boolean", Summary: "a hint is not a boolean", Details: "Clients refuse it.", URL: "https://example.org/TOOL030", Severity: diag.Error},
			{ID: "TOOL035", Name: "implicit-destructive", Summary: "a hint is left out", Severity: diag.Info},
			{ID: "TOOL036", Name: "verb", Summary: "a verb contradicts", Severity: diag.Off},
		},
	}
	finding := func(rule string, s diag.Severity, r diag.Range) Finding {
		return Finding{Fingerprint: "f-" + rule, Diagnostic: diag.Diagnostic{
			Rule: rule, Severity: s, Source: "./tools/a b.json", Record: "é😀", Pointer: "/annotations/destructiveHint", Range: r,
			Message: "hint is null", Help: "remove it",
		}}
	}
	plain := finding("TOOL030", diag.Error, at("null"))
	plain.Related = []diag.Related{{Source: "./tools/a b.json", Pointer: "/name", Range: at(`"name"`), Message: "the tool"}}
	plain.Fixes = []Fix{
		{Safe: true, Message: "write true", Edits: []Edit{{at("null"), "true"}}},
		{Message: "write both", Edits: []Edit{{at("null"), "false"}, {at(": 1"), ""}}},
	}
	nasty := finding("TOOL035", diag.Info, at(`"x"`))
	nasty.Source, nasty.Record, nasty.Message, nasty.Help, nasty.Fingerprint = hostile, hostile, hostile, hostile, "f-hostile"
	ignored := finding("TOOL036", diag.Warning, at(`"x"`))
	ignored.Suppressed = &Suppression{Reason: "reviewed " + hostile}
	old := finding("TOOL036", diag.Error, at(`"x"`))
	old.Fingerprint, old.Suppressed = "f-old", &Suppression{Baseline: true, Reason: "in the baseline"}
	sources := []Source{
		{Name: "./tools/a b.json", Text: sampleText, Findings: []Finding{plain, ignored, old}},
		{Name: hostile, Text: sampleText, Findings: []Finding{nasty}},
		{Name: "clean.json", Text: []byte("{}")},
		{Name: "broken.json", Failures: []diag.Diagnostic{{
			Rule: "unexpected-end", Severity: diag.Error, Source: "broken.json", Message: "record ends too early", Help: "fetch it again",
			Range: diag.RangeAt([]byte("{"), 1, 1),
		}}},
		{Name: "binary", Failures: []diag.Diagnostic{{Rule: "unreadable", Severity: diag.Error, Source: "binary", Message: "cannot be read"}}},
	}
	return t, sources, Outcome{ExitCode: 3, Failures: []diag.Diagnostic{{Rule: "no-tools", Severity: diag.Error, Message: "nothing found"}}}
}

// printed writes a run in one format.
func printed(t *testing.T, format string, tool *Tool, sources []Source, o Outcome) string {
	t.Helper()
	p, ok := Findings(format, tool)
	if !ok {
		t.Fatalf("%s is not a format", format)
	}
	var b bytes.Buffer
	err := p.Begin(&b)
	for _, s := range sources {
		if err == nil {
			err = p.Item(&b, s)
		}
	}
	if err == nil {
		err = p.End(&b, o)
	}
	if err != nil {
		t.Fatalf("%s: %v", format, err)
	}
	return b.String()
}

func renderSample(t *testing.T, format string) string {
	t.Helper()
	tool, sources, o := sample()
	return printed(t, format, tool, sources, o)
}

// TestFormatsAreSafe keeps control and bidirectional characters of the input
// away from terminals and logs, whatever the format.
func TestFormatsAreSafe(t *testing.T) {
	for _, format := range Formats() {
		out := renderSample(t, format)
		for _, bad := range []string{"\x1b", "\u202e", "\x00", "\x7f", "\U000e0041"} {
			if strings.Contains(out, bad) {
				t.Errorf("%s lets %q through", format, bad)
			}
		}
		if again := renderSample(t, format); again != out {
			t.Errorf("%s differs between two runs", format)
		}
		if !strings.HasSuffix(out, "\n") || strings.HasSuffix(out, "\n\n") {
			t.Errorf("%s does not end in one line end", format)
		}
	}
	if _, ok := Findings("xml", &Tool{}); ok {
		t.Error("an unknown format has a printer")
	}
}

func TestConcise(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(renderSample(t, "concise"), "\n"), "\n")
	if len(lines) != 5 {
		t.Fatalf("%d lines, want 5: %q", len(lines), lines)
	}
	if want := "./tools/a b.json:1:51: error TOOL030 é😀: hint is null; remove it"; lines[0] != want {
		t.Errorf("got  %s\nwant %s", lines[0], want)
	}
	if want := "broken.json:1:2: error unexpected-end record ends too early; fetch it again"; lines[2] != want {
		t.Errorf("got  %s\nwant %s", lines[2], want)
	}
	if want := ": error no-tools nothing found"; lines[4] != want {
		t.Errorf("got  %s\nwant %s", lines[4], want)
	}
}
