package tape

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// names are texts around every boundary of the two orders.
func names() []string {
	out := []string{"", "a", "A", "aa", "ab", "b", "\x00", "\x00\x00", "a\x00", "0", "10", "9", strings.Repeat("k", 23), strings.Repeat("k", 24), strings.Repeat("k", 256)}
	for _, r := range []rune{0x1f, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xefff, 0xf000, 0xfffd, 0xffff, 0x10000, 0x1f600, 0x10ffff} {
		for _, prefix := range []string{"", "a", "seven67", "eight678", "é", "\U0001f600"} {
			out = append(out, prefix+string(r), prefix+string(r)+"a")
		}
	}
	return out
}

func TestCompareNames(t *testing.T) {
	for _, a := range names() {
		for _, b := range names() {
			want := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
			if got := CompareNames([]byte(a), []byte(b)); got != want {
				t.Errorf("%+q and %+q compare as %d, want %d", a, b, got, want)
			}
		}
	}
}

func TestCompareTextKeys(t *testing.T) {
	encode := func(s string) []byte { return append(AppendHead(nil, MajorText, uint64(len(s))), s...) }
	for _, a := range names() {
		for _, b := range names() {
			want := bytes.Compare(encode(a), encode(b))
			if got := CompareTextKeys([]byte(a), []byte(b)); got != want {
				t.Errorf("%+q and %+q compare as %d, want %d", a, b, got, want)
			}
		}
	}
}

// TestSortMembers sorts objects of many sizes, in many input orders, and finds
// a repeated name wherever it stands.
func TestSortMembers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	pool := names()
	for i := range 400 {
		pool = append(pool, fmt.Sprintf("common-prefix-%03d", i), fmt.Sprintf("%03d-suffix", i))
	}
	for n := range 120 {
		r.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		members := slices.Clone(pool[:n*len(pool)/120])
		agree(t, object(members))
		slices.SortFunc(members, func(a, b string) int { return CompareNames([]byte(a), []byte(b)) })
		agree(t, object(members))
		slices.Reverse(members)
		agree(t, object(members))
		if len(members) > 1 {
			members[r.IntN(len(members))] = members[r.IntN(len(members))]
			agree(t, object(members))
		}
	}
}

func object(names []string) []byte {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range names {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%s:%d", quoted(name), i)
	}
	b.WriteByte('}')
	return b.Bytes()
}

func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		if cmp.Compare(r, 0x20) < 0 {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
