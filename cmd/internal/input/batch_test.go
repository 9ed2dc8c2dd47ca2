package input

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/mcp-evref/evref/pkg/record"
)

// seen is what a reader of lines gives, in words.
func seen(l Line, err error) string {
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Sprintf("%d@%d long %d %x", l.Number, l.Offset, l.Size, l.LongSum)
	}
	return fmt.Sprintf("%d@%d %q open=%v %x", l.Number, l.Offset, l.Data, l.Open, l.LongSum)
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
			err, line.LongSum = &record.SyntaxError{}, sha256.Sum256(line.Data)
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

// TestBatchesPassOnErrors: what stands before a failure is given, and a line
// that was begun is not taken for a line.
func TestBatchesPassOnErrors(t *testing.T) {
	broken := errors.New("broken")
	for text, want := range map[string]int{"a\nb": 1, "a\nb\n": 2, "a": 0, "": 0, "a\n0123456789x": 1, "0123456789x0123456789": 0, "0123456789x\nb": 1} {
		got, err := readBatches(t, io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), 10)
		if !errors.Is(err, broken) || len(got) != want {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// TestBatchMarks: each batch tells the place behind it, with the digest of what
// stands before; reading from there gives the rest.
func TestBatchMarks(t *testing.T) {
	const limit = 10
	text := "a\n0123456789x\n\n" + strings.Repeat("long", 40) + "\r\nbcd\n" + strings.Repeat("x", 30) + "\n" + strings.Repeat("y", 30) + "\nend"
	for _, wrap := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
		whole, _ := readBatches(t, strings.NewReader(text), limit)
		batches := NewBatches(wrap(strings.NewReader(text)), record.Limits{MaxBytes: limit})
		batches.Hash = sha256.New()
		var b Batch
		var last Mark
		for {
			more, err := batches.Next(&b)
			if err != nil {
				t.Fatal(err)
			}
			if !more {
				break
			}
			m := b.End()
			last = m
			if m.Sum != sha256.Sum256([]byte(text[:m.Offset])) {
				t.Errorf("digest of another text than %q", text[:m.Offset])
			}
			rest := NewBatches(strings.NewReader(text[m.Offset:]), record.Limits{MaxBytes: limit})
			rest.From(m)
			var got []string
			var piece Batch
			for more, _ := rest.Next(&piece); more; more, _ = rest.Next(&piece) {
				for line, err := range piece.Lines() {
					got = append(got, seen(line, err))
				}
			}
			if want := whole[m.Lines:]; strings.Join(got, ";") != strings.Join(want, ";") {
				t.Errorf("from %d@%d:\n got %v\nwant %v", m.Lines, m.Offset, got, want)
			}
		}
		if last.Offset != int64(len(text)) {
			t.Errorf("the last mark is at %d of %d", last.Offset, len(text))
		}
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

// TestLongSums: a line over the limit is known by its SHA-256, however it comes
// into the buffer.
func TestLongSums(t *testing.T) {
	text := strings.Repeat("a", 300<<10) + "\n" + strings.Repeat("b", 600<<10) + "\r\nshort\n" + strings.Repeat("c", 300<<10)
	for _, limit := range []int{10, 256 << 10, 400 << 10} {
		want := plainLines(text, limit)
		lines := NewLines(strings.NewReader(text), record.Limits{MaxBytes: limit})
		for i := range want {
			if got := seen(lines.Next()); got != want[i] {
				t.Errorf("limit %d: %.80s, want %.80s", limit, got, want[i])
			}
		}
	}
}

// TestLongLineInSmallReads: how much memory a long line takes does not depend on
// how little comes with each read.
func TestLongLineInSmallReads(t *testing.T) {
	const size = 4 << 20
	for _, limit := range []int{2 * size, size / 2} { // within the limit, and over it
		text := strings.Repeat("x", size) + "\n{}\n"
		batches := NewBatches(&smallReads{strings.NewReader(text)}, record.Limits{MaxBytes: limit})
		var b Batch
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for more := true; more; {
			var err error
			if more, err = batches.Next(&b); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		if batches.Count() != 2 {
			t.Errorf("%d lines", batches.Count())
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 8*size {
			t.Errorf("limit %d: a line of %d bytes took %d", limit, size, taken)
		}
	}
}

// smallReads gives little at a time, as pipes and decoders do.
type smallReads struct{ r io.Reader }

func (s *smallReads) Read(p []byte) (int, error) { return s.r.Read(p[:min(len(p), 8<<10)]) }

// TestRelease: a buffer as long as a long line is given up when its lines have
// been worked on, and one of the usual size is not.
func TestRelease(t *testing.T) {
	for size, kept := range map[int]bool{1: true, keepBuffer / 2: true, 2 * keepBuffer: false} {
		var b Batch
		r := NewBatches(strings.NewReader(strings.Repeat("x", size)+"\n"), record.Limits{})
		if more, err := r.Next(&b); !more || err != nil {
			t.Fatal(more, err)
		}
		if b.Release(); (b.data != nil) != kept {
			t.Errorf("a line of %d bytes: kept is %v", size, !kept)
		}
		if more, err := r.Next(&b); more || err != nil {
			t.Errorf("a line of %d bytes: more is %v, %v", size, more, err)
		}
	}
}
