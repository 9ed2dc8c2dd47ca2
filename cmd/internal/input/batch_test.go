package input

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/mcp-evref/evref/pkg/record"
)

// seen is what a reader of lines gives, in words.
func seen(l Line, err error) string {
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Sprintf("%d@%d long %d", l.Number, l.Offset, l.Size)
	}
	return fmt.Sprintf("%d@%d %q open=%v", l.Number, l.Offset, l.Data, l.Open)
}

func readBatches(t *testing.T, r io.Reader, limit int) (out []string, failed error) {
	t.Helper()
	batches := NewBatches(r, record.Limits{MaxBytes: limit})
	var b Batch
	for more := true; more; {
		var err error
		more, err = batches.Next(&b)
		if err != nil {
			failed = err
			defer func() { more = false }()
		}
		if !more {
			break
		}
		for line, err := range b.Lines() {
			out = append(out, seen(line, err))
		}
		if failed != nil {
			break
		}
	}
	if batches.Count() != len(out) {
		t.Errorf("%d lines counted, %d given", batches.Count(), len(out))
	}
	return out, failed
}

// plainLines reads lines the slow and obvious way.
func plainLines(text string, limit int) (out []string) {
	offset := int64(0)
	for i, part := range strings.SplitAfter(text, "\n") {
		if part == "" {
			break // behind the last line end
		}
		data, closed := strings.CutSuffix(part, "\n")
		line := Line{Number: i + 1, Offset: offset, Size: int64(len(data)), Data: []byte(data), Open: !closed}
		var err error
		if len(data) > limit {
			err = &record.SyntaxError{}
		}
		out = append(out, seen(line, err))
		offset += int64(len(part))
	}
	return out
}

// TestBatchesAgreeWithPlainLines compares batches with a plain reader, on texts with short, long and empty lines, however the bytes arrive.
func TestBatchesAgreeWithPlainLines(t *testing.T) {
	const limit = 10
	pieces := []string{"", "a", "0123456789", "0123456789x", strings.Repeat("long", 40)}
	for n := range 5 * 5 * 5 * 2 {
		text := pieces[n%5] + "\n" + pieces[n/5%5] + "\n" + pieces[n/25%5]
		if n >= 125 {
			text += "\n"
		}
		want := plainLines(text, limit)
		for name, r := range map[string]io.Reader{
			"at once": strings.NewReader(text), "by byte": iotest.OneByteReader(strings.NewReader(text)),
			"by half": iotest.HalfReader(strings.NewReader(text)), "with the error": iotest.DataErrReader(strings.NewReader(text)),
		} {
			got, err := readBatches(t, r, limit)
			if err != nil || strings.Join(got, ";") != strings.Join(want, ";") {
				t.Errorf("%q %s:\n got %v\nwant %v (%v)", text, name, got, want, err)
			}
		}
	}
}

func TestBatchesPassOnErrors(t *testing.T) {
	broken := errors.New("broken")
	got, err := readBatches(t, io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), 100)
	if !errors.Is(err, broken) || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
}

// TestBatchesGiveWhatIsThere: a line is given before the next one arrives.
func TestBatchesGiveWhatIsThere(t *testing.T) {
	r, w := io.Pipe()
	batches := NewBatches(r, record.Limits{})
	for i := range 3 {
		go fmt.Fprintf(w, "line %d\n", i)
		var b Batch
		if more, err := batches.Next(&b); !more || err != nil {
			t.Fatal(more, err)
		}
		for line := range b.Lines() {
			if string(line.Data) != fmt.Sprintf("line %d", i) || line.Number != i+1 {
				t.Errorf("got %d %q", line.Number, line.Data)
			}
		}
	}
	w.Close()
}
