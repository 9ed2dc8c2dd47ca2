package evidence

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/record"
)

// RefMap leads from the refs of claims to files: what begins with a prefix is a
// file below a directory. Nothing outside of the directory is ever read,
// neither by ".." nor through a symbolic link, and nothing is fetched.
type RefMap struct {
	rules []refRule // longest prefix first
}

type refRule struct {
	prefix, dir string
	root        *os.Root
}

// Add maps refs that begin with prefix to files below dir.
func (m *RefMap) Add(prefix, dir string) error {
	if prefix == "" {
		return errors.New("prefix is empty")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return cleanPathError(err)
	}
	m.rules = append(m.rules, refRule{prefix, dir, root})
	slices.SortStableFunc(m.rules, func(a, b refRule) int { return cmp.Compare(len(b.prefix), len(a.prefix)) })
	return nil
}

// Close gives the directories back.
func (m *RefMap) Close() {
	for _, r := range m.rules {
		r.root.Close()
	}
}

// Errors of Find beside those of reading the file.
var (
	errNotMapped = errors.New("has no mapped prefix")
	errEscapes   = errors.New("leads out of its directory")
)

// Find gives the file that a ref leads to. The name is the file's path, for
// messages; it is "" when no prefix fits. A query and a fragment are dropped,
// and percent escapes are decoded once.
func (m *RefMap) Find(ref string, limits record.Limits) (name string, raw []byte, err error) {
	if m == nil {
		return "", nil, errNotMapped
	}
	for _, r := range m.rules {
		rest, ok := strings.CutPrefix(ref, r.prefix)
		if !ok || rest != "" && !strings.HasSuffix(r.prefix, "/") && rest[0] != '/' && rest[0] != '?' && rest[0] != '#' {
			continue
		}
		name, err := r.local(rest)
		if err != nil {
			return r.dir, nil, err
		}
		raw, err := r.read(name, limits)
		return path.Join(r.dir, name), raw, err
	}
	return "", nil, errNotMapped
}

// local gives the path below the directory.
func (r refRule) local(rest string) (string, error) {
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		rest = rest[:i]
	}
	name, err := url.PathUnescape(rest)
	if err != nil {
		return "", errors.New("has a broken percent escape")
	}
	name = strings.TrimLeft(name, "/")
	switch {
	case name == "" || strings.HasSuffix(name, "/") || strings.ContainsRune(name, 0):
		return "", errors.New("names no file")
	case !fs.ValidPath(name):
		return "", errEscapes
	}
	return name, nil
}

func (r refRule) read(name string, limits record.Limits) ([]byte, error) {
	info, err := r.root.Stat(name)
	if err != nil {
		return nil, cleanPathError(err)
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for ever
		return nil, fmt.Errorf("is %s, not a file", kindOf(info))
	}
	f, err := r.root.Open(name)
	if err != nil {
		return nil, cleanPathError(err)
	}
	defer f.Close()
	return record.ReadAll(f, info.Size(), limits)
}

func kindOf(info fs.FileInfo) string {
	if info.IsDir() {
		return "a directory"
	}
	return "a special file"
}

// cleanPathError keeps the reason and drops the path, which callers print.
func cleanPathError(err error) error {
	var p *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fs.ErrNotExist
	case errors.As(err, &p) && strings.Contains(p.Err.Error(), "escapes"):
		return errEscapes
	case errors.As(err, &p):
		return p.Err
	}
	return err
}
