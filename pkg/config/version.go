package config

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Requirement is the range of versions of evref that a configuration asks for,
// such as ">=0.3.0 <2".
type Requirement struct {
	Text   string
	Source string
	Range  diag.Range

	bounds []bound
}

type bound struct {
	operator string
	version  semver
}

type semver [3]int

// operators, the longer ones first.
var operators = []string{">=", "<=", ">", "<", "="}

// parseRequirement reads bounds that are separated by blanks or commas; a
// version without an operator is the lowest that will do.
func parseRequirement(text string) (bounds []bound, ok bool) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
		b := bound{operator: ">="}
		for _, o := range operators {
			if rest, found := strings.CutPrefix(part, o); found {
				b.operator, part = o, rest
				break
			}
		}
		if b.version, ok = parseSemver(part); !ok {
			return nil, false
		}
		bounds = append(bounds, b)
	}
	return bounds, len(bounds) > 0
}

// parseSemver reads up to three numbers. A pre-release counts as the release it
// leads to.
func parseSemver(text string) (v semver, ok bool) {
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "v"), "-")
	text, _, _ = strings.Cut(text, "+")
	parts := strings.Split(text, ".")
	if len(parts) > len(v) {
		return v, false
	}
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 31)
		if err != nil {
			return v, false
		}
		v[i] = int(n)
	}
	return v, true
}

func (v semver) compare(other semver) int {
	for i := range v {
		if v[i] != other[i] {
			return v[i] - other[i]
		}
	}
	return 0
}

// Check compares the requirement with the version of this program. known is
// false when the version of this build is not a number, so that nothing can be
// said; otherwise the diagnostic is nil when the version will do.
func (r Requirement) Check(version string) (d *diag.Diagnostic, known bool) {
	v, ok := parseSemver(version)
	if !ok || v == (semver{}) { // a build from a commit without a tag
		return nil, false
	}
	for _, b := range r.bounds {
		c := v.compare(b.version)
		if holds := map[string]bool{">=": c >= 0, "<=": c <= 0, ">": c > 0, "<": c < 0, "=": c == 0}[b.operator]; !holds {
			return problem(r.Source, r.Range, fmt.Sprintf("this is evref %s, and the configuration asks for %s", version, r.Text),
				"install a version that fits"), true
		}
	}
	return nil, true
}
