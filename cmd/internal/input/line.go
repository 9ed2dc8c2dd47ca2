package input

import (
	"bytes"
	"crypto/sha256"

	"github.com/mcp-evref/evref/pkg/record"
)

// Line is one line of a JSON Lines file.
type Line struct {
	Number int    // from 1
	Offset int64  // byte offset of its start in the file
	Size   int64  // length in bytes without the line end, also of a line that is too long
	Data   []byte // without the line end; valid until the next call of Next
	Open   bool   // the last line of a file that does not end in a line end
	// LongSum is the SHA-256 of a line over the limit, which has no data; zero of any
	// other.
	LongSum [sha256.Size]byte
}

// Blank reports a line with nothing but the white space of JSON (RFC 8259 §2).
func (l Line) Blank() bool { return len(bytes.Trim(l.Data, " \t\r\n")) == 0 }

// Item is the line as an input, of the file that is called path.
func (l Line) Item(path string, err error) Item {
	return Item{
		Locator: record.Locator{Path: path, Line: l.Number}, Data: l.Data, Offset: l.Offset, Open: l.Open, LongSum: l.LongSum, Err: err,
	}
}
