package cmd

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/explain"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
	"github.com/mcp-evref/evref/schemas"
)

// explainRuns are command lines that together print every kind of card.
var explainRuns = [][]string{
	{"--all"}, {"topics"}, {"rules"}, {"verdicts"}, {"mismatch", "TOOL083", "jcs", "3"},
	{"tools.json"}, {"mail-tools.json"}, {"private.json"}, {"blocks.json", "public.json", "unlabelled.json", "private.json"},
	{"label.json", "measurement.json"}, {"definition.json"}, {"mcp.json"}, {"../evidence/unsorted.cbor", "../evidence/bytes.cbor"},
}

func explained(t *testing.T, args ...string) string {
	t.Helper()
	stdout, stderr, code := invoke(t, nil, append([]string{"explain", "-C", "../testdata/explain"}, args...)...)
	if code != ExitOK {
		t.Fatalf("%v: exit %d: %s", args, code, stderr)
	}
	return stdout
}

// TestExplainOutputSchema: what is printed satisfies the published schema, and
// the schema has every member that is printed.
func TestExplainOutputSchema(t *testing.T) {
	published, err := validate.Embedded("explain-output.v1")
	if err != nil {
		t.Fatal(err)
	}
	closed, err := validate.Compile("explain-output.closed", closedSchema(t, "explain-output.v1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range explainRuns {
		out := explained(t, append(args, "--format", "json")...)
		rec, err := record.Parse([]byte(out), record.JSON, record.Limits{})
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		for _, v := range append(published.Validate(rec.Root()), closed.Validate(rec.Root())...) {
			t.Errorf("%v: %s: %s", args, v.At.Pointer(), v.Message)
		}
	}
}

// closedSchema gives a published schema with every object closed.
func closedSchema(t *testing.T, name string) []byte {
	t.Helper()
	raw, ok := schemas.Get(name)
	if !ok {
		t.Fatalf("no schema %s", name)
	}
	var schema map[string]any
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatal(err)
	}
	schema["$id"] = "https://example.com/closed.json"
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if _, ok := v["properties"].(map[string]any); ok && v["type"] == "object" {
				v["additionalProperties"] = false
			}
			for _, inner := range v {
				walk(inner)
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	walk(schema)
	out, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestExplainIsNarrow: text fits 80 columns. An address may be longer, because
// a broken one is of no use.
func TestExplainIsNarrow(t *testing.T) {
	for _, args := range explainRuns {
		for line := range strings.Lines(explained(t, args...)) {
			line = strings.TrimSuffix(line, "\n")
			if utf8.RuneCountInString(line) > 80 && !strings.Contains(line, "https://") {
				t.Errorf("%v: more than 80 columns: %s", args, line)
			}
		}
	}
}

// TestExplainNotice: every output says once what claims and digests are not.
func TestExplainNotice(t *testing.T) {
	for _, args := range explainRuns {
		for _, format := range []string{"text", "markdown", "json"} {
			flat := strings.Join(strings.Fields(explained(t, append(args, "--format", format)...)), " ")
			if n := strings.Count(flat, "It does not prove that the record is honest."); n != 1 {
				t.Errorf("%v --format %s: the notice is there %d times", args, format, n)
			}
		}
	}
}

// TestExplainColor: paint changes nothing but the paint.
func TestExplainColor(t *testing.T) {
	escape := regexp.MustCompile("\x1b\\[[0-9;]*m")
	for _, args := range explainRuns {
		plain := explained(t, args...)
		painted := explained(t, append(args, "--color", "always")...)
		if painted == plain || escape.ReplaceAllString(painted, "") != plain {
			t.Errorf("%v: painted output differs from plain output by more than paint", args)
		}
	}
}

// TestExplainEveryWord: all that completion offers can be explained.
func TestExplainEveryWord(t *testing.T) {
	known := catalogue()
	for _, word := range explainWords() {
		if _, ok := known.List(word); !ok && len(known.Find(word)) == 0 {
			t.Errorf("%s cannot be explained", word)
		}
	}
	for _, code := range ExitCodes() {
		if len(known.Find(code.Name)) == 0 {
			t.Errorf("exit code %s cannot be explained", code.Name)
		}
	}
}

// TestEnvironment: every environment variable that the program reads is
// documented.
func TestEnvironment(t *testing.T) {
	var documented []string
	for _, d := range Environment() {
		documented = append(documented, d.Name)
	}
	out, err := exec.Command("git", "grep", "-hoE", `(Getenv|LookupEnv)\("[A-Z_]+"\)`, "--", ":/*.go", ":!/*_test.go", ":!/pkg/mcp/mcptest").Output()
	if err != nil {
		t.Skipf("git grep: %v", err)
	}
	for line := range bytes.Lines(out) {
		name := strings.Trim(string(bytes.TrimSpace(line[bytes.IndexByte(line, '(')+1:])), `")`)
		if !slices.Contains(documented, name) {
			t.Errorf("%s is read and not documented in environment.go", name)
		}
	}
}

// TestExplainFlowAcrossFiles: results of several files are joined in the order
// of the arguments.
func TestExplainFlowAcrossFiles(t *testing.T) {
	var out struct {
		Explained []struct {
			Kind  string
			Steps []explain.FlowStep
		}
	}
	text := explained(t, "public.json", "unlabelled.json", "private.json", "--format", "json")
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		t.Fatal(err)
	}
	last := out.Explained[len(out.Explained)-1]
	if last.Kind != "flow" || len(last.Steps) != 3 || last.Steps[2].Source != "private.json" || last.Steps[2].Joined.Confidentiality != "private" {
		t.Errorf("the last item is %+v", last)
	}
}

// TestExplainAgrees: what explain shows of a file is what the other commands
// compute.
func TestExplainAgrees(t *testing.T) {
	var out struct {
		Explained []struct {
			Fingerprint string
			Forms       []struct{ Digest string }
		}
	}
	for _, c := range []struct {
		file string
		args []string
	}{
		{"mcp.json", []string{"fingerprint", "--bare"}}, {"definition.json", []string{"fingerprint", "--bare"}},
		{"measurement.json", []string{"digest"}}, {"label.json", []string{"digest"}},
	} {
		if err := json.Unmarshal([]byte(explained(t, c.file, "--format", "json")), &out); err != nil {
			t.Fatal(err)
		}
		var shown []string
		for _, item := range out.Explained {
			if item.Fingerprint != "" {
				shown = append(shown, item.Fingerprint)
			}
			for _, f := range item.Forms {
				shown = append(shown, f.Digest)
			}
		}
		stdout, stderr, code := invoke(t, nil, append(c.args, "-C", "../testdata/explain", c.file)...)
		if code != ExitOK {
			t.Fatalf("%v %s: exit %d: %s", c.args, c.file, code, stderr)
		}
		var computed []string
		for line := range strings.Lines(stdout) {
			computed = append(computed, strings.Fields(line)[0])
		}
		if !slices.Equal(shown, computed) || len(shown) == 0 {
			t.Errorf("%s: explain shows %v, %s gives %v", c.file, shown, c.args[0], computed)
		}
		out.Explained = nil
	}
}
