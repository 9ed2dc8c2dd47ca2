package evidence

import (
	"encoding/base64"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

func newLines(t testing.TB, mapping string, files map[string]string) *Lines {
	t.Helper()
	l := &Lines{Resolver: &Resolver{Verifier: &Verifier{}}}
	if mapping != "" {
		var err error
		if l.Fields, err = ParseFields(mapping); err != nil {
			t.Fatal(err)
		}
	}
	l.ReadPath = func(at record.Locator) ([]byte, error) {
		if text, ok := files[at.String()]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}
	return l
}

// TestNamedRecordIsGone: a record that a line names and that cannot be read is
// looked for by its digest, in the index and then in the store. One that is there
// is the record of the claim, right or wrong.
func TestNamedRecordIsGone(t *testing.T) {
	_, x := folder(t, false, map[string]string{"a.json": "{}", "b.json": label})
	_, empty := folder(t, false, map[string]string{"a.json": "{}"})
	holds := func(d digest.Digest) (string, []byte, error) {
		return "in store", canonical(t, digest.JCS, mustParse(t, label)), nil
	}
	holdsNone := func(digest.Digest) (string, []byte, error) { return "", nil, fs.ErrNotExist }
	torn := func(digest.Digest) (string, []byte, error) { return "in store", nil, &StoreError{[]byte("{"), "torn"} }
	failing := func(digest.Digest) (string, []byte, error) { return "in store", nil, fs.ErrPermission }
	files := map[string]string{"altered.json": "{}", "broken.json": "{", "right.json": label}
	for _, tc := range []struct {
		name, path string
		index      *Index
		stored     func(digest.Digest) (string, []byte, error)
		want       Verdict
		by         By
		findings   []string
	}{
		{"in the index", "gone.json", x, holds, Verified, ByContent, []string{CodeNamedRecord}},
		{"in the store", "gone.json", empty, holds, Verified, ByStore, []string{CodeNamedRecord}},
		{"no index", "gone.json", nil, holds, Verified, ByStore, []string{CodeNamedRecord}},
		{"a line that is not there", "right.json#L9", x, nil, Verified, ByContent, []string{CodeNamedRecord}},
		{"nowhere", "gone.json", empty, holdsNone, Unresolved, ByPath, []string{CodeRecord}},
		{"nothing to look in", "gone.json", nil, nil, Unresolved, ByPath, []string{CodeRecord}},
		{"torn in the store", "gone.json", empty, torn, Mismatch, ByStore, []string{CodeStore, CodeNamedRecord}},
		{"not readable in the store either", "gone.json", empty, failing, Unresolved, ByPath, []string{CodeRecord}},
		{"there and altered", "altered.json", x, holds, Mismatch, ByPath, nil},
		{"there and broken", "broken.json", x, holds, Malformed, ByPath, nil},
	} {
		l := newLines(t, "", files)
		l.Resolver.Index, l.Resolver.Stored = tc.index, tc.stored
		got := l.Judge([]byte(`{"evidenceRef":` + goodRef + `,"path":"` + tc.path + `"}`))
		var found []string
		for _, f := range got.Findings {
			if got.Verdict != Malformed {
				found = append(found, f.Rule)
			}
		}
		if got.Verdict != tc.want || got.Record.By != tc.by || !slices.Equal(found, tc.findings) {
			t.Errorf("%s: %s %q %v, want %s %q %v", tc.name, got.Verdict, got.Record.By, found, tc.want, tc.by, tc.findings)
		}
	}
}

// TestLines: every form of a claims line and what is wrong with it.
func TestLines(t *testing.T) {
	ref := `"evidenceRef":` + goodRef
	mapped := `"sha":"sha256:c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb","canon":"jcs/rfc8785"`
	const mapping = "digest=/sha,canonicalization=/canon,record-text=/payload,id=/pk"
	cbor := canonical(t, digest.CBOR, mustParse(t, label))
	files := map[string]string{"a.json": label, "doc.json": `{"in":{"the":` + label + `}}`, "all.jsonl#L2": label, "x#y.json": label, "bad.json": "{"}
	for _, tc := range []struct {
		name, mapping, line string
		want                Verdict
		id                  string
	}{
		{"record", "", `{"id":7,` + ref + `,"record":` + label + `}`, Verified, "7"},
		{"record laid out otherwise", "", `{` + ref + `,"record":` + strings.ReplaceAll(label, ",", " , ") + `}`, Verified, ""},
		{"record text", "", `{"id":"a",` + ref + `,"recordText":` + record.QuoteJSON(label) + `}`, Verified, `"a"`},
		{"record base64", "", `{` + ref + `,"recordBase64":"` + base64.StdEncoding.EncodeToString([]byte(label)) + `"}`, Verified, ""},
		{"record base64url, not padded", "", `{` + ref + `,"recordBase64":"` + base64.RawURLEncoding.EncodeToString([]byte(label+" ")) + `"}`, Verified, ""},
		{"record base64 of CBOR", "", `{` + ref + `,"recordBase64":"` + base64.StdEncoding.EncodeToString(cbor) + `"}`, Verified, ""},
		{"path", "", `{` + ref + `,"path":"a.json"}`, Verified, ""},
		{"path with a pointer", "", `{` + ref + `,"path":"doc.json#/in/the"}`, Verified, ""},
		{"path with a line", "", `{` + ref + `,"path":"all.jsonl#L2"}`, Verified, ""},
		{"path, escaped", "", `{` + ref + `,"path":"\\x\\#y.json"}`, Unresolved, ""},
		{"unknown members", "", `{"more":[1],` + ref + `,"record":` + label + `,"x":null}`, Verified, ""},
		{"null columns", "", `{` + ref + `,"record":` + label + `,"recordText":null,"path":null}`, Verified, ""},
		{"a null record", "", `{` + ref + `,"record":null}`, Mismatch, ""},
		{"mismatch", "", `{"id":1,` + ref + `,"record":{}}`, Mismatch, "1"},
		{"nothing to compare with", "", `{"id":1,` + ref + `}`, Unresolved, "1"},
		{"path to no file", "", `{` + ref + `,"path":"none.json"}`, Unresolved, ""},
		{"path to no place", "", `{` + ref + `,"path":"doc.json#/nothing"}`, Unresolved, ""},
		{"path to a broken record", "", `{` + ref + `,"path":"bad.json"}`, Malformed, ""},
		{"path that is none", "", `{` + ref + `,"path":"a.json#7"}`, Malformed, ""},
		{"two records", "", `{"id":1,` + ref + `,"record":{},"path":"a.json"}`, Malformed, "1"},
		{"not JSON", "", `{"id":1,`, Malformed, ""},
		{"not an object", "", `[]`, Malformed, ""},
		{"no claim", "", `{"id":1,"record":{}}`, Malformed, "1"},
		{"a claim that is none", "", `{"evidenceRef":7,"record":{}}`, Malformed, ""},
		{"a record with a repeated name", "", `{` + ref + `,"record":{"a":1,"\u0061":2}}`, Malformed, ""},
		{"record text that is none", "", `{` + ref + `,"recordText":"{"}`, Malformed, ""},
		{"record text that is an object", "", `{` + ref + `,"recordText":{}}`, Malformed, ""},
		{"record base64 that is none", "", `{` + ref + `,"recordBase64":"!"}`, Malformed, ""},
		{"unknown canonicalization", "", `{"evidenceRef":` + strings.Replace(goodRef, "jcs/rfc8785", "x", 1) + `,"record":` + label + `}`, Unsupported, ""},
		{"mapped", mapping, `{"pk":9,` + mapped + `,"payload":` + record.QuoteJSON(label) + `}`, Verified, "9"},
		{"mapped, own names ignored", mapping, `{"pk":9,` + mapped + `,"record":{}}`, Unresolved, "9"},
		{"mapped, null payload", mapping, `{"pk":9,` + mapped + `,"payload":null}`, Unresolved, "9"},
		{"mapped, no digest", mapping, `{"pk":9,"canon":"jcs/rfc8785","payload":"{}"}`, Malformed, "9"},
		{"mapped, no canonicalization", mapping, `{"pk":9,"sha":"sha256:00","canon":null,"payload":"{}"}`, Malformed, "9"},
		{"mapped, canonicalization not text", mapping, `{"pk":9,"sha":"sha256:00","canon":8785,"payload":"{}"}`, Malformed, "9"},
		{"mapped deeper", "digest=/a/0/d,canonicalization=jcs/rfc8785,record=/r~1x", `{"a":[{"d":"sha256:c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb"}],"r/x":` + label + `}`, Verified, ""},
		{"evidence-ref under another name", "evidence-ref=/ref", `{"ref":` + goodRef + `,"record":` + label + `}`, Verified, ""},
	} {
		l := newLines(t, tc.mapping, files)
		r := l.Judge([]byte(tc.line))
		if r.Verdict != tc.want || string(r.ID.Raw()) != tc.id {
			t.Errorf("%s: %s, id %s; want %s, %s (%v %v)", tc.name, r.Verdict, r.ID.Raw(), tc.want, tc.id, r.Claim.Findings, r.Findings)
		}
		if r.Verdict == Malformed && len(r.Claim.Findings)+len(r.Findings) == 0 {
			t.Errorf("%s: nothing says why", tc.name)
		}
	}
}

// TestRecordIsHashedAsItStands: a number that no other reader could keep is
// hashed from its own bytes.
func TestRecordIsHashedAsItStands(t *testing.T) {
	rec := `{"n":18446744073709551615}`
	ref := `{"type":"x","digest":"` + digest.Of(digest.SHA256, canonical(t, digest.CBOR, mustParse(t, rec))).String() + `","canonicalization":"cbor/rfc8949"}`
	l := newLines(t, "", nil)
	if r := l.Judge([]byte(`{"evidenceRef":` + ref + `,"record":` + rec + `}`)); r.Verdict != Verified {
		t.Errorf("%s, computed %s", r.Verdict, r.Computed)
	}
}

func TestParseFieldsRefuses(t *testing.T) {
	for mapping, want := range map[string]string{
		"":                             "NAME=POINTER",
		"digest":                       "NAME=POINTER",
		"sha=/x":                       "unknown name",
		"digest=x":                     "not a JSON pointer",
		"digest=/a~2":                  "not a JSON pointer",
		"digest=":                      "not a JSON pointer",
		"digest=/a,digest=/b":          "twice",
		"digest=/a":                    "canonicalization is missing",
		"canonicalization=/a":          "digest is missing",
		"evidence-ref=/a,type=/b":      "exclude each other",
		"record=/a,canonicalization=/": "digest is missing",
	} {
		if _, err := ParseFields(mapping); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", mapping, err, want)
		}
	}
}

