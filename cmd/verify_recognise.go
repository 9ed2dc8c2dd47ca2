package cmd

import (
	"bytes"
	"strings"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// documentLines is a kind of input that is recognised and cannot be asked for
// by name: a document a line.
const documentLines = "document-lines"

// aRecord is what the inputs are with --digest.
const aRecord = "record"

// recognise tells claims, check lines and documents a line from a document by
// how an input begins: "" is one document. whole says that head is all of it.
func recognise(head []byte, whole bool, key string) string {
	first, rest, complete := bytes.Cut(bytes.TrimLeft(head, " \t\r\n"), []byte{'\n'})
	first = bytes.TrimSpace(first)
	if len(first) == 0 || !complete && !whole {
		return ""
	}
	if first[0] != '{' {
		if looksLikeCheckLine(first) {
			return asCheck
		}
		return ""
	}
	rec, err := record.Parse(first, record.JSON, record.Limits{})
	if err != nil {
		if beginsWithClaims(rest) {
			return asClaims // with a broken line first
		}
		return "" // laid out over several lines, or broken: the reader of documents says which
	}
	root := rec.Root()
	switch shape := evidence.DetectShape(root, key); {
	case shape == evidence.ShapeClaim:
		return asClaims
	case len(bytes.TrimSpace(rest)) == 0:
		return ""
	case shape == evidence.ShapeAnnotation && !root.Get("evidenceRef").IsZero():
		return asClaims // records are found elsewhere
	case shape != evidence.ShapeUnknown:
		return documentLines
	case !root.Get("jsonrpc").IsZero():
		return asSession // it begins with a request
	}
	return ""
}

// beginsWithClaims looks for a whole claim in the next few lines: no document
// that is laid out over several lines has one on a line of its own.
func beginsWithClaims(text []byte) bool {
	n := 0
	for line := range bytes.Lines(text) {
		if n++; n > 20 {
			return false
		}
		if rec, err := record.Parse(line, record.JSON, record.Limits{}); err == nil && evidence.DetectShape(rec.Root(), evidence.AnnotationKey) == evidence.ShapeClaim {
			return true
		}
	}
	return false
}

// looksLikeCheckLine is strict about what stands before the locator, so that a
// broken document is not taken for a broken list.
func looksLikeCheckLine(line []byte) bool {
	check, err := digest.ParseCheckLine(string(line))
	return err == nil && strings.IndexByte(check.Digest, ':') > 0 && !strings.Contains(check.Digest, " ")
}
