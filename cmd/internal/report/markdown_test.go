package report

import (
	"strings"
	"testing"
)

// TestMarkdown: the table has its columns whatever the input says, and input
// makes neither links nor mentions nor tags.
func TestMarkdown(t *testing.T) {
	out := renderSample(t, "markdown")
	for _, want := range []string{
		"**evref**: errors 1, warnings 0, notes 1, suppressed 2, files 5\n", "Not all could be judged",
		"| ./tools/a b.json:1:51 | error | [TOOL030](https://example.org/TOOL030) | é😀\\: hint is null; remove it |\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	rows := 0
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "|") {
			continue
		}
		rows++
		if cells := strings.Count(line, "|") - strings.Count(line, `\|`); cells != 5 {
			t.Errorf("%d bars in %s", cells, line)
		}
	}
	if rows != 2+5 {
		t.Errorf("%d rows, want 7", rows)
	}
	for _, bad := range []string{"@l", "<f>", "`i`", "[j](k)"} {
		if strings.Contains(out, bad) {
			t.Errorf("%q means something", bad)
		}
	}
}
