// Package coverage says for each member of a definition or of a client's entry
// whether a fingerprint covers it.
package coverage

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
)

// State tells whether a member is covered.
type State string

// The states of a member.
const (
	Hashed    State = "hashed"
	NotHashed State = "not hashed" // known, and version 1 has no place for it
	Unknown   State = "unknown"    // not known to evref, and not hashed either
)

// Member is one member by its full path, such as "oauth.clientId" or
// "headers.X-Session". The value of a member that is not hashed is kept only to
// tell two of them apart under a key; it is never shown, stored or printed.
type Member struct {
	Path  string
	State State
	Note  string // what it is hashed as, or why it is not; may be empty

	value string
}

// New makes a member. value is the text that [Member.MAC] covers.
func New(path string, state State, note, value string) Member {
	return Member{Path: path, State: state, Note: note, value: value}
}

// String is the path alone, so that printing a member cannot show its value.
func (m Member) String() string { return m.Path }

// GoString is the path alone.
func (m Member) GoString() string { return m.Path }

// MAC gives HMAC-SHA-256 over the definition's id, the path and the value, in
// hexadecimal. Equal values under other paths or ids have other codes. A short
// value can be guessed by whoever has the key, and by nobody else.
func (m Member) MAC(key []byte, id string) string {
	h := hmac.New(sha256.New, key)
	for _, s := range []string{"evref-uncovered-member-v1", id, m.Path, m.value} {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(s)))
		h.Write(length[:])
		h.Write([]byte(s))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Index gives the path of an array element.
func Index(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// Uncovered keeps the members that no fingerprint covers.
func Uncovered(members []Member) []Member {
	var out []Member
	for _, m := range members {
		if m.State != Hashed {
			out = append(out, m)
		}
	}
	return out
}
