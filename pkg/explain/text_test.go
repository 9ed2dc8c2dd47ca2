package explain

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func samplePage() Page {
	p := Page{Title: "A title"}
	p.para("One sentence that is long enough to need more than one line of eighty columns, as sentences in explanations do.")
	p.heading("Facts")
	p.facts(
		fact("digest", literal("sha256:c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb"), word("the hash of the canonical bytes")),
		fact("a name that is longer than its column can be", word("value")),
	)
	p.heading2("List")
	p.list("short", "an item that has to be broken because it holds more words than fit in one line of text")
	p.table([]string{"hint", "value", "where it comes from"}, [][]Cell{
		{word("readOnlyHint"), toned(Good, "true"), word("explicit: the definition says it, in so many words that the column must be broken twice")},
		{literal("/a|b"), word(""), word("x")},
	})
	p.code("diff", "root: order\n- b, a\n+ a, b")
	return p
}

func TestText(t *testing.T) {
	const want = `A title

  One sentence that is long enough to need more than one line of eighty columns,
  as sentences in explanations do.

Facts
  digest
    sha256:c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb
                              the hash of the canonical bytes
  a name that is longer than its column can be
                              value

  List
  - short
  - an item that has to be broken because it holds more words than fit in one
    line of text

  hint          value  where it comes from
  readOnlyHint  true   explicit: the definition says it, in so many words that
                       the column must be broken twice
  /a|b                 x

    root: order
    - b, a
    + a, b
`
	if got := samplePage().Text(TextOptions{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTextIsPainted(t *testing.T) {
	tones := map[Tone][]string{}
	samplePage().Text(TextOptions{Paint: func(tone Tone, text string) string {
		tones[tone] = append(tones[tone], text)
		return text
	}})
	for tone, want := range map[Tone]string{Strong: "A title", Good: "true", Bad: "- b, a", Faint: "value"} {
		if !strings.Contains(strings.Join(tones[tone], "\n"), want) {
			t.Errorf("tone %d is used for %q, not for %q", tone, tones[tone], want)
		}
	}
	if _, painted := tones[Plain]; painted {
		t.Error("plain text is painted")
	}
	if got, want := samplePage().Text(TextOptions{}), samplePage().Text(TextOptions{Paint: func(_ Tone, s string) string { return s }}); got != want {
		t.Error("paint changes the layout")
	}
}

func TestTextIsNarrow(t *testing.T) {
	for _, width := range []int{40, 80, 120} {
		for line := range strings.Lines(samplePage().Text(TextOptions{Width: width})) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("width %d: %d columns in %q", width, n, line)
			}
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 10, ""},
		{"one two", 10, "one two"},
		{"one two three", 7, "one two/three"},
		{"abcdefghij", 4, "abcd/efgh/ij"},
		{"x abcdefghij y", 4, "x/abcd/efgh/ij y"},
		{"see https://example.com/a/b", 10, "see/https://example.com/a/b"},
		{"  blanks   go ", 20, "blanks go"},
		{"äöü äöü", 3, "äöü/äöü"},
	} {
		if got := strings.Join(wrap(c.text, c.width), "/"); got != c.want {
			t.Errorf("wrap(%q, %d) is %q, want %q", c.text, c.width, got, c.want)
		}
	}
	if got := strings.Join(fold("a  bc", 3), "/"); got != "a  /bc" {
		t.Errorf("fold loses blanks: %q", got)
	}
}

func TestLongValuesAreCut(t *testing.T) {
	if got := literal(strings.Repeat("ä", maxValue+1)).Text; utf8.RuneCountInString(got) != maxValue+1 || !strings.HasSuffix(got, "…") {
		t.Errorf("a long value has %d code points", utf8.RuneCountInString(got))
	}
	if got := literal(strings.Repeat("ä", maxValue)).Text; strings.HasSuffix(got, "…") {
		t.Error("a value that fits is cut")
	}
	if got := literal("a\u202eb").Text; got != `a\u{202e}b` {
		t.Errorf("a hidden character is shown as %q", got)
	}
}
