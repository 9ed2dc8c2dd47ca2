package record

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

func TestDetect(t *testing.T) {
	for _, tc := range []struct {
		name, head string
		want       Format
	}{
		{"a.json", "{}", JSON}, {"a.cbor", "{}", CBOR}, {"A.CBOR", "", CBOR}, {".cbor", "", CBOR}, {"cbor", "\xa0", JSON},
		{"-", "\xd9\xd9\xf7\xa0", CBOR}, {"a.json", "\xd9\xd9\xf7", CBOR}, {"-", "\xd9\xd9", JSON}, {"", "", JSON},
	} {
		if got := Detect(tc.name, []byte(tc.head)); got != tc.want {
			t.Errorf("%s %q: %s, want %s", tc.name, tc.head, got, tc.want)
		}
	}
}

func TestLimits(t *testing.T) {
	deep := strings.Repeat("[", 20) + strings.Repeat("]", 20)
	for _, tc := range []struct {
		limits Limits
		class  string
	}{
		{Limits{}, ""}, {Limits{MaxDepth: 20}, ""}, {Limits{MaxDepth: 19}, "depth"},
		{Limits{MaxBytes: 40}, ""}, {Limits{MaxBytes: 39}, "size"}, {Limits{MaxBytes: -1, MaxDepth: -1}, ""},
	} {
		_, err := Parse([]byte(deep), JSON, tc.limits)
		checkClass(t, "limits", err, tc.class)
	}
	_, err := Parse([]byte(strings.Repeat("[", DefaultMaxDepth+1)), JSON, Limits{})
	checkClass(t, "default depth", err, "depth")
}

func TestReadAll(t *testing.T) {
	text := strings.Repeat("0123456789", 1000)
	for _, size := range []int64{-1, 0, 1, 9_999, 10_000, 10_001, 50_000} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
			got, err := ReadAll(r, size, Limits{})
			if err != nil || string(got) != text {
				t.Fatalf("size %d: %d bytes, %v", size, len(got), err)
			}
		}
		got, err := ReadAll(strings.NewReader(text), size, Limits{MaxBytes: 10_000})
		if size <= 10_000 && (err != nil || string(got) != text) {
			t.Errorf("size %d at the limit: %d bytes, %v", size, len(got), err)
		}
		_, err = ReadAll(strings.NewReader(text), size, Limits{MaxBytes: 9_999})
		checkClass(t, "over the limit", err, "size")
	}
	failure := errors.New("disk on fire")
	if _, err := ReadAll(iotest.ErrReader(failure), 0, Limits{}); !errors.Is(err, failure) {
		t.Errorf("%v, want the reader's error", err)
	}
	endless := &counter{}
	_, err := ReadAll(endless, 0, Limits{MaxBytes: 1 << 20})
	checkClass(t, "endless", err, "size")
	if endless.n > 1<<21 {
		t.Errorf("%d bytes were read for a limit of %d", endless.n, 1<<20)
	}
}

// counter is a reader without end.
type counter struct{ n int }

func (c *counter) Read(b []byte) (int, error) {
	c.n += len(b)
	return len(b), nil
}

func TestRepeatedNamesAreListed(t *testing.T) {
	p := Parser{AllowDuplicates: true}
	rec, err := p.Parse([]byte(`{"a":{"x":1,"x":2},"b":3,"\u0061":4}`), JSON)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range rec.Duplicates() {
		got = append(got, d.Again.Name+" "+string(d.First.Value.Raw())+" "+string(d.Again.Value.Raw()))
	}
	if want := []string{"x 1 2", `a {"x":1,"x":2} 4`}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestParserForgets reads good and bad records with one Parser.
func TestParserForgets(t *testing.T) {
	var p Parser
	for range 3 {
		for _, tc := range []struct{ input, class string }{
			{`{"b":[1,"\u00e9"],"a":1e5}`, ""}, {`{"b":1,"a":[{"x`, "syntax"}, {`{"b":1,"a":2,"b":3}`, "duplicate"}, {`[`, "syntax"}, {`{"a":1}`, ""},
		} {
			rec, err := p.Parse([]byte(tc.input), JSON)
			checkClass(t, tc.input, err, tc.class)
			if err == nil && !bytes.Equal(rec.Root().Raw(), []byte(tc.input)) {
				t.Errorf("%s: root is %s", tc.input, rec.Root().Raw())
			}
		}
		if rec, err := p.Parse([]byte("\xa2\x62aa\x01\x61b\x02"), CBOR); err != nil || !slices.Equal(rec.Oddities(), []string{"map keys out of order"}) {
			t.Errorf("CBOR: %v", err)
		}
	}
}
