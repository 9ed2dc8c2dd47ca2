package evidence

import (
	"path"
	"strings"
	"sync"

	"github.com/mcp-evref/evref/pkg/digest"
)

// only gives the record when there is exactly one and the user named it.
func (x *Index) only() (Place, bool) {
	if x == nil || x.Len() != 1 || x.explicit != 1 {
		return Place{}, false
	}
	return x.places.get(0), true
}

// byDigest gives the place of the first record with that digest.
func (x *Index) byDigest(c digest.Canonicalization, d digest.Digest) (Place, bool) {
	if x == nil || d.IsZero() || c == 0 || x.Len() == 0 {
		return Place{}, false
	}
	found := x.under(d.Algorithm()).under(c).find(keyOf(d.Bytes()))
	if len(found) == 0 {
		return Place{}, false
	}
	return x.places.get(found[0].place), true
}

// under gives the sums under an algorithm, in order. Those of other algorithms
// than sha256 are made when the first claim asks for them.
func (x *Index) under(a digest.Algorithm) *sums {
	x.mu.Lock()
	defer x.mu.Unlock()
	s := x.sums[a]
	if s == nil {
		s = x.extend(a)
		x.sums[a] = s
	}
	for i := range s {
		s[i].sort()
	}
	return s
}

// extend reads all records again for another hash algorithm. Add has reported
// what cannot be read.
func (x *Index) extend(a digest.Algorithm) *sums {
	parts := make([]sums, max(x.Jobs, 1))
	var readers sync.WaitGroup
	for job := range parts {
		readers.Go(func() {
			reader := x.NewIndexer()
			for i := job; i < x.Len(); i += len(parts) {
				e := Entry{place: x.places.get(uint32(i))}
				if raw, err := x.Read(e.place); err == nil && reader.sum(&e, raw, a) == nil {
					parts[job].enter(uint32(i), &e)
				}
			}
		})
	}
	readers.Wait()
	out := &parts[0]
	for _, part := range parts[1:] {
		for i := range out {
			out[i].join(&part[i])
		}
	}
	return out
}

// maxNamed is how many files that carry a hash in their names are looked at for
// one claim: whoever copies a file a million times must not make the run wait.
const maxNamed = 64

// byName gives the places whose file name contains the hash in hexadecimal, in
// the order they were added: at most maxNamed, and how many there are.
func (x *Index) byName(d digest.Digest) (out []Place, total int) {
	if x == nil || d.IsZero() {
		return nil, 0
	}
	x.mu.Lock()
	x.names.sort()
	x.mu.Unlock()
	found := x.names.find(keyOf(d.Bytes()))
	for i, f := range found {
		if i > 0 && f.place == found[i-1].place { // twice in one name
			continue
		}
		if total++; len(out) >= maxNamed {
			continue
		}
		if p := x.places.get(f.place); strings.Contains(path.Base(p.Path), d.Hex()) {
			out = append(out, p)
		}
	}
	return out, total
}
