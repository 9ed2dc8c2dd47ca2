package evidence

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Assertion is a boolean that may be left out: absent means that no claim is
// made, which is not the same as false.
type Assertion uint8

// States of an Assertion.
const (
	NotClaimed Assertion = iota
	False
	True
)

// String gives "not claimed", "false" or "true".
func (a Assertion) String() string { return [...]string{"not claimed", "false", "true"}[a] }

// Union combines what a result claims with what a block of it claims: once
// true, it stays true.
func (a Assertion) Union(b Assertion) Assertion { return max(a, b) }

// Level is one place that carries trust annotations: the result or one of its
// content blocks.
type Level struct {
	Block      int          // index of the content block; -1 is the result itself
	Annotation record.Value // the annotation, not always an object; zero for an evidenceRef given alone
	Sensitive  Assertion
	Untrusted  Assertion
	Claim      *Claim // nil when there is no evidenceRef
}

// ReadLevel reads one annotation, with what is wrong with it: its shape, the
// shape of its evidenceRef, misspelt and misplaced members.
func ReadLevel(annotation record.Value, block int) (Level, []diag.Diagnostic) {
	l := Level{Block: block, Annotation: annotation}
	if annotation.Kind() != record.Object {
		return l, []diag.Diagnostic{finding(CodeNotAnnotation, diag.Error, annotation,
			"trust annotations are "+article(annotation)+", not an object", "write an object with sensitive, untrusted or evidenceRef")}
	}
	var out []diag.Diagnostic
	for name, value := range annotation.Entries() {
		switch text := string(name.Content()); text {
		case "sensitive":
			l.Sensitive, out = readAssertion(text, value, out)
		case "untrusted":
			l.Untrusted, out = readAssertion(text, value, out)
		case "evidenceRef":
			claim := ReadClaim(value)
			l.Claim = &claim
			out = append(out, claim.Findings...)
		case "requiresReview", "requires_review":
			out = append(out, finding(CodeMisplacedReview, diag.Warning, name,
				text+" does not belong to trust annotations", "put requiresReview into the action metadata of the tool"))
		default:
			if f, misspelt := nearMember(name, []string{"sensitive", "untrusted", "evidenceRef"}); misspelt {
				out = append(out, f)
			}
		}
	}
	return l, out
}

func readAssertion(name string, v record.Value, out []diag.Diagnostic) (Assertion, []diag.Diagnostic) {
	value, ok := v.Bool()
	switch {
	case !ok:
		return NotClaimed, append(out, finding(CodeNotBoolean, diag.Error, v,
			fmt.Sprintf("%s is %s, not a boolean", name, article(v)), "write true or false, or leave it out to make no claim"))
	case value:
		return True, out
	}
	return False, out
}

// CheckUnion reports every block that claims false where the result claims
// true. levels are those of one result.
func CheckUnion(levels []Level) []diag.Diagnostic {
	var result *Level
	for i := range levels {
		if levels[i].Block < 0 {
			result = &levels[i]
		}
	}
	if result == nil {
		return nil
	}
	var out []diag.Diagnostic
	for _, l := range levels {
		if l.Block < 0 {
			continue
		}
		for _, m := range []struct {
			name         string
			whole, block Assertion
		}{{"sensitive", result.Sensitive, l.Sensitive}, {"untrusted", result.Untrusted, l.Untrusted}} {
			if m.whole != True || m.block != False {
				continue
			}
			f := finding(CodeWeakened, diag.Error, l.Annotation.Get(m.name),
				fmt.Sprintf("content block %d claims %s false where the result claims true", l.Block, m.name),
				"drop the claim from the block: the effective value is true")
			at := result.Annotation.Get(m.name)
			f.Related = []diag.Related{{Pointer: at.Pointer(), Range: at.Range(), Message: "the result claims true here"}}
			out = append(out, f)
		}
	}
	return out
}
