package lint

import (
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

func TestShown(t *testing.T) {
	line := `"default": "` + exampleToken + `", "x": 1`
	for _, before := range []string{"", strings.Repeat("a\n", 10), strings.Repeat("b", 3*shownAround)} {
		text := []byte(before + line + strings.Repeat("c", 3*shownAround))
		start := len(before) + strings.Index(line, exampleToken)
		r := diag.RangeAt(text, start, start+len(exampleToken))
		shown, at := Shown(text, r)
		if strings.Contains(string(shown), exampleToken) {
			t.Fatal("the token is shown")
		}
		if got := string(shown[at.Start.Offset:at.End.Offset]); got != strings.Repeat("*", len(exampleToken)) {
			t.Errorf("the range has %q", got)
		}
		if at.Start.Line != r.Start.Line || at.Start.Column != r.Start.Column || !strings.Contains(string(shown), `", "x": 1`) {
			t.Errorf("range %v, text %.40q", at, shown)
		}
	}
	text := []byte("no secret")
	if shown, at := Shown(text, diag.RangeAt(text, 3, 9)); string(shown[at.Start.Offset:at.End.Offset]) != "secret" {
		t.Errorf("%q %v", shown, at)
	}
}

// TestMessagesCoverCredentials: a credential that stands where another rule
// finds fault is in no message, whatever its length.
func TestMessagesCoverCredentials(t *testing.T) {
	long := "sk-" + "ant-api03-" + strings.Repeat("q8Zt5LvXw7Nb", 8)
	before := strings.Repeat("w ", 60)
	for _, token := range []string{exampleToken, long} {
		for _, text := range []string{
			`{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": "T"}}`,
			`{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"T": true}}`,
			`{"name": "a", "inputSchema": {"type": "object"}, "T": true}`,
			`{"name": "a", "inputSchema": {"type": "object"}, "_meta": {"T": true}, "execution": {"taskSupport": "T"}}`,
			`{"name": "a", "inputSchema": {"type": "object", "$schema": "T", "required": ["T", "T"], "properties": {"x": {"$ref": "T", "format": "T"}}}}`,
			`{"name": "a", "title": "T", "inputSchema": {"type": "object"}, "annotations": {"title": "T or so"}}`,
			`{"name": "a", "inputSchema": {"type": "object"}, "annotations": {"` + ActionKey + `": {"outcomes": "T", "T": 1, "inputMetadata": {"destination": "T"}}}}`,
		} {
			text = strings.ReplaceAll(text, "T\"", token+"\"")
			text = strings.ReplaceAll(text, "\"T ", "\""+token+" ")
			f := parsed(t, text)
			found := newLinter(t, Options{Settings: Settings{}, Pedantic: true}).Lint(f)
			old := parsed(t, `{"name": "a", "inputSchema": {"type": "object"}, "title": "`+before+`old", "annotations": {"readOnlyHint": true}}`)
			any := func(string) diag.Severity { return diag.Info }
			found = append(found, Compare(old, f, any)...)
			found = append(found, Compare(f, old, any)...)
			found = append(found, Compare(old, parsed(t, `{"name": "a", "inputSchema": {"type": "object"}, "title": "`+before+token+`"}`), any)...)
			for _, x := range found {
				if said := x.Message + x.Help; strings.Contains(said, token[:24]) || strings.Contains(said, token[len(token)-16:]) {
					t.Errorf("%s: %s; %s", x.Rule, x.Message, x.Help)
				}
			}
		}
	}
}

func parsed(t *testing.T, text string) *File {
	t.Helper()
	f, err := Load("tool.json", []byte(text), LoadOptions{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return f
}
