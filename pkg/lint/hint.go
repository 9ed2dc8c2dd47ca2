package lint

import (
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Provenance says where the effective value of a hint comes from.
type Provenance string

const (
	Declared      Provenance = "declared"       // the definition says it
	Defaulted     Provenance = "default"        // the specification's default, since the definition says nothing
	NotBoolean    Provenance = "not-boolean"    // the default, since what the definition says is not a boolean
	NotApplicable Provenance = "not-applicable" // the hint means nothing for a read-only tool
)

// Hint is one of the four behaviour hints of a tool with its effective value.
type Hint struct {
	Name       string
	Value      bool
	Provenance Provenance
	Member     record.Member // of annotations; zero when absent
}

// The hints (MCP ToolAnnotations), in the order of the specification, with
// their defaults.
const (
	ReadOnly = iota
	Destructive
	Idempotent
	OpenWorld
)

var hintDefaults = [...]struct {
	name  string
	value bool
}{
	ReadOnly: {"readOnlyHint", false}, Destructive: {"destructiveHint", true},
	Idempotent: {"idempotentHint", false}, OpenWorld: {"openWorldHint", true},
}

// HintNames lists the names of the hints.
func HintNames() []string {
	names := make([]string, len(hintDefaults))
	for i, h := range hintDefaults {
		names[i] = h.name
	}
	return names
}

// Hints gives the effective hints of a tool, indexed by [ReadOnly] and so on. A
// hint is a claim of the server, not a fact. The effective value of a hint that
// is not applicable is what the tool says or the default, and means nothing.
func (t *Tool) Hints() [4]Hint {
	var hints [4]Hint
	for i, d := range hintDefaults {
		h := Hint{Name: d.name, Value: d.value, Provenance: Defaulted}
		h.Member, _ = t.Annotations.Value.Member(d.name)
		if value, ok := h.Member.Value.Bool(); ok {
			h.Value, h.Provenance = value, Declared
		} else if !h.Member.Value.IsZero() {
			h.Provenance = NotBoolean
		}
		hints[i] = h
	}
	if hints[ReadOnly].Value {
		for _, i := range []int{Destructive, Idempotent} {
			if hints[i].Provenance != Declared {
				hints[i].Provenance = NotApplicable
			}
		}
	}
	return hints
}

// says reports whether the definition itself gives the hint that value.
func (h Hint) says(value bool) bool { return h.Provenance == Declared && h.Value == value }

// hintByName gives the hint that a name stands for, in any spelling: readonlyHint,
// read_only_hint, readOnly, destructive. ok is false when it stands for none.
func hintByName(name string) (hint string, ok bool) {
	if len(name) > 24 {
		return "", false
	}
	for _, d := range hintDefaults {
		if d.name == name {
			return name, true
		}
	}
	f := folded(name)
	for _, d := range hintDefaults {
		if want := folded(d.name); f == want || f+"hint" == want || f == want+"s" {
			return d.name, true
		}
	}
	if len(f) < 8 {
		return "", false
	}
	for _, d := range hintDefaults {
		if diag.Near(f, folded(d.name), 2) {
			return d.name, true
		}
	}
	return "", false
}
