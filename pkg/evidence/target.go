package evidence

import (
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/mcp-evref/evref/pkg/digest"
)

// target is what a candidate's digest is compared with: the claimed digest or,
// when the claim writes it wrongly, what it may mean.
type target struct {
	algorithm digest.Algorithm
	exact     digest.Digest // zero when only a part of the hash is known
	prefix    string        // the hash begins with these hexadecimal digits
}

// minPrefix is the shortest part of a hash that is worth comparing: with a few
// hundred candidates, fewer digits would agree by chance.
const minPrefix = 12

// targetOf gives what a claim's digest may mean; ok is false when nothing can be
// made of it.
func targetOf(c *Claim) (t target, ok bool) {
	switch {
	case !c.Digest.IsZero():
		return target{algorithm: c.Digest.Algorithm(), exact: c.Digest}, true
	case !c.suggestion.IsZero():
		return target{algorithm: c.suggestion.Algorithm(), exact: c.suggestion}, true
	}
	name, value, found := strings.Cut(c.digestText, ":")
	if !found {
		name, value = "sha256", c.digestText
	}
	algorithm, known := digest.LookupAlgorithm(strings.ToLower(name))
	if !known {
		return target{}, false
	}
	if d, ok := base64OfHex(algorithm, value); ok {
		return target{algorithm: algorithm, exact: d}, true
	}
	value = strings.ToLower(strings.TrimSuffix(value, "…"))
	if full := 2 * algorithm.Size(); len(value) > full { // something was added
		if d, err := digest.Parse(algorithm.String() + ":" + value[:full]); err == nil {
			return target{algorithm: algorithm, exact: d}, true
		}
	}
	if len(value) < minPrefix || strings.Trim(value, "0123456789abcdef") != "" {
		return target{}, false
	}
	return target{algorithm: algorithm, prefix: value}, true
}

// base64OfHex reads a hash that was encoded twice.
func base64OfHex(a digest.Algorithm, value string) (digest.Digest, bool) {
	text, err := base64.StdEncoding.DecodeString(value)
	if err != nil || len(text) != 2*a.Size() {
		return digest.Digest{}, false
	}
	d, err := digest.Parse(a.String() + ":" + strings.ToLower(string(text)))
	return d, err == nil
}

// met reports whether bytes hash to the target, and gives their digest.
func (t target) met(data []byte) (digest.Digest, bool) {
	d := digest.Of(t.algorithm, data)
	if !t.exact.IsZero() {
		return d, d == t.exact
	}
	return d, strings.HasPrefix(d.Hex(), t.prefix)
}

// metBy compares a hash value that was not made by the target's algorithm.
func (t target) metBy(sum []byte) bool {
	text := hex.EncodeToString(sum)
	if !t.exact.IsZero() {
		return text == t.exact.Hex()
	}
	return strings.HasPrefix(text, t.prefix)
}
