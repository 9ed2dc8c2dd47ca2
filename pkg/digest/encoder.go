package digest

import (
	"crypto/sha256"
	"crypto/sha512"
	"hash"
	"math"
	"slices"

	"github.com/mcp-evref/evref/pkg/internal/tape"
	"github.com/mcp-evref/evref/pkg/record"
)

// Encoder canonicalizes records with memory that it uses again. The zero value
// is ready; an Encoder must not be used by two goroutines at once.
type Encoder struct {
	frames []frame
	names  []uint32 // member names sorted during the walk, a stack
	sorter tape.Sorter
	buffer []byte

	hash  hash.Hash // what flush writes to, nil outside of a streaming Sum
	limit int       // length of the output at which flush is called
	sent  int       // bytes that the hash has been given
	saved [len(algorithms)]hash.Hash
}

// large is the size of a record, in bytes, from which on its canonical bytes go
// to the hash in pieces and are never held as a whole. Below it one call of the
// hash function on one buffer is faster than many.
const large = 1 << 16

// Append appends the canonical bytes of v to dst. The error is a
// [*RepresentationError] when v holds something the canonicalization cannot
// express; dst is then to be thrown away.
func (e *Encoder) Append(dst []byte, c Canonicalization, v record.Value) ([]byte, error) {
	e.hash, e.limit = nil, math.MaxInt
	return e.append(dst, c, v)
}

func (e *Encoder) append(dst []byte, c Canonicalization, v record.Value) ([]byte, error) {
	if t := v.Record().Tape(); len(t.Duplicates) > 0 {
		if err := repeatedName(v); err != nil {
			return dst, err
		}
	}
	e.frames, e.names = e.frames[:0], e.names[:0]
	start, end := v.Span()
	dst = slices.Grow(dst, min(end-start, e.limit)+2*piece) // only numbers can grow
	if c == JCS {
		return e.appendJCS(dst, v)
	}
	return e.appendCBOR(dst, v), nil
}

// Canonical gives the canonical bytes of v. They belong to the Encoder, or are
// part of the record when it is canonical as it stands, and are valid until the
// next call. Errors are those of Append.
func (e *Encoder) Canonical(c Canonicalization, v record.Value) ([]byte, error) {
	if c == JCS && isVerbatim(v) {
		return v.Raw(), nil
	}
	var err error
	e.buffer, err = e.Append(e.buffer[:0], c, v)
	return e.buffer, err
}

// isVerbatim reports that the record's own bytes are its JCS form.
func isVerbatim(v record.Value) bool {
	return v.Record().Tape().Nodes[v.Node()].Has(tape.FlagVerbatim)
}

// Sum gives the digest of the canonical bytes of v. Errors are those of Append.
func (e *Encoder) Sum(c Canonicalization, a Algorithm, v record.Value) (d Digest, err error) {
	if e.streams(c, v) {
		return e.stream(c, a, v)
	}
	canonical, err := e.Canonical(c, v)
	if err == nil {
		d.set(a, canonical)
	}
	return d, err
}

// SumSize is Sum, and tells how many canonical bytes there are.
func (e *Encoder) SumSize(c Canonicalization, a Algorithm, v record.Value) (d Digest, size int, err error) {
	if e.streams(c, v) {
		d, err = e.stream(c, a, v)
		return d, e.sent, err
	}
	canonical, err := e.Canonical(c, v)
	return Of(a, canonical), len(canonical), err
}

// streams reports that the canonical bytes go to the hash in pieces.
func (e *Encoder) streams(c Canonicalization, v record.Value) bool {
	start, end := v.Span()
	return end-start >= large && !(c == JCS && isVerbatim(v))
}

// stream is Sum without the canonical bytes as a whole.
func (e *Encoder) stream(c Canonicalization, a Algorithm, v record.Value) (d Digest, err error) {
	if e.saved[a] == nil {
		e.saved[a] = newHash(a)
	}
	e.hash, e.limit, e.sent = e.saved[a], large/2, 0
	e.hash.Reset()
	rest, err := e.append(e.buffer[:0], c, v)
	if e.buffer = rest[:0]; err != nil {
		return d, err
	}
	e.flush(rest)
	d.algorithm = a
	e.hash.Sum(d.sum[:0])
	return d, nil
}

func newHash(a Algorithm) hash.Hash {
	switch a {
	case SHA384:
		return sha512.New384()
	case SHA512:
		return sha512.New()
	}
	return sha256.New()
}

// flush hands the output so far to the hash and begins anew.
func (e *Encoder) flush(dst []byte) []byte {
	e.hash.Write(dst)
	e.sent += len(dst)
	return dst[:0]
}

// block is the size in which short pieces of the input are copied.
const block = 32

// appendSpan copies bytes of the input to the output; long ones go to the hash
// without being copied, if there is one.
func (e *Encoder) appendSpan(dst, span []byte) []byte {
	if len(span) < e.limit {
		return append(dst, span...)
	}
	dst = e.flush(dst)
	e.hash.Write(span)
	e.sent += len(span)
	return dst
}

// Append is [Encoder.Append] for one record.
func (c Canonicalization) Append(dst []byte, v record.Value) ([]byte, error) {
	var e Encoder
	return e.Append(dst, c, v)
}

// Sum is [Encoder.Sum] for one record.
func Sum(c Canonicalization, a Algorithm, v record.Value) (Digest, error) {
	var e Encoder
	return e.Sum(c, a, v)
}
