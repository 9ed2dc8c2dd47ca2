package digest

import (
	"slices"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
)

func TestNotPortable(t *testing.T) {
	for _, tc := range []struct {
		input  string
		format record.Format
		want   []string
	}{
		{`{"a":["x",true,null,0,9007199254740991]}`, record.JSON, nil},
		{`[1.5,1e2,-1,-0,9007199254740992,18446744073709551616,0.5]`, record.JSON, []string{
			"a number with a fraction or an exponent", "a number with a fraction or an exponent", "a negative number",
			"a negative number", "an integer beyond 2^53-1", "an integer beyond 2^53-1", "a number with a fraction or an exponent",
		}},
		{"\x83\x1b\x00\x1f\xff\xff\xff\xff\xff\xff\x61a\x18\x18", record.CBOR, nil},
		{"\x87\x1b\x00\x20\x00\x00\x00\x00\x00\x00\x20\xf9\x3c\x00\x40\xc1\x00\xf7\xa1\x01\x02", record.CBOR, []string{
			"an integer beyond 2^53-1", "a negative number", "a float", "a byte string", "a CBOR tag",
			"undefined or another simple value", "a map key that is not text",
		}},
	} {
		rec, err := record.Parse([]byte(tc.input), tc.format, record.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, note := range NotPortable(rec.Root()) {
			got = append(got, note.Message)
		}
		if !slices.Equal(got, tc.want) {
			t.Errorf("%q: %q, want %q", tc.input, got, tc.want)
		}
	}
}

func TestMappingDependent(t *testing.T) {
	rec, err := record.Parse([]byte(`[0,1.0,1e2,-0,0.5,1e-400,9007199254740991,9007199254740992,-9007199254740993,1e300,123456.5,-3]`), record.JSON, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range MappingDependent(rec.Root()) {
		got = append(got, v.Literal())
	}
	want := []string{"1.0", "1e2", "-0", "1e-400", "9007199254740992", "-9007199254740993", "1e300"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
