package checkpoint

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
)

// What the file says it is. The version rises when older files cannot be used.
const (
	format  = "evref-verify-checkpoint"
	version = 1
)

// Checkpoint is a place between two lines of one input, and all that a run has
// to know to go on from there.
type Checkpoint struct {
	Format   string `json:"format"`
	Version  int    `json:"version"`
	Evref    string `json:"evref"`    // of the program
	Complete bool   `json:"complete"` // the input was judged to its end

	// Options are those of the command line that matter for the answers or for
	// how they are written, by flag.
	Options map[string]string `json:"options"`
	Input   string            `json:"input"`
	Bytes   int64             `json:"bytes"` // of the input as stored; -1 when not known

	Offset int64  `json:"offset"` // of the decoded input
	Lines  int    `json:"lines"`  // before the offset, in the whole file
	Prefix string `json:"prefix"` // SHA-256 of what was judged, up to the offset

	State   json.RawMessage `json:"state"` // counts, and what else the run keeps
	Outputs []Output        `json:"outputs,omitempty"`

	// Seal is the last member of the file: SHA-256 of all that stands before it,
	// as compact JSON. It shows damage and edits, and is no signature.
	Seal string `json:"seal,omitempty"`
}

// Output is a file that grows with the run, and what it was at the checkpoint.
type Output struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// MaxBytes is the largest file that is read as a checkpoint. One with 99,000
// failures had 36 MB.
const MaxBytes = 512 << 20

// Load reads a checkpoint. Without a file it gives nil and no error.
func Load(path string) (*Checkpoint, error) {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var f *os.File
	if err == nil {
		if !info.Mode().IsRegular() { // opening a pipe would wait, and none can be replaced
			return nil, errors.New("it is no regular file; choose another name")
		}
		f, err = os.Open(path)
	}
	var failed *os.PathError
	if errors.As(err, &failed) {
		return nil, fmt.Errorf("cannot be opened: %w; choose another name", failed.Err)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info.Size() > MaxBytes {
		return nil, fmt.Errorf("it has more than %d MiB and is no checkpoint; choose another name", MaxBytes>>20)
	}
	text, err := io.ReadAll(io.LimitReader(f, MaxBytes))
	if err != nil {
		return nil, err
	}
	return read(text)
}

// read reads the text of a checkpoint.
func read(text []byte) (*Checkpoint, error) {
	var c Checkpoint
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(&c)
	switch {
	case c.Format == format && c.Version != version:
		return nil, errors.New("it is a checkpoint of another version of evref; finish the run with that version, or remove the file to begin again")
	case c.Format != format || err == nil && (d.More() || c.Offset < 0 || c.Lines < 0 || len(c.Prefix) != 64):
		return nil, errors.New("it is not a checkpoint of evref verify; choose another name")
	case err != nil || !sealed(text, c.Seal):
		return nil, errors.New("the checkpoint is damaged; remove the file to begin again")
	}
	c.Seal = ""
	return &c, nil
}

// sealed reports that a text ends with the seal of what stands before it.
func sealed(text []byte, seal string) bool {
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		return false
	}
	members, ok := bytes.CutSuffix(b.Bytes(), sealMember(seal))
	return ok && seal == sealOf(members)
}

// sealOf is the seal of compact JSON whose last brace is left out.
func sealOf(members []byte) string {
	h := sha256.New()
	h.Write(members)
	h.Write([]byte("}"))
	return hex.EncodeToString(h.Sum(nil))
}

func sealMember(seal string) []byte { return fmt.Appendf(nil, `,"seal":"%s"}`, seal) }

// Save replaces the file at path by this checkpoint, at once: whoever reads it
// finds the earlier one or this one, whole.
func (c *Checkpoint) Save(path string) error {
	c.Format, c.Version, c.Seal = format, version, ""
	f, err := report.Create(path, nil, nil)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := c.write(f); err != nil {
		return err
	}
	return f.Commit()
}

// write encodes a checkpoint once, however large: what is hashed is what is
// written, but for the spaces.
func (c *Checkpoint) write(w io.Writer) error {
	compact, err := report.Compact(c)
	if err != nil {
		return err
	}
	members := compact[:len(compact)-1]
	return report.Indented(w, append(members, sealMember(sealOf(members))...))
}

// Fits says why a run cannot go on from a checkpoint, which the run would have
// begun with as now describes; nil if it can.
func (c *Checkpoint) Fits(now *Checkpoint) error {
	if c.Evref != now.Evref {
		return fmt.Errorf("it was written by evref %s and this is %s; finish the run with that version, or remove the file to begin again",
			diag.Safe(c.Evref), diag.Safe(now.Evref))
	}
	flags := slices.Collect(maps.Keys(c.Options))
	for flag := range now.Options {
		if _, ok := c.Options[flag]; !ok {
			flags = append(flags, flag)
		}
	}
	slices.Sort(flags)
	for _, flag := range flags {
		before, had := c.Options[flag]
		after, has := now.Options[flag]
		if had == has && before == after {
			continue
		}
		return fmt.Errorf("%s is %s and was %s when the run began; give the same options, or remove the file to begin again",
			diag.Safe(flag), shown(after, has), shown(before, had))
	}
	if c.Input != now.Input {
		return fmt.Errorf("its input was %s; give the same input, or remove the file to begin again", diag.Quote(c.Input, 80))
	}
	return nil
}

func shown(value string, given bool) string {
	if !given {
		return "not given"
	}
	return diag.Quote(value, 80)
}
