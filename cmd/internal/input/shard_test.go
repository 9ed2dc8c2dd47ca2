package input

import (
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParseShard(t *testing.T) {
	for text, want := range map[string]Shard{
		"0/1": {0, 1}, "3/4": {3, 4}, "999/1000": {999, 1000},
		"": {}, "1": {}, "1/1": {}, "-1/2": {}, "0/0": {}, "0/-1": {}, "a/2": {}, "0/2/3": {}, "1/99999999999999999999": {},
	} {
		got, err := ParseShard(text)
		if got != want || (err == nil) != (want.Count > 0) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

// TestShardBounds: the bounds rise from 0 to the size, also where the product
// does not fit into 64 bits.
func TestShardBounds(t *testing.T) {
	for _, size := range []int64{0, 1, 7, 1 << 40, math.MaxInt64} {
		for _, count := range []int{1, 2, 7, 1000, math.MaxInt32} {
			s := Shard{0, count}
			last := int64(0)
			for _, i := range []int{0, 1, count / 2, count - 1, count} {
				if i > 0 && s.bound(i, size) < last && i >= count/2 {
					t.Errorf("bound %d of %d is before another in %d bytes", i, count, size)
				}
				last = max(last, s.bound(i, size))
			}
			if s.bound(0, size) != 0 || s.bound(count, size) != size {
				t.Errorf("%d bytes in %d parts: from %d to %d", size, count, s.bound(0, size), s.bound(count, size))
			}
		}
	}
}

// takeAll puts all shards of a file together again: the text, and the number of
// the first line of each.
func takeAll(t *testing.T, path string, count int) (text string) {
	t.Helper()
	var o Options
	for i := range count {
		in, err := o.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Shard{i, count}.Take(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		part, err := io.ReadAll(in)
		if err != nil || m.Offset != int64(len(text)) || m.Lines != strings.Count(text, "\n") || in.Stored().Bytes != int64(len(part)) {
			t.Errorf("shard %d/%d begins behind %d lines and %d bytes, want %d and %d (%v)", i, count, m.Lines, m.Offset, strings.Count(text, "\n"), len(text), err)
		}
		if len(text) > 0 && text[len(text)-1] != '\n' && len(part) > 0 {
			t.Errorf("shard %d/%d begins within a line", i, count)
		}
		text += string(part)
		in.Close()
	}
	return text
}

// FuzzShards: whatever the text and the number of shards, together they are the
// text, and each begins where a line does.
func FuzzShards(f *testing.F) {
	for _, text := range []string{"", "a", "\n", "\n\n\n", "a\nb\nc", "a\r\nb\r\n", strings.Repeat("x", 100) + "\n\n" + strings.Repeat("y", 50)} {
		for _, n := range []uint16{1, 2, 7, 200} {
			f.Add(text, n)
		}
	}
	path := filepath.Join(f.TempDir(), "text")
	f.Fuzz(func(t *testing.T, text string, n uint16) {
		if len(text) > 1<<12 {
			return
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := takeAll(t, path, int(n%300)+1); got != text {
			t.Errorf("got %q, want %q", got, text)
		}
	})
}
