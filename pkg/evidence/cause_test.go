package evidence

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fxamacker/cbor/v2"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

const hashed = "../../testdata/evidence/hashed/"

// mistake is one way a publisher came to a wrong claim.
type mistake struct {
	name   string
	record string
	claim  digest.Canonicalization // JCS unless given
	typ    string
	hashed []byte // what the publisher hashed
	digest string // the claim's digest text, when it is not that of hashed
	want   string // cause
	detail string // part of the message
}

// TestToolOutput: a publisher hashed what a program printed for the record.
func TestToolOutput(t *testing.T) {
	rec, err := os.ReadFile(hashed + "record.json")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"python-dumps.txt":                        "python-default",
		"python-print.txt":                        "python-default",
		"python-dumps-unicode.txt":                "python-default",
		"python-dumps-compact.txt":                "python-default",
		"python-dumps-sorted.txt":                 "python-sorted",
		"python-dumps-sorted-unicode.txt":         "python-sorted",
		"python-dumps-sorted-compact.txt":         "ascii-escapes",
		"python-dumps-sorted-compact-unicode.txt": "floats-kept",
		"python-dumps-indent2.txt":                "indented",
		"python-dumps-indent4-sorted.txt":         "indented",
		"node-stringify.txt":                      "insertion-order",
		"node-stringify-2.txt":                    "indented",
		"node-stringify-tab.txt":                  "indented",
		"jq.txt":                                  "indented",
		"jq-S.txt":                                "indented",
		"jq-c.txt":                                "insertion-order",
		"jq-cS.txt":                               "code-point-order", // and a line end behind it
		"postgresql-jsonb.txt":                    "jsonb-text",
	}
	files, err := filepath.Glob(hashed + "*.txt")
	if err != nil || len(files) != len(want) {
		t.Fatalf("%d files of output, want %d", len(files), len(want))
	}
	for _, file := range files {
		output, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		mistake{name: name, record: string(rec), hashed: output, want: want[name]}.check(t)
		if want[name] == "indented" {
			windows := bytes.ReplaceAll(output, []byte("\n"), []byte("\r\n"))
			mistake{name: name + " on Windows", record: string(rec), hashed: windows, want: want[name], detail: "CRLF"}.check(t)
		}
	}
}

func (m mistake) check(t *testing.T) {
	t.Helper()
	c := m.claim
	if c == 0 {
		c = digest.JCS
	}
	claim := claimOf(c, m.hashed)
	if m.digest != "" {
		*claim = NewClaim(m.digest, c.ID())
	}
	claim.Type = m.typ
	rec := mustParse(t, m.record)
	r := Verify(claim, rec)
	if r.Verdict != Mismatch && (m.digest == "" || r.Verdict != Malformed) {
		t.Errorf("%s: verdict %s", m.name, r.Verdict)
	}
	if r.Diagnosis == nil {
		t.Errorf("%s: no cause found, want %s (%d tried, %s)", m.name, m.want, r.Search.Tried, r.Search.Stopped)
		return
	}
	if r.Diagnosis.Cause != m.want || !strings.Contains(r.Diagnosis.Message, m.detail) {
		t.Errorf("%s: %s (%s), want %s (%s)", m.name, r.Diagnosis.Cause, r.Diagnosis.Message, m.want, m.detail)
	}
	ref := r.Diagnosis.Corrected
	if corrected := NewClaim(ref.Digest.String(), ref.Canonicalization.ID()); Verify(&corrected, rec).Verdict != Verified {
		t.Errorf("%s: the corrected claim %s does not verify", m.name, ref.JSON())
	}
	if r.Search.Tried > MaxCandidates {
		t.Errorf("%s: %d candidates tried", m.name, r.Search.Tried)
	}
}

