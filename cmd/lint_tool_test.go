package cmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/lint"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

// TestLintOutputSchema holds machine output to the published schema, and the
// schema to what is printed.
func TestLintOutputSchema(t *testing.T) {
	published, err := validate.Embedded("lint-tool-output.v1")
	if err != nil {
		t.Fatal(err)
	}
	closed, err := validate.Compile("lint-tool-output.closed", closedSchema(t, "lint-tool-output.v1"))
	if err != nil {
		t.Fatal(err)
	}
	broken := writeFile(t, "broken.json", []byte("{\"name\":\n}"))
	args := []string{"lint-tool", "--level", "pedantic", "--no-config", "../testdata/lint", broken, "missing.json", "../go.mod"}
	stdout, _, code := invoke(t, nil, append(args, "--format", "json")...)
	if code != ExitNo {
		t.Errorf("exit %d, want 1", code)
	}
	rec, err := record.Parse([]byte(stdout), record.JSON, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range append(published.Validate(rec.Root()), closed.Validate(rec.Root())...) {
		t.Errorf("%s: %s", v.At.Pointer(), v.Message)
	}
	summary := rec.Root().Get("summary")
	if n := summary.Get("failures").Len(); n != 4 { // a broken line in lines.jsonl is one
		t.Errorf("%d failures, want 4: %s", n, summary.Get("failures").Raw())
	}
	// The lines of jsonl are the findings of json, and the summary.
	lines, _, jsonlCode := invoke(t, nil, append(args, "--format", "jsonl")...)
	if n, want := strings.Count(lines, "\n"), rec.Root().Get("findings").Len()+1; n != want || jsonlCode != code {
		t.Errorf("%d lines and exit %d, want %d and %d", n, jsonlCode, want, code)
	}
}

// TestLintFormatsAgree: no format changes the exit code, and concise has a line
// for each finding.
func TestLintFormatsAgree(t *testing.T) {
	for _, format := range lintFormats() {
		stdout, stderr, code := invoke(t, nil, "lint-tool", "--no-config", "--format", format, "../testdata/lint/err/typos.json")
		if code != ExitNo || stdout == "" || !strings.Contains(stderr, "3 tools in 1 file") {
			t.Errorf("%s: exit %d, stderr %q", format, code, stderr)
		}
		for _, line := range strings.Split(stdout, "\n") {
			if format == "concise" && line != "" && !strings.HasPrefix(line, "../testdata/lint/err/typos.json:") {
				t.Errorf("concise line %q", line)
			}
		}
	}
}

// TestLintCorpusFolder lints all real files at once, and names those that are
// no tool files one by one.
func TestLintCorpusFolder(t *testing.T) {
	const corpus = "../../shared/corpus/tools"
	if _, err := os.Stat(corpus); err != nil {
		t.Skipf("%s is not there", corpus)
	}
	stdout, stderr, code := invoke(t, nil, "lint-tool", "--no-config", "--format", "json", corpus)
	var out struct{ Summary lintSummary }
	if err := json.Unmarshal([]byte(stdout), &out); err != nil {
		t.Fatal(err)
	}
	if s := out.Summary; code != ExitNo || s.Tools < 1000 || s.Unrecognized != 24 || len(s.Failures) != 0 {
		t.Errorf("exit %d, %d tools, %d files not recognised, failures %v", code, s.Tools, s.Unrecognized, s.Failures)
	}
	if !strings.Contains(stderr, "24 files not recognised") {
		t.Errorf("stderr %q", stderr)
	}
	for name, like := range map[string]string{
		"makenotion__notion-mcp-server/scripts/notion-openapi.json":            "an OpenAPI document",
		"github__github-mcp-server/server.json":                                "a server.json",
		"github__github-mcp-server/gemini-extension.json":                      "client configuration",
		"anthropics__mcpb/examples/file-system-node/manifest.json":             "bundle manifest",
		"jakemannix__mcp-proxy/demo/mcp-snapshots/server-memory-examples.json": "examples",
		"jakemannix__mcp-proxy/demo/mcp-snapshots/server-sqlite.json":          "server-sqlite.json:1:1",
	} {
		stdout, stderr, code := invoke(t, nil, "lint-tool", "--no-config", filepath.Join(corpus, name))
		if code != ExitUnreadable || stdout != "" || !strings.Contains(stderr, like) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, stdout %q, stderr %q, want %q", name, code, stdout, stderr, like)
		}
	}
}

// TestListRules: every rule is in the list, in both formats.
func TestListRules(t *testing.T) {
	text, _, code := invoke(t, nil, "lint-tool", "--list-rules")
	if code != ExitOK || strings.Count(text, "\n") != len(lint.Rules()) {
		t.Errorf("exit %d, %d lines, want one for each of %d rules", code, strings.Count(text, "\n"), len(lint.Rules()))
	}
	stdout, _, _ := invoke(t, nil, "lint-tool", "--list-rules", "--format", "json")
	var list struct{ Rules []struct{ ID string } }
	if err := json.Unmarshal([]byte(stdout), &list); err != nil || len(list.Rules) != len(lint.Rules()) {
		t.Errorf("%d rules, %v", len(list.Rules), err)
	}
	if _, stderr, code := invoke(t, nil, "lint-tool", "--list-rules", "--format", "sarif"); code != ExitUsage || stderr == "" {
		t.Errorf("exit %d, stderr %q", code, stderr)
	}
}

// TestLintSnippetOnTerminal: text on a terminal is coloured and fits its width.
func TestLintSnippetOnTerminal(t *testing.T) {
	long := `{"name":"a","description":"` + strings.Repeat("word ", 600) + `","inputSchema":{"type":"object","properties":{}},"annotations":{"openWorldHint":null}}`
	path := writeFile(t, "long.json", []byte(long))
	stdout, _, _ := invoke(t, nil, "lint-tool", "--no-config", "--color", "always", path)
	if !strings.Contains(stdout, "\x1b[") {
		t.Error("no colour")
	}
	plain, _, _ := invoke(t, nil, "lint-tool", "--no-config", path)
	carets := 0
	for _, line := range strings.Split(plain, "\n") {
		if strings.Contains(line, "^^^") {
			carets++
		}
		if strings.Contains(line, " | ") && len([]rune(line)) > 100 {
			t.Errorf("line of %d characters: %s", len([]rune(line)), line)
		}
	}
	if carets < 2 {
		t.Errorf("%d lines with carets in\n%s", carets, plain)
	}
}
