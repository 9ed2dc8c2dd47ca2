package fingerprint

import (
	"cmp"
	"slices"
)

// encodeV1 writes "dcc-mcp-trust-fingerprint-v1". It is frozen: approvals are
// bound to these bytes.
func encodeV1(w *writer, d Definition) {
	w.domain(V1Name, "keeps fingerprints of different versions apart")
	w.text("definition-id", d.ID, "an approval belongs to one definition")
	if t := d.Transport; t.Kind == HTTP {
		w.text("transport", "http", "a URL is contacted")
		w.text("url", t.URL, "where requests and credentials go")
	} else {
		w.text("transport", "stdio", "a program is started")
		w.text("executable", t.Executable, "which program is started, unresolved")
		w.count("args", len(t.Args), "keeps the arguments apart")
		for i, arg := range t.Args {
			w.element("args", i, arg, "what the program is told")
		}
		w.optional("cwd", t.Cwd, "relative names depend on it")
	}
	if d.Ownership.Kind == DCCManaged {
		w.text("ownership", "dcc-managed", "who may change the definition")
	} else {
		source := d.Ownership.Source
		w.text("ownership", "imported-read-only", "who may change the definition")
		w.text("source-kind", sourceKindV1(source.Kind), "what sort of place it was read from")
		w.text("source-locator", source.Locator, "the place it was read from")
		w.optional("source-definition-key", source.DefinitionKey, "its key in that place")
	}
	bindings := d.CanonicalBindings()
	w.count("secret-bindings", len(bindings), "keeps the bindings apart")
	for i, b := range bindings {
		w.indexed("secret-target-kind", i, targetKindV1(b.Target.Kind), "where a credential goes")
		w.indexed("secret-target-name", i, b.Target.Name, "where a credential goes")
		w.indexed("secret-reference", i, b.Reference, "which credential goes there, never its value")
	}
}

func sourceKindV1(k SourceKind) string {
	switch k {
	case ProviderConfig:
		return "provider-config"
	case ProjectFile:
		return "project-file"
	}
	return "other"
}

func targetKindV1(k TargetKind) string {
	if k == HTTPHeader {
		return "header"
	}
	return "env"
}

// CanonicalBindings gives the secret bindings as they are hashed: header names
// in lower case, then sorted by kind, name and reference as bytes. The order in
// a file changes nothing.
func (d Definition) CanonicalBindings() []Binding {
	out := make([]Binding, len(d.SecretRefs))
	for i, b := range d.SecretRefs {
		out[i] = b.canonical()
	}
	slices.SortFunc(out, func(a, b Binding) int {
		return cmp.Or(
			cmp.Compare(targetKindV1(a.Target.Kind), targetKindV1(b.Target.Kind)),
			cmp.Compare(a.Target.Name, b.Target.Name),
			cmp.Compare(a.Reference, b.Reference),
		)
	})
	return out
}

func (b Binding) canonical() Binding {
	if b.Target.Kind == HTTPHeader {
		b.Target.Name = lowerASCII(b.Target.Name)
	}
	return b
}
