package cmd

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// defaultFailures is how many failures --failures-dir keeps.
const defaultFailures = 1000

// What --failures-dir writes beside the folders of the failures, and by which it
// knows its own folder again.
const (
	failuresFile   = "evref-failures.json"
	failuresFormat = "evref-failures"
	stagingPrefix  = ".writing-"
)

// failureName is what the folder of a failure is called: the line, 0 for a
// document, and the beginning of a hash of where the claim stands. Nothing in it
// is from the input.
var failureName = regexp.MustCompile(`^[0-9]{10}-[0-9a-f]{8}(-[0-9]+)?$`)

// failureDir keeps what is needed to see a failure again. Folders are written by
// whoever judges, under names nobody looks for, and get their own in the order of
// the input: which failures are kept does not depend on --jobs.
type failureDir struct {
	path  string
	root  *os.Root
	limit int
	kept  atomic.Int64
	run   string // makes the names of this run's unfinished folders
	known *evidence.Schemes
	next  atomic.Int64

	total   int
	entries []failureEntry
	taken   map[string]bool
}

// failureEntry is a line of the list in failuresFile.
type failureEntry struct {
	Folder   string           `json:"folder"`
	Locator  string           `json:"locator"`
	Verdict  evidence.Verdict `json:"verdict"`
	ExitCode int              `json:"exitCode"`
}

// failureList is the file by which a folder of failures is known.
type failureList struct {
	Format   string         `json:"format"`
	Version  int            `json:"version"`
	Evref    string         `json:"evref"`
	Complete bool           `json:"complete"`
	Total    int            `json:"total"`
	Kept     int            `json:"kept"`
	Failures []failureEntry `json:"failures"`
}

// openFailures makes --failures-dir ready: a new folder, an empty one, or one of
// an earlier run, whose failures are removed.
func (r *verifyRun) openFailures() error {
	if r.failuresPath == "" {
		return nil
	}
	refuse := func(err error) error {
		return failure("%s: failures cannot be kept there: %s; name a folder that can be written to", r.failuresPath, &input.OpenError{Err: err})
	}
	if err := os.MkdirAll(r.failuresPath, 0o700); err != nil {
		return refuse(err)
	}
	root, err := os.OpenRoot(r.failuresPath)
	if err != nil {
		return refuse(err)
	}
	d := &failureDir{path: r.failuresPath, root: root, limit: r.failuresLimit, known: r.known, taken: map[string]bool{},
		run: stagingPrefix + strconv.FormatUint(rand.Uint64(), 36) + "-"}
	open := d.takeOver
	if r.resume != nil && r.resume.before != nil {
		open = d.keepOn
	}
	if err := open(); err != nil {
		root.Close()
		var said *failureError
		if errors.As(err, &said) {
			return err
		}
		return refuse(err)
	}
	r.failures = d
	return nil
}

// takeOver empties a folder of an earlier run and refuses any other that is not
// empty.
func (d *failureDir) takeOver() error {
	entries, err := fs.ReadDir(d.root.FS(), ".")
	if err != nil {
		return err
	}
	if len(entries) > 0 && !d.own() {
		return failure("%s: is not empty and no folder of failures; name a new folder", d.path)
	}
	for _, e := range entries {
		if e.IsDir() && (failureName.MatchString(e.Name()) || strings.HasPrefix(e.Name(), stagingPrefix)) {
			if err := d.root.RemoveAll(e.Name()); err != nil {
				return err
			}
		}
	}
	if err := d.root.Chmod(".", 0o700); err != nil {
		return err
	}
	return d.writeList(false)
}

// own reports that the folder is one of ours.
func (d *failureDir) own() bool {
	info, err := d.root.Lstat(failuresFile)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := d.root.Open(failuresFile)
	if err != nil {
		return false
	}
	defer f.Close()
	text, err := record.ReadAll(f, info.Size(), record.Limits{})
	if err != nil {
		return false
	}
	rec, err := record.Parse(text, record.JSON, record.Limits{})
	if err != nil {
		return false
	}
	format, _ := rec.Root().Get("format").Text()
	return format == failuresFormat
}

