package cmd

import (
	"context"
	"errors"
	"slices"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/pipeline"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// fileBatch is how many files are handed to a worker at once.
const fileBatch = 256

// indexed is what a worker has read, on its way into the index. Entries are made
// in parallel and entered in the order of names and lines, so that the index does
// not depend on --jobs.
type indexed struct {
	entries  []evidence.Entry
	explicit []bool
	refused  error // of a file that the user named and that cannot be opened
}

func (r *verifyRun) enter(out *indexed) error {
	for i, e := range out.entries {
		r.index.Enter(e, out.explicit[i])
	}
	return out.refused
}

func (o *indexed) reset() { *o = indexed{entries: o.entries[:0], explicit: o.explicit[:0]} }

func (o *indexed) add(e evidence.Entry, explicit bool) {
	o.entries, o.explicit = append(o.entries, e), append(o.explicit, explicit)
}

// unread counts what is in a folder of --evidence and is not read.
type unread struct {
	folder string
	files  int // that no name tells to be records
	links  int
	lines  int // files of records, which are read behind these
}

// loadWhole indexes files that are one record each.
func (r *verifyRun) loadWhole(ctx context.Context, names []string) error {
	reader := r.options(ctx, nil, recordExtensions(false)...)
	known := reader.Recognized
	reader.Recognized = func(path string) bool {
		whole := known(path) || namedByHash(path)
		if !whole && isLines(path) {
			r.passed[len(r.passed)-1].lines++
		}
		return whole
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	batches := make(chan []input.Item)
	var walked error
	go func() {
		defer close(batches)
		walked = r.walkBatches(ctx, reader, names, batches)
	}()
	next := func(in *[]input.Item) (more bool, err error) {
		*in, more = <-batches
		if !more {
			err = walked
		}
		return more, err
	}
	return pipeline.Run(ctx, r.input.jobs, next, func() func(*[]input.Item, *indexed) {
		indexer := r.index.NewIndexer()
		return func(in *[]input.Item, out *indexed) {
			out.reset()
			for _, item := range *in {
				if out.refused == nil {
					r.indexFile(reader, indexer, item, out)
				}
			}
		}
	}, r.enter)
}

// walkBatches gives the names of files in batches.
func (r *verifyRun) walkBatches(ctx context.Context, reader *input.Options, names []string, batches chan<- []input.Item) error {
	var batch []input.Item
	send := func() error {
		select {
		case batches <- batch:
			batch = nil
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for _, name := range names {
		r.passed = append(r.passed, unread{folder: name})
		counts, err := reader.Names(ctx, []string{name}, func(item input.Item) error {
			if batch = append(batch, item); len(batch) < fileBatch {
				return nil
			}
			return send()
		})
		if err != nil {
			return err
		}
		p := &r.passed[len(r.passed)-1]
		p.files, p.links = counts.Unrecognized-p.lines, counts.Links
	}
	if len(batch) == 0 {
		return nil
	}
	return send()
}

func (r *verifyRun) indexFile(reader *input.Options, indexer *evidence.Indexer, item input.Item, out *indexed) {
	data, err := []byte(nil), item.Err
	if err == nil {
		data, err = reader.Load(item.Locator.Path)
	}
	var open *input.OpenError
	if errors.As(err, &open) && !item.Walked {
		out.refused = &refusedFile{item.Locator.Path, err}
		return
	}
	out.add(indexer.Record(evidence.Place{Locator: item.Locator}, data, err), !item.Walked)
}

// refusedFile is a file that was named and cannot be opened: without it the run
// has no meaning.
type refusedFile struct {
	path string
	err  error
}

func (e *refusedFile) Error() string { return e.path + ": " + e.err.Error() }

// loadLines indexes files with a record a line.
func (r *verifyRun) loadLines(ctx context.Context, names []string) error {
	reader := r.options(ctx, nil, recordExtensions(true)...)
	reader.Stream = func(in *input.Opened) error {
		name := in.Name
		batches := input.NewBatches(in, r.input.limits())
		var failed error
		next := func(b *input.Batch) (bool, error) {
			more, err := batches.Next(b)
			failed = err
			return more, nil
		}
		err := pipeline.Run(ctx, r.input.jobs, next, func() func(*input.Batch, *indexed) {
			indexer := r.index.NewIndexer()
			explicit := slices.Contains(r.evidence, name)
			return func(batch *input.Batch, out *indexed) {
				out.reset()
				for line, err := range batch.Lines() {
					if err != nil || !line.Blank() {
						place := evidence.Place{Locator: record.Locator{Path: name, Line: line.Number}, Offset: line.Offset, Size: line.Size}
						out.add(indexer.Record(place, line.Data, err), explicit)
					}
				}
				batch.Release()
			}
		}, r.enter)
		if err == nil && failed != nil { // the rest of the file cannot be read
			place := evidence.Place{Locator: record.Locator{Path: name, Line: batches.Count() + 1}}
			r.index.Add(place, nil, &input.OpenError{Err: failed}, slices.Contains(r.evidence, name))
		}
		return err
	}
	_, err := reader.Each(ctx, names, func(item input.Item) error { // what could not be opened
		if !item.Walked {
			return &refusedFile{item.Locator.Path, item.Err}
		}
		r.index.Add(evidence.Place{Locator: item.Locator}, nil, item.Err, false)
		return nil
	})
	return err
}
