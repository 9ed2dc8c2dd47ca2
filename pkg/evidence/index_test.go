package evidence

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// TestIndexFindsTheFirst compares an index with a map: whatever was entered
// first is found, under both canonicalizations and every algorithm.
func TestIndexFindsTheFirst(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	texts := map[string]string{}
	x := &Index{Jobs: 3, Read: func(p Place) ([]byte, error) { return []byte(texts[p.String()]), nil }}
	first := map[string]Place{}
	var all []string
	for i := range 3000 {
		p := Place{Locator: record.Locator{Path: fmt.Sprintf("d%d/%d.json", i%7, i)}}
		switch i % 3 {
		case 1:
			p = Place{record.Locator{Path: "d/lines.jsonl", Line: i}, int64(i) * 10, 10}
		case 2:
			p.Path = fmt.Sprintf("%d", i)
		}
		text := fmt.Sprint(random.IntN(1000))
		texts[p.String()] = text
		all = append(all, text)
		if _, taken := first[text]; !taken {
			first[text] = p
		}
		x.Add(p, []byte(text), nil, false)
	}
	for _, text := range append(all, "none") {
		for _, c := range digest.All() {
			for _, a := range digest.Algorithms() {
				rec, err := record.Parse([]byte(text), record.JSON, record.Limits{})
				if err != nil {
					continue
				}
				d, err := digest.Sum(c, a, rec.Root())
				if err != nil {
					t.Fatal(err)
				}
				want, held := first[text]
				if got, ok := x.byDigest(c, d); ok != held || got != want {
					t.Fatalf("%s %s of %s: %v %t, want %v", c, a, text, got, ok, want)
				}
			}
		}
	}
}

// TestIndexersDoNotCount: which goroutine reads a record makes no difference.
func TestIndexersDoNotCount(t *testing.T) {
	const n = 500
	var one, many Index
	entries := make([]Entry, n)
	var readers sync.WaitGroup
	for job := range 4 {
		readers.Go(func() {
			r := many.NewIndexer()
			for i := job; i < n; i += 4 {
				entries[i] = r.Record(numbered(i))
			}
		})
	}
	readers.Wait()
	for i, e := range entries {
		p, raw, err := numbered(i)
		one.Add(p, raw, err, i%2 == 0)
		many.Enter(e, i%2 == 0)
	}
	if fmt.Sprint(one.Unread()) != fmt.Sprint(many.Unread()) || len(one.Unread()) != n/10+n/10 {
		t.Errorf("%d and %d warnings", len(one.Unread()), len(many.Unread()))
	}
	for i := range n {
		d := digest.Of(digest.SHA256, fmt.Append(nil, i%100))
		a, _ := one.byDigest(digest.JCS, d)
		b, _ := many.byDigest(digest.JCS, d)
		if a != b {
			t.Errorf("%d: %v and %v", i, a, b)
		}
	}
}

// numbered is a record that repeats, is broken, or could not be read.
func numbered(i int) (Place, []byte, error) {
	p := Place{Locator: record.Locator{Path: fmt.Sprint(i)}}
	switch i % 10 {
	case 3:
		return p, nil, errors.New("unreadable")
	case 7:
		return p, []byte("{"), nil
	}
	return p, fmt.Append(nil, i%100), nil
}

// TestNamesWithHashes: a hash is found anywhere in a file name, and only there.
func TestNamesWithHashes(t *testing.T) {
	long := digest.Of(digest.SHA512, []byte("x"))
	d, err := digest.Parse("sha256:" + labelHex)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		labelHex: true, labelHex + ".json": true, "sha256-" + labelHex: true, "a/b/" + labelHex + ".json": true,
		"ab" + labelHex + "ab.json": true, "x" + labelHex + "-" + labelHex: true, strings.Repeat("0", 100) + labelHex: true,
		strings.ToUpper(labelHex): false, labelHex[:63]: false, labelHex + "/a.json": false, labelHex[:63] + "g": false, long.Hex(): false,
	} {
		x := &Index{}
		x.Add(Place{Locator: record.Locator{Path: name}}, []byte("{}"), nil, false)
		if found, total := x.byName(d); (len(found) == 1 && total == 1 && found[0].Path == name) != want {
			t.Errorf("%s: %v", name, found)
		}
	}
	x := &Index{}
	x.Add(Place{Locator: record.Locator{Path: long.Hex() + ".json"}}, []byte("{}"), nil, false)
	if found, _ := x.byName(long); len(found) != 1 {
		t.Error("a sha512 name is not found")
	}
}

// TestManyFilesOfOneName: they are looked at up to a bound, and the rest is told.
func TestManyFilesOfOneName(t *testing.T) {
	x := &Index{Read: func(Place) ([]byte, error) { return []byte("{}"), nil }}
	for i := range 1000 {
		x.Add(Place{Locator: record.Locator{Path: fmt.Sprintf("%d/%s.json", i, labelHex)}}, []byte("{}"), nil, false)
	}
	r := Resolver{Verifier: &Verifier{NoDiagnosis: true}, Index: x}
	got := r.Judge(labelClaim(""))
	if got.Verdict != Mismatch || !strings.HasPrefix(got.Record.Name, "0/") || len(got.Findings) != 1 || got.Findings[0].Rule != CodeManyNamed {
		t.Errorf("%s %s %v", got.Verdict, got.Record.Name, got.Findings)
	}
}

// TestIndexMemory holds what the documentation of Index says.
func TestIndexMemory(t *testing.T) {
	const n = 100_000
	perRecord := func(place func(i int) Place) int {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		x := &Index{}
		for i := range n {
			x.Add(place(i), fmt.Append(nil, i), nil, false)
		}
		x.under(digest.SHA256)
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(x)
		return int(after.HeapAlloc-before.HeapAlloc) / n
	}
	file := perRecord(func(i int) Place {
		return Place{Locator: record.Locator{Path: fmt.Sprintf("records/%03d/record-%07d.json", i/1000, i)}}
	})
	line := perRecord(func(i int) Place {
		return Place{record.Locator{Path: "records.jsonl", Line: i + 1}, int64(i) * 100, 100}
	})
	if file > 64+20+10 || line > 64+10 {
		t.Errorf("a file takes %d bytes with a name of 20, a line %d", file, line)
	}
}
