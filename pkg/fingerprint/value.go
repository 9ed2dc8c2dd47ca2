package fingerprint

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
)

// Fingerprint is a computed trust fingerprint. It is comparable.
type Fingerprint [sha256.Size]byte

// String gives 64 lower-case hexadecimal digits without a prefix.
func (f Fingerprint) String() string { return hex.EncodeToString(f[:]) }

// ParseFingerprint reads what String gives. Capitals are not accepted: DCC
// compares fingerprints as text, so one in capitals equals nothing.
func ParseFingerprint(text string) (Fingerprint, error) {
	var f Fingerprint
	if !isFingerprintText(text) {
		return f, errors.New("a fingerprint is 64 lower-case hexadecimal digits")
	}
	if text != lowerASCII(text) {
		return f, errors.New("a fingerprint is written in lower case")
	}
	_, _ = hex.Decode(f[:], []byte(text)) // checked above
	return f, nil
}

// isFingerprintText reports 64 hexadecimal digits of either case, which is the
// form DCC accepts in a trust block.
func isFingerprintText(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isDigit(c) && (c|0x20 < 'a' || 'f' < c|0x20) {
			return false
		}
	}
	return len(s) == 2*sha256.Size
}

func itoa(i int) string { return strconv.Itoa(i) }
