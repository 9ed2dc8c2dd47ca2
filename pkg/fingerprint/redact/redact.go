// Package redact hides what looks like a secret before text is shown or stored.
//
// Redaction is for eyes and files only: fingerprints are computed over the text
// as written. It works by shape and by name, so it can hide too much, and a
// password that looks like a word and stands under a harmless name is shown.
// What is hidden is replaced by [Mark], which tells nothing about it, not even
// its length.
package redact

import (
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/fingerprint"
)

// Mark stands where something was hidden.
const Mark = "[redacted]"

// Definition gives a copy of a definition that can be shown: arguments, URL,
// executable, working directory and credential references without what looks
// like a secret. changed lists the members that were touched by their path, such
// as "args[2]", in a fixed order.
func Definition(d fingerprint.Definition) (shown fingerprint.Definition, changed []string) {
	shown = clone(d)
	t := &shown.Transport
	t.Executable, t.URL = Text(t.Executable), URL(t.URL)
	t.Args = append([]string(nil), Args(d.Transport.Executable, d.Transport.Args)...)
	if t.Cwd != nil {
		*t.Cwd = Text(*t.Cwd)
	}
	for i := range shown.SecretRefs {
		b := &shown.SecretRefs[i]
		b.Reference = Reference(b.Reference)
	}
	before := places(&d)
	for i, m := range places(&shown) {
		if *m.text != *before[i].text {
			changed = append(changed, m.path)
		}
	}
	return shown, changed
}

// clone copies what [places] leads to.
func clone(d fingerprint.Definition) fingerprint.Definition {
	t := &d.Transport
	t.Args = slices.Clone(t.Args)
	if t.Cwd != nil {
		cwd := *t.Cwd
		t.Cwd = &cwd
	}
	d.SecretRefs = slices.Clone(d.SecretRefs)
	return d
}

// Fill puts back into a definition what was hidden in it, from the definition
// that it is said to show. Only [Mark] is replaced, by text that the rest of its
// member leaves room for: a member that shows anything else stays as it is, and
// so do all of them when the two do not have the same members. So the outcome is
// the whole definition exactly when that is the one that is shown, whichever
// rules it was redacted by. Bindings are in canonical order.
func Fill(shown, whole fingerprint.Definition) fingerprint.Definition {
	filled := clone(shown)
	filled.SecretRefs, whole.SecretRefs = filled.CanonicalBindings(), whole.CanonicalBindings()
	hidden, texts := places(&filled), places(&whole)
	if len(hidden) != len(texts) {
		return filled
	}
	for i, m := range hidden {
		if m.path == texts[i].path && fits(*m.text, *texts[i].text) {
			*m.text = *texts[i].text
		}
	}
	return filled
}

// fits reports whether text is what shown is, with something for each [Mark].
func fits(shown, text string) bool {
	parts := strings.Split(shown, Mark)
	first, last := parts[0], parts[len(parts)-1]
	if len(parts) == 1 || len(text) < len(first)+len(last) || !strings.HasPrefix(text, first) || !strings.HasSuffix(text, last) {
		return false
	}
	rest := text[len(first) : len(text)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		_, after, found := strings.Cut(rest, part)
		if !found {
			return false
		}
		rest = after
	}
	return true
}

// Marked lists the members of a definition that hold [Mark], by the paths that
// [Definition] gives them.
func Marked(d fingerprint.Definition) []string {
	var out []string
	for _, m := range places(&d) {
		if strings.Contains(*m.text, Mark) {
			out = append(out, m.path)
		}
	}
	return out
}

// place is a part of a definition that can hold a secret.
type place struct {
	path string
	text *string
}

// places lists those parts in the order in which they are told.
func places(d *fingerprint.Definition) []place {
	t := &d.Transport
	out := []place{{"executable", &t.Executable}}
	for i := range t.Args {
		out = append(out, place{"args[" + itoa(i) + "]", &t.Args[i]})
	}
	if t.Cwd != nil {
		out = append(out, place{"cwd", t.Cwd})
	}
	out = append(out, place{"url", &t.URL})
	for i := range d.SecretRefs {
		b := &d.SecretRefs[i]
		out = append(out, place{"secretRefs[" + b.Target.Name + "]", &b.Reference})
	}
	return out
}

// Args gives the arguments of a program without what looks like a secret. An
// argument can be secret because of the one before it (--token VALUE), and
// because of the program (mysql -pVALUE), which may be an argument too.
func Args(executable string, args []string) []string {
	out := make([]string, len(args))
	flags := addFlags(nil, executable)
	for i, arg := range args {
		out[i] = attached(Text(arg), flags)
		flags = addFlags(flags, arg)
		if i == 0 {
			continue
		}
		if flag := args[i-1]; strings.HasPrefix(flag, "-") && !strings.ContainsAny(flag, "= ") && !strings.HasPrefix(arg, "-") && SecretName(flag) {
			out[i] = value(arg)
		}
	}
	return out
}

// Text gives text without what looks like a secret: URLs inside it, NAME=VALUE
// and "Name: value" pairs under a secret name, and words of a secret's shape.
func Text(s string) string {
	s = keys(s)
	if strings.Contains(s, ":/") || strings.Contains(s, `:\`) {
		s = embeddedURL.ReplaceAllStringFunc(s, URL)
	}
	return words(attached(pairs(s), nil))
}

// keys hides private keys in PEM form.
func keys(s string) string {
	if !strings.Contains(s, "-----BEGIN") {
		return s
	}
	return privateKey.ReplaceAllString(s, Mark)
}

// Reference gives the name of a credential without what looks like the credential
// itself. Names are what a person checks, so "credential:payments" stays.
func Reference(s string) string { return words(keys(s)) }

// Named gives the text of a member without what looks like a secret; under a
// secret name everything but references is hidden.
func Named(name, text string) string {
	if SecretName(name) {
		return value(text)
	}
	return Text(text)
}
