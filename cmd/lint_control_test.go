package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

// lintIn runs lint-tool on files in a new folder.
func lintIn(t *testing.T, files map[string]string, args ...string) (code int, stdout, dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var out, stderr bytes.Buffer
	streams := Streams{
		In: strings.NewReader(""), Out: &out, Err: &stderr, Getenv: func(string) string { return "" },
		Now: func() time.Time { return time.Date(2026, 4, 1, 12, 0, 0, 0, time.UTC) },
	}
	code = Main(context.Background(), append([]string{"lint-tool"}, args...), streams)
	t.Logf("exit %d: %s", code, stderr.String())
	return code, out.String(), dir
}

// ciFiles have findings of every kind in names that formats have to escape, an
// ignored one and one that is in the baseline.
func ciFiles() map[string]string {
	tool := func(name, more string) string {
		return `{"name": ` + record.QuoteJSON(name) + `, "description": "One of the tools.", "inputSchema": {"type": "object"}` + more + `}`
	}
	const bad = `, "annotations": {"destructiveHint": null}`
	return map[string]string{
		"evref.yaml": "ignores:\n  - {rule: TOOL030, tool: ignored, reason: 'a, b: 100%'}\n",
		"base.json":  `{"version": 1, "findings": [{"rule": "TOOL030", "file": "t%20,:/a b.json", "tool": "old", "pointer": "/annotations/destructiveHint"}]}`,
		"t%20,:/a b.json": `{"tools": [` + strings.Join([]string{
			tool("100%,x:\ny\u202e<b>|", bad), tool("ignored", bad), tool("old", bad), tool("fine", ""),
		}, ",\n") + "]}",
		"broken.json": `{"inputSchema": `,
	}
}

// TestLintFormats reads every format of one run with a reader of its own.
func TestLintFormats(t *testing.T) {
	schemaPath, err := filepath.Abs("../testdata/lint-ci/sarif-2.1.0-rtm.5.json")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"--baseline", "base.json"}
	for _, format := range report.Formats() {
		args = append(args, "-o", format+"=out."+format)
	}
	code, stdout, dir := lintIn(t, ciFiles(), append(args, ".")...)
	if code != ExitNo || stdout != "" {
		t.Errorf("exit %d, stdout %q", code, stdout)
	}
	read := func(format string) string {
		text, err := os.ReadFile(filepath.Join(dir, "out."+format))
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsRune(string(text), '\u202e') {
			t.Errorf("%s shows a bidirectional control", format)
		}
		return string(text)
	}
	checkSARIF(t, schemaPath, read("sarif"))
	for _, format := range []string{"junit", "checkstyle"} {
		if err := xml.Unmarshal([]byte(read(format)), new(struct{ XMLName xml.Name })); err != nil {
			t.Errorf("%s: %v", format, err)
		}
	}
	for _, format := range []string{"gitlab", "rdjson"} {
		if !json.Valid([]byte(read(format))) {
			t.Errorf("%s is not JSON", format)
		}
	}
	if line, _, _ := strings.Cut(read("github"), "\n"); !strings.HasPrefix(line, "::") {
		t.Errorf("github begins with %q", line)
	}
	if !strings.Contains(read("github"), "file=t%2520%2C%3A/a b.json,line=1") {
		t.Errorf("github does not escape the name:\n%s", read("github"))
	}
}

func checkSARIF(t *testing.T, schemaPath, log string) {
	t.Helper()
	raw, err := os.ReadFile(schemaPath)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := validate.Compile("sarif", raw)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.Parse([]byte(log), record.JSON, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range schema.Validate(rec.Root()) {
		t.Errorf("%s: %s", v.Pointer, v.Message)
	}
	run := rec.Root().Get("runs").Index(0)
	if ok, _ := run.Get("invocations").Index(0).Get("executionSuccessful").Bool(); ok {
		t.Error("one file could not be read, so that its alerts must not be closed")
	}
	suppressed := 0
	for _, r := range run.Get("results").Elements() {
		if r.Get("suppressions").Len() > 0 {
			suppressed++
		}
	}
	if suppressed != 2 {
		t.Errorf("%d suppressed results, want 2", suppressed)
	}
}

// TestFingerprints survive moves of lines and of tools, and tell findings apart.
func TestFingerprints(t *testing.T) {
	fingerprints := func(text string) []string {
		_, stdout, _ := lintIn(t, map[string]string{"a.json": text}, "--format", "json", "--only", "TOOL030", "a.json")
		var out struct {
			Findings []struct{ Fingerprint string }
		}
		if err := json.Unmarshal([]byte(stdout), &out); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range out.Findings {
			got = append(got, f.Fingerprint)
		}
		slices.Sort(got)
		return got
	}
	one := `{"name": "one", "inputSchema": {}, "annotations": {"readOnlyHint": null, "openWorldHint": 1}}`
	two := `{"name": "two", "inputSchema": {}, "annotations": {"readOnlyHint": null}}`
	before := fingerprints("[" + one + "," + two + "]")
	after := fingerprints("\n\n[\n" + two + ",\n\n  " + strings.Replace(one, `"inputSchema"`, "\n\"inputSchema\"", 1) + "]")
	if len(before) != 3 || !slices.Equal(before, after) {
		t.Errorf("before %v, after %v", before, after)
	}
	if len(slices.Compact(slices.Clone(before))) != 3 {
		t.Errorf("not told apart: %v", before)
	}
}

// TestFingerprintsOfOneServer: GitLab drops an issue whose fingerprint it has
// seen.
func TestFingerprintsOfOneServer(t *testing.T) {
	tool := `{"name": "one", "inputSchema": {}, "annotations": {"readOnlyHint": null}}`
	_, stdout, _ := lintIn(t, map[string]string{
		"evref.yaml": "servers: [{name: s, files: [a.json, b.json]}]\n", "a.json": tool, "b.json": tool,
	}, "--format", "gitlab")
	var issues []struct{ Fingerprint string }
	if err := json.Unmarshal([]byte(stdout), &issues); err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for _, i := range issues {
		if seen[i.Fingerprint] {
			t.Errorf("%s is used twice", i.Fingerprint)
		}
		seen[i.Fingerprint] = true
	}
	if len(issues) < 4 {
		t.Errorf("only %d issues", len(issues))
	}
}
