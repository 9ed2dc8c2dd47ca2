package fingerprint

import "strings"

// Validate checks what computing a fingerprint needs, in DCC's order; the
// first failure wins. It looks at neither the form nor the value of the stored
// currentFingerprint, which computing replaces. The error is an [*Error].
func (d Definition) Validate() error { return d.validate(nil) }

// ValidateStored checks a definition as DCC does before it stores it: also that
// currentFingerprint has the right form and, last, that it equals the computed
// one. A bare input has no stored fingerprint, so nothing is added for it.
func (d Definition) ValidateStored(v Version) error { return d.validate(&v) }

// validate returns error and not *Error, so that "no error" is a plain nil.
func (d Definition) validate(stored *Version) error {
	if d.Bare {
		stored = nil
	}
	for _, check := range []func() *Error{
		d.checkLabels,
		d.Transport.check,
		d.Ownership.check,
		func() *Error { return d.checkTrust(stored != nil) },
		d.checkBindings,
	} {
		if e := check(); e != nil {
			return e
		}
	}
	if stored != nil && d.Trust.CurrentFingerprint != stored.Sum(d).String() {
		return &Error{
			Code: TrustFingerprintMismatch, Field: "trust.currentFingerprint", Pointer: "/trust/currentFingerprint",
			message: "stored fingerprint is not the one of this definition",
			help:    "the definition changed after it was stored: review it again",
		}
	}
	return nil
}

func (d Definition) checkLabels() *Error {
	if e := notBlank("id", "/id", d.ID); e != nil || d.Bare {
		return e
	}
	for _, f := range []struct{ name, text string }{
		{"displayName", d.DisplayName}, {"createdAt", d.CreatedAt}, {"updatedAt", d.UpdatedAt},
	} {
		if e := notBlank(f.name, "/"+f.name, f.text); e != nil {
			return e
		}
	}
	return nil
}

func (t Transport) check() *Error {
	if t.Kind == HTTP {
		if code := checkURL(t.URL); code != "" {
			return urlError(code)
		}
		return nil
	}
	if e := plainText("transport.executable", "/transport/executable", t.Executable); e != nil {
		return e
	}
	for i, arg := range t.Args {
		if e := noNUL("transport.args", "/transport/args/"+itoa(i), arg); e != nil {
			return e
		}
	}
	if t.Cwd != nil {
		return plainText("transport.cwd", "/transport/cwd", *t.Cwd)
	}
	return nil
}

func (o Ownership) check() *Error {
	if o.Kind == DCCManaged {
		return nil
	}
	if e := notBlank("ownership.source.locator", "/ownership/source/locator", o.Source.Locator); e != nil {
		return e
	}
	if key := o.Source.DefinitionKey; key != nil {
		return notBlank("ownership.source.definitionKey", "/ownership/source/definitionKey", *key)
	}
	return nil
}

func (d Definition) checkTrust(current bool) *Error {
	if current && !isFingerprintText(d.Trust.CurrentFingerprint) {
		return badFingerprint("trust.currentFingerprint", "/trust/currentFingerprint")
	}
	decision := d.Trust.Decision
	if d.Bare || !decision.Trusted {
		return nil
	}
	if !isFingerprintText(decision.Fingerprint) {
		return badFingerprint("trust.decision.fingerprint", "/trust/decision/fingerprint")
	}
	return notBlank("trust.decision.trustedAt", "/trust/decision/trustedAt", decision.TrustedAt)
}

func (d Definition) checkBindings() *Error {
	seen := map[Target]bool{}
	for i, b := range d.SecretRefs {
		at := "/secretRefs/" + itoa(i)
		if e := plainText("secretRefs.secretRef", at+"/secretRef", b.Reference); e != nil {
			return e
		}
		if e := notBlank("secretRefs.target.name", at+"/target/name", b.Target.Name); e != nil {
			return e
		}
		if e := b.Target.checkName(at + "/target/name"); e != nil {
			return e
		}
		identity := b.canonical().Target
		if seen[identity] {
			return &Error{Code: DuplicateSecretTarget, Pointer: at + "/target", message: "a secret target is bound twice", help: "keep one binding a target; header names are compared without case"}
		}
		seen[identity] = true
		if (b.Target.Kind == EnvironmentVariable) != (d.Transport.Kind == Stdio) {
			return &Error{Code: SecretTargetTransportMismatch, Pointer: at + "/target", message: "secret target does not fit the transport", help: "a program gets environment variables, a URL gets headers"}
		}
	}
	return nil
}

func (t Target) checkName(pointer string) *Error {
	switch {
	case t.Kind == EnvironmentVariable && !isEnvironmentName(t.Name):
		return &Error{Code: InvalidEnvironmentVariableName, Pointer: pointer, message: "not an environment variable name", help: "use letters, digits and _, and no digit first"}
	case t.Kind == HTTPHeader && !isHeaderName(t.Name):
		return &Error{Code: InvalidHTTPHeaderName, Pointer: pointer, message: "not an HTTP header name", help: "a header name is an RFC 9110 token"}
	}
	return nil
}

func plainText(field, pointer, text string) *Error {
	if e := notBlank(field, pointer, text); e != nil {
		return e
	}
	return noNUL(field, pointer, text)
}

// notBlank refuses text of Unicode White_Space only, which is what TrimSpace
// removes.
func notBlank(field, pointer, text string) *Error {
	if strings.TrimSpace(text) == "" {
		return &Error{Code: EmptyField, Field: field, Pointer: pointer, message: "must not be empty"}
	}
	return nil
}

func noNUL(field, pointer, text string) *Error {
	if strings.IndexByte(text, 0) >= 0 {
		return &Error{Code: NulByte, Field: field, Pointer: pointer, message: "must not contain a NUL character"}
	}
	return nil
}

func badFingerprint(field, pointer string) *Error {
	return &Error{Code: InvalidTrustFingerprint, Field: field, Pointer: pointer, message: "not a fingerprint", help: "a fingerprint is 64 hexadecimal digits"}
}

func urlError(code Code) *Error {
	e := &Error{Code: code, Field: "transport.url", Pointer: "/transport/url"}
	switch code {
	case UnsupportedURLScheme:
		e.message, e.help = "URL scheme is neither http nor https", "only http and https servers have a fingerprint"
	case MissingURLHost:
		e.message = "URL has no host"
	case EmbeddedURLCredentials:
		e.message, e.help = "URL holds a user name or password", "bind the credential to a header"
	default:
		e.message, e.help = "not a URL", "write it as https://host/path; a variable in the host is often not a host name"
	}
	return e
}
