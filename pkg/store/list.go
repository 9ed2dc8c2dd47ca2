package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// Bounds of the list. A manifest of the largest size, under sha512, stays below
// the 4 MiB that registries take.
const (
	maxLayers    = 1 << 14 // records of a manifest
	maxManifests = 1 << 12
)

// Listed says what List has found.
type Listed struct {
	Records   int
	Manifests int
	Problems  []Problem // blobs that are not listed because they cannot be believed, and other faults
}

// List enters every record of the store into index.json, for tools that copy
// what an index reaches, and forgets its earlier list. It reads and hashes every
// blob, jobs at a time; what is not what its name says is a Problem and not
// listed. A blob is a record when its bytes are canonical.
//
// Which records share a manifest is told by the first digits of their digests, so
// that a store with a few new records has a few new manifests. The same records
// give the same list, whoever wrote them and in whatever order.
func (s *Store) List(ctx context.Context, jobs int, limits record.Limits) (Listed, error) {
	unlock, err := s.lock()
	if err != nil {
		return Listed{}, cause(err)
	}
	defer unlock()
	all, err := s.scan(ctx, jobs, limits)
	if err != nil {
		return Listed{}, err
	}
	out := Listed{Problems: all.problems}
	records, lists := all.blobs[:0], []blob(nil) // in the place of all blobs, of which there can be many
	for _, b := range all.blobs {
		switch {
		case b.kind == recordBlob:
			records = append(records, b)
		case b.kind == listBlob:
			lists = append(lists, b)
		}
	}
	out.Records = len(records)
	if len(records) == 0 {
		return out, nil
	}
	entry, kept, err := s.writeList(records)
	if err != nil {
		return out, err
	}
	out.Manifests = len(kept) - 1
	alone, err := s.enter(entry, lists)
	if err != nil || !alone {
		return out, err
	}
	for _, b := range lists {
		if !kept[b.digest] {
			if err := s.root.Remove(Name(b.digest)); err != nil {
				return out, cause(err)
			}
		}
	}
	return out, nil
}

// writeList makes the manifests and the index above them, and gives the entry of
// index.json with the blobs it rests on.
func (s *Store) writeList(records []blob) (entry descriptor, kept map[digest.Digest]bool, err error) {
	groups := grouped(records)
	if groups == nil {
		return entry, nil, fmt.Errorf("holds %d records, more than a list can have; share them among several stores", len(records))
	}
	kept = map[digest.Digest]bool{}
	batch := s.NewBatch()
	defer batch.Discard() // of what an error leaves
	put := func(data []byte) error {
		d := digest.Of(digest.SHA256, data)
		kept[d] = true
		return batch.Put(d, data)
	}
	about := describe(TypeConfig, "", []byte(config))
	if err := batch.Put(digest.Of(digest.SHA256, []byte(config)), []byte(config)); err != nil {
		return entry, nil, err
	}
	index := manifest{SchemaVersion: 2, MediaType: typeIndex, ArtifactType: TypeRecords}
	for _, group := range groups {
		m := manifest{SchemaVersion: 2, MediaType: typeManifest, ArtifactType: TypeRecords, Config: &about}
		for _, b := range group {
			m.Layers = append(m.Layers, descriptor{MediaType: TypeRecord, Digest: b.digest.String(), Size: b.size})
		}
		text := m.text()
		index.Manifests = append(index.Manifests, describe(typeManifest, TypeRecords, text))
		if err := put(text); err != nil {
			return entry, nil, err
		}
	}
	text := index.text()
	if err := put(text); err != nil {
		return entry, nil, err
	}
	entry = describe(typeIndex, TypeRecords, text)
	entry.Annotations = map[string]string{refName: RefName}
	return entry, kept, batch.Commit()
}

// grouped shares sorted records out by as few first digits of their digests as
// keep every group small; nil when there are too many.
func grouped(records []blob) [][]blob {
	for digits := range 4 {
		var groups [][]blob
		largest := 0
		for rest := records; len(rest) > 0; {
			n := 1
			for n < len(rest) && prefix(rest[n], digits) == prefix(rest[0], digits) {
				n++
			}
			groups, rest, largest = append(groups, rest[:n]), rest[n:], max(largest, n)
		}
		if largest <= maxLayers && len(groups) <= 2*maxManifests { // two algorithms
			return groups
		}
	}
	return nil
}

// prefix is the algorithm and the first digits of a digest, as a number.
func prefix(b blob, digits int) uint32 {
	sum := b.digest.Bytes()
	first := uint32(sum[0])<<8 | uint32(sum[1])
	return uint32(b.digest.Algorithm())<<16 | first>>(16-4*digits)
}

// enter puts the entry into index.json in the place of the earlier one, and
// leaves all else there as it is. alone reports that there is nothing else. The
// earlier one is told by what it leads to: tools that copy a layout keep the name
// and not the type.
func (s *Store) enter(entry descriptor, lists []blob) (alone bool, err error) {
	earlier := map[string]bool{}
	for _, b := range lists {
		earlier[b.digest.String()] = true
	}
	text, err := s.small(indexFile)
	if err != nil {
		return false, cause(err)
	}
	rec, err := record.Parse(text, record.JSON, record.Limits{MaxBytes: maxSmall})
	if err != nil {
		return false, notLayout("has an index.json that is no JSON")
	}
	if _, problem := pointers(rec.Root()); problem != "" {
		return false, notLayout("has an index.json that %s", problem)
	}
	ours, err := json.Marshal(entry)
	if err != nil {
		return false, err
	}
	manifests := rec.Root().Get("manifests")
	if manifests.Kind() != record.Array {
		return false, notLayout("has an index.json without manifests")
	}
	list, others := [][]byte{ours}, 0
	for _, d := range manifests.Elements() {
		name, _ := d.Get("annotations").Get(refName).Text()
		leadsTo, _ := d.Get("digest").Text()
		switch {
		case name == RefName && earlier[leadsTo]:
			continue
		case name == RefName:
			return false, fmt.Errorf("has another entry named %s in index.json; give that one another name", RefName)
		}
		list, others = append(list, d.Raw()), others+1
	}
	edit := record.Replace(manifests, "["+string(bytes.Join(list, []byte(",")))+"]")
	next, err := record.Apply(slices.Clone(text), []record.Edit{edit})
	if err != nil {
		return false, err
	}
	if bytes.Equal(next, text) {
		return others == 0, nil
	}
	return others == 0, s.replace(indexFile, next)
}
