package tape

import (
	"bytes"
	"cmp"
)

// Order is an order of member names.
type Order uint8

const (
	// OrderUTF16 is that of RFC 8785 §3.2.3: by UTF-16 code units.
	OrderUTF16 Order = iota
	// OrderEncoded is that of RFC 8949 §4.2.1: bytewise by the deterministic
	// encoding of the name.
	OrderEncoded
)

// CompareNames orders member names as RFC 8785 §3.2.3 does, by UTF-16 code
// units, without converting them: for UTF-8 that is byte order, except that
// characters from U+E000 to U+FFFF (first byte 0xEE or 0xEF) sort after those
// beyond U+FFFF (first byte 0xF0 and up), which UTF-16 writes with surrogates
// from 0xD800.
func CompareNames(a, b []byte) int {
	n := min(len(a), len(b))
	i := 0
	for i < n && a[i] == b[i] {
		i++
	}
	if i == n {
		return cmp.Compare(len(a), len(b))
	}
	// Only lead bytes are 0xEE or above, so a difference there is a difference
	// between the first bytes of two characters.
	return cmp.Compare(rank16(a[i]), rank16(b[i]))
}

// rank16 moves the first bytes of U+E000 to U+FFFF behind those of the
// characters beyond; the bytes it maps them to are in no UTF-8 text.
func rank16(c byte) byte {
	if c == 0xEE || c == 0xEF {
		return c + 0x10
	}
	return c
}

// CompareTextKeys orders text strings by their deterministic CBOR encoding
// (RFC 8949 §4.2.1): the head is longer or larger for a longer string, so
// length decides first, then the bytes.
func CompareTextKeys(a, b []byte) int {
	if len(a) != len(b) {
		return cmp.Compare(len(a), len(b))
	}
	return bytes.Compare(a, b)
}
