package digest

import (
	"bytes"
	"crypto/sha256"
)

var sha256Prefix = []byte("sha256:")

// ParseBytes reads a well-formed sha256 digest without allocating. For any
// other text ok is false; [Parse] then says what it is.
func ParseBytes(text []byte) (d Digest, ok bool) {
	value, found := bytes.CutPrefix(text, sha256Prefix)
	if !found || len(value) != 2*sha256.Size {
		return Digest{}, false
	}
	d.algorithm = SHA256
	bad := byte(0)
	for i := range sha256.Size {
		high, low := hexValues[value[2*i]], hexValues[value[2*i+1]]
		bad |= high | low
		d.sum[i] = high<<4 | low
	}
	if bad > 0xf {
		return Digest{}, false
	}
	return d, true
}

// hexValues gives the value of each lower-case hexadecimal digit, 0xff for every
// other byte: one load a digit, and no branch that the next digit mispredicts.
var hexValues = func() (t [256]byte) {
	for i := range t {
		t[i] = 0xff
	}
	for i, c := range []byte(hexDigits) {
		t[c] = byte(i)
	}
	return t
}()
