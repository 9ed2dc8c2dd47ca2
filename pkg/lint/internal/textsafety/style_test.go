package textsafety

import (
	"strings"
	"testing"
)

func TestStyle(t *testing.T) {
	for _, c := range []struct {
		find func(string) []Phrase
		text string
		want string
	}{
		{Coercion, "You must call this tool first. Important: always use it.", "You must|call this tool first|Important:|always use"},
		{Coercion, "Lists what is important to users.", ""},
		{PseudoTags, "<important>Read</important> a < b > c <https://example.com>", "<important>|</important>"},
		{PseudoTags, "", ""},
	} {
		var got []string
		for _, p := range c.find(c.text) {
			got = append(got, c.text[p.Start:p.End])
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%q: %q, want %q", c.text, s, c.want)
		}
	}
}
