package digest

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

// ParseError says why a text is not a digest this tool can check.
type ParseError struct {
	// Unsupported: the text may be a fine digest, but of an algorithm that is
	// not known here. Nothing can be said about a record then.
	Unsupported bool
	// Suggestion is the digest the text seems to mean, rightly spelt; zero when
	// there is no safe guess. It is never used in place of the text.
	Suggestion Digest

	message, help string
}

// Error is one line: what is wrong.
func (e *ParseError) Error() string { return e.message }

// Help says what to do about it.
func (e *ParseError) Help() string { return e.help }

// algorithmName is what may stand before the colon.
var algorithmName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9+._/-]*$`)

// Parse reads "algorithm:hex": sha256, sha384 or sha512, a colon, and exactly
// the algorithm's number of lower-case hexadecimal digits. Nothing else is
// accepted. The error is a [*ParseError] that names what the text looks like.
func Parse(text string) (Digest, error) {
	name, value, found := strings.Cut(text, ":")
	a, known := LookupAlgorithm(name)
	switch {
	case found && known:
		return parseValue(a, value)
	case found && algorithmName.MatchString(name) && !looksLikeSHA2(name):
		return Digest{}, &ParseError{
			Unsupported: true,
			message:     fmt.Sprintf("digest algorithm %s is not supported", diag.Quote(name, 40)),
			help:        "evref checks sha256, sha384 and sha512",
		}
	}
	return Digest{}, misspelt(text)
}

func parseValue(a Algorithm, value string) (Digest, error) {
	if d, ok := fromHex(a, value); ok && value == d.Hex() {
		return d, nil
	} else if ok {
		return Digest{}, suggest(d, "digest is not in lower-case hexadecimal")
	}
	if isHex(value) {
		e := &ParseError{message: fmt.Sprintf("%s digest has %d hexadecimal digits, not %d", a, len(value), 2*a.Size())}
		e.help = "the digest seems cut off: copy it again from its source"
		for _, other := range Algorithms() {
			if d, ok := fromHex(other, value); ok {
				e.help = fmt.Sprintf("this is the length of %s: write %s", other, d)
				e.Suggestion = d
			}
		}
		if len(value) > 2*a.Size() && e.Suggestion.IsZero() {
			e.help = "the digest has something added: copy it again from its source"
		}
		return Digest{}, e
	}
	if d, ok := fromBase64(value); ok && d.algorithm == a {
		return Digest{}, suggest(d, "digest is in base64, not in hexadecimal")
	}
	return Digest{}, &ParseError{
		message: fmt.Sprintf("%s digest is not %d lower-case hexadecimal digits", a, 2*a.Size()),
		help:    fmt.Sprintf("write %s: and the hexadecimal hash of the canonical bytes", a),
	}
}

// misspelt names the spellings of neighbouring drafts and tools.
func misspelt(text string) *ParseError {
	if trimmed := strings.TrimSpace(text); trimmed != text {
		e := &ParseError{message: "digest has white space around it", help: "remove it"}
		if d, err := Parse(trimmed); err == nil {
			e.Suggestion, e.help = d, "write "+d.String()
		}
		return e
	}
	if text == "" {
		return &ParseError{message: "digest is empty", help: "write sha256: and 64 lower-case hexadecimal digits"}
	}
	if d, ok := anyHex(text); ok {
		return suggest(d, "digest has no algorithm before the hexadecimal value")
	}
	if d, ok := anyHex(strings.TrimPrefix(strings.ToLower(text), "0x")); ok {
		return suggest(d, "digest is a bare 0x number")
	}
	if d, ok := fromBase64(text); ok {
		return suggest(d, "digest is bare base64, without an algorithm")
	}
	// "sha256-<base64>" as in Subresource Integrity, "SHA-256:<hex>", "sha256=<hex>".
	lower := strings.ToLower(text)
	for _, a := range Algorithms() {
		for _, name := range []string{a.String(), "sha-" + a.String()[3:], "sha2-" + a.String()[3:]} {
			if !strings.HasPrefix(lower, name) || len(text) == len(name) || !strings.ContainsRune("-:=", rune(text[len(name)])) {
				continue
			}
			value := text[len(name)+1:]
			if d, ok := fromHex(a, value); ok {
				return suggest(d, fmt.Sprintf("digest begins with %q", text[:len(name)+1]))
			}
			if d, ok := fromBase64(value); ok && d.algorithm == a {
				return suggest(d, fmt.Sprintf("digest is in the %s<base64> form", text[:len(name)+1]))
			}
		}
	}
	// A multihash: code 0x12 (sha2-256) and length 0x20 before the value.
	if rest, ok := strings.CutPrefix(lower, "1220"); ok {
		if d, ok := fromHex(SHA256, rest); ok {
			return suggest(d, "digest is a multihash in hexadecimal")
		}
	}
	return &ParseError{
		message: fmt.Sprintf("%s is not a digest", diag.Quote(text, 40)),
		help:    "write sha256: and 64 lower-case hexadecimal digits",
	}
}

func suggest(d Digest, message string) *ParseError {
	return &ParseError{Suggestion: d, message: message, help: "write " + d.String()}
}

func looksLikeSHA2(name string) bool {
	switch strings.ToLower(name) {
	case "sha256", "sha384", "sha512", "sha-256", "sha-384", "sha-512", "sha2-256", "sha2-384", "sha2-512":
		return true
	}
	return false
}

func fromHex(a Algorithm, value string) (Digest, bool) {
	if len(value) != 2*a.Size() {
		return Digest{}, false
	}
	d := Digest{algorithm: a}
	_, err := hex.Decode(d.sum[:], []byte(value))
	return d, err == nil
}

func anyHex(value string) (Digest, bool) {
	for _, a := range Algorithms() {
		if d, ok := fromHex(a, value); ok {
			return d, true
		}
	}
	return Digest{}, false
}

func isHex(value string) bool {
	for i := range len(value) {
		c := value[i] | 0x20
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return value != ""
}

// fromBase64 reads base64 or base64url, padded or not, of a hash-sized value.
func fromBase64(value string) (Digest, bool) {
	plain := strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(value), "=")
	b, err := base64.RawStdEncoding.Strict().DecodeString(plain)
	if err != nil {
		return Digest{}, false
	}
	for _, a := range Algorithms() {
		if len(b) == a.Size() {
			d := Digest{algorithm: a}
			copy(d.sum[:], b)
			return d, true
		}
	}
	return Digest{}, false
}
