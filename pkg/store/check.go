package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// Check reads a whole folder and says what keeps it from being an OCI image
// layout whose blobs can be believed, and what is left over in it: the rules of
// image-layout.md, the hash of every blob, and that everything index.json reaches
// is there with the size that is told. An empty list is a sound store. The error
// says why it could not be read at all.
func Check(ctx context.Context, dir string, jobs int, limits record.Limits) ([]Problem, error) {
	s, err := Open(dir)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	all, err := s.scan(ctx, jobs, limits)
	if err != nil {
		return nil, err
	}
	c := checker{Store: s, sizes: map[string]int64{}, seen: map[string]bool{}, problems: all.problems}
	for _, b := range all.blobs {
		c.sizes[b.digest.String()] = b.size
	}
	c.index()
	left, err := s.Leftovers()
	if err != nil {
		return nil, err
	}
	for _, name := range left {
		c.add(name, "is left of a run that did not end, unless one is running now; it is never read and can be removed")
	}
	slices.SortFunc(c.problems, compareProblems)
	return c.problems, nil
}

// checker follows what index.json reaches.
type checker struct {
	*Store
	sizes    map[string]int64 // of the blobs that are what their names say
	seen     map[string]bool
	queue    []reached
	problems []Problem
}

// reached is an index or a manifest that has to be looked at.
type reached struct {
	digest    digest.Digest
	mediaType string
}

func (c *checker) add(path, message string) {
	c.problems = append(c.problems, Problem{path, message})
}

func (c *checker) index() {
	text, err := c.small(indexFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.add(indexFile, "is missing")
		return
	case err != nil:
		c.add(indexFile, cause(err).Error())
		return
	}
	c.follow(indexFile, text, typeIndex)
	for len(c.queue) > 0 { // not by recursion: how deep they nest is up to whoever wrote them
		next := c.queue[0]
		c.queue = c.queue[1:]
		text, err := c.Get(next.digest, record.Limits{MaxBytes: maxSmall})
		if err != nil {
			c.add(Name(next.digest), err.Error())
			continue
		}
		c.follow(Name(next.digest), text, next.mediaType)
	}
}

// follow checks an index or a manifest and what it points to.
func (c *checker) follow(path string, text []byte, mediaType string) {
	rec, err := record.Parse(text, record.JSON, record.Limits{})
	if err != nil {
		c.add(path, "is no JSON: "+err.Error())
		return
	}
	root := rec.Root()
	if own := root.Get("mediaType"); !own.IsZero() {
		if said, _ := own.Text(); said != mediaType {
			c.add(path, "has a mediaType other than "+mediaType)
		}
	}
	if mediaType == typeIndex && root.Get("manifests").Kind() != record.Array {
		c.add(path, "has no array manifests")
	}
	out, problem := pointers(root)
	if problem != "" {
		c.add(path, problem)
	}
	for _, d := range out {
		c.pointer(path, d)
	}
}

func (c *checker) pointer(path string, d record.Value) {
	name, _ := d.Get("digest").Text()
	size, _ := d.Get("size").Int64()
	there, held := c.sizes[name]
	switch {
	case !held:
		c.add(path, "reaches "+name+", which is not in the store or not what its name says")
	case there != size:
		c.add(path, fmt.Sprintf("tells %d bytes for %s, which has %s", size, name, strconv.FormatInt(there, 10)))
	}
	mediaType, _ := d.Get("mediaType").Text()
	if !held || c.seen[name] || mediaType != typeIndex && mediaType != typeManifest {
		return
	}
	c.seen[name] = true
	if sum, err := digest.Parse(name); err == nil {
		c.queue = append(c.queue, reached{sum, mediaType})
	}
}
