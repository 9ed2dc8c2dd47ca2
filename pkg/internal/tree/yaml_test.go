package tree

import (
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
)

func TestParseYAML(t *testing.T) {
	text := "# a comment\nname: é1\nlist:\n  - a: true\n    b: 1.5\n  - null\n'quoted key': \"x\\ny\"\nblock: |\n  line\nday: 2026-12-31\noff: off\n"
	n, err := ParseYAML([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		kind record.Kind
		text string
		at   string
	}{
		{"name", record.String, "é1", "2:7"},
		{"quoted key", record.String, "x\ny", "7:15"},
		{"block", record.String, "line\n", "8:8"},
		{"day", record.String, "2026-12-31", "10:6"},
		{"off", record.String, "off", "11:6"},
	} {
		got := n.Get(c.name)
		if !got.Is(c.kind) || got.Text != c.text || got.At.Start.String() != c.at {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
	list := n.Get("list")
	if !list.Is(record.Array) || len(list.Elements) != 2 || list.Elements[0].At.Start.String() != "4:5" {
		t.Fatalf("got %+v", list)
	}
	first := list.Elements[0]
	if !first.Get("a").Is(record.Bool) || first.Get("b").Text != "1.5" || !list.Elements[1].Is(record.Null) {
		t.Errorf("got %+v", first)
	}
	if first.Get("c") != nil || n.Get("list").Get("x").Get("y") != nil {
		t.Error("something absent was found")
	}
}

func TestParseYAMLRefuses(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for _, c := range "bcdefgh" {
		bomb += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+", ", 9) + "*" + string(c-1) + "]\n"
	}
	for _, c := range []struct{ text, code, at string }{
		{"a: [1", "syntax", "1:4"},
		{"a: 1\na: 2\n", "duplicate-name", "2:1"},
		{"a: 1\n---\nb: 2\n", "several-documents", "3:1"},
		{"a: !!binary x\n", "tag", "1:4"},
		{"a: *b\n", "syntax", "1:4"},
		{"\xff", "invalid-utf8", "byte 0"},
		{bomb, "too-large", ""},
		{strings.Repeat("a\n", maxYAMLItems+1), "too-large", "byte 0"},
	} {
		n, err := ParseYAML([]byte(c.text))
		if err == nil {
			t.Errorf("%.40q is read as %+v", c.text, n)
			continue
		}
		if err.Code != c.code || c.at != "" && err.Range.Start.String() != c.at {
			t.Errorf("%.40q: %s at %s, want %s at %s", c.text, err.Code, err.Range.Start, c.code, c.at)
		}
		if strings.ContainsAny(err.Message, "\n") || err.Message == "" {
			t.Errorf("message %q", err.Message)
		}
	}
}

func TestTooDeep(t *testing.T) {
	for text, want := range map[string]int{
		strings.Repeat("[", MaxDepth): -1, strings.Repeat("[", MaxDepth+1): MaxDepth,
		strings.Repeat("- ", MaxDepth+1): 2 * MaxDepth, strings.Repeat("[]", 10*MaxDepth): -1, "": -1,
	} {
		if got := TooDeep([]byte(text)); got != want {
			t.Errorf("%.10q…: %d, want %d", text, got, want)
		}
	}
}

func FuzzYAML(f *testing.F) {
	for _, s := range []string{"a: 1\nb: [x, {y: z}]\n", "- &a b\n- *a\n", "a: |\n  b\n", "<<: {a: 1}\n", "? a\n: b\n", "a: \"\\u00e9\"\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > 1<<12 || TooDeep(raw) >= 0 {
			return
		}
		n, err := ParseYAML(raw)
		if (n == nil) == (err == nil) && err == nil {
			t.Fatalf("%q gives nothing", raw)
		}
	})
}
