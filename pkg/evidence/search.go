package evidence

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// Bounds of the search for a cause.
const (
	// MaxDiagnosed is the size in bytes of the largest record whose mismatch is
	// explained.
	MaxDiagnosed = 1 << 20
	// MaxCandidates is how many different inputs of the hash are tried.
	MaxCandidates = 600

	maxCandidate = 16 * MaxDiagnosed // one candidate, in bytes
	maxTried     = 384 << 20         // all candidates, in bytes
	maxMembers   = 40                // top-level members that are left out in turn
	maxAttempts  = 4 * MaxCandidates // with repetitions
)

// Diagnosis is a known cause that gives the claimed digest. It is a hint for a
// person: the verdict stays what it is.
type Diagnosis struct {
	Cause   string // id of one of [Causes]
	Message string // what happened: one line
	Help    string // what to do about it
	// Corrected is the claim as it should be for this record, ready to copy. Its
	// digest is zero when the record has none under the named canonicalization.
	Corrected Ref
}

// Search says how a cause was looked for.
type Search struct {
	Tried int // different inputs of the hash that were tried
	// Stopped says why the search was not made or not finished; "" when every
	// candidate was tried or one was found.
	Stopped string
}

// search looks for an input of the hash that gives the claimed digest.
type search struct {
	claim  *Claim
	rec    record.Value
	target target

	tree    *tree
	json    bool // the record can be written as JSON
	buffer  []byte
	seen    map[digest.Digest]struct{}
	bytes   int
	tries   int
	cause   *Cause
	found   *Diagnosis
	stopped string
}

// diagnose looks for the cause of a mismatch, or of a claim that is malformed
// or unsupported. It gives nil when no known cause gives the claimed digest.
func diagnose(c *Claim, rec record.Value) (*Diagnosis, Search) {
	t, ok := targetOf(c)
	if !ok {
		return nil, Search{Stopped: "the claimed digest cannot be read"}
	}
	if len(rec.Raw()) > MaxDiagnosed {
		return nil, Search{Stopped: fmt.Sprintf("the record is larger than %d bytes", MaxDiagnosed)}
	}
	s := search{claim: c, rec: rec, target: t, seen: map[digest.Digest]struct{}{}}
	causes := causes()
	for i := range causes {
		s.cause = &causes[i]
		if s.cause.try(&s); s.done() {
			break
		}
	}
	return s.found, Search{Tried: len(s.seen), Stopped: s.stopped}
}

func (s *search) done() bool { return s.found != nil || s.stopped != "" }

// parts takes the record apart, once.
func (s *search) parts() *tree {
	if s.tree == nil {
		s.tree, s.json = treeOf(s.rec)
	}
	return s.tree
}

// isJSON reports whether the record can be written as JSON.
func (s *search) isJSON() bool {
	s.parts()
	return s.json
}

// bytesOf tries one input of the hash. detail completes the message of the
// cause; it may be empty.
func (s *search) bytesOf(data []byte, detail string) {
	if s.done() {
		return
	}
	s.tries++
	s.bytes += len(data)
	switch {
	case len(s.seen) >= MaxCandidates:
		s.stopped = fmt.Sprintf("the limit of %d candidates was reached", MaxCandidates)
		return
	case s.tries > maxAttempts, s.bytes > maxTried:
		s.stopped = "the limit of work was reached"
		return
	}
	d, met := s.target.met(data)
	s.seen[d] = struct{}{}
	if met {
		s.find(detail)
	}
}

// find ends the search with the current cause.
func (s *search) find(detail string) {
	d := &Diagnosis{Cause: s.cause.ID, Message: s.cause.Summary, Help: s.cause.Help}
	if detail = strings.TrimPrefix(detail, ", "); detail != "" {
		d.Message += ": " + detail
	}
	if c := s.claim.Canonicalization; c != 0 {
		if own, err := digest.Sum(c, s.target.algorithm, s.rec); err == nil {
			d.Corrected = s.claim.Ref(own, c)
		}
	}
	s.found = d
}

// relabel corrects the canonicalization of the claim that was found instead of
// its digest.
func (s *search) relabel(c digest.Canonicalization, d digest.Digest) {
	if s.found != nil {
		s.found.Corrected = s.claim.Ref(d, c)
	}
}

// text tries a text as it is, with a line end behind it, and, when it has
// several lines, with the line ends of Windows. It may write behind the text.
func (s *search) text(text []byte, detail string) {
	s.bytesOf(text, detail)
	withNewline := append(text, '\n')
	s.bytesOf(withNewline, detail+", with a line end behind it")
	if bytes.IndexByte(text, '\n') >= 0 {
		windows := windowsLines(withNewline)
		s.bytesOf(windows, detail+", with CRLF line ends")
		s.bytesOf(windows[:len(windows)-2], detail+", with CRLF line ends")
	}
}

// styled tries the record written in a style of JSON.
func (s *search) styled(st style, detail string) {
	if s.isJSON() && !s.done() {
		s.buffer = st.append(s.buffer[:0], s.parts())
		s.text(s.buffer, detail)
	}
}

// encoded tries a changed record under both canonicalizations and in the styles
// that are most used. forms bounds how many of them.
func (s *search) encoded(t *tree, detail string, forms int) {
	for _, f := range s.forms()[:forms] {
		if s.done() {
			return
		}
		if f.json && !s.isJSON() {
			continue
		}
		s.buffer = f.append(s.buffer[:0], t)
		s.bytesOf(s.buffer, detail+f.how)
	}
}

// form is one way to write a changed record.
type form struct {
	how    string
	json   bool
	append func(dst []byte, t *tree) []byte
}

const allForms = 8

// forms lists the ways to write a changed record, the claimed one first.
func (s *search) forms() []form {
	jcs := form{"", true, style{order: byUTF16, item: ",", colon: ":"}.append}
	cbor := form{"", false, cborStyle{order: byLength}.append}
	first, second := jcs, cbor
	if s.claim.Canonicalization == digest.CBOR {
		first, second = cbor, jcs
	}
	second.how = ", under " + otherThan(s.claim.Canonicalization).ID()
	return []form{
		first, second,
		{", as compact JSON in the order given", true, compact.append},
		{", as Python's json.dumps writes it with sort_keys", true, pythonSorted.append},
		{", as Python's json.dumps writes it", true, python.append},
		{", as sorted compact JSON with ASCII escapes", true, pythonSortedCompact.append},
		{", as Go's encoding/json writes a map", true, goMap.append},
		{", as JSON indented by 2 spaces", true, indented.append},
	}
}

func otherThan(c digest.Canonicalization) digest.Canonicalization {
	if c == digest.CBOR {
		return digest.JCS
	}
	return digest.CBOR
}
