package record

import (
	"bytes"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tape"
)

// Format is how a record is written down.
type Format uint8

// The two formats of evidence records.
const (
	JSON Format = iota
	CBOR
)

// String gives "json" or "cbor".
func (f Format) String() string {
	if f == CBOR {
		return "cbor"
	}
	return "json"
}

// Detect tells the format of a record from its name and first bytes: CBOR when
// the name ends in ".cbor" or the bytes begin with the self-described tag
// d9d9f7 (RFC 8949 §3.4.6), JSON otherwise.
func Detect(name string, head []byte) Format {
	if bytes.HasPrefix(head, []byte{0xd9, 0xd9, 0xf7}) || len(name) >= 5 && equalFold(name[len(name)-5:], ".cbor") {
		return CBOR
	}
	return JSON
}

// DetectBytes tells CBOR from JSON where there is no name that could: no JSON text
// begins with a control character or a byte from 0x80 up, the byte-order mark
// apart, which is refused as JSON.
func DetectBytes(raw []byte) Format {
	if len(raw) == 0 || bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")) {
		return JSON
	}
	if c := raw[0]; c >= 0x80 || c < 0x20 && c != '\t' && c != '\n' && c != '\r' {
		return CBOR
	}
	return JSON
}

func equalFold(a, b string) bool { return bytes.EqualFold([]byte(a), []byte(b)) }

// Defaults of Limits.
const (
	DefaultMaxBytes = 64 << 20
	DefaultMaxDepth = 10_000
	// MaxBytes is the largest record size that can be asked for.
	MaxBytes = tape.MaxInput
)

// Limits bound one record. They are checked before memory is spent. A zero
// field means the default.
type Limits struct {
	MaxBytes int // size in bytes; at most [MaxBytes]
	MaxDepth int // containers inside each other
}

func (l Limits) orDefault() Limits {
	if l.MaxBytes <= 0 {
		l.MaxBytes = DefaultMaxBytes
	}
	if l.MaxDepth <= 0 {
		l.MaxDepth = DefaultMaxDepth
	}
	l.MaxBytes = min(l.MaxBytes, MaxBytes)
	return l
}

// Record is one record that has passed the strict reading. It refers to the
// bytes it was parsed from, which must not change.
type Record struct {
	tape   *tape.Tape
	format Format

	asked atomic.Uint32 // how many positions
	lines atomic.Pointer[diag.Positions]
}

// Parse reads raw as one record. The error is always a [*SyntaxError].
func Parse(raw []byte, format Format, limits Limits) (*Record, error) {
	p := Parser{Limits: limits}
	return p.Parse(raw, format)
}

// MemberOrder is an order in which a canonicalization needs members.
type MemberOrder uint8

const (
	OrderUTF16   MemberOrder = iota // by UTF-16 code units (RFC 8785 §3.2.3)
	OrderEncoded                    // by deterministic CBOR encoding (RFC 8949 §4.2.1)
)

func (o MemberOrder) order() tape.Order {
	if o == OrderEncoded {
		return tape.OrderEncoded
	}
	return tape.OrderUTF16
}

// Parser parses many records with the same memory. The zero value is ready;
// a Parser must not be used by two goroutines at once.
type Parser struct {
	Limits Limits
	// AllowDuplicates lists repeated names (see [Record.Duplicates]) instead of
	// refusing them. It is for tools that report on documents, never for
	// evidence: a record with repeated names has no canonical form.
	AllowDuplicates bool
	// MemberOrder says in which order the members of JSON objects will be
	// needed. It saves time and changes nothing else.
	MemberOrder MemberOrder

	parser tape.Parser
	record Record
}

