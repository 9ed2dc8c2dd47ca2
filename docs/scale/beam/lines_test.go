package main

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// TestPieces: whatever the pieces a text is read in, each line is read once, and
// is the same. A reader that cannot seek gives the same as one that can.
func TestPieces(t *testing.T) {
	long := strings.Repeat("x", 70_000)
	for _, text := range []string{"", "\n", "a", "a\n", "\n\nab\n\ncd", "ab\r\ncd\n", long + "\n" + long + "\nb\n", "a\n" + long} {
		var want []string
		offset := 0
		for line := range strings.Lines(text) {
			want = append(want, fmt.Sprint(offset, " ", strings.TrimSuffix(line, "\n")))
			offset += len(line)
		}
		for _, size := range []int{1, 2, 3, 1000, 65_536, 70_001, 1 << 20} {
			if size < 1000 && len(text) > 1000 {
				continue
			}
			for _, seek := range []bool{true, false} {
				var got []string
				for start := 0; start < len(text); start += size {
					var f io.Reader = strings.NewReader(text)
					if !seek {
						f = io.MultiReader(f)
					}
					lines := lineReader{limit: maxLine}
					if err := lines.begin(f, int64(start)); err != nil {
						t.Fatal(err)
					}
					for lines.at < int64(min(start+size, len(text))) {
						line, err := lines.next()
						if err != nil {
							t.Fatal(err)
						}
						got = append(got, fmt.Sprint(line.Offset, " ", string(line.Text)))
					}
				}
				if strings.Join(got, "|") != strings.Join(want, "|") {
					t.Errorf("%.20q in pieces of %d, seek %v: %.200q, want %.200q", text, size, seek, got, want)
				}
			}
		}
	}
}

// TestTooLong: a line over the limit is one malformed item, and the next one is
// read.
func TestTooLong(t *testing.T) {
	lines := lineReader{limit: 100_000}
	if err := lines.begin(strings.NewReader(strings.Repeat("x", 100_000)+"\n"+strings.Repeat("y", 250_000)+"\nz"), 0); err != nil {
		t.Fatal(err)
	}
	for i, want := range []Line{{Size: 100_000}, {Offset: 100_001, Size: 250_000, TooLong: true}, {Offset: 350_002, Size: 1}} {
		line, err := lines.next()
		if err != nil || line.Offset != want.Offset || line.Size != want.Size || line.TooLong != want.TooLong || !line.TooLong && int64(len(line.Text)) != line.Size || line.TooLong && line.Text != nil {
			t.Errorf("line %d: %d bytes at %d, too long %v, %v", i, line.Size, line.Offset, line.TooLong, err)
		}
	}
	fn := &judgeFn{}
	if err := fn.Setup(); err != nil {
		t.Fatal(err)
	}
	var said []string
	var sum Counts
	if err := fn.ProcessElement(Line{File: "f", Offset: 7, Size: maxLine + 1, TooLong: true}, func(s string) { said = append(said, s) }, func(c Counts) { sum = addCounts(sum, c) }); err != nil {
		t.Fatal(err)
	}
	if len(said) != 1 || !strings.HasPrefix(said[0], `{"source":"f","offset":7,"verdict":"malformed"`) || sum != (Counts{Lines: 1, Items: 1, Malformed: 1}) {
		t.Errorf("%v, %s", said, sum)
	}
}
