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
	replace := func(path string, field *string, text string) {
		if *field != text {
			*field = text
			changed = append(changed, path)
		}
	}
	shown = d
	replace("executable", &shown.Transport.Executable, Text(d.Transport.Executable))
	shown.Transport.Args = append([]string(nil), d.Transport.Args...)
	for i, arg := range Args(d.Transport.Executable, d.Transport.Args) {
		replace("args["+itoa(i)+"]", &shown.Transport.Args[i], arg)
	}
	if d.Transport.Cwd != nil {
		cwd := *d.Transport.Cwd
		shown.Transport.Cwd = &cwd
		replace("cwd", shown.Transport.Cwd, Text(cwd))
	}
	replace("url", &shown.Transport.URL, URL(d.Transport.URL))
	shown.SecretRefs = append([]fingerprint.Binding(nil), d.SecretRefs...)
	for i, b := range d.SecretRefs {
		replace("secretRefs["+b.Target.Name+"]", &shown.SecretRefs[i].Reference, Reference(b.Reference))
	}
	return shown, changed
}

// Marked lists the members of a definition that hold [Mark], by the paths that
// [Definition] gives them.
func Marked(d fingerprint.Definition) []string {
	var out []string
	add := func(path, text string) {
		if strings.Contains(text, Mark) {
			out = append(out, path)
		}
	}
	add("executable", d.Transport.Executable)
	for i, arg := range d.Transport.Args {
		add("args["+itoa(i)+"]", arg)
	}
	if d.Transport.Cwd != nil {
		add("cwd", *d.Transport.Cwd)
	}
	add("url", d.Transport.URL)
	for _, b := range d.SecretRefs {
		add("secretRefs["+b.Target.Name+"]", b.Reference)
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
