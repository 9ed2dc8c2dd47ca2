package evidence

import (
	"errors"
	"sync"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// Place is where a record can be read again.
type Place struct {
	record.Locator
	Offset int64 // of a line in its file
	Size   int64 // of a line; 0 is the whole file
}

// Index finds records by the digest of their canonical bytes and by file name.
// It keeps places and not records: 64 bytes for a record that is a line or a
// file, the name of the file, and up to a quarter more while it grows. A name that
// holds a hash takes 20 bytes more.
//
// Build it with Add, or with Enter where several goroutines read; look-ups may
// then be made by several goroutines at once.
type Index struct {
	Limits record.Limits
	// Format tells how a record is written; nil is [record.Detect].
	Format func(name string, raw []byte) record.Format
	// Read gives the bytes of a record again, for hash algorithms other than
	// sha256, which are indexed when the first claim needs one. It is called by
	// Jobs goroutines at once; 0 is one.
	Read func(Place) ([]byte, error)
	Jobs int

	places   places
	explicit int // records that were named, not met in a directory
	unread   []diag.Diagnostic

	mu    sync.Mutex
	sums  map[digest.Algorithm]*sums
	names table    // the hashes in file names
	own   *Indexer // of Add
}

// sums is the records of an index under one hash algorithm.
type sums [2]table // JCS, CBOR

func (s *sums) under(c digest.Canonicalization) *table {
	if c == digest.CBOR {
		return &s[1]
	}
	return &s[0]
}

// Indexer reads records for an index. Each goroutine has its own.
type Indexer struct {
	x       *Index
	parser  record.Parser
	encoder digest.Encoder
}

// NewIndexer gives an Indexer for records of this index.
func (x *Index) NewIndexer() *Indexer {
	return &Indexer{x: x, parser: record.Parser{Limits: x.Limits}}
}

// Entry is one record on its way into an index.
type Entry struct {
	place Place
	keys  [2]key  // under JCS and CBOR
	known [2]bool // it has a digest there
	err   error
}

// Record reads one record. err says why it could not be read from its file; then
// raw is not looked at.
func (r *Indexer) Record(p Place, raw []byte, err error) Entry {
	e := Entry{place: p, err: err}
	if err == nil {
		e.err = r.sum(&e, raw, digest.SHA256)
	}
	return e
}

func (r *Indexer) sum(e *Entry, raw []byte, a digest.Algorithm) error {
	rec, err := r.parser.Parse(raw, formatOf(r.x.Format, e.place.Path, raw))
	if err != nil {
		return err
	}
	v, found := rec.Root().Find(e.place.Pointer)
	if !found {
		return errors.New("record has nothing at " + e.place.Pointer)
	}
	for i, c := range []digest.Canonicalization{digest.JCS, digest.CBOR} {
		d, err := r.encoder.Sum(c, a, v)
		if err != nil {
			continue // no digest under this canonicalization, so no claim can mean it
		}
		e.keys[i], e.known[i] = keyOf(d.Bytes()), true
	}
	return nil
}

// Add reads one record into the index. err says why it could not be read from
// its file, and explicit that the user named the file. A record that cannot be
// read is kept as a warning; see Unread.
func (x *Index) Add(p Place, raw []byte, err error, explicit bool) {
	if x.own == nil {
		x.own = x.NewIndexer()
	}
	x.Enter(x.own.Record(p, raw, err), explicit)
}

// Enter puts what an Indexer has read into the index. Of two records with the
// same digest the one that was entered first is found, so the order of the calls
// counts, and not which goroutine read what.
func (x *Index) Enter(e Entry, explicit bool) {
	if x.sums == nil {
		x.sums = map[digest.Algorithm]*sums{digest.SHA256: {}}
	}
	place := x.places.add(e.place)
	if explicit {
		x.explicit++
	}
	if e.err != nil {
		x.unread = append(x.unread, unreadable(e.place.Locator, e.err))
	}
	x.sums[digest.SHA256].enter(place, &e)
	for _, k := range hashesIn(e.place.Path) {
		x.names.add(k, place)
	}
}

func (s *sums) enter(place uint32, e *Entry) {
	for i := range e.keys {
		if e.known[i] {
			s[i].add(e.keys[i], place)
		}
	}
}

func formatOf(format func(string, []byte) record.Format, name string, raw []byte) record.Format {
	if format == nil {
		return record.Detect(name, raw)
	}
	return format(name, raw)
}

func unreadable(l record.Locator, err error) diag.Diagnostic {
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		d := syntax.Diagnostic(l.String())
		d.Severity = diag.Warning
		return d
	}
	return diag.Diagnostic{Rule: CodeRecord, Severity: diag.Warning, Source: l.String(), Message: err.Error()}
}

// Len is the number of records that were added.
func (x *Index) Len() int { return x.places.len() }

// Unread lists the records that could not be read, as warnings in the order
// they were added.
func (x *Index) Unread() []diag.Diagnostic { return x.unread }
