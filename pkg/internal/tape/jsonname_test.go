package tape

import (
	"fmt"
	"strings"
	"testing"
)

// TestLengths reads names and strings of every length around the words in which
// they are searched, near the end of the input and far from it, plain and with
// one odd character at each place.
func TestLengths(t *testing.T) {
	for size := range 40 {
		plain := strings.Repeat("n", size)
		texts := []string{plain}
		for at := range size {
			for _, odd := range []string{"é", `\n`, `\"`, "\U0001F600", "\x01", "\xff", `\u00zz`} {
				texts = append(texts, plain[:at]+odd+plain[at+1:])
			}
		}
		for _, text := range texts {
			for _, input := range []string{
				`{"%s":1}`, `{"%s":1,"":2}`, `{"%s":"%[1]s"}`, `{"%s" :1}`, `{"%s"`, `{"%s":`, `{"%s`, `["%s"]`, `["%s`, `"%s"`,
				`{"a%s":1,"b%[1]s":{"c":"` + strings.Repeat("x", 40) + `"}}`, `{"b%s":1,"a%[1]s":2,"b%[1]s":3}`, `["%s","` + strings.Repeat("x", 40) + `"]`,
			} {
				agree(t, fmt.Appendf(nil, input, text))
			}
		}
	}
}
