package digest

import "testing"

func TestNotation(t *testing.T) {
	for encoded, want := range map[string]string{
		"\xa1\x61\x61\xf9\x3e\x00":             `{"a": 1.5}`,
		"\x43\x01\x02\x03":                     `h'010203'`,
		"\x1b\xff\xff\xff\xff\xff\xff\xff\xff": "18446744073709551615",
	} {
		if got, err := Notation([]byte(encoded)); err != nil || got != want {
			t.Errorf("%x: %q, %v, want %q", encoded, got, err, want)
		}
	}
	if got, err := Notation([]byte{0xa1}); err == nil {
		t.Errorf("half a map is %q", got)
	}
}
