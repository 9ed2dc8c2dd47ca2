package report

import (
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

func TestSnippet(t *testing.T) {
	long := strings.Repeat("abcdefghi ", 1000)
	for _, tc := range []struct {
		name, text, part string
		width            int
		line, carets     string
	}{
		{"indented", "{\n    \"a\": null,\n}", "null", 80, `"a": null,`, `     ^^^^`},
		{"carriage return", "x\r\n  \"a\": 1\r\n", "1", 80, `"a": 1`, `     ^`},
		{"tab inside", "\t\"a\":\t1", "1", 80, `"a": 1`, `     ^`},
		{"over the end of the line", "{\"a\": [\n1]}", "[\n1]", 80, `{"a": [`, `      ^`},
		{"wide characters", `{"名前": null}`, "null", 80, `{"名前": null}`, `         ^^^^`},
		{"escape", "\"a\u202eb\"", "b", 80, `"a\u{202e}b"`, `          ^`},
		{"marked escape", "\"a\u202eb\"", "\u202e", 80, `"a\u{202e}b"`, `  ^^^^^^^^`},
		{"combining mark", "\"e\u0301b\"", "b", 80, "\"e\u0301b\"", `  ^`},
		{"cropped on the right", "MARK " + long, "MARK", 30, "MARK abcdefghi abcdefghi abcd…", "^^^^"},
		{"cropped on both sides", long + "MARK " + long, "MARK", 30, "…bcdefghi MARK abcdefghi abcd…", "          ^^^^"},
		{"cropped on the left", long + "MARK", "MARK", 30, "…ghi abcdefghi abcdefghi MARK", "                         ^^^^"},
		{"marked part is longer", "x " + long, long, 20, "x abcdefghi abcdefg…", "  ^^^^^^^^^^^^^^^^^"},
		{"empty range at the end", "abc", "", 80, "abc", "   ^"},
	} {
		start := strings.Index(tc.text, tc.part)
		if tc.part == "" {
			start = len(tc.text)
		}
		line, carets := Snippet([]byte(tc.text), diag.RangeAt([]byte(tc.text), start, start+len(tc.part)), tc.width)
		if line != tc.line || carets != tc.carets {
			t.Errorf("%s:\n%s\n%s\nwant\n%s\n%s", tc.name, line, carets, tc.line, tc.carets)
		}
	}
	if line, carets := Snippet([]byte("x"), diag.Range{}, 80); line != "" || carets != "" {
		t.Errorf("snippet without a position: %q, %q", line, carets)
	}
}
