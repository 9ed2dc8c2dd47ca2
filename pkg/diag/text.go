package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Safe makes text from input fit to print: control, bidirectional, invisible
// and private characters, and bytes that are not UTF-8, are written as visible
// escapes (`\n`, `\x1b`, `\u{202e}`), so that no input can move the cursor,
// reorder a line or hide a word. Text without such characters is returned as is.
func Safe(s string) string {
	if isSafe(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case !hidden(r):
			b.WriteRune(r)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
		i += size
	}
	return b.String()
}

// Quote puts safe text between double quotes and cuts it to at most limit code
// points, with an ellipsis where something was left out. A limit of 0 means 60.
func Quote(s string, limit int) string {
	if limit <= 0 {
		limit = 60
	}
	if utf8.RuneCountInString(s) > limit {
		n := 0
		for i := range s {
			if n == limit-1 {
				s = s[:i] + "…"
				break
			}
			n++
		}
	}
	return `"` + Safe(s) + `"`
}

func isSafe(s string) bool {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if c < 0x20 || c == 0x7f {
				return false
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || hidden(r) {
			return false
		}
		i += size
	}
	return true
}

// hidden reports characters that a terminal acts on or does not show: C0 and
// C1 controls, format characters (bidi controls, zero-width, tags), line and
// paragraph separators, spaces of other widths, fillers, variation selectors beyond the emoji one, and
// private use.
func hidden(r rune) bool {
	switch {
	case r == 0x034F, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x3164, r == 0xFFA0:
		return true // combining grapheme joiner and blank fillers
	case r > ' ' && r != 0x3000 && unicode.Is(unicode.Zs, r):
		return true // spaces that look like the plain one, or like nothing
	case r >= 0xFE00 && r <= 0xFE0E, r >= 0xE0100 && r <= 0xE01EF:
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs) || noncharacter(r)
}

func noncharacter(r rune) bool {
	return r >= 0xFDD0 && r <= 0xFDEF || r&0xFFFE == 0xFFFE
}
