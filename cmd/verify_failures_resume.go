package cmd

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/input"
)

// failureState is what a checkpoint keeps of --failures-dir.
type failureState struct {
	Total   int            `json:"total"`
	Entries []failureEntry `json:"entries"`
}

// state is what a later run needs to go on. Entries are only ever appended, so
// it stays as it is.
func (d *failureDir) state() *failureState {
	if d == nil {
		return nil
	}
	return &failureState{d.total, d.entries}
}

// keepOn opens the folder of the run that this one goes on with. Nothing is
// removed before it is known that it can.
func (d *failureDir) keepOn() error {
	if !d.own() {
		return failure("%s: is not the folder of failures of the run that is gone on with; remove the checkpoint to begin again", d.path)
	}
	return nil
}

// restore brings the folder to what it was at the checkpoint: what came behind it
// will come again.
func (d *failureDir) restore(s *failureState) error {
	if d == nil || s == nil {
		return nil
	}
	for _, e := range s.Entries {
		if _, err := d.root.Lstat(e.Folder); err != nil {
			return failure("%s: %s is no longer there; remove the checkpoint to begin again", d.path, e.Folder)
		}
		d.taken[e.Folder] = true
	}
	d.total, d.entries = s.Total, s.Entries[:len(s.Entries):len(s.Entries)]
	d.kept.Store(int64(len(s.Entries)))
	found, err := fs.ReadDir(d.root.FS(), ".")
	for _, f := range found {
		name := f.Name()
		if failureName.MatchString(name) && !d.taken[name] || strings.HasPrefix(name, stagingPrefix) {
			err = errors.Join(err, d.root.RemoveAll(name))
		}
	}
	if err != nil {
		return failure("%s: failures cannot be kept there: %s; nothing else may write there while a run does", d.path, &input.OpenError{Err: err})
	}
	return nil
}
