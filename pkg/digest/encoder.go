package digest

import (
	"fmt"
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tape"
	"github.com/mcp-evref/evref/pkg/record"
)

// Encoder canonicalizes records with memory that it uses again. The zero value
// is ready; an Encoder must not be used by two goroutines at once.
type Encoder struct {
	frames []frame
	names  []uint32 // member names sorted during the walk, a stack
	buffer []byte
}

// frame is one container that is being written.
type frame struct {
	at, end uint32   // the child to write next, and the end of the children
	order   []uint32 // member names still to write, when they are not in input order
	sorted  bool     // order is in use
	object  bool
	base    int // length of Encoder.names before this container's were added
}

// Append appends the canonical bytes of v to dst. The error is a
// [*RepresentationError] when v holds something the canonicalization cannot
// express; dst is then to be thrown away.
func (e *Encoder) Append(dst []byte, c Canonicalization, v record.Value) ([]byte, error) {
	e.frames, e.names = e.frames[:0], e.names[:0]
	if c == JCS {
		return e.appendJCS(dst, v)
	}
	return e.appendCBOR(dst, v), nil
}

// Sum gives the digest of the canonical bytes of v. Errors are those of Append.
func (e *Encoder) Sum(c Canonicalization, a Algorithm, v record.Value) (Digest, error) {
	canonical, err := e.Canonical(c, v)
	if err != nil {
		return Digest{}, err
	}
	return Of(a, canonical), nil
}

// Canonical gives the canonical bytes of v. They belong to the Encoder, or are
// part of the record when it is canonical as it stands, and are valid until the
// next call. Errors are those of Append.
func (e *Encoder) Canonical(c Canonicalization, v record.Value) ([]byte, error) {
	if c == JCS && v.Record().Tape().Nodes[v.Node()].Has(tape.FlagVerbatim) {
		return v.Raw(), nil
	}
	var err error
	e.buffer, err = e.Append(e.buffer[:0], c, v)
	return e.buffer, err
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

// push begins a container. compare is the order of member names that the output
// needs; native says that the tape's own order is that one.
func (e *Encoder) push(t *tape.Tape, node uint32, native bool, compare func(a, b []byte) int) {
	first, end := t.Children(node)
	f := frame{at: first, end: end, base: len(e.names), object: t.Nodes[node].Kind() == tape.Object}
	switch {
	case !f.object:
	case native:
		f.order = t.Order(node)
		f.sorted = f.order != nil
	default:
		f.order = e.sortNames(t, first, end, compare)
		f.sorted = f.order != nil
	}
	e.frames = append(e.frames, f)
}

// sortNames gives the member names between first and end in order, or nil when
// they are in order already.
func (e *Encoder) sortNames(t *tape.Tape, first, end uint32, compare func(a, b []byte) int) []uint32 {
	base := len(e.names)
	ordered := true
	for i := first; i < end; i = t.Next(t.MemberValue(i)) {
		if n := len(e.names); ordered && n > base {
			ordered = compare(t.Text(e.names[n-1]), t.Text(i)) < 0
		}
		e.names = append(e.names, i)
	}
	if ordered {
		e.names = e.names[:base]
		return nil
	}
	names := e.names[base:]
	slices.SortFunc(names, func(a, b uint32) int { return compare(t.Text(a), t.Text(b)) })
	return names
}

// next gives the child to write: for objects name is the member name. done
// reports that the container is complete.
func (e *Encoder) next(t *tape.Tape) (name, value uint32, done bool) {
	f := &e.frames[len(e.frames)-1]
	if f.sorted {
		if len(f.order) == 0 {
			return 0, 0, true
		}
		name, f.order = f.order[0], f.order[1:]
		return name, t.MemberValue(name), false
	}
	if f.at >= f.end {
		return 0, 0, true
	}
	name = f.at
	value = name
	if f.object {
		value = t.MemberValue(name)
	}
	f.at = t.Next(value)
	return name, value, false
}

func (e *Encoder) pop() {
	n := len(e.frames) - 1
	e.names = e.names[:e.frames[n].base]
	e.frames = e.frames[:n]
}

// RepresentationError says that a record holds something that a
// canonicalization cannot express.
type RepresentationError struct {
	Code    string // "byte-string", "tag", "key-not-text", "undefined", "simple-value" or "not-finite"
	Pointer string
	Offset  int

	message, help string
}

// Error is one line: what is wrong.
func (e *RepresentationError) Error() string { return e.message }

// Help says what to do about it.
func (e *RepresentationError) Help() string { return e.help }

// Diagnostic is the error as data; the caller knows the source's name.
func (e *RepresentationError) Diagnostic(source string) diag.Diagnostic {
	at := diag.Position{Offset: e.Offset}
	return diag.Diagnostic{
		Rule: e.Code, Severity: diag.Error, Source: source, Pointer: e.Pointer,
		Range: diag.Range{Start: at, End: at}, Message: e.message, Help: e.help,
	}
}

func notJSON(v record.Value, node uint32) *RepresentationError {
	t := v.Record().Tape()
	e := &RepresentationError{Pointer: v.Record().PointerTo(node), Offset: int(t.Nodes[node].Start)}
	what := ""
	switch n := t.Nodes[node]; n.Kind() {
	case tape.Bytes:
		e.Code, what = "byte-string", "a byte string"
	case tape.Tag:
		e.Code, what = "tag", fmt.Sprintf("CBOR tag %d", t.Argument(node))
	case tape.OtherKey:
		e.Code, what = "key-not-text", "a map key that is not text"
		e.Offset = int(t.Nodes[node+1].Start)
	case tape.Simple:
		if e.Code, what = "simple-value", fmt.Sprintf("CBOR simple value %d", t.Argument(node)); t.Argument(node) == 23 {
			e.Code, what = "undefined", "undefined"
		}
	default:
		e.Code, what = "not-finite", "NaN or infinity"
	}
	e.message = fmt.Sprintf("%s has no form under %s", what, JCS)
	e.help = fmt.Sprintf("use %s for this record", CBOR)
	return e
}
