package cmd

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/store"
)

// openStore opens --store to read from it. verify never writes there.
func (r *verifyRun) openStore() error {
	if r.storeDir == "" {
		return nil
	}
	r.output.protected.opensFolder(r.reader.Path(r.storeDir))
	s, err := store.Open(r.reader.Path(r.storeDir))
	if err != nil {
		return storeFailure(r.storeDir, err)
	}
	r.store = s
	return nil
}

// stored finds what the store holds under a digest.
func (r *verifyRun) stored(d digest.Digest) (name string, raw []byte, err error) {
	name = blobName(r.storeDir, d)
	raw, err = r.store.Get(d, r.input.limits())
	var corrupt *store.CorruptError
	if errors.As(err, &corrupt) {
		err = &evidence.StoreError{Raw: corrupt.Raw, Message: corrupt.Error()}
	}
	return name, raw, err
}

// blobName is what a record in a store is called in output.
func blobName(dir string, d digest.Digest) string { return path.Join(dir, store.Name(d)) }

// differenceNote is what machines read about one place of a record that is not
// the one with the claimed digest.
type differenceNote struct {
	Pointer  string `json:"pointer"`
	Expected string `json:"expected,omitempty"`
	Found    string `json:"found,omitempty"`
}

type heldNote struct {
	recordNote
	Total       int              `json:"total"`
	Differences []differenceNote `json:"differences"`
}

func newHeldNote(h *evidence.Held) *heldNote {
	if h == nil {
		return nil
	}
	note := &heldNote{recordNote: recordNote{h.Source.Name, h.Source.By.ID()}, Total: h.Total, Differences: []differenceNote{}}
	for _, d := range h.Differences {
		note.Differences = append(note.Differences, differenceNote{d.Pointer, shownValue(d.Pointer, d.Expected), shownValue(d.Pointer, d.Found)})
	}
	return note
}

// shownValue hides what looks like a secret: a difference is printed and kept
// where records are not.
func shownValue(pointer, text string) string {
	name := ""
	if tokens, ok := record.SplitPointer(pointer); ok && len(tokens) > 0 {
		name = tokens[len(tokens)-1]
	}
	if text == "" {
		return ""
	}
	return redact.Named(name, text)
}

// shownDifferences is how many places the text of a mismatch shows.
const shownDifferences = 3

// heldText says in one line where a record differs from the one that has the
// claimed digest.
func heldText(h *evidence.Held) string {
	var parts []string
	for _, d := range h.Differences[:min(len(h.Differences), shownDifferences)] {
		pointer := d.Pointer
		if pointer == "" {
			pointer = "the record"
		}
		expected, found := shortValue(d.Pointer, d.Expected), shortValue(d.Pointer, d.Found)
		how := fmt.Sprintf("was %s, is %s", expected, found)
		switch {
		case d.Expected == "":
			how = "was not there, is " + found
		case d.Found == "":
			how = "was " + expected + ", is gone"
		}
		parts = append(parts, diag.Safe(pointer)+" "+how)
	}
	text := strings.Join(parts, "; ")
	if more := h.Total - len(parts); more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}

func shortValue(pointer, text string) string {
	quoted := diag.Quote(shownValue(pointer, text), 40)
	return quoted[1 : len(quoted)-1]
}
