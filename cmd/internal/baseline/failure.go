package baseline

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"

	"github.com/mcp-evref/evref/pkg/evidence"
)

// Key says which claim a failure is about, whatever line it stands on, or for
// what the claim is made: the beginning of a hash over what makes it.
type Key [16]byte

// AppendPart adds a part of what makes a claim, with its length, so that no two
// lists of parts read alike.
func AppendPart[T string | []byte](dst []byte, part T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(part))), part...)
}

// KeyOf gives the key of a claim that is made of these parts.
func KeyOf(parts []byte) Key {
	sum := sha256.Sum256(parts)
	return Key(sum[:16])
}

// MarshalText writes a key in hexadecimal.
func (k Key) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, k[:]), nil }

// UnmarshalText reads what MarshalText writes.
func (k *Key) UnmarshalText(text []byte) error {
	if len(text) != 2*len(k) {
		return errors.New("a key has 32 hexadecimal digits")
	}
	_, err := hex.Decode(k[:], text)
	return err
}

// Failure is an item that was not good, as a summary keeps it.
type Failure struct {
	Key      Key              `json:"key"`              // of the claim
	Subject  Key              `json:"subject,omitzero"` // of the id of its line, if it has one
	Verdict  evidence.Verdict `json:"verdict"`
	ExitCode int              `json:"exitCode"`         // what the item makes of the run
	Locator  string           `json:"locator"`          // where it stood, for people
	ID       json.RawMessage  `json:"id,omitempty"`     // of its line
	Digest   string           `json:"digest,omitempty"` // claimed
	Count    int              `json:"count,omitempty"`  // how many items there were like this, if several
}

// Limit is how many failures a summary keeps, in the order of the input.
const Limit = 100_000

// List collects the failures of a run. Those that are alike, the same claim with
// the same verdict, are one with a count.
type List struct {
	Failures []Failure `json:"failures"`
	Omitted  int       `json:"failuresOmitted,omitempty"` // items beyond Limit

	index map[answer]int
}

// subject is what a claim is made for: the same claim is, and so is another one
// under the same id.
func (f *Failure) subject() Key {
	if f.Subject == (Key{}) {
		return f.Key
	}
	return f.Subject
}

// answer is a claim with what was found about it.
type answer struct {
	key     Key
	verdict evidence.Verdict
	code    int
}

func (f *Failure) answer() answer { return answer{f.Key, f.Verdict, f.ExitCode} }

func (f *Failure) count() int { return max(f.Count, 1) }

// Add takes a failure into the list.
func (l *List) Add(f Failure) {
	if l.index == nil {
		l.index = make(map[answer]int, len(l.Failures))
		for i := range l.Failures {
			l.index[l.Failures[i].answer()] = i
		}
	}
	if i, ok := l.index[f.answer()]; ok {
		l.Failures[i].Count = l.Failures[i].count() + 1
		return
	}
	if len(l.Failures) >= Limit {
		l.Omitted++
		return
	}
	l.index[f.answer()] = len(l.Failures)
	l.Failures = append(l.Failures, f)
}
