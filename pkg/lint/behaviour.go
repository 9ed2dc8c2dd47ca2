package lint

import (
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// BehaviourRules lists the rules about what a tool claims to do: its hints and
// its action metadata, and whether they go together.
func BehaviourRules() []Rule {
	return slices.Concat(hintRules, undeclaredRules, actionRules, coherenceRules)
}

// Applies reports whether one of the hints of a tool means anything:
// destructiveHint and idempotentHint speak about changes, so they mean nothing
// for a read-only tool, whether they are declared or not.
func Applies(hints [4]Hint, i int) bool {
	return !hints[ReadOnly].Value || i != Destructive && i != Idempotent
}

// Pointer gives the JSON pointer of the definition in its document.
func (t *Tool) Pointer() string { return t.pointer }

// Range gives the place of the definition in its file.
func (t *Tool) Range() diag.Range { return t.List.File.rangeOf(t.Value, 0, 0) }

// PointerOf gives the JSON pointer of a value inside the definition, from the
// root of its document.
func (t *Tool) PointerOf(v record.Value) string { return t.pointer + v.PointerFrom(t.Value) }

// Believed says what a client that trusts the server does because of the
// metadata, in the order of the draft.
func (a *Action) Believed() []string {
	var out []string
	if _, ok := a.word(destinationPath, "external"); ok {
		out = append(out, "lets input leave only where its policy allows that")
	}
	if _, ok := a.word(sourcePath, "open-world"); ok {
		out = append(out, "reckons with content that strangers wrote; whether one result has any is said by untrusted in that result")
	}
	review, _ := a.RequiresReview.Bool()
	_, irreversible := a.word(outcomePath, "irreversible")
	_, consequential := a.word(outcomePath, "consequential")
	_, benign := a.word(outcomePath, "benign")
	switch {
	case review || irreversible:
		out = append(out, "asks a person before each call")
	case consequential:
		out = append(out, "asks when its policy says so for a call with an effect")
	case benign:
		out = append(out, "may run it without asking")
	}
	return out
}
