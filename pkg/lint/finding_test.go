package lint

import (
	"strings"
	"testing"
)

// lintText runs the default rules on a text, or others with options.
func lintText(t *testing.T, source, input string, o Options) []Finding {
	t.Helper()
	f, err := Load(source, []byte(input), LoadOptions{})
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	l, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return l.Lint(f)
}

// TestFingerprints checks that they survive moved lines and reordered tools,
// and tell all findings of a file apart.
func TestFingerprints(t *testing.T) {
	const a = `{"name": "a/b", "inputSchema": {"type": "object"}, "readonly": 1, "destructive": 2}`
	const b = `{"name": "c", "inputSchema": {"type": "object"}, "annotations": {"openWorldHint": null}}`
	prints := func(input string) map[string]string {
		out := make(map[string]string)
		for _, f := range lintText(t, "x.json", input, Options{}) {
			print := f.Fingerprint()
			if other, taken := out[print]; taken {
				t.Errorf("%q and %q have the same fingerprint", other, f.Message)
			}
			if f.Record != "" {
				out[print] = f.Message
			}
		}
		return out
	}
	before := prints(`{"tools":[` + a + `,` + b + `]}`)
	after := prints("{\n\n\"tools\":[\n" + b + ",\n" + strings.ReplaceAll(a, ", ", ",\n  ") + "]}")
	if len(before) < 5 || len(before) != len(after) {
		t.Fatalf("%d and %d findings", len(before), len(after))
	}
	for print, message := range before {
		if after[print] != message {
			t.Errorf("%q has another fingerprint after moving", message)
		}
	}
	// The same defect twice at one place.
	prints(`{"tools":[{"name":"a","name":"a","name":"a","inputSchema":{"type":"object"}},{"name":"a","inputSchema":{"type":"object"}}]}`)
}
