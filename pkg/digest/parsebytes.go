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
	for i := range sha256.Size {
		high, low := hexValue(value[2*i]), hexValue(value[2*i+1])
		if high|low > 0xf {
			return Digest{}, false
		}
		d.sum[i] = high<<4 | low
	}
	return d, true
}

// hexValue gives the value of a lower-case hexadecimal digit, 0xff for any
// other byte.
func hexValue(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	}
	return 0xff
}
