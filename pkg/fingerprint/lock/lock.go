package lock

import (
	"cmp"
	"slices"
	"time"

	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/surface"
)

// Lock is the content of a lock file.
type Lock struct {
	KeyID   string // empty when no value codes are kept
	Entries []Entry
}

// ID tells definitions of a lock apart: the same id may come from two files, and
// twice from one.
type ID struct {
	Definition string // the definition's id
	Locator    string // empty for a definition that was not imported
	Key        string // its key in the file; empty when absent
}

// IDOf gives the identity of a definition.
func IDOf(d fingerprint.Definition) ID {
	id := ID{Definition: d.ID}
	if d.Ownership.Kind == fingerprint.ImportedReadOnly {
		id.Locator = d.Ownership.Source.Locator
		if key := d.Ownership.Source.DefinitionKey; key != nil {
			id.Key = *key
		}
	}
	return id
}

// Compare orders identities.
func (id ID) Compare(other ID) int {
	return cmp.Or(cmp.Compare(id.Definition, other.Definition), cmp.Compare(id.Locator, other.Locator), cmp.Compare(id.Key, other.Key))
}

// Entry is one definition of a lock.
type Entry struct {
	Version     string // the encoding behind the fingerprint
	Fingerprint fingerprint.Fingerprint
	Mapping     string // empty for a definition that was given as one
	Input       fingerprint.Definition
	Redacted    []string // members of Input that are not as hashed, by path
	Uncovered   []Uncovered
	ToolsListed bool
	Tools       []surface.Tool // sorted by name; empty without ToolsListed
	Approval    *Approval
}

// ID gives the identity of the entry.
func (e Entry) ID() ID { return IDOf(e.Input) }

// Uncovered is a member that the fingerprint does not cover.
type Uncovered struct {
	Path string
	Code string // HMAC-SHA-256 of the value in hexadecimal; empty without a key
}

// Approval is a person's decision about a fingerprint.
type Approval struct {
	Fingerprint fingerprint.Fingerprint
	By          string
	At          time.Time // UTC, whole seconds
	Reason      string
	Expires     string // the last day it holds, YYYY-MM-DD in UTC; empty for no end
}

// DateFormat is how Approval.Expires is written.
const DateFormat = "2006-01-02"

// Expired reports whether the approval no longer holds at a time.
func (a Approval) Expired(now time.Time) bool {
	return a.Expires != "" && now.UTC().Format(DateFormat) > a.Expires
}

// Approved reports whether the entry has an approval of its own fingerprint,
// expired or not.
func (e Entry) Approved() bool { return e.Approval != nil && e.Approval.Fingerprint == e.Fingerprint }

// index tells where the entry of each identity is.
func (l *Lock) index() index {
	x := make(index, len(l.Entries))
	for i, e := range l.Entries {
		x[e.ID()] = i
	}
	return x
}

type index map[ID]int

// find gives the index of the entry with an identity, or -1.
func (x index) find(id ID) int {
	if i, ok := x[id]; ok {
		return i
	}
	return -1
}

// sort brings the entries into the order of the file.
func (l *Lock) sort() {
	slices.SortFunc(l.Entries, func(a, b Entry) int { return a.ID().Compare(b.ID()) })
}
