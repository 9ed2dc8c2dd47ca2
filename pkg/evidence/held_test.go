package evidence

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
)

// shelf is a store in memory; what does not have its digest is corrupt.
type shelf map[string]string

func (s shelf) get(d digest.Digest) (string, []byte, error) {
	text, ok := s[d.String()]
	switch {
	case !ok:
		return "", nil, fs.ErrNotExist
	case text == "gone":
		return "store/x", nil, &StoreError{Message: "is a symbolic link"}
	case text == "refused":
		return "store/x", nil, fs.ErrPermission
	case digest.Of(d.Algorithm(), []byte(text)) != d:
		return "store/x", nil, &StoreError{Raw: []byte(text), Message: "holds something else"}
	}
	return "store/x", []byte(text), nil
}

func TestStored(t *testing.T) {
	of := func(text string) string { return digest.Of(digest.SHA256, []byte(text)).String() }
	cbor := "\xa1\x61a\x01"
	for _, tc := range []struct {
		name, digest, canonicalization, holds string
		want                                  Verdict
		code                                  string
	}{
		{"canonical", of(label), "jcs", label, Verified, ""},
		{"canonical CBOR", of(cbor), "cbor", cbor, Verified, ""},
		{"the other label", of(cbor), "jcs", cbor, Mismatch, ""},
		{"the other label too", of(label), "cbor", label, Mismatch, ""},
		{"one byte, two records", of("0"), "jcs", "0", Verified, ""},
		{"one byte, the other record", of("0"), "cbor", "0", Verified, ""},
		{"not canonical", of(`{"a": 1}`), "jcs", `{"a": 1}`, Mismatch, ""},
		{"no record", of("\x1f\x8b"), "jcs", "\x1f\x8b", Malformed, "end"},
		{"changed", of(label), "jcs", strings.Replace(label, "confidential", "public", 1), Mismatch, CodeStore},
		{"changed to another form of the record", of(label), "jcs", label + "\n", Mismatch, CodeStore},
		{"torn", of(label), "jcs", label[:20], Mismatch, CodeStore},
		{"empty", of(label), "jcs", "", Mismatch, CodeStore},
		{"a link", of(label), "jcs", "gone", Malformed, CodeStore},
		{"cannot be read", of(label), "jcs", "refused", Unresolved, CodeRecord},
	} {
		r := Resolver{Verifier: &Verifier{}, Stored: shelf{tc.digest: tc.holds}.get}
		c := NewClaim(tc.digest, map[string]string{"jcs": "jcs/rfc8785", "cbor": "cbor/rfc8949"}[tc.canonicalization])
		got := r.Judge(&c)
		if got.Verdict != tc.want || got.Record.By != ByStore || got.Record.Name != "store/x" {
			t.Errorf("%s: %s %q", tc.name, got.Verdict, got.Record)
		}
		if got.Verdict == Mismatch && got.Computed == c.Digest {
			t.Errorf("%s: a mismatch with the claimed digest", tc.name)
		}
		if tc.code == CodeStore && (len(got.Findings) != 1 || got.Findings[0].Rule != CodeStore) {
			t.Errorf("%s: %v", tc.name, got.Findings)
		}
	}
}

// TestStoreComesLast: what is named comes first, then the index, then the store.
func TestStoreComesLast(t *testing.T) {
	store := shelf{"sha256:" + labelHex: label}
	tampered := strings.Replace(label, "confidential", "public", 1)
	for _, tc := range []struct {
		name  string
		files map[string]string
		want  Verdict
		by    By
		held  By
	}{
		{"nothing else", nil, Verified, ByStore, NotFound},
		{"in the index", map[string]string{"a.json": label}, Verified, ByContent, NotFound},
		{"tampered under its name", map[string]string{labelHex + ".json": tampered}, Mismatch, ByName, ByStore},
		{"tampered under its name, and a copy", map[string]string{labelHex + ".json": tampered, "b.json": label}, Mismatch, ByName, ByContent},
	} {
		_, x := folder(t, false, tc.files)
		r := Resolver{Verifier: &Verifier{}, Index: x, Stored: store.get}
		got := r.Judge(labelClaim(""))
		held := NotFound
		if got.Held != nil {
			held = got.Held.Source.By
			if len(got.Held.Differences) != 1 || got.Held.Total != 1 || got.Held.Differences[0] != (Difference{"/class", `"confidential"`, `"public"`}) {
				t.Errorf("%s: %+v", tc.name, got.Held)
			}
		}
		if got.Verdict != tc.want || got.Record.By != tc.by || held != tc.held {
			t.Errorf("%s: %s %q held %q", tc.name, got.Verdict, got.Record.By, held)
		}
	}
}

// TestHeldForEveryKindOfRecord: a record that stands in the line or in a file of
// its own is compared as well, and a corrupt store is told there, too.
func TestHeldForEveryKindOfRecord(t *testing.T) {
	claim := `{"evidenceRef":{"type":"t","digest":"sha256:` + labelHex + `","canonicalization":"jcs/rfc8785"},`
	for _, store := range []shelf{{"sha256:" + labelHex: label}, {"sha256:" + labelHex: "{}"}} {
		r := &Resolver{Verifier: &Verifier{}, Stored: store.get}
		lines := Lines{Resolver: r}
		c := labelClaim("")
		results := map[string]Result{
			"record": lines.Judge([]byte(claim + `"record":{"class":"public"}}`)).Result,
			"text":   lines.Judge([]byte(claim + `"recordText":"{\"class\":\"public\"}"}`)).Result,
			"base64": lines.Judge([]byte(claim + `"recordBase64":"e30="}`)).Result,
			"file":   r.Record(c, Source{"a", ByPath}, "a", []byte(`[]`), ""),
		}
		for name, got := range results {
			if got.Verdict != Mismatch {
				t.Errorf("%s: %s", name, got.Verdict)
			}
			corrupt := len(got.Findings) == 1 && got.Findings[0].Rule == CodeStore
			if sound := len(store["sha256:"+labelHex]) > 2; sound != (got.Held != nil) || sound == corrupt {
				t.Errorf("%s: held %v, findings %v", name, got.Held, got.Findings)
			}
		}
	}
}
