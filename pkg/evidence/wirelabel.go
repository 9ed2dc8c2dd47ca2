package evidence

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// The _meta keys under which labels are met without an evidenceRef.
const (
	InlineLabelKey = "ifc"                   // one label for what the _meta belongs to
	LabelMapKey    = "com.github.ifc/labels" // a map of JSONPath to label
)

// WireLabel is an information-flow label found on the wire.
type WireLabel struct {
	Block int          // content block it belongs to; -1 is the whole result
	Form  string       // the _meta key: [InlineLabelKey] or [LabelMapKey]
	Path  string       // JSONPath it applies to; "$" is all
	Value record.Value // the label as written
	Label Label
}

// ReadLabels reads the labels of one _meta object in every form that is met on
// the wire, with what is wrong with them. The zero Value has none.
func ReadLabels(meta record.Value, block int) ([]WireLabel, []diag.Diagnostic) {
	var labels []WireLabel
	var findings []diag.Diagnostic
	add := func(form, path string, v record.Value) {
		label, problems := ReadLabel(v)
		findings = append(findings, problems...)
		if v.Kind() == record.Object {
			labels = append(labels, WireLabel{Block: block, Form: form, Path: path, Value: v, Label: label})
		}
	}
	if v := meta.Get(InlineLabelKey); !v.IsZero() {
		add(InlineLabelKey, "$", v)
	}
	if v := meta.Get(LabelMapKey); v.Kind() == record.Object {
		for m := range v.Members() {
			add(LabelMapKey, m.Name, m.Value)
		}
	} else if !v.IsZero() {
		findings = append(findings, finding(CodeLabelShape, diag.Error, v,
			LabelMapKey+" is "+article(v)+", not an object", `write a map of JSONPath to label, with "$" for the whole result`))
	}
	return labels, findings
}

// ReadLabel reads one label: an ifc.fides.v1 record, or the same object inline.
// What it does not understand it takes for the most restrictive value and
// reports; a list of readers is reported without repeating a name from it.
func ReadLabel(v record.Value) (Label, []diag.Diagnostic) {
	l := Label{Integrity: Untrusted, Confidentiality: Private, Sources: 1}
	if v.Kind() != record.Object {
		return l, []diag.Diagnostic{finding(CodeLabelShape, diag.Error, v,
			"label is "+article(v)+", not an object", `write {"integrity":…,"confidentiality":…}`)}
	}
	var out []diag.Diagnostic
	integrity := v.Get("integrity")
	switch text := string(integrity.Content()); {
	case text == "trusted":
		l.Integrity = Trusted
	case text != "untrusted":
		out = append(out, unknownToken(v, integrity, "integrity", "untrusted", "write trusted or untrusted"))
	}
	confidentiality := v.Get("confidentiality")
	switch text := string(confidentiality.Content()); {
	case confidentiality.Kind() == record.Array:
		var f []diag.Diagnostic
		l.Confidentiality, f = readReaders(confidentiality)
		out = append(out, f...)
	case text == "public":
		l.Confidentiality = Public
	case text != "private":
		out = append(out, unknownToken(v, confidentiality, "confidentiality", "private", "write public or private"))
	}
	if l.Confidentiality == Public {
		l.Sources = 0
	}
	return l, out
}

// readReaders reads the array form of early builds: ["public"] is public, any
// other list names readers, and the empty list lets nobody read.
func readReaders(list record.Value) (Confidentiality, []diag.Diagnostic) {
	if list.Len() == 1 && string(list.Index(0).Content()) == "public" {
		return Public, []diag.Diagnostic{finding(CodeLabelToken, diag.Warning, list,
			"confidentiality is an array, the form of early builds", `write "public"`)}
	}
	if list.Len() == 0 {
		return Private, []diag.Diagnostic{finding(CodeLabelToken, diag.Warning, list,
			"confidentiality is an empty list, which counts as the most restrictive value", `write "private"`)}
	}
	return Private, []diag.Diagnostic{finding(CodeLabelReaders, diag.Error, list,
		fmt.Sprintf("confidentiality lists %d readers on the wire", list.Len()), `write "private": the host finds the readers itself`)}
}

func unknownToken(label, v record.Value, name, counts, help string) diag.Diagnostic {
	if v.IsZero() {
		return finding(CodeLabelToken, diag.Warning, label, fmt.Sprintf("label has no %s and counts as %s", name, counts), help)
	}
	what := article(v)
	if text, ok := v.Text(); ok {
		what = diag.Quote(text, 30)
	}
	return finding(CodeLabelToken, diag.Warning, v, fmt.Sprintf("%s %s is not known and counts as %s", name, what, counts), help)
}

// checkInline compares the labels on the wire with the annotations beside them.
func checkInline(t *ToolResult) []diag.Diagnostic {
	if len(t.Labels) == 0 {
		return nil
	}
	var out []diag.Diagnostic
	if len(t.Claims()) == 0 {
		out = append(out, finding(CodeLabelInline, diag.Info, t.Labels[0].Value,
			"label stands on the wire without a trust annotation that carries an evidenceRef", "publish the label as a record and point to it with evidenceRef, type ifc.fides.v1"))
	}
	for _, label := range t.Labels {
		if label.Label.Confidentiality != Private || label.Path != "$" {
			continue
		}
		for _, l := range t.Levels {
			if l.Block == label.Block || l.Block < 0 && label.Block < 0 {
				sensitive, _ := t.Effective(l.Block)
				out = append(out, CheckSensitive(l, sensitive, "the label beside it says private")...)
			}
		}
	}
	return out
}

// CheckSensitive reports a level that does not claim sensitive although what it
// describes is not public: because says how that is known, in words that fit
// behind "and". sensitive is the effective value there. An evidenceRef that was
// given alone says nothing about what stood beside it.
func CheckSensitive(l Level, sensitive Assertion, because string) []diag.Diagnostic {
	switch {
	case l.Annotation.IsZero():
		return nil
	case sensitive == NotClaimed:
		return []diag.Diagnostic{finding(CodeSensitiveOmitted, diag.Warning, l.Annotation,
			"no sensitive claim is made, and "+because, "add \"sensitive\":true: clients that do not know the scheme rely on it")}
	case sensitive == False:
		return []diag.Diagnostic{finding(CodeSensitiveDenied, diag.Warning, l.Annotation,
			"sensitive is claimed to be false, and "+because, "correct the one that is wrong")}
	}
	return nil
}
