// Package input turns command-line arguments into a sequence of items: files,
// directories that are walked, standard input, and lines of JSON Lines files.
//
// What is named explicitly is always read; what is met while walking is read
// when it is recognised and counted when it is not. Nothing larger than the
// limit is ever held.
package input

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcp-evref/evref/pkg/record"
)

// Options say where names lead and what is read.
type Options struct {
	// Context ends the waiting for a pipe or a device. nil waits for ever.
	Context context.Context

	Dir       string // names are relative to it; "" is the working directory
	Stdin     io.Reader
	StdinName string // what "-" is called in output; "" is "-"
	Limits    record.Limits
	// Recognized says whether a file met while walking is an input. nil
	// recognises every file.
	Recognized func(path string) bool
	// Opens is told the path of every file before it is opened. nil is nobody.
	Opens func(path string)
	// Stream takes files as streams, one after the other, such as those whose
	// lines are the items (JSON Lines). nil makes each file one item.
	Stream func(*Opened) error
	// Decode reads gzip and zstd data as the text that it holds.
	Decode bool
	// Hash asks for the SHA-256 of every input; see [Opened.Stored].
	Hash bool
}

// Item is one input: its bytes, or the error that kept them from being read.
type Item struct {
	Locator record.Locator    // how the item is called in output
	Data    []byte            // valid until the next item
	Offset  int64             // where the item starts in its file
	Open    bool              // as in [Line]
	LongSum [sha256.Size]byte // as in [Line]
	Walked  bool              // met while walking a directory, not named
	Stored  Stored            // what was read
	Err     error             // an [*OpenError] or a [*record.SyntaxError]
}

// Counts says what was met besides the items.
type Counts struct {
	Unrecognized int // files met while walking that are no inputs
	Links        int // symbolic links met while walking, never followed
}

// OpenError says that a name could not be opened or read. Its text has no path.
type OpenError struct {
	Err error
}

// Error gives the system's reason without the path, which callers print.
func (e *OpenError) Error() string {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.Is(e.Err, context.Canceled):
		return "interrupted"
	case errors.Is(e.Err, fs.ErrNotExist):
		return "no such file or directory"
	case errors.Is(e.Err, fs.ErrPermission):
		return "permission denied"
	case errors.As(e.Err, &path):
		return path.Err.Error()
	case errors.As(e.Err, &link):
		return link.Err.Error()
	}
	return e.Err.Error()
}

func (e *OpenError) Unwrap() error { return e.Err }

// Path gives the place in the file system that a name leads to.
func (o *Options) Path(name string) string {
	if o.Dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(o.Dir, name)
}

func (o *Options) opening(name string) { o.Note(o.Path(name)) }

// Note tells Opens of files that are read beside the inputs, by their paths.
func (o *Options) Note(paths ...string) {
	if o.Opens == nil {
		return
	}
	for _, p := range paths {
		o.Opens(p)
	}
}

// Each gives every item that the arguments lead to, in order: arguments as
// given, directories in name order, lines as they come. It stops at the first
// error of visit or when ctx is done, and gives that error.
func (o *Options) Each(ctx context.Context, args []string, visit func(Item) error) (Counts, error) {
	w := walker{Options: o, ctx: ctx, visit: visit}
	for _, name := range args {
		if err := w.argument(name); err != nil {
			return w.counts, err
		}
	}
	return w.counts, nil
}

type walker struct {
	*Options
	ctx    context.Context
	visit  func(Item) error
	counts Counts
	inside bool // a directory is being walked
	names  bool // files are named and not read
}

func (w *walker) argument(name string) error {
	if w.IsDir(name) {
		return w.directory(name)
	}
	return w.file(name)
}

// IsVersionControl reports the folders of version control systems, which are
// never walked.
func IsVersionControl(name string) bool { return versionControl[name] }

var versionControl = map[string]bool{".git": true, ".hg": true, ".svn": true, ".jj": true, ".bzr": true, "CVS": true}

func (w *walker) directory(name string) error {
	root := w.Path(name)
	if target, err := filepath.EvalSymlinks(root); err == nil {
		root = target // a link that is named is meant, like one to a file
	}
	w.inside = true
	defer func() { w.inside = false }()
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(root, path)
		if relErr != nil {
			rel = path
		}
		shown := filepath.ToSlash(filepath.Join(name, rel))
		if strings.HasPrefix(name, "./") {
			shown = "./" + shown
		}
		switch {
		case err != nil:
			return w.failed(shown, err)
		case d.IsDir():
			if versionControl[d.Name()] && path != root {
				return filepath.SkipDir
			}
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			w.counts.Links++
			return nil
		case !d.Type().IsRegular() || w.Recognized != nil && !w.Recognized(path):
			w.counts.Unrecognized++
			return nil
		}
		return w.file(shown)
	})
}

func (w *walker) file(name string) error {
	if w.names {
		return w.give(Item{Locator: record.Locator{Path: name}})
	}
	in, err := w.Open(name)
	if err != nil {
		return w.give(Item{Locator: record.Locator{Path: name}, Err: err})
	}
	defer in.Close()
	return w.read(in)
}

func (w *walker) failed(name string, err error) error {
	return w.give(Item{Locator: record.Locator{Path: name}, Err: &OpenError{err}})
}

func (w *walker) give(item Item) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	item.Walked = w.inside
	return w.visit(item)
}

// read gives the item that an open file is, or hands the file on.
func (w *walker) read(in *Opened) error {
	in.Walked = w.inside
	if w.Stream != nil {
		return w.Stream(in)
	}
	item := Item{Locator: record.Locator{Path: in.Name}}
	item.Data, item.Err = in.readAll(w.Limits)
	item.Stored = in.Stored()
	return w.give(wrap(item))
}

// wrap makes an error of reading an OpenError.
func wrap(item Item) Item {
	var syntax *record.SyntaxError
	if item.Err != nil && !errors.As(item.Err, &syntax) {
		item.Err = &OpenError{item.Err}
	}
	return item
}

// ReadFile reads one named file, or standard input for "-", within the limits.
// The error is an [*OpenError] or a [*record.SyntaxError].
func (o *Options) ReadFile(name string) ([]byte, error) {
	var data []byte
	var failed error
	single := *o
	single.Stream = nil
	path := o.Path(name)
	if info, err := os.Stat(path); name != "-" && err == nil && info.IsDir() {
		return nil, &OpenError{errors.New("is a directory")}
	}
	_, err := single.Each(context.Background(), []string{name}, func(item Item) error {
		data, failed = item.Data, item.Err
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return data, failed
}
