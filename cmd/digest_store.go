package cmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/store"
)

// storeBatch is how many files make a batch of a store. Lines come in batches
// anyway.
const storeBatch = 512

// storeFailure says why a store cannot be used.
func storeFailure(dir string, err error) error {
	var layout *store.LayoutError
	if errors.As(err, &layout) {
		return failure("%s: %s", dir, err)
	}
	return failure("%s: store cannot be opened: %s; name a folder that can be read", dir, &input.OpenError{Err: err})
}

// storeDigest is the part of a run of `evref digest` that writes to a store:
// records are durable there before anything is printed about them.
type storeDigest struct {
	*store.Store
	batch   *store.Batch // of files
	waiting []digestItem // files whose records are in batch

	before []string // files in the way of records that were there when the run began

	mu  sync.Mutex
	all []*store.Batch
}

// newBatch makes a batch that does not outlive the run.
func (s *storeDigest) newBatch() *store.Batch {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.NewBatch()
	s.all = append(s.all, b)
	return b
}

// openStore opens --store to write to it.
func (r *digestRun) openStore() error {
	if r.storeDir == "" {
		return nil
	}
	dir := r.reader.Path(r.storeDir)
	if len(r.args) == 0 { // there is nothing to make a store for
		there, err := store.Open(dir)
		if err != nil {
			return storeFailure(r.storeDir, err)
		}
		there.Close()
	}
	s, err := store.Create(dir)
	if err != nil {
		return storeFailure(r.storeDir, err)
	}
	r.output.protected.opensFolder(dir)
	r.store = &storeDigest{Store: s}
	if r.store.before, err = s.Leftovers(); err != nil {
		s.Close()
		return storeFailure(r.storeDir, err)
	}
	r.store.batch = r.store.newBatch()
	r.digester.batch, r.digester.keep = r.store.batch, true
	return nil
}

// closeStore leaves nothing behind of what an interrupt or an error has cut off.
func (r *digestRun) closeStore() {
	if r.store == nil {
		return
	}
	for _, b := range r.store.all {
		b.Discard()
	}
	r.store.Close()
}

// inStore keeps the files of the store itself from being taken for records when
// a folder around it is walked.
func (r *digestRun) inStore(in input.Item) bool {
	if r.store == nil || !in.Walked {
		return false
	}
	rel, err := filepath.Rel(r.reader.Path(r.storeDir), r.reader.Path(in.Locator.Path))
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(os.PathSeparator))
}

// put hands the canonical bytes of a record to the store.
func (d *digester) put(item *digestItem, sum digest.Digest, canonical []byte) {
	if d.batch == nil || item.unstored != nil {
		return
	}
	item.unstored = d.batch.Put(sum, canonical)
}

// hold keeps the answer about a file until its batch is durable.
func (r *digestRun) hold(item digestItem) error {
	r.store.waiting = append(r.store.waiting, item)
	if item.unstored == nil && len(r.store.waiting) < storeBatch {
		return nil
	}
	return r.settle()
}

// settle makes the waiting files durable and prints their answers.
func (r *digestRun) settle() error {
	if r.store == nil || len(r.store.waiting) == 0 {
		return nil
	}
	items := r.store.waiting
	r.store.waiting = nil
	if err := r.commitBatch(r.store.batch, items); err != nil {
		return err
	}
	for i := range items {
		if err := r.finish(&items[i]); err != nil {
			return err
		}
	}
	return nil
}

// commitBatch makes the records behind answers durable. Without it none of them
// is printed.
func (r *digestRun) commitBatch(b *store.Batch, items []digestItem) error {
	for i := range items {
		if err := items[i].unstored; err != nil {
			b.Discard()
			return failure("%s: record %s cannot be stored: %s%s", r.storeDir, items[i].Locator, err, roomHelp(err))
		}
	}
	if err := b.Commit(); err != nil {
		return failure("%s: records cannot be stored: %s%s", r.storeDir, err, roomHelp(err))
	}
	for _, d := range b.Repaired {
		r.say.diagnostic(diag.Diagnostic{Rule: evidence.CodeStore, Severity: diag.Warning, Source: blobName(r.storeDir, d),
			Message: "blob was not the record that its name says, and has been replaced by it", Help: "look for what damages files in the store"})
	}
	b.Repaired = nil
	return nil
}

// leftNote tells about what runs have left that were killed while they wrote.
func (r *digestRun) leftNote() {
	if r.store == nil || len(r.store.before) == 0 {
		return
	}
	now, err := r.store.Leftovers()
	if err != nil {
		return // the run has done its work
	}
	left := 0
	for _, name := range r.store.before {
		if _, there := slices.BinarySearch(now, name); there {
			left++
		}
	}
	if left > 0 {
		r.say.note("%s: %s in .incoming of a run that was cut off, or is still writing; never read, and to be removed when no run is writing", r.storeDir, count(left, "file"))
	}
}

// list enters the records of the store into its index.json, and says what in the
// store cannot be believed.
func (r *digestRun) list(ctx context.Context) (code int, err error) {
	if !r.storeIndex {
		return ExitOK, nil
	}
	listed, err := r.store.List(ctx, r.input.jobs, r.input.limits())
	if interrupted(ctx, err) {
		return ExitInterrupted, nil
	}
	if err != nil {
		return 0, failure("%s: records cannot be listed: %s", r.storeDir, err)
	}
	for _, p := range listed.Problems {
		code = ExitUnreadable
		r.say.diagnostic(diag.Diagnostic{Rule: evidence.CodeStore, Severity: diag.Error, Source: filepath.ToSlash(filepath.Join(r.storeDir, p.Path)),
			Message: "blob " + p.Message, Help: "it is not listed; put the record back with evref digest --store, or remove what is there"})
	}
	r.say.note("%s: %s listed in index.json as %q, in %s", r.storeDir, count(listed.Records, "record"), store.RefName, count(listed.Manifests, "manifest"))
	return code, nil
}

// roomHelp says what to do when a disk is full.
func roomHelp(err error) string {
	if errors.Is(err, syscall.ENOSPC) {
		return "; make room and run it again, what is stored already stays"
	}
	return ""
}
