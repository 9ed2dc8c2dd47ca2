package diag

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestSafe(t *testing.T) {
	for in, want := range map[string]string{
		"":                      "",
		"plain é 漢 😀":           "plain é 漢 😀",
		"a\nb\tc\rd":            `a\nb\tc\rd`,
		"\x00\x1b[31m\x7f":      `\x00\x1b[31m\x7f`,
		"\u0085\u009b":          `\u{85}\u{9b}`,
		"a\u202eb\u2066c":       `a\u{202e}b\u{2066}c`,
		"a\u200bb\ufeffc\u00ad": `a\u{200b}b\u{feff}c\u{ad}`,
		"\u2028\u2029":          `\u{2028}\u{2029}`,
		"\ue000\U000f0000":      `\u{e000}\u{f0000}`,
		"\U000e0041":            `\u{e0041}`,
		"\u3164\u115f":          `\u{3164}\u{115f}`,
		"\ufffe\ufdd0":          `\u{fffe}\u{fdd0}`,
		"\xff\xc3":              `\xff\xc3`,
		"\ufffd":                "\ufffd",
		"❤\ufe0f":               "❤\ufe0f",
	} {
		if got := Safe(in); got != want {
			t.Errorf("%+q: %s, want %s", in, got, want)
		}
	}
}

// TestSafeIsSafe looks at every character: what comes out prints, moves nothing
// and stays as it is when made safe again.
func TestSafeIsSafe(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		got := Safe("<" + string(r) + ">")
		if Safe(got) != got || !strings.HasPrefix(got, "<") || !strings.HasSuffix(got, ">") {
			t.Fatalf("%U becomes %+q, and then %+q", r, got, Safe(got))
		}
		for _, c := range got {
			if unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs) {
				t.Fatalf("%U becomes %+q", r, got)
			}
		}
	}
}

func TestQuote(t *testing.T) {
	for _, tc := range []struct {
		in    string
		limit int
		want  string
	}{
		{"", 0, `""`},
		{"abc", 3, `"abc"`},
		{"abcd", 3, `"ab…"`},
		{"éééé", 3, `"éé…"`},
		{"a\nb", 0, `"a\nb"`},
		{strings.Repeat("x", 60), 0, `"` + strings.Repeat("x", 60) + `"`},
		{strings.Repeat("x", 61), 0, `"` + strings.Repeat("x", 59) + `…"`},
		{"\xff\xff\xff", 2, `"\xff…"`},
	} {
		if got := Quote(tc.in, tc.limit); got != tc.want {
			t.Errorf("%+q, %d: %s, want %s", tc.in, tc.limit, got, tc.want)
		}
	}
}

func FuzzSafe(f *testing.F) {
	f.Add("a\u202e\x1b[0m\xff")
	f.Fuzz(func(t *testing.T, s string) {
		got := Safe(s)
		if Safe(got) != got || !utf8.ValidString(got) || strings.ContainsAny(got, "\x00\x1b\n\r\u202e") {
			t.Fatalf("%+q becomes %+q", s, got)
		}
	})
}
