package config

import (
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/lint"
)

var example = lint.Ignore{Rule: "TOOL036", Tool: lint.NewGlob("delete_draft"), Reason: "drafts are kept: a week", Expires: "2026-12-31"}

func TestAddIgnore(t *testing.T) {
	const stanza = "- rule: TOOL036\n  tool: delete_draft\n  reason: \"drafts are kept: a week\"\n  expires: 2026-12-31\n"
	in := func(indent string) string {
		return indent + strings.TrimSuffix(strings.ReplaceAll(stanza, "\n", "\n"+indent), indent)
	}
	const object = `{"rule": "TOOL036", "tool": "delete_draft", "reason": "drafts are kept: a week", "expires": "2026-12-31"}`
	for _, c := range []struct{ name, path, before, after string }{
		{"a new file", "evref.yaml", "", "ignores:\n" + in("  ")},
		{"no ignores yet", "evref.yaml", "# mine\nrules:\n  TOOL020: off # why\n", "# mine\nrules:\n  TOOL020: off # why\nignores:\n" + in("  ")},
		{"no last line end", "evref.yaml", "rules: {TOOL020: off}", "rules: {TOOL020: off}\nignores:\n" + in("  ")},
		{
			"in the middle", "evref.yaml", "ignores:\n    - rule: TOOL020 # old\n      reason: x\n\n# next\nrules:\n  TOOL020: off\n",
			"ignores:\n    - rule: TOOL020 # old\n      reason: x\n" + in("    ") + "\n# next\nrules:\n  TOOL020: off\n",
		},
		{"not indented", "evref.yaml", "ignores:\n- rule: TOOL020\n  reason: x\nrules: {}\n", "ignores:\n- rule: TOOL020\n  reason: x\n" + stanza + "rules: {}\n"},
		{"braces within", "evref.yaml", "ignores:\n  - {rule: TOOL020, reason: x}\n", "ignores:\n  - {rule: TOOL020, reason: x}\n" + in("  ")},
		{"text over lines", "evref.yaml", "ignores:\n  - rule: TOOL020\n    reason: |\n      one\n\n      two\n", "ignores:\n  - rule: TOOL020\n    reason: |\n      one\n\n      two\n" + in("  ")},
		{"an empty list", "evref.yaml", "ignores: []\nrules: {}\n", "ignores: \n" + strings.TrimSuffix(in("  "), "\n") + "\nrules: {}\n"},
		{"CRLF", "evref.yaml", "rules: {}\r\n", "rules: {}\r\n" + strings.ReplaceAll("ignores:\n"+in("  "), "\n", "\r\n")},
		{"JSON, new", "evref.json", "", "{\"ignores\": [\n    " + object + "\n  ]}\n"},
		{"JSON, no ignores yet", "evref.json", "{\n  \"rules\": {}\n}\n", "{\n  \"rules\": {},\n  \"ignores\": [\n    " + object + "\n  ]\n}\n"},
		{"JSON, empty", "evref.json", `{"ignores": []}`, "{\"ignores\": [\n    " + object + "\n  ]}"},
		{
			"JSON, more", "evref.json", "{\"ignores\": [\n\t{\"tool\": \"x\", \"reason\": \"y\"}\n]}",
			"{\"ignores\": [\n\t{\"tool\": \"x\", \"reason\": \"y\"},\n\t" + object + "\n]}",
		},
	} {
		got, err := AddIgnore(c.path, []byte(c.before), example)
		if err != nil || string(got) != c.after {
			t.Errorf("%s: %v\ngot\n%s\nwant\n%s", c.name, err, got, c.after)
		}
	}
}

// TestAddIgnoreRefuses: what cannot be changed without a guess stays as it is.
func TestAddIgnoreRefuses(t *testing.T) {
	for _, c := range []struct{ name, path, text, want string }{
		{"there already", "evref.yaml", "ignores:\n  - rule: TOOL036\n    tool: delete_draft\n    reason: other\n", "line 2 ignores the same already"},
		{"brackets", "evref.yaml", "ignores: [{rule: TOOL020, reason: x}]\n", "written in brackets"},
		{"all in braces", "evref.yaml", "{rules: {}}\n", "add it by hand"},
		{"a comment in a text", "evref.yaml", "ignores:\n  - rule: TOOL020\n    reason: |\n      one\n      # two\n", "add it by hand"},
		{"broken", "evref.yaml", "ignores: {\n", "not YAML"},
		{"broken ignores", "evref.yaml", "ignores:\n  - rule: TOOL020\n", "has no reason"},
		{"broken JSON", "evref.json", "{", "record ends too early"},
	} {
		out, err := AddIgnore(c.path, []byte(c.text), example)
		if out != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\n%s", c.name, err, out)
		}
	}
}

// TestStanza: what is printed reads back as the same ignore, whatever is in its
// names.
func TestStanza(t *testing.T) {
	for _, text := range []string{
		"plain", "true", "null", "1.5", "2026-12-31", "a: b", "# c", "- d", "*", "&e", "!f", "'g'", `"h"`, "i\nj", "é", "\u202e", "\U000e0041", "\x7f", "%", "@x", "`y`", "/a~1b/*", "~", "no", "Off", "0x1", "a ", " b", "\\", "{", "[x]", ",", "|", ">", "?", "a #b", "=",
	} {
		i := lint.Ignore{Rule: "TOOL036", Tool: lint.NewGlob(text), Server: lint.NewGlob(text), Reason: text}
		if strings.TrimSpace(text) == "" {
			continue
		}
		yaml := "ignores:\n" + Stanza(i, "  ")
		got, err := ignoresIn("evref.yaml", []byte(yaml))
		if err != nil || len(got) != 1 || !same(got[0], i) {
			t.Errorf("%q: %v\n%s", text, err, yaml)
		}
		if strings.ContainsAny(yaml, "\u202e\x7f\U000e0041") {
			t.Errorf("%q is shown raw", text)
		}
	}
}
