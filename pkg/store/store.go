package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// Names in the folder of a store.
const (
	layoutFile  = "oci-layout"
	indexFile   = "index.json"
	blobsDir    = "blobs"
	incomingDir = ".incoming"
	lockFile    = ".evref-lock"
)

// layoutVersion is the one that image-spec 1.0 and 1.1 name.
const layoutVersion = "1.0.0"

// Registered reports that OCI registers a hash algorithm, so that a store can
// hold records under it: sha256 and sha512, and not sha384
// (image-spec, descriptor.md, "Registered algorithms").
func Registered(a digest.Algorithm) bool { return a == digest.SHA256 || a == digest.SHA512 }

// Store is an open folder of records. Several goroutines may use it at once.
type Store struct {
	root *os.Root

	mu    sync.Mutex
	blobs map[digest.Algorithm]*os.Root

	// written stands between a record and its file; tests fail there.
	written func(io.Writer) io.Writer
}

// LayoutError says that a folder is no store.
type LayoutError struct{ message string }

func (e *LayoutError) Error() string { return e.message }

func notLayout(format string, args ...any) error { return &LayoutError{fmt.Sprintf(format, args...)} }

// Open opens a store to read from it. The error is a [*LayoutError] for a folder
// that is none, and otherwise what the system says.
func Open(dir string) (*Store, error) { return open(dir, (*Store).readLayout) }

// open opens a folder and makes sure that it is a store.
func open(dir string, ready func(*Store) error) (*Store, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	s := &Store{root: root, blobs: map[digest.Algorithm]*os.Root{}}
	if err := ready(s); err != nil {
		root.Close()
		return nil, err
	}
	return s, nil
}

// Create opens a store to write to it, and makes it where there is nothing or an
// empty folder. Errors are those of Open.
func Create(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	return open(dir, (*Store).init)
}

// init makes what is missing, and refuses a folder with something else in it.
func (s *Store) init() error {
	if _, err := s.root.Lstat(layoutFile); errors.Is(err, fs.ErrNotExist) {
		if err := s.refuseForeign(); err != nil {
			return err
		}
	}
	unlock, err := s.lock()
	if err != nil {
		return err
	}
	defer unlock()
	for _, name := range []string{blobsDir, incomingDir} {
		if err := s.root.Mkdir(name, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	// The file that makes a folder a layout comes last.
	for _, file := range Empty() {
		if _, err := s.root.Lstat(file.Name); err == nil {
			continue
		}
		if err := s.replace(file.Name, []byte(file.Text)); err != nil {
			return err
		}
	}
	return s.readLayout()
}

// File is a file of a layout that is no blob.
type File struct{ Name, Text string }

// Empty gives the files that make a folder with a folder blobs in it a store
// without a list.
func Empty() []File {
	return []File{
		{indexFile, `{"schemaVersion":2,"mediaType":"` + typeIndex + `","manifests":[]}` + "\n"},
		{layoutFile, `{"imageLayoutVersion":"` + layoutVersion + `"}`},
	}
}

// refuseForeign keeps a store out of a folder that is used for something else.
// What another process has made so far is no reason.
func (s *Store) refuseForeign() error {
	entries, err := fs.ReadDir(s.root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		switch e.Name() {
		case layoutFile, indexFile, blobsDir, incomingDir, lockFile:
		default:
			return notLayout("is neither empty nor an OCI image layout; name a new folder")
		}
	}
	return nil
}

// readLayout checks that the folder is a layout of a version that is known.
func (s *Store) readLayout() error {
	text, err := s.small(layoutFile)
	if errors.Is(err, fs.ErrNotExist) {
		return notLayout("is no store: it has no file oci-layout")
	}
	if err != nil {
		return err
	}
	if problem := layoutProblem(text); problem != "" {
		return notLayout("is no store: %s", problem)
	}
	info, err := s.root.Lstat(blobsDir)
	if err != nil || !info.IsDir() {
		return notLayout("is no store: it has no folder blobs")
	}
	return nil
}

// layoutProblem says what is wrong with the text of the file oci-layout.
func layoutProblem(text []byte) string {
	rec, err := record.Parse(text, record.JSON, record.Limits{})
	if err != nil || rec.Root().Kind() != record.Object {
		return "its file oci-layout is no JSON object"
	}
	if version, _ := rec.Root().Get("imageLayoutVersion").Text(); version != layoutVersion {
		return "its file oci-layout does not say imageLayoutVersion " + layoutVersion
	}
	return ""
}

// maxSmall bounds the files of a layout that are not blobs, and its manifests:
// registries take manifests up to 4 MiB (distribution-spec, "Pushing manifests").
const maxSmall = 4 << 20

// small reads a file that is part of the layout itself.
func (s *Store) small(name string) ([]byte, error) {
	info, err := s.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, notLayout("is no store: its %s is not a regular file", name)
	}
	f, err := s.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := record.ReadAll(f, info.Size(), record.Limits{MaxBytes: maxSmall})
	var tooLarge *record.SyntaxError
	if errors.As(err, &tooLarge) {
		return nil, notLayout("is no store: its %s is larger than %d bytes", name, maxSmall)
	}
	return text, err
}

// replace writes a file of the layout, whole or not at all.
func (s *Store) replace(name string, text []byte) error {
	temp, err := s.write(name, text)
	if err != nil {
		return err
	}
	if err = s.syncFile(incomingDir + "/" + temp); err == nil {
		err = s.root.Rename(incomingDir+"/"+temp, name)
	}
	if err != nil {
		s.root.Remove(incomingDir + "/" + temp)
		return err
	}
	return s.syncFile(".")
}

// Close gives the folder back.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.blobs {
		r.Close()
	}
	s.blobs = map[digest.Algorithm]*os.Root{}
	return s.root.Close()
}