func goJSON(t *testing.T, v any, indent string) []byte {
	t.Helper()
	out, err := json.Marshal(v)
	if indent != "" {
		out, err = json.MarshalIndent(v, "", indent)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func goCBOR(t *testing.T, options cbor.EncOptions, v any) []byte {
	t.Helper()
	mode, err := options.EncMode()
	if err != nil {
		t.Fatal(err)
	}
	out, err := mode.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const label = `{"class":"confidential","container_visibility":"public","origin":"open_world","resource_kind":"security_advisory_draft"}`

// TestCauses reaches every cause by the way people take to it.
func TestCauses(t *testing.T) {
	var decoded any
	numbers := `{"big":9007199254740993,"half":0.5,"one":1.0,"neg":-0.0,"n":7}`
	if err := json.Unmarshal([]byte(numbers), &decoded); err != nil {
		t.Fatal(err)
	}
	html := struct {
		Title string `json:"title"`
		Body  string `json:"body"`
	}{"a & b", "<p>"}
	jcs := func(text string) []byte { return canonical(t, digest.JCS, mustParse(t, text)) }
	deterministic := func(text string) []byte { return canonical(t, digest.CBOR, mustParse(t, text)) }
	sum := sha256.Sum256(jcs(label))
	sum512 := sha512.Sum512(jcs(label))
	text := sha256.Sum256(deterministic(label))
	pretty := "{\n  \"class\": \"public\",\n  \"note\": \"x\"\n}\n"

	cases := []mistake{
		{name: "a wrong label", record: label, claim: digest.CBOR, hashed: jcs(label), want: "other-canonicalization", detail: "under jcs/rfc8785"},
		{name: "the other wrong label", record: label, hashed: deterministic(label), want: "other-canonicalization", detail: "under cbor/rfc8949"},
		{name: "sha256sum of the file", record: pretty, hashed: []byte(pretty), want: "raw-bytes"},
		{name: "the file read with $(cat)", record: pretty, hashed: []byte(strings.TrimSpace(pretty)), want: "raw-bytes", detail: "without the final line end"},
		{name: "echo instead of printf", record: label, hashed: []byte(label + "\n"), want: "raw-bytes", detail: "with a final line end"},
		{name: "git autocrlf", record: pretty, hashed: bytes.ReplaceAll([]byte(pretty), []byte("\n"), []byte("\r\n")), want: "line-ends", detail: "CRLF where the record has LF"},
		{name: "a file from Windows", record: strings.ReplaceAll(pretty, "\n", "\r\n"), hashed: []byte(pretty), want: "line-ends", detail: "LF where the record has CRLF"},
		{name: "Notepad", record: label, hashed: append([]byte("\xef\xbb\xbf"), label...), want: "text-encoding", detail: "byte-order mark"},
		{name: "PowerShell", record: label, hashed: append([]byte("\xff\xfe"), utf16LE(ascii16(label))...), want: "text-encoding", detail: "UTF-16"},
		{name: "names sorted as Python sorts", record: "{\"\U0001F600\":1,\"\uE000\":2}", hashed: []byte("{\"\uE000\":2,\"\U0001F600\":1}"), want: "code-point-order"},
		{name: "CBOR keys sorted as strings", record: label, claim: digest.CBOR, hashed: cborByHand(t, label, true), want: "cbor-key-order", detail: "plain strings"},
		{name: "CBOR keys as they come", record: `{"b":1,"a":2}`, claim: digest.CBOR, hashed: cborByHand(t, `{"b":1,"a":2}`, false), want: "cbor-key-order", detail: "order given"},
		{name: "CBOR through encoding/json", record: numbers, claim: digest.CBOR, hashed: goCBOR(t, cbor.CoreDetEncOptions(), decoded), want: "cbor-numbers", detail: "every number a float"},
		{name: "CBOR through encoding/json, not shortest", record: numbers, claim: digest.CBOR, hashed: goCBOR(t, cbor.EncOptions{Sort: cbor.SortBytewiseLexical}, decoded), want: "cbor-numbers", detail: "float of 8 bytes"},
		{name: "a JSON library behind encoding/json", record: `{"title":"a & b","body":"<p>"}`, hashed: goJSON(t, html, ""), want: "html-escapes", detail: "a struct"},
		{name: "a map through encoding/json", record: `{"title":"a & b","body":"<p>"}`, hashed: goJSON(t, map[string]string{"title": "a & b", "body": "<p>"}, ""), want: "html-escapes", detail: "a map"},
		{name: "MarshalIndent", record: `{"title":"a & b","body":"<p>"}`, hashed: goJSON(t, html, "\t"), want: "indented", detail: "a tab"},
		{name: "Encoder.Encode", record: `{"title":"a & b","body":"<p>"}`, hashed: append(goJSON(t, html, ""), '\n'), want: "html-escapes", detail: "line end behind it"},
		{name: "json_encode", record: `{"url":"http://é/","b":[]}`, hashed: []byte(`{"url":"http:\/\/\u00e9\/","b":[]}`), want: "slash-escapes"},
		{name: "System.Text.Json", record: `{"b":"a+b é","a":"'"}`, hashed: []byte(`{"b":"a\u002Bb \u00E9","a":"\u0027"}`), want: "html-escapes", detail: ".NET"},
		{name: "JSON text stored as a string", record: pretty, hashed: jcs(record.QuoteJSON(`{"class":"public","note":"x"}`)), want: "double-encoding", detail: "compact JSON text"},
		{name: "a payload column read as JSON", record: record.QuoteJSON(label), hashed: jcs(label), want: "double-encoding", detail: "inside the string"},
		{name: "protobuf JSON", record: `{"id":12345678901234567,"n":1}`, hashed: jcs(`{"id":"12345678901234567","n":1}`), want: "integers-as-strings", detail: "beyond 2^53"},
		{name: "protobuf JSON of a small number", record: `{"id":12,"n":1}`, hashed: jcs(`{"id":"12","n":1}`), want: "integers-as-strings", detail: `"id"`},
		{name: "protobuf JSON, the other way", record: `{"id":"12","n":1}`, hashed: jcs(`{"id":12,"n":1}`), want: "integers-as-strings", detail: "strings of digits"},
		{name: "a columnar export", record: `{"class":"public","note":null,"in":{"a":null,"b":[null,1]}}`, hashed: jcs(`{"class":"public","in":{"b":[1]}}`), want: "nulls-removed"},
		{name: "omitempty", record: `{"class":"public","note":"","tags":[]}`, hashed: jcs(`{"class":"public"}`), want: "nulls-removed", detail: "empty"},
		{name: "line ends in text", record: `{"body":"a\r\nb"}`, hashed: jcs(`{"body":"a\nb"}`), want: "string-line-ends"},
		{name: "a record with its own digest", record: `{"class":"public","digest":"sha256:00","n":1}`, hashed: jcs(`{"class":"public","n":1}`), want: "member-removed", detail: `"digest"`},
		{name: "a record with an odd member", record: `{"class":"public","zz":"sha256:00","n":1}`, hashed: jcs(`{"class":"public","n":1}`), want: "member-removed", detail: `"zz"`},
		{name: "its own digest, and json.dumps", record: `{"class":"public","signature":"x","n":1}`, hashed: []byte(`{"class": "public", "n": 1}`), want: "member-removed", detail: "Python"},
		{name: "its own digest, then under the other label", record: `{"class":"public","hash":"x","n":1}`, hashed: deterministic(`{"class":"public","n":1}`), want: "member-removed", detail: "under cbor/rfc8949"},
		{name: "digest and signature", record: `{"class":"public","hash":"x","signature":"y","n":1}`, hashed: jcs(`{"class":"public","n":1}`), want: "member-removed", detail: "2 members"},
		{name: "an empty digest member", record: `{"class":"public","hash":"x","n":1}`, hashed: jcs(`{"class":"public","hash":"","n":1}`), want: "member-removed", detail: "empty"},
		{name: "wrapped with its type", record: label, typ: TypeDataClass, hashed: jcs(`{"type":"data-class.v1","record":` + label + `}`), want: "wrapped"},
		{name: "its type inside", record: label, typ: TypeDataClass, hashed: jcs(`{"type":"data-class.v1",` + label[1:]), want: "wrapped", detail: "type as a member"},
		{name: "the envelope given as the record", record: `{"kind":"x","record":` + label + `}`, hashed: jcs(label), want: "wrapped", detail: `member "record"`},
		{name: "base64", record: label, digest: "sha256:" + base64.StdEncoding.EncodeToString(sum[:]), want: "claim-form"},
		{name: "base64url without an algorithm", record: label, digest: base64.RawURLEncoding.EncodeToString(sum[:]), want: "claim-form"},
		{name: "base64 of the hexadecimal text", record: label, digest: "sha256:" + base64.StdEncoding.EncodeToString([]byte(hex.EncodeToString(sum[:]))), want: "claim-form"},
		{name: "upper case", record: label, digest: "sha256:" + strings.ToUpper(hex.EncodeToString(sum[:])), want: "claim-form"},
		{name: "truncated hexadecimal", record: label, digest: "sha256:" + hex.EncodeToString(sum[:8]), want: "claim-form"},
		{name: "hexadecimal with something behind it", record: label, digest: "sha256:" + hex.EncodeToString(sum[:]) + "00", want: "claim-form"},
		{name: "bare hexadecimal under the other label", record: label, digest: hex.EncodeToString(text[:]), want: "other-canonicalization"},
		{name: "sha512 named sha256", record: label, digest: "sha256:" + hex.EncodeToString(sum512[:]), want: "claim-form"},
		{name: "sha512 cut to the length of sha256", record: label, digest: "sha256:" + hex.EncodeToString(sum512[:32]), want: "other-hash", detail: "SHA-512 cut off"},
		{name: "the hexadecimal dump was hashed", record: label, claim: digest.CBOR, hashed: []byte(hex.EncodeToString(deterministic(label))), want: "text-of-bytes", detail: "hexadecimal"},
		{name: "compact, for which Python and JSON.stringify agree", record: `{"b": 2, "a": 1}`, hashed: []byte(`{"b":2,"a":1}`), want: "insertion-order"},
		{name: "integer-like names where they stood", record: `{"b": 2, "1": 1}`, hashed: []byte(`{"b":2,"1":1}`), want: "insertion-order", detail: "integer-like"},
		{name: "hashed twice", record: label, hashed: sum[:], want: "hashed-twice"},
		{name: "an empty body", record: label, hashed: nil, want: "not-the-record", detail: "of nothing"},
		{name: "an object made text", record: label, hashed: []byte("[object Object]"), want: "not-the-record", detail: "[object Object]"},
		{name: "self-described CBOR", record: label, claim: digest.CBOR, hashed: append([]byte{0xd9, 0xd9, 0xf7}, deterministic(label)...), want: "cbor-prefix"},
		{name: "a number that gowebpki/jcs misreads", record: "[1" + strings.Repeat("0", 800) + "e-800]", hashed: []byte("[0.1]"), want: "library-fault"},
	}
	reached := map[string]bool{}
	for _, m := range cases {
		m.check(t)
		reached[m.want] = true
	}
	for _, id := range []string{"python-default", "python-sorted", "ascii-escapes", "floats-kept", "insertion-order", "jsonb-text"} {
		reached[id] = true // TestToolOutput
	}
	for _, c := range Causes() {
		if !reached[c.ID] {
			t.Errorf("no test reaches %s", c.ID)
		}
		if c.Summary == "" || c.Help == "" {
			t.Errorf("%s lacks words", c.ID)
		}
	}
}

func ascii16(s string) []uint16 {
	out := make([]uint16, len(s))
	for i := range s {
		out[i] = uint16(s[i])
	}
	return out
}

// cborByHand encodes a flat object of short texts and small numbers.
func cborByHand(t *testing.T, text string, sorted bool) []byte {
	t.Helper()
	out := []byte{0xa0}
	var members []record.Member
	for m := range mustParse(t, text).Members() {
		members = append(members, m)
	}
	if sorted {
		slices.SortFunc(members, func(a, b record.Member) int { return strings.Compare(a.Name, b.Name) })
	}
	for _, m := range members {
		out[0]++
		out = append(out, deterministicText(t, m.Name)...)
		out = append(out, canonical(t, digest.CBOR, m.Value)...)
	}
	return out
}

func deterministicText(t *testing.T, s string) []byte {
	return canonical(t, digest.CBOR, mustParse(t, record.QuoteJSON(s)))
}
