package explain

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// showJSON lays a JSON text out in lines of at most width code points where its
// own words allow it: what fits on a line stays on one. Nothing else changes,
// except that characters which would act on a terminal become \u escapes. Text
// that is not JSON is given as it is, made safe.
func showJSON(text string, width int) string {
	parser := record.Parser{AllowDuplicates: true}
	rec, err := parser.Parse([]byte(text), record.JSON)
	if err != nil {
		var lines []string
		for line := range strings.Lines(text) {
			lines = append(lines, diag.Safe(strings.TrimRight(line, "\r\n")))
		}
		return strings.Join(lines, "\n")
	}
	p := jsonPrinter{width: width}
	p.value(rec.Root(), 0, 0)
	return p.b.String()
}

type jsonPrinter struct {
	b     strings.Builder
	width int
}

// value writes a value whose line is indented by depth levels and has used
// columns before it.
func (p *jsonPrinter) value(v record.Value, depth, used int) {
	if k := v.Kind(); k != record.Array && k != record.Object || v.Len() == 0 {
		p.b.WriteString(escapeHidden(string(v.Raw())))
		return
	}
	if line := oneLine(v, p.width-used); line != "" {
		p.b.WriteString(line)
		return
	}
	open, closing := "[", "]"
	if v.Kind() == record.Object {
		open, closing = "{", "}"
	}
	p.b.WriteString(open)
	first := true
	next := func() {
		if !first {
			p.b.WriteByte(',')
		}
		first = false
		p.newline(depth + 1)
	}
	for m := range v.Members() {
		next()
		name := escapeHidden(string(m.Key.Raw())) + ": "
		p.b.WriteString(name)
		p.value(m.Value, depth+1, 2*(depth+1)+utf8.RuneCountInString(name)+1)
	}
	for _, e := range v.Elements() {
		next()
		p.value(e, depth+1, 2*(depth+1)+1)
	}
	p.newline(depth)
	p.b.WriteString(closing)
}

func (p *jsonPrinter) newline(depth int) {
	p.b.WriteByte('\n')
	p.b.WriteString(strings.Repeat("  ", min(depth, 20)))
}

// oneLine writes a value on one line, or gives "" when it is longer than room.
func oneLine(v record.Value, room int) string {
	if len(v.Raw()) > 4*room+1000 {
		return ""
	}
	var b strings.Builder
	appendLine(&b, v)
	if utf8.RuneCountInString(b.String()) > room {
		return ""
	}
	return b.String()
}

func appendLine(b *strings.Builder, v record.Value) {
	switch v.Kind() {
	case record.Object:
		separator := "{"
		for m := range v.Members() {
			b.WriteString(separator + escapeHidden(string(m.Key.Raw())) + ": ")
			appendLine(b, m.Value)
			separator = ", "
		}
		if v.Len() == 0 {
			b.WriteByte('{')
		}
		b.WriteByte('}')
	case record.Array:
		b.WriteByte('[')
		for i, e := range v.Elements() {
			if i > 0 {
				b.WriteString(", ")
			}
			appendLine(b, e)
		}
		b.WriteByte(']')
	default:
		b.WriteString(escapeHidden(string(v.Raw())))
	}
}

// escapeHidden writes characters that would act on a terminal as JSON escapes.
func escapeHidden(raw string) string {
	if diag.Safe(raw) == raw {
		return raw
	}
	var b strings.Builder
	for _, r := range raw {
		switch {
		case diag.Safe(string(r)) == string(r):
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	return b.String()
}