// TestLinesHardlyAllocate: the steady state of a stream of verified claims.
func TestLinesHardlyAllocate(t *testing.T) {
	l := newLines(t, "", nil)
	line := []byte(`{"id":7,"evidenceRef":` + goodRef + `,"record":` + label + `}`)
	l.Judge(line)
	if n := testing.AllocsPerRun(200, func() {
		if r := l.Judge(line); r.Verdict != Verified {
			t.Fatal(r.Verdict)
		}
	}); n > 0 {
		t.Errorf("%v allocations a line", n)
	}
}

func FuzzLine(f *testing.F) {
	f.Add([]byte(`{"id":1,"evidenceRef":` + goodRef + `,"record":` + label + `}`))
	f.Add([]byte(`{"evidenceRef":{"digest":1},"recordText":"[1]"}`))
	f.Add([]byte(`{"evidenceRef":` + goodRef + `,"recordBase64":"oA=="}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > 1<<14 {
			return
		}
		l := newLines(t, "", nil)
		r := l.Judge(raw)
		if r.Verdict == 0 || r.Claim == nil {
			t.Fatalf("no verdict for %q", raw)
		}
		if r.Verdict == Malformed && len(r.Claim.Findings)+len(r.Findings) == 0 {
			t.Errorf("nothing says why %q is malformed", raw)
		}
		if r.Verdict == Verified && r.Computed != r.Claim.Digest {
			t.Errorf("verified, and %s is not %s", r.Computed, r.Claim.Digest)
		}
	})
}

func BenchmarkLine(b *testing.B) {
	l := newLines(b, "", nil)
	line := []byte(`{"id":7,"evidenceRef":` + goodRef + `,"record":` + label + `}`)
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if l.Judge(line).Verdict != Verified {
			b.Fatal(errors.New("not verified"))
		}
	}
}