func (d *failureDir) writeList(complete bool) error {
	list := failureList{failuresFormat, 1, buildVersion(), complete, d.total, len(d.entries), d.entries}
	if list.Failures == nil {
		list.Failures = []failureEntry{}
	}
	text, err := indented(list)
	if err != nil {
		return err
	}
	temp := d.run + "list"
	if err := d.root.WriteFile(temp, text, 0o600); err != nil {
		return err
	}
	return d.root.Rename(temp, failuresFile)
}

// indented is a value as JSON for people.
func indented(v any) ([]byte, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return []byte(b.String()), err
}

// stagedFailure is a failure whose folder is written and not yet named.
type stagedFailure struct {
	entry failureEntry
	temp  string // "" is not written, because there are enough
	err   error
	known bool // it persists from the baseline, and is not kept again
}

// stage writes the folder of a failure, unless there are enough already.
func (d *failureDir) stage(j *judged, code int, o *verifyOptions) stagedFailure {
	item := j.item()
	out := stagedFailure{entry: failureEntry{nameOfFailure(j, item), item.Locator, item.Verdict, code}}
	if int(d.kept.Load()) >= d.limit {
		return out
	}
	out.temp = d.run + strconv.FormatInt(d.next.Add(1), 10)
	out.err = d.write(out.temp, failureFiles(j, item, o, d.known))
	return out
}

// nameOfFailure is the name of a folder before it is known to be free.
func nameOfFailure(j *judged, item *verifyItem) string {
	sum := sha256.Sum256([]byte(item.Locator + "\n" + item.Source))
	return fmt.Sprintf("%010d-%x", j.in.Locator.Line, sum[:4])
}

// failureFile is one file of a failure's folder; its name may have folders in it.
type failureFile struct {
	name string
	data []byte
}

func (d *failureDir) write(folder string, files []failureFile) error {
	if err := d.root.Mkdir(folder, 0o700); err != nil {
		return err
	}
	for _, f := range files {
		name := folder + "/" + f.name
		if err := d.root.MkdirAll(filepath.ToSlash(filepath.Dir(name)), 0o700); err != nil {
			return err
		}
		if err := d.root.WriteFile(name, f.data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// settle names the folders of a batch, in the order of the input.
func (d *failureDir) settle(staged []stagedFailure) error {
	for i := range staged {
		if err := d.name(&staged[i]); err != nil {
			return failure("%s: failures cannot be kept there: %s; nothing else may write there while a run does", d.path, &input.OpenError{Err: err})
		}
	}
	return nil
}

func (d *failureDir) name(s *stagedFailure) error {
	if s.known {
		if s.temp == "" {
			return nil
		}
		return d.root.RemoveAll(s.temp)
	}
	d.total++
	if s.err != nil || s.temp == "" {
		return s.err
	}
	if len(d.entries) >= d.limit {
		return d.root.RemoveAll(s.temp)
	}
	base := s.entry.Folder
	for n := 2; d.taken[s.entry.Folder]; n++ { // the same place again, or 32 bits that agree
		s.entry.Folder = base + "-" + strconv.Itoa(n)
	}
	if err := d.root.Rename(s.temp, s.entry.Folder); err != nil {
		return err
	}
	d.taken[s.entry.Folder] = true
	d.entries = append(d.entries, s.entry)
	d.kept.Add(1)
	return nil
}

// finish writes the list and says how many failures are not kept.
func (d *failureDir) finish(say messages, complete bool) error {
	if err := d.writeList(complete); err != nil {
		return failure("%s: %s cannot be written: %s", d.path, failuresFile, &input.OpenError{Err: err})
	}
	if d.total > len(d.entries) {
		say.note("%s: %s kept, %d more not; --failures-limit sets how many", d.path, count(len(d.entries), "failure"), d.total-len(d.entries))
	}
	return nil
}

// close removes what has no name yet.
func (d *failureDir) close() {
	entries, _ := fs.ReadDir(d.root.FS(), ".")
	for _, e := range slices.Backward(entries) {
		if strings.HasPrefix(e.Name(), d.run) {
			_ = d.root.RemoveAll(e.Name())
		}
	}
	d.root.Close()
}
