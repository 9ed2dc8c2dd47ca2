package digest

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// CheckLine is one line of what `evref digest` prints and `evref verify
// --check` reads: digest, canonicalization and locator, two spaces between
// them, so that a list can be kept, sorted and compared like those of sha256sum.
//
//	sha256:c509…cefb  jcs/rfc8785  advisory.json
//
// A line whose locator needs escapes begins with a backslash.
type CheckLine struct {
	// Digest and Canonicalization are the claim's own text: whether they are
	// well formed is for the verifier to say.
	Digest, Canonicalization string
	Locator                  record.Locator
}

// String gives the line without a line end.
func (l CheckLine) String() string {
	prefix := ""
	if l.Locator.NeedsEscape() {
		prefix = `\`
	}
	return prefix + l.Digest + "  " + l.Canonicalization + "  " + l.Locator.String()
}

// ParseCheckLine reads one line, without its line end.
func ParseCheckLine(line string) (CheckLine, error) {
	text, escaped := strings.CutPrefix(line, `\`)
	digest, rest, ok1 := strings.Cut(text, "  ")
	canonicalization, locator, ok2 := strings.Cut(rest, "  ")
	if !ok1 || !ok2 {
		return CheckLine{}, fmt.Errorf("%s is not a check line; write digest, canonicalization and file with two spaces between them", diag.Quote(line, 60))
	}
	l, err := record.ParseLocator(locator, escaped)
	if err != nil {
		return CheckLine{}, err
	}
	return CheckLine{Digest: digest, Canonicalization: canonicalization, Locator: l}, nil
}
