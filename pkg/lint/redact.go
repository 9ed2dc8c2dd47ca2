package lint

import (
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint/internal/textsafety"
)

// shownAround is how much text before and after a place is kept for showing it:
// far more than a line of a terminal.
const shownAround = 8 << 10

// Shown gives the text around a range as it may be shown to people: what looks
// like a credential is covered by asterisks. The range is moved to where it is
// in that text. Lines and columns of it stay those of the whole.
func Shown(text []byte, r diag.Range) ([]byte, diag.Range) {
	start := min(max(r.Start.Offset, 0), len(text))
	from, to := max(0, start-shownAround), min(len(text), start+shownAround)
	part := string(text[from:to])
	r.Start.Offset -= from
	r.End.Offset = min(max(r.End.Offset, start), to) - from
	return []byte(Cover(part)), r
}

// Cover gives a text with asterisks in place of what looks like a credential. It
// keeps its length in bytes.
func Cover(text string) string {
	if len(text) < textsafety.MinSecret {
		return text
	}
	found := textsafety.Secrets(text)
	if len(found) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, s := range found {
		b.WriteString(text[at:s.Start])
		b.WriteString(strings.Repeat("*", s.End-s.Start))
		at = s.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// quote is [diag.Quote] for text of a definition: a message must not show a
// credential that stands where another rule finds fault with it. It is covered
// before the text is shortened, since a part does not look like one.
func quote(text string, limit int) string { return diag.Quote(Cover(text), limit) }
