package evidence

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

func read(t testing.TB, text string, format record.Format) record.Value {
	t.Helper()
	rec, err := record.Parse([]byte(text), format, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return rec.Root()
}

func TestDifferences(t *testing.T) {
	long := strings.Repeat("é", 300)
	for _, tc := range []struct{ expected, found, want string }{
		{`{"a":1,"b":2}`, `{"b": 2.0, "a": 1e0}`, ``},
		{`{"a":1}`, `{"a":2}`, `/a 1>2`},
		{`{"a":"x"}`, `{"a":null}`, `/a "x">null`},
		{`{"a":1,"b":2}`, `{"c":3,"a":1}`, `/b 2> /c >3`},
		{`{"a":{"b/c":[1,2]}}`, `{"a":{"b/c":[1,3,4]}}`, `/a/b~1c/1 2>3 /a/b~1c/2 >4`},
		{`[1,2,3]`, `[1]`, `/1 2> /2 3>`},
		{`[]`, `{}`, ` []>{}`},
		{`1`, `"1"`, ` 1>"1"`},
		{`{"a":{"z":1,"b":[]}}`, `{}`, `/a {"b":[],"z":1}>`},
		{`"` + long + `"`, `""`, ` "` + strings.Repeat("é", 99) + `…>""`},
	} {
		out, total := differences(digest.JCS, read(t, tc.expected, record.JSON), read(t, tc.found, record.JSON))
		var got []string
		for _, d := range out {
			got = append(got, d.Pointer+" "+d.Expected+">"+d.Found)
		}
		if strings.Join(got, " ") != tc.want || total != len(out) {
			t.Errorf("%s and %s: %q (%d), want %q", tc.expected, tc.found, strings.Join(got, " "), total, tc.want)
		}
	}
}

// TestDifferencesBeyondJSON compares CBOR with CBOR and with JSON.
func TestDifferencesBeyondJSON(t *testing.T) {
	a := read(t, "\xa2\x01\x41\xff\x61a\x01", record.CBOR) // {1: h'ff', "a": 1}
	b := read(t, "\xa2\x01\x41\xfe\x61a\x01", record.CBOR)
	out, _ := differences(digest.CBOR, a, b)
	if len(out) != 1 || out[0] != (Difference{"/1", "h'ff'", "h'fe'"}) {
		t.Errorf("%q", out)
	}
	out, _ = differences(digest.CBOR, a, read(t, `{"a":1,"1":true}`, record.JSON))
	if fmt.Sprint(out) != `[{/1 h'ff' } {/1  true}]` {
		t.Errorf("%q", out)
	}
}

func TestDifferencesAreBounded(t *testing.T) {
	text := "[" + strings.Repeat("1,", 5000) + "1]"
	out, total := differences(digest.JCS, read(t, text, record.JSON), read(t, `[]`, record.JSON))
	if len(out) != MaxDifferences || total != 5001 {
		t.Errorf("%d of %d", len(out), total)
	}
}

// TestDeepDifferences: a value a million levels deep is compared without as many
// steps, and the place is told as far as it was looked for.
func TestDeepDifferences(t *testing.T) {
	const depth = 1_000_000
	deep := func(inner string) record.Value {
		text := strings.Repeat("[", depth) + inner + strings.Repeat("]", depth)
		rec, err := record.Parse([]byte(text), record.JSON, record.Limits{MaxDepth: 2 * depth})
		if err != nil {
			t.Fatal(err)
		}
		return rec.Root()
	}
	out, total := differences(digest.JCS, deep("1"), deep("2"))
	if total != 1 || out[0].Pointer != strings.Repeat("/0", maxComparedDepth) || len(out[0].Expected) > maxShownValue+3 {
		t.Errorf("%d, %.80v", total, out)
	}
	if _, total := differences(digest.JCS, deep("1"), deep("1.0")); total != 0 {
		t.Errorf("%d", total)
	}
}

// FuzzDifferences: records differ somewhere if and only if their digests do.
func FuzzDifferences(f *testing.F) {
	f.Add(`{"a":[1,{"b":null}]}`, `{"a":[1.0,{"b":false}]}`)
	f.Add(`[[]]`, `[{}]`)
	f.Add("\xa1\x01\x02", "\xa1\x02\x01")
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, format := range []record.Format{record.JSON, record.CBOR} {
			x, err := record.Parse([]byte(a), format, record.Limits{})
			if err != nil {
				continue
			}
			y, err := record.Parse([]byte(b), format, record.Limits{})
			if err != nil {
				continue
			}
			for _, c := range digest.All() {
				one, err := digest.Sum(c, digest.SHA256, x.Root())
				if err != nil {
					continue
				}
				two, err := digest.Sum(c, digest.SHA256, y.Root())
				if err != nil {
					continue
				}
				if _, total := differences(c, x.Root(), y.Root()); (total == 0) != (one == two) {
					t.Errorf("%s: %d differences between %s and %s", c, total, one, two)
				}
			}
		}
	})
}
