package record

import (
	"unicode/utf16"
	"unicode/utf8"
)

// PartSpan gives the byte offsets in the input of a part of a JSON string: from
// and to are byte offsets in its decoded text, to exclusive. An offset inside
// an escape is moved to the escape's start. For other values, and for CBOR, it
// is the span of the whole value.
func (v Value) PartSpan(from, to int) (start, end int) {
	start, end = v.Span()
	raw := v.Raw()
	if v.Kind() != String || len(raw) < 2 || raw[0] != '"' {
		return start, end
	}
	at, decoded := 1, 0
	first, last := -1, len(raw)-1
	for at < len(raw)-1 {
		width, size := 1, 1
		if raw[at] == '\\' {
			width, size = escapeWidth(raw[at:])
		}
		if first < 0 && decoded+size > from {
			first = at
		}
		if decoded >= to {
			last = at
			break
		}
		at += width
		decoded += size
	}
	if first < 0 {
		first = len(raw) - 1
	}
	return start + first, start + max(first, last)
}

// escapeWidth gives the length of an escape sequence and of the UTF-8 text it
// stands for. The input has passed the grammar.
func escapeWidth(raw []byte) (width, size int) {
	if raw[1] != 'u' {
		return 2, 1
	}
	r := hex4(raw[2:])
	if utf16.IsSurrogate(r) {
		return 12, utf8.RuneLen(utf16.DecodeRune(r, hex4(raw[8:])))
	}
	return 6, utf8.RuneLen(r)
}

func hex4(b []byte) rune {
	var r rune
	for _, c := range b[:4] {
		switch {
		case c <= '9':
			r = r<<4 | rune(c-'0')
		default:
			r = r<<4 | rune(c|0x20-'a'+10)
		}
	}
	return r
}
