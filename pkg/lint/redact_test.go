package lint

import (
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
)

func TestShown(t *testing.T) {
	line := `"default": "` + exampleToken + `", "x": 1`
	for _, before := range []string{"", strings.Repeat("a\n", 10), strings.Repeat("b", 3*shownAround)} {
		text := []byte(before + line + strings.Repeat("c", 3*shownAround))
		start := len(before) + strings.Index(line, exampleToken)
		r := diag.RangeAt(text, start, start+len(exampleToken))
		shown, at := Shown(text, r)
		if strings.Contains(string(shown), exampleToken) {
			t.Fatal("the token is shown")
		}
		if got := string(shown[at.Start.Offset:at.End.Offset]); got != strings.Repeat("*", len(exampleToken)) {
			t.Errorf("the range has %q", got)
		}
		if at.Start.Line != r.Start.Line || at.Start.Column != r.Start.Column || !strings.Contains(string(shown), `", "x": 1`) {
			t.Errorf("range %v, text %.40q", at, shown)
		}
	}
	text := []byte("no secret")
	if shown, at := Shown(text, diag.RangeAt(text, 3, 9)); string(shown[at.Start.Offset:at.End.Offset]) != "secret" {
		t.Errorf("%q %v", shown, at)
	}
}
