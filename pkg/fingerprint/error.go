package fingerprint

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Code is the stable name of what is wrong with a definition, as DCC names it.
type Code string

// Codes of decoding: the text is not a definition at all.
const (
	JSONSyntax  Code = "JsonSyntax"
	JSONData    Code = "JsonData"
	InvalidUTF8 Code = "InvalidUtf8"
)

// Codes of validation: the definition was understood and is not allowed.
const (
	EmptyField                     Code = "EmptyField"
	NulByte                        Code = "NulByte"
	InvalidURL                     Code = "InvalidUrl"
	UnsupportedURLScheme           Code = "UnsupportedUrlScheme"
	MissingURLHost                 Code = "MissingUrlHost"
	EmbeddedURLCredentials         Code = "EmbeddedUrlCredentials"
	InvalidTrustFingerprint        Code = "InvalidTrustFingerprint"
	TrustFingerprintMismatch       Code = "TrustFingerprintMismatch"
	DuplicateSecretTarget          Code = "DuplicateSecretTarget"
	InvalidEnvironmentVariableName Code = "InvalidEnvironmentVariableName"
	InvalidHTTPHeaderName          Code = "InvalidHttpHeaderName"
	SecretTargetTransportMismatch  Code = "SecretTargetTransportMismatch"
)

// Decoding reports whether the code belongs to decoding and not to validation.
func (c Code) Decoding() bool {
	return c == JSONSyntax || c == JSONData || c == InvalidUTF8
}

// Error says why there is no fingerprint. Its text names members and never
// repeats a value, because a value may be a secret.
type Error struct {
	Code    Code
	Field   string     // the member by its path, such as "transport.cwd"; may be empty
	Pointer string     // JSON pointer, seen from the definition; for decoding, from the file
	Range   diag.Range // zero until the error is located in a text

	message, help string
}

// Error is one line: what is wrong, without position and code.
func (e *Error) Error() string {
	if e.Field == "" {
		return e.message
	}
	return diag.Safe(e.Field) + ": " + e.message
}

// Help says what to do about it; it may be empty.
func (e *Error) Help() string { return e.help }

// Diagnostic is the error as data; the caller knows the source's name.
func (e *Error) Diagnostic(source string) diag.Diagnostic {
	return diag.Diagnostic{
		Rule: string(e.Code), Severity: diag.Error, Source: source,
		Pointer: e.Pointer, Range: e.Range, Message: e.Error(), Help: e.help,
	}
}

// syntaxError turns the strict reader's refusal into a decoding error. Messages
// that quote a word of the input are replaced: the word may be a secret that
// somebody forgot to put between quotes.
func syntaxError(s *record.SyntaxError) *Error {
	e := &Error{Code: JSONSyntax, Pointer: s.Pointer, Range: s.Range, message: s.Error(), help: s.Help()}
	switch s.Code {
	case "invalid-literal":
		e.message = "a value that is neither true, false, null, a number, a string, an object nor an array"
	case "invalid-number":
		e.message = "not a JSON number"
	case "invalid-escape":
		e.message = "unknown escape in a string"
	case "number-overflow":
		e.message = "number is too large for a double"
	case "trailing-data":
		e.message, e.help = "data after the end of the definition", "give one definition a file"
	}
	if s.Class == "utf8" {
		e.Code = InvalidUTF8
	}
	return e
}

func dataError(v record.Value, pointer, field, format string, args ...any) *Error {
	return &Error{Code: JSONData, Field: field, Pointer: pointer, Range: v.Range(), message: fmt.Sprintf(format, args...)}
}
