// Package redact hides what looks like a secret before text is shown or stored.
//
// Redaction is for eyes and files only: fingerprints are computed over the text
// as written. It works by shape and by name, so it can hide too much, and a
// password that looks like a word and stands under a harmless name is shown.
// What is hidden is replaced by [Mark], which tells nothing about it, not even
// its length.
package redact

import (
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
	shown = d
	t := &shown.Transport
	t.Executable, t.URL = Text(t.Executable), URL(t.URL)
	t.Args = append([]string(nil), Args(d.Transport.Executable, d.Transport.Args)...)
	if t.Cwd != nil {
		cwd := Text(*t.Cwd)
		t.Cwd = &cwd
	}
	shown.SecretRefs = append([]fingerprint.Binding(nil), d.SecretRefs...)
	for i := range shown.SecretRefs {
		b := &shown.SecretRefs[i]
		b.Reference = Reference(b.Reference)
	}
	before := places(d)
	for i, m := range places(shown) {
		if m.text != before[i].text {
			changed = append(changed, m.path)
		}
	}
	return shown, changed
}

// Marked lists the members of a definition that hold [Mark], by the paths that
// [Definition] gives them.
func Marked(d fingerprint.Definition) []string {
	var out []string
	for _, m := range places(d) {
		if strings.Contains(m.text, Mark) {
			out = append(out, m.path)
		}
	}
	return out
}

// place is a part of a definition that can hold a secret.
type place struct{ path, text string }

// places lists those parts in the order in which they are told.
func places(d fingerprint.Definition) []place {
	out := []place{{"executable", d.Transport.Executable}}
	for i, arg := range d.Transport.Args {
		out = append(out, place{"args[" + itoa(i) + "]", arg})
	}
	if d.Transport.Cwd != nil {
		out = append(out, place{"cwd", *d.Transport.Cwd})
	}
	out = append(out, place{"url", d.Transport.URL})
	for _, b := range d.SecretRefs {
		out = append(out, place{"secretRefs[" + b.Target.Name + "]", b.Reference})
	}
	return out
}

// Args gives the arguments of a program without what looks like a secret. An
// argument can be secret because of the one before it (--token VALUE), and
// because of the program (mysql -pVALUE), which may be an argument too.
func Args(executable string, args []string) []string {
	out := make([]string, len(args))
	flags := flagsIn(executable)
	for i, arg := range args {
		out[i] = attached(Text(arg), flags)
		flags = append(flags, flagsIn(arg)...)
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
