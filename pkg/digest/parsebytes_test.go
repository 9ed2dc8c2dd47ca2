package digest

import (
	"strings"
	"testing"
)

// TestParseBytes: what ParseBytes accepts, Parse accepts with the same result;
// what Parse refuses, ParseBytes does not accept.
func TestParseBytes(t *testing.T) {
	good := Of(SHA256, []byte("x")).String()
	for _, text := range []string{
		good, strings.ToUpper(good), good[:len(good)-1], good + "0", " " + good, "",
		"sha256:", "sha512:" + good[7:], "sha256:" + strings.Repeat("g", 64), "sha256:" + strings.Repeat("/", 64),
		"sha256:" + strings.Repeat("é", 32), Of(SHA384, nil).String(), strings.Replace(good, ":", "-", 1),
	} {
		want, err := Parse(text)
		got, ok := ParseBytes([]byte(text))
		if ok != (err == nil && want.Algorithm() == SHA256) || ok && got != want {
			t.Errorf("%q: %v %v, want %v %v", text, got, ok, want, err)
		}
	}
	in := []byte(good)
	if n := testing.AllocsPerRun(100, func() { ParseBytes(in) }); n != 0 {
		t.Errorf("allocates %v times", n)
	}
}
