package lint

import (
	"bytes"
	"errors"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// loadLines reads a JSON Lines file: each line that is not blank is a document.
// A line that cannot be read is kept among the broken ones, and the others are
// still read. Lines that hold neither tools nor results, such as the other
// messages of a session, are counted.
func (ld *loader) loadLines() error {
	f := ld.file
	f.Shape, f.lines = Lines, make(map[*record.Record]int)
	for start := 0; start < len(f.Raw); {
		end := len(f.Raw)
		if i := bytes.IndexByte(f.Raw[start:], '\n'); i >= 0 {
			end = start + i
		}
		if line := f.Raw[start:end]; len(bytes.Trim(line, " \t\r\n")) > 0 {
			ld.line(line, start)
		}
		start = end + 1
	}
	f.Doubtful = !ld.likely
	switch {
	case len(f.Lists)+len(f.Results) > 0:
		return nil
	case len(f.Broken) > 0:
		return f.Broken[0].Err
	case len(f.records) > 0:
		if like := looksLike(f.records[0].Root()); like != nil {
			return like
		}
	}
	return &UnrecognizedError{Like: "JSON Lines without a tool or a result in any line"}
}

func (ld *loader) line(line []byte, start int) {
	f := ld.file
	rec, err := ld.parser.Parse(line, record.JSON)
	if err != nil {
		f.Broken = append(f.Broken, brokenLine(f, err, start))
		return
	}
	rec = rec.Clone() // one parser for all lines, and no more memory for a line than it needs
	f.lines[rec] = start
	f.records = append(f.records, rec)
	before, results := len(f.Lists), len(f.Results)
	ld.document(rec)
	switch added := f.Lists[before:]; {
	case len(added) == 0 && len(f.Results) == results:
		f.OtherLines++
	case len(added) == 1 && before > 0 && joins(f.Lists[before-1], added[0]):
		f.Lists[before-1].take(added[0])
		f.Lists = f.Lists[:before]
	}
}

// joins reports whether the list of one line continues the list of the line
// before: both are single tools, or the earlier one was a page of a longer list.
func joins(previous, next *List) bool {
	if previous.Server != next.Server {
		return false
	}
	single := func(l *List) bool { return l.Owner.IsZero() && l.Value.Kind() != record.Array }
	return single(previous) && single(next) || previous.hasNextPage()
}

// take moves the tools of another list to the end of l, which then has no value
// of its own when the two come from different documents.
func (l *List) take(other *List) {
	l.entries = append(l.entries, other.entries...)
	l.Others = append(l.Others, other.Others...)
	if l.hasNextPage() {
		l.Owner, l.ownerPointer = other.Owner, other.ownerPointer
	}
	l.Value, l.Key = record.Value{}, record.Value{}
}

// hasNextPage reports whether the list says that it is not the end.
func (l *List) hasNextPage() bool {
	cursor := l.Owner.Get("nextCursor")
	return !cursor.IsZero() && !cursor.IsNull()
}

// BrokenLine is a line that could not be read.
type BrokenLine struct {
	Err   error
	Range diag.Range // in the file
}

func brokenLine(f *File, err error, start int) BrokenLine {
	at := start
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		at += syntax.Offset
	}
	return BrokenLine{Err: err, Range: f.Range(at, at)}
}
