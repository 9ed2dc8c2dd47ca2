package evidence

// FoundLabel is an information-flow label of a result or of a part of it, and
// where it was found.
type FoundLabel struct {
	Block int    // content block it belongs to; -1 is the whole result
	Path  string // JSONPath within that; "$" is all of it
	// Form is the _meta key of a label on the wire, or [TypeFIDES] for one
	// behind an evidenceRef.
	Form    string
	Pointer string
	Label   Label
	// Recovered says that the label was found by trying all four records.
	Recovered bool
	// Assumed says that there is a label which cannot be read, so that the most
	// restrictive one is taken for it.
	Assumed bool
}

// FoundLabels lists the labels of a result in every form: behind evidenceRefs,
// then on the wire.
func (t *ToolResult) FoundLabels() []FoundLabel {
	var out []FoundLabel
	for _, l := range t.Levels {
		if l.Claim == nil || l.Claim.Type != TypeFIDES {
			continue
		}
		f := FoundLabel{Block: l.Block, Path: "$", Form: TypeFIDES, Pointer: l.Claim.Value.Pointer()}
		if f.Label, f.Recovered = RecoverLabel(l.Claim); !f.Recovered {
			f.Assumed = true
			f.Label = Label{Integrity: Untrusted, Confidentiality: Private, Sources: 1}
		}
		out = append(out, f)
	}
	for _, l := range t.Labels {
		out = append(out, FoundLabel{Block: l.Block, Path: l.Path, Form: l.Form, Pointer: l.Value.Pointer(), Label: l.Label})
	}
	return out
}

// Label gives the label of the whole result, zero when it has none. Several
// forms of one label count once, and the most restrictive value of each part
// wins. Labels of parts alone are joined; Partial then says that other parts may
// have none.
func (t *ToolResult) Label() Label {
	var whole, parts Label
	for _, f := range t.FoundLabels() {
		if f.Block < 0 && f.Path == "$" {
			whole = strictest(whole, f.Label)
			continue
		}
		if parts.IsZero() {
			parts = f.Label
		} else {
			parts = parts.Join(f.Label)
		}
	}
	switch {
	case parts.IsZero():
		return whole
	case whole.IsZero():
		parts.Partial = true
		return parts
	}
	return strictest(whole, parts)
}

// strictest combines two labels of the same content.
func strictest(a, b Label) Label {
	return Label{
		Integrity:       max(a.Integrity, b.Integrity),
		Confidentiality: max(a.Confidentiality, b.Confidentiality),
		Sources:         max(a.Sources, b.Sources),
	}
}