// Parse reads raw as one record. The record is valid until the next call. The
// error is always a [*SyntaxError].
func (p *Parser) Parse(raw []byte, format Format) (*Record, error) {
	limits := p.Limits.orDefault()
	if len(raw) > limits.MaxBytes {
		return nil, tooLarge(limits.MaxBytes)
	}
	p.parser.Options = tape.Options{MaxDepth: limits.MaxDepth, AllowDuplicates: p.AllowDuplicates, Order: p.MemberOrder.order()}
	var t *tape.Tape
	var fault *tape.Fault
	if format == CBOR {
		t, fault = p.parser.CBOR(raw)
	} else {
		t, fault = p.parser.JSON(raw)
	}
	if fault != nil {
		return nil, newSyntaxError(raw, format, limits, fault)
	}
	p.record = Record{tape: t, format: format}
	return &p.record, nil
}

// ReadAll reads a whole record from r, at most limits.MaxBytes: a longer one is
// a [*SyntaxError] of class "size", found without holding more than the limit.
// size, if positive, is how many bytes are expected and saves copying.
func ReadAll(r io.Reader, size int64, limits Limits) ([]byte, error) {
	limit := limits.orDefault().MaxBytes
	if size > int64(limit) {
		return nil, tooLarge(limit)
	}
	buf := bytes.NewBuffer(make([]byte, 0, max(size, 0)+bytes.MinRead)) // ReadFrom wants that much room to see the end
	n, err := buf.ReadFrom(io.LimitReader(r, int64(limit)+1))
	if err != nil {
		return nil, err
	}
	if n > int64(limit) {
		return nil, tooLarge(limit)
	}
	return buf.Bytes(), nil
}

func tooLarge(limit int) *SyntaxError {
	return &SyntaxError{
		Class: string(tape.Size), Code: string(tape.TooLarge), Offset: limit,
		message: fmt.Sprintf("record is larger than the limit of %d bytes", limit),
		help:    "raise --max-record-size if this is really one record",
	}
}

// Format tells how the record was written.
func (r *Record) Format() Format { return r.format }

// Raw gives the bytes of the record as they were read.
func (r *Record) Raw() []byte { return r.tape.Raw }

// Tape is the record's low-level form, for canonicalizers.
func (r *Record) Tape() *tape.Tape { return r.tape }

// Duplicate is a repeated member name: the values it names, in input order.
type Duplicate struct{ First, Again Member }

// Duplicates lists the repeated names that [Parser.AllowDuplicates] let pass.
func (r *Record) Duplicates() []Duplicate {
	out := make([]Duplicate, len(r.tape.Duplicates))
	for i, d := range r.tape.Duplicates {
		out[i] = Duplicate{First: r.member(d.First), Again: r.member(d.Again)}
	}
	return out
}

// Oddities says why a CBOR record is not deterministic as given (RFC 8949
// §4.2.1), in a fixed order; it is empty for JSON and for deterministic input.
func (r *Record) Oddities() []string {
	t := r.tape
	var out []string
	for _, o := range []struct {
		met  bool
		what string
	}{
		{t.Indefinite, "indefinite length"},
		{t.NonShortest, "a head or float that is not the shortest"},
		{t.Unsorted, "map keys out of order"},
		{t.OddNaN, "a NaN other than f97e00"},
		{t.OddBignum, "a bignum that fits an integer or has leading zeros"},
	} {
		if o.met {
			out = append(out, o.what)
		}
	}
	return out
}

// many is from how many positions on the lines of a record are indexed: reading
// up to each of them anew would make a record with many findings slow.
const many = 32

// position gives a position for an offset; CBOR has no lines.
func (r *Record) position(offset int) diag.Position {
	if r.format == CBOR {
		return diag.Position{Offset: offset}
	}
	if lines := r.lines.Load(); lines != nil {
		return lines.At(offset)
	}
	if r.asked.Add(1) < many {
		return diag.PositionAt(r.tape.Raw, offset)
	}
	lines := diag.NewPositions(r.tape.Raw)
	r.lines.Store(lines) // twice if two ask at once, and both are right
	return lines.At(offset)
}
