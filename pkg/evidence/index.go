package evidence

import (
	"errors"
	"path"
	"strings"
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
// It keeps places and not records: about 200 bytes a record, and the file name.
// Build it with Add; look-ups may then be made by several goroutines at once.
type Index struct {
	Limits record.Limits
	// Format tells how a record is written; nil is [record.Detect].
	Format func(name string, raw []byte) record.Format
	// Read gives the bytes of a record again, for hash algorithms other than
	// sha256, which are indexed when the first claim needs one.
	Read func(Place) ([]byte, error)

	places   []Place
	explicit int // records that were named, not met in a directory
	unread   []diag.Diagnostic

	mu      sync.Mutex
	sums    map[key]uint32
	indexed map[digest.Algorithm]bool

	parser  record.Parser
	encoder digest.Encoder
}

// key is the beginning of a hash: enough to find a record, whose digest is then
// compared in full.
type key struct {
	sum [16]byte
	c   digest.Canonicalization
	a   digest.Algorithm
}

func keyOf(c digest.Canonicalization, d digest.Digest) key {
	k := key{c: c, a: d.Algorithm()}
	copy(k.sum[:], d.Bytes())
	return k
}

// Add reads one record into the index. err says why it could not be read from
// its file, and explicit that the user named the file. A record that cannot be
// read is kept as a warning; see Unread.
func (x *Index) Add(p Place, raw []byte, err error, explicit bool) {
	if x.sums == nil {
		x.sums, x.indexed = map[key]uint32{}, map[digest.Algorithm]bool{digest.SHA256: true}
	}
	x.places = append(x.places, p)
	if explicit {
		x.explicit++
	}
	if err == nil {
		err = x.index(uint32(len(x.places)-1), raw, digest.SHA256)
	}
	if err != nil {
		x.unread = append(x.unread, unreadable(p.Locator, err))
	}
}

// index enters the digests of one record. Of two records with the same digest
// the first is found.
func (x *Index) index(place uint32, raw []byte, a digest.Algorithm) error {
	x.parser.Limits = x.Limits
	rec, err := x.parser.Parse(raw, formatOf(x.Format, x.places[place].Path, raw))
	if err != nil {
		return err
	}
	v, found := rec.Root().Find(x.places[place].Pointer)
	if !found {
		return errors.New("record has nothing at " + x.places[place].Pointer)
	}
	for _, c := range digest.All() {
		d, err := x.encoder.Sum(c, a, v)
		if err != nil {
			continue // no digest under this canonicalization, so no claim can mean it
		}
		if _, taken := x.sums[keyOf(c, d)]; !taken {
			x.sums[keyOf(c, d)] = place
		}
	}
	return nil
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
func (x *Index) Len() int { return len(x.places) }

// Unread lists the records that could not be read, as warnings in the order
// they were added.
func (x *Index) Unread() []diag.Diagnostic { return x.unread }

// only gives the record when there is exactly one and the user named it.
func (x *Index) only() (Place, bool) {
	if x == nil || len(x.places) != 1 || x.explicit != 1 {
		return Place{}, false
	}
	return x.places[0], true
}

// byDigest gives the place of a record with that digest.
func (x *Index) byDigest(c digest.Canonicalization, d digest.Digest) (Place, bool) {
	if x == nil || d.IsZero() || c == 0 || len(x.places) == 0 {
		return Place{}, false
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.extend(d.Algorithm())
	place, ok := x.sums[keyOf(c, d)]
	if !ok {
		return Place{}, false
	}
	return x.places[place], true
}

// extend indexes the records for another hash algorithm, once.
func (x *Index) extend(a digest.Algorithm) {
	if x.indexed[a] {
		return
	}
	x.indexed[a] = true
	for i, p := range x.places {
		if raw, err := x.Read(p); err == nil {
			_ = x.index(uint32(i), raw, a) // Add has reported what cannot be read
		}
	}
}

// byName gives the places whose file name contains the hash in hexadecimal.
func (x *Index) byName(hex string) []Place {
	if x == nil || hex == "" {
		return nil
	}
	var out []Place
	for _, p := range x.places {
		if strings.Contains(path.Base(p.Path), hex) {
			out = append(out, p)
		}
	}
	return out
}
