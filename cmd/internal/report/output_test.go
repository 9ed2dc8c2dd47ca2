package report

import (
	"strings"
	"testing"
)

// TestDestinationPrefixes: what looks like a format in front of = is one, or is
// refused; all else is part of a path.
func TestDestinationPrefixes(t *testing.T) {
	known := []string{"text", "json", "sarif"}
	for value, want := range map[string]Destination{
		"sarif=out.sarif": {"sarif", "out.sarif"},
		"sarif=-":         {"sarif", ""},
		"sarif=a=b":       {"sarif", "a=b"},
		"./sarfi=out":     {"text", "./sarfi=out"},
		"a.b=c":           {"text", "a.b=c"},
		"=c":              {"text", "=c"},
		"out.txt":         {"text", "out.txt"},
	} {
		got, err := Destinations("text", []string{value}, known)
		if err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s: %v, %v, want %v", value, got, err, want)
		}
	}
	for value, want := range map[string]string{
		"sarfi=out.sarif": `unknown format "sarfi" in -o; did you mean sarif, or write ./sarfi=out.sarif for a file of that name`,
		"code-climate=x":  "known are text, json, sarif",
		"JSON=x":          "did you mean json",
		"sarif":           "-o takes a file",
	} {
		if got, err := Destinations("text", []string{value}, known); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %q", value, got, err, want)
		}
	}
}
