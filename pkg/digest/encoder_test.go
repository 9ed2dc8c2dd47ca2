package digest

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/internal/generate"
	"github.com/mcp-evref/evref/pkg/record"
)

// TestParts checks that a part of a record has the canonical form it has as a
// record of its own, whatever order the parser was told to expect.
func TestParts(t *testing.T) {
	r := generate.New(40)
	parsers := []record.Parser{{}, {MemberOrder: record.OrderEncoded}}
	var e Encoder
	for range 4000 {
		raw := r.JSON()
		for i := range parsers {
			rec, err := parsers[i].Parse(raw, record.JSON)
			if err != nil {
				continue
			}
			for _, c := range All() {
				checkPart(t, &e, c, rec.Root())
			}
		}
	}
}

func checkPart(t *testing.T, e *Encoder, c Canonicalization, v record.Value) {
	t.Helper()
	got, err := e.Append(nil, c, v)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := record.Parse(v.Raw(), record.JSON, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := c.Append(nil, alone.Root())
	if err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%q in %q under %s:\n got %q\nwant %q (%v)", v.Raw(), v.Record().Raw(), c, got, want, err)
	}
	if canonical, err := e.Canonical(c, v); err != nil || !bytes.Equal(canonical, want) {
		t.Fatalf("%q: Canonical gives %q, want %q (%v)", v.Raw(), canonical, want, err)
	}
	for _, a := range Algorithms() {
		if d, err := e.Sum(c, a, v); err != nil || d != Of(a, want) {
			t.Fatalf("%q: %s of %s is %v, want %v (%v)", v.Raw(), a, c, d, Of(a, want), err)
		}
	}
	for _, child := range v.Elements() {
		checkPart(t, e, c, child)
	}
	for _, child := range v.Entries() {
		checkPart(t, e, c, child)
	}
}

// TestStreaming compares the digest of large records, which are hashed in
// pieces, with the digest of all canonical bytes.
func TestStreaming(t *testing.T) {
	long := strings.Repeat("x", large)
	var wide strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&wide, `"%d":[%d.0,"\u00e9",{"b":1,"a":%d}],`, 7919*i%5000, i, i)
	}
	for _, input := range []string{
		`[` + strings.Repeat(`"`+strings.Repeat("y", 100)+`", 1.0,`, 2000) + `0]`,
		`{` + wide.String() + `"z":0}`,
		`{"b":"` + long + `","a":"\u0041` + long + `"}`,
		`{"b":1,"a":` + strings.Repeat("[ ", 5000) + `"` + long + `"` + strings.Repeat("]", 5000) + `}`,
		`{"b":["` + long + `"],"` + long + `":"` + long + `","":1}`,
		`{"` + long + `":1.0}`,
		`"` + long + `"`,
		"[" + strings.Repeat("1e20,", large/8) + "0]",
	} {
		for _, order := range []record.MemberOrder{record.OrderUTF16, record.OrderEncoded} {
			p := record.Parser{MemberOrder: order}
			rec, err := p.Parse([]byte(input), record.JSON)
			if err != nil {
				t.Fatal(err)
			}
			var e Encoder
			for _, c := range All() {
				canonical, err := c.Append(nil, rec.Root())
				if err != nil {
					t.Fatal(err)
				}
				for _, a := range Algorithms() {
					if got, err := e.Sum(c, a, rec.Root()); err != nil || got != Of(a, canonical) {
						t.Errorf("%.30s…: %s of %s is %v, want %v (%v)", input, a, c, got, Of(a, canonical), err)
					}
				}
			}
		}
	}
}

// TestDuplicatesHaveNoForm checks that a record whose repeated names were let
// pass is not hashed.
func TestDuplicatesHaveNoForm(t *testing.T) {
	p := record.Parser{AllowDuplicates: true}
	rec, err := p.Parse([]byte(`{"a":{"b":1,"b":2},"c":{"d":1}}`), record.JSON)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range All() {
		var refused *RepresentationError
		if _, err := c.Append(nil, rec.Root()); !errors.As(err, &refused) || refused.Code != "duplicate-name" || refused.Pointer != "/a/b" {
			t.Errorf("%s of a record with repeated names: %v", c, err)
		}
		if _, err := c.Append(nil, rec.Root().Get("c")); err != nil {
			t.Errorf("%s of a part without repeated names: %v", c, err)
		}
	}
}

// TestNotRepresentable names what JSON has no form for.
func TestNotRepresentable(t *testing.T) {
	for _, tc := range []struct{ input, code, pointer string }{
		{"\x81\x40", "byte-string", "/0"},
		{"\xa1\x61a\xc1\x00", "tag", "/a"},
		{"\xa1\x01\x00", "key-not-text", "/<01>"},
		{"\x82\x00\xf7", "undefined", "/1"},
		{"\xf8\xff", "simple-value", ""},
		{"\xf9\x7e\x00", "not-finite", ""},
		{"\x81\xf9\x7c\x00", "not-finite", "/0"},
		{"\x81\xf9\xfc\x00", "not-finite", "/0"},
		{"\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00", "tag", ""},
	} {
		rec, err := record.Parse([]byte(tc.input), record.CBOR, record.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var refused *RepresentationError
		if _, err := JCS.Append(nil, rec.Root()); !errors.As(err, &refused) || refused.Code != tc.code || refused.Pointer != tc.pointer {
			t.Errorf("%x: %v (%+v), want %s at %s", tc.input, err, refused, tc.code, tc.pointer)
		}
		if _, err := CBOR.Append(nil, rec.Root()); err != nil {
			t.Errorf("%x: %v", tc.input, err)
		}
	}
}

// TestNoAllocations holds the promise of the Parser and the Encoder.
func TestNoAllocations(t *testing.T) {
	records := generate.New(290).Records(64)
	for _, c := range All() {
		p := record.Parser{MemberOrder: c.MemberOrder()}
		var e Encoder
		run := func() {
			for _, raw := range records {
				rec, err := p.Parse(raw, record.JSON)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := e.Sum(c, SHA256, rec.Root()); err != nil {
					t.Fatal(err)
				}
			}
		}
		run()
		if n := testing.AllocsPerRun(10, run); n > 0 {
			t.Errorf("%s: %v allocations for %d records", c, n, len(records))
		}
	}
}
