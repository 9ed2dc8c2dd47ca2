package explain

import (
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
)

func TestRecordCard(t *testing.T) {
	c := one[*RecordCard](t, readFile(t, "measurement.json"))
	jcs, cbor := c.Forms[0], c.Forms[1]
	if jcs.Text != `{"at":{"floor":2,"room":7},"count":100,"unit":"°C","value":21.5}` || jcs.Bytes != len(jcs.Text) {
		t.Errorf("canonical JSON is %s, %d bytes", jcs.Text, jcs.Bytes)
	}
	if want := "a4626174a264726f6f6d0765666c6f6f720264756e697463c2b04365636f756e7418646576616c7565f94d60"; cbor.Hex != want {
		t.Errorf("canonical CBOR is %s", cbor.Hex)
	}
	if jcs.Digest == cbor.Digest || jcs.Digest == "" || cbor.Digest == "" {
		t.Errorf("digests are %s and %s", jcs.Digest, cbor.Digest)
	}
	if c.Portable || len(c.NotPortable) != 2 {
		t.Errorf("portable is %t, because of %v", c.Portable, c.NotPortable)
	}
	want := Changes{WhiteSpace: 11, List: []Change{
		{OrderChange, "", "unit, value, count, at", "at, count, unit, value"},
		{EscapeChange, "/unit", `"\u00b0C"`, `"°C"`},
		{NumberChange, "/value", "21.50", "21.5"},
		{NumberChange, "/count", "1e2", "100"},
		{OrderChange, "/at", "room, floor", "floor, room"},
	}}
	sameChanges(t, jcs.Changes, want)
	sameChanges(t, cbor.Changes, Changes{List: []Change{
		{OrderChange, "", "unit, value, count, at", "at, unit, count, value"},
		{NumberChange, "/value", "21.50", "21.5"},
		{NumberChange, "/count", "1e2", "100"},
	}})
	if text := pageText(c); !strings.Contains(text, "- 21.50\n    + 21.5\n") || !strings.Contains(text, "White space between tokens is gone: 11 bytes.") {
		t.Errorf("the page shows no difference:\n%s", text)
	}
}

func sameChanges(t *testing.T, got, want Changes) {
	t.Helper()
	if got.WhiteSpace != want.WhiteSpace || got.More != want.More || len(got.List) != len(want.List) {
		t.Errorf("changes are %+v, want %+v", got, want)
		return
	}
	for i := range got.List {
		if got.List[i] != want.List[i] {
			t.Errorf("change %d is %+v, want %+v", i, got.List[i], want.List[i])
		}
	}
}

// TestWhiteSpaceAddsUp: what the tokens lost and the white space are all that a
// canonical form lacks.
func TestWhiteSpaceAddsUp(t *testing.T) {
	for text, want := range map[string]int{
		`{"a":1}`:                      0,
		" {\n\"a\" : 1 , \"b\":[ ]}":   7,
		`[1.50,"\u0041",{"\u0041":2}]`: 0,
		"\t[]\r\n":                     3,
	} {
		c := Record("r", mustParse(t, text, record.JSON), nil)
		if got := c.Forms[0].Changes.WhiteSpace; got != want {
			t.Errorf("%q: %d bytes of white space, want %d", text, got, want)
		}
	}
}

func mustParse(t *testing.T, text string, f record.Format) record.Value {
	t.Helper()
	rec, err := record.Parse([]byte(text), f, record.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return rec.Root()
}

func TestRecordSchemes(t *testing.T) {
	c := one[*RecordCard](t, readFile(t, "label.json"))
	fits := map[string]bool{}
	for _, s := range c.Schemes {
		fits[s.Type] = s.Fits
	}
	if !fits["ifc.fides.v1"] || fits["data-class.v1"] {
		t.Errorf("schemes %v", fits)
	}
	if c.Label == nil || c.Label.Integrity != "untrusted" || !c.Label.ReadersUnknown {
		t.Errorf("label %+v", c.Label)
	}
	if !c.Portable || len(c.NotPortable) > 0 {
		t.Error("a label is not portable")
	}
	if !strings.Contains(pageText(c), "sha256:2f03ae0a963ccfea70038e90c26dd1b246bc175dccb8831a3d28353dd014a839") {
		t.Error("the page lacks the published digest")
	}
}

func TestRecordThatOneCanonicalizationRefuses(t *testing.T) {
	// {"b": h'00', "a": 1} with a length that is not the shortest
	c := one[*RecordCard](t, readText(t, "r.cbor", "\xa2\x61\x62\x41\x00\x61\x61\x18\x01"))
	if c.Forms[0].Refused == nil || c.Forms[0].Refused.Code != "byte-string" || c.Forms[0].Digest != "" {
		t.Errorf("under JCS: %+v", c.Forms[0])
	}
	if c.Forms[1].Hex != "a261610161624100" {
		t.Errorf("under CBOR: %s", c.Forms[1].Hex)
	}
	sameChanges(t, c.Forms[1].Changes, Changes{List: []Change{
		{OrderChange, "", "b, a", "a, b"}, {EncodingChange, "/a", "1801", "01"},
	}})
	if len(c.NotDeterministic) != 2 {
		t.Errorf("oddities %q", c.NotDeterministic)
	}
	if text := pageText(c); !strings.Contains(text, "There is none: a byte string has no form under jcs/rfc8785, at /b.") {
		t.Errorf("the page does not say why:\n%s", text)
	}
}

func TestRecordHazards(t *testing.T) {
	c := one[*RecordCard](t, readText(t, "r.json", `{"id":9007199254740993}`))
	if h := c.Forms[0].Hazards; len(h) != 1 || h[0].Code != "precision" || h[0].Pointer != "/id" {
		t.Errorf("hazards under JCS: %+v", h)
	}
	if h := c.Forms[1].Hazards; len(h) != 0 {
		t.Errorf("hazards under CBOR: %+v", h)
	}
}

func TestChangesAreBounded(t *testing.T) {
	c := one[*RecordCard](t, readText(t, "r.json", "["+strings.Repeat("1.0,", 99)+"1.0]"))
	if got := c.Forms[0].Changes; len(got.List) != maxChanges || got.More != 100-maxChanges {
		t.Errorf("%d changes and %d more", len(got.List), got.More)
	}
	long := one[*RecordCard](t, readText(t, "r.json", `"`+strings.Repeat("x", maxForm)+`"`))
	if long.Forms[0].Text != "" || long.Forms[0].Digest == "" {
		t.Error("a long form is shown whole")
	}
}
