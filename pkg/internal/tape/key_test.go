package tape

import (
	"testing"
)

// TestPrefixes checks that the first eight bytes never contradict the whole.
func TestPrefixes(t *testing.T) {
	for _, a := range names() {
		for _, b := range names() {
			x, y := []byte(a), []byte(b)
			if utf16Prefix(x) < utf16Prefix(y) && CompareNames(x, y) >= 0 {
				t.Errorf("%+q has a smaller prefix than %+q and is not before it", a, b)
			}
			if encodedPrefix(x) < encodedPrefix(y) && CompareTextKeys(x, y) >= 0 {
				t.Errorf("%+q has a smaller encoded prefix than %+q and is not before it", a, b)
			}
		}
		encoded := append(AppendHead(nil, MajorText, uint64(len(a))), a...)
		var want [8]byte
		copy(want[:], encoded)
		if got := encodedPrefix([]byte(a)); got != beUint64(want) {
			t.Errorf("%+q: prefix %016x, encoding %x", a, got, encoded)
		}
	}
}

func beUint64(b [8]byte) (v uint64) {
	for _, c := range b {
		v = v<<8 | uint64(c)
	}
	return v
}
