package lock

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
	"github.com/mcp-evref/evref/pkg/fingerprint/surface"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
)

// Current is a definition as it is now.
type Current struct {
	ID ID
	// Definition is nil when the entry cannot be represented; Reason says why.
	Definition *fingerprint.Definition
	Reason     string
	Mapping    string
	Members    []coverage.Member
	Warnings   []warning.Warning
	// Listing is the server's tools; nil when none was given.
	Listing *Listing
}

// Listing is what a server was seen to offer.
type Listing struct {
	Tools   []surface.Tool // sorted by name
	Problem string         // why it has no digests; empty for a good one
}

// Key is the secret under which codes of uncovered values are made. The zero
// Key makes none.
type Key struct{ secret []byte }

// MinKeyBytes is the shortest key that is accepted.
const MinKeyBytes = 16

// NewKey checks a key. Empty text gives the zero Key.
func NewKey(text string) (Key, error) {
	if text == "" {
		return Key{}, nil
	}
	if len(text) < MinKeyBytes {
		return Key{}, errors.New("the key is too short; use at least 16 random characters")
	}
	return Key{secret: []byte(text)}, nil
}

// String hides the key.
func (k Key) String() string { return redact.Mark }

// GoString hides the key.
func (k Key) GoString() string { return redact.Mark }

// IsZero reports that there is no key.
func (k Key) IsZero() bool { return len(k.secret) == 0 }

// ID tells keys apart without telling them; it is empty for no key.
func (k Key) ID() string {
	if k.IsZero() {
		return ""
	}
	h := hmac.New(sha256.New, k.secret)
	h.Write([]byte("evref-lock-key-id-v1"))
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// uncovered lists what the fingerprint does not cover, sorted by path. Paths are
// shown and stored, so they are redacted as well.
func (k Key) uncovered(id string, members []coverage.Member) []Uncovered {
	var out []Uncovered
	for _, m := range coverage.Uncovered(members) {
		u := Uncovered{Path: redact.Text(m.Path)}
		if !k.IsZero() {
			u.Code = m.MAC(k.secret, id)
		}
		out = append(out, u)
	}
	slices.SortStableFunc(out, func(a, b Uncovered) int { return strings.Compare(a.Path+"\x00"+a.Code, b.Path+"\x00"+b.Code) })
	return out
}

// entry makes the lock's entry for a definition, without approval.
func (c Current) entry(v fingerprint.Version, key Key) Entry {
	shown, redacted := redact.Definition(*c.Definition)
	e := Entry{
		Version: v.Name, Fingerprint: v.Sum(*c.Definition), Mapping: c.Mapping,
		Input: bare(shown), Redacted: redacted, Uncovered: key.uncovered(c.ID.Definition, c.Members),
	}
	if c.Listing != nil && c.Listing.Problem == "" {
		e.ToolsListed, e.Tools = true, c.Listing.Tools
	}
	return e
}

// bare keeps the hashed members only.
func bare(d fingerprint.Definition) fingerprint.Definition {
	return fingerprint.Definition{ID: d.ID, Transport: d.Transport, SecretRefs: d.CanonicalBindings(), Ownership: d.Ownership, Bare: true}
}
