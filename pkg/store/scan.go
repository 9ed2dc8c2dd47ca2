package store

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// Problem is something in a store that is not as it has to be.
type Problem struct {
	Path    string // below the folder of the store, with slashes
	Message string
}

// Error names the place and what is wrong with it.
func (p Problem) Error() string { return p.Path + ": " + p.Message }

// blob is what a scan has seen of one.
type blob struct {
	digest digest.Digest
	kind   blobKind
	size   int64
}

type blobKind uint8

const (
	recordBlob blobKind = iota // its own canonical form
	listBlob                   // a manifest that List has written
	otherBlob
)

// scanned is everything below blobs, in the order of names.
type scanned struct {
	blobs    []blob
	problems []Problem
}

// scan reads and hashes every blob, jobs at a time. It keeps 80 bytes for each,
// and takes up to four times that while it grows.
func (s *Store) scan(ctx context.Context, jobs int, limits record.Limits) (*scanned, error) {
	names := make(chan string, 1024)
	var walked error
	out := &scanned{}
	go func() {
		defer close(names)
		walked = s.walk(ctx, out, names)
	}()
	parts := make([]scanned, max(jobs, 1))
	var workers sync.WaitGroup
	for i := range parts {
		workers.Go(func() {
			reader := blobReader{Store: s, limits: limits}
			reader.parser.Limits = limits
			for name := range names {
				if ctx.Err() == nil {
					reader.look(name, &parts[i])
				}
			}
		})
	}
	workers.Wait()
	total := 0
	for _, p := range parts {
		total += len(p.blobs)
	}
	out.blobs = make([]blob, 0, total)
	for i, p := range parts {
		out.blobs, out.problems = append(out.blobs, p.blobs...), append(out.problems, p.problems...)
		parts[i] = scanned{}
	}
	slices.SortFunc(out.blobs, func(a, b blob) int { return compareDigests(a.digest, b.digest) })
	slices.SortFunc(out.problems, compareProblems)
	return out, cmp.Or(walked, ctx.Err())
}

func compareDigests(a, b digest.Digest) int {
	return cmp.Or(cmp.Compare(a.Algorithm(), b.Algorithm()), slices.Compare(a.Bytes(), b.Bytes()))
}

func compareProblems(a, b Problem) int {
	return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Message, b.Message))
}

// walk hands on the names of blobs and notes what is none.
func (s *Store) walk(ctx context.Context, out *scanned, names chan<- string) error {
	algorithms, err := s.entries(blobsDir)
	if err != nil {
		return err
	}
	for _, dir := range algorithms {
		path := blobsDir + "/" + dir.Name()
		a, known := digest.LookupAlgorithm(dir.Name())
		switch {
		case !dir.IsDir():
			out.problems = append(out.problems, Problem{path, "is " + kindOf(dir.Type()) + ", and blobs holds a folder for each hash algorithm"})
			continue
		case !known || !Registered(a):
			out.problems = append(out.problems, Problem{path, "is no hash algorithm that OCI registers, so its blobs are not checked"})
			continue
		}
		f, err := s.root.Open(path)
		if err != nil {
			return cause(err)
		}
		for ctx.Err() == nil {
			entries, err := f.ReadDir(1024)
			for _, e := range entries {
				names <- dir.Name() + ":" + e.Name()
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				f.Close()
				return cause(err)
			}
		}
		f.Close()
	}
	return nil
}

func (s *Store) entries(name string) ([]fs.DirEntry, error) {
	f, err := s.root.Open(name)
	if err != nil {
		return nil, cause(err)
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, cause(err)
}

// blobReader reads blobs with memory of its own.
type blobReader struct {
	*Store
	limits  record.Limits
	parser  record.Parser
	encoder digest.Encoder
}

func (r *blobReader) look(name string, out *scanned) {
	d, err := digest.Parse(name)
	path := blobsDir + "/" + strings.Replace(name, ":", "/", 1)
	if err != nil {
		out.problems = append(out.problems, Problem{path, "is not named by a hash"})
		return
	}
	raw, err := r.Get(d, r.limits)
	var tooLarge *record.SyntaxError
	if errors.As(err, &tooLarge) { // not a record here; large blobs belong to others
		out.problems = append(out.problems, Problem{path, "is larger than the limit, so it was not checked"})
		return
	}
	if err != nil {
		out.problems = append(out.problems, Problem{path, err.Error()})
		return
	}
	out.blobs = append(out.blobs, blob{d, r.kind(raw), int64(len(raw))})
}

// kind tells a record from the rest: its bytes are canonical.
func (r *blobReader) kind(raw []byte) blobKind {
	for _, form := range []struct {
		format record.Format
		c      digest.Canonicalization
	}{{record.JSON, digest.JCS}, {record.CBOR, digest.CBOR}} {
		rec, err := r.parser.Parse(raw, form.format)
		if err != nil {
			continue
		}
		canonical, err := r.encoder.Canonical(form.c, rec.Root())
		switch {
		case err == nil && string(canonical) == string(raw):
			return recordBlob
		case form.format == record.JSON && isList(rec.Root()):
			return listBlob
		}
	}
	return otherBlob
}

// Leftovers names the files that a killed run has left, or another run is writing
// now. They are never read; whoever knows that none is running can remove them.
func (s *Store) Leftovers() ([]string, error) {
	entries, err := s.entries(incomingDir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		out = append(out, incomingDir+"/"+e.Name())
	}
	return out, nil
}
