package evidence

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// conformance is the public conformance set: record, canonicalization, sha256.
var conformance = []struct{ record, canonicalization, hex string }{
	{label, "jcs/rfc8785", "c509d629b2ab94b573c44ac10acb4941ab3949ff3cf857983c643bb0a476cefb"},
	{label, "cbor/rfc8949", "6a1836c14764e8326ba9eb8e7231b45b93580889732f08523db3fa11e5635ed1"},
	{`{"class":"public","container_visibility":"public","origin":"open_world","resource_kind":"readme"}`, "jcs/rfc8785", "363f86281f3e7c0996573bd26b65099dd03c893666a6ad51752194c8bad75bcf"},
	{`{"class":"confidential","container_visibility":"public","origin":"first_party","resource_kind":"collaborator_roster"}`, "cbor/rfc8949", "a920a4da0a92c06841f9ae11f91aceb29f8d169da18554b386d809142bae9b56"},
	{`{"class":"unknown","origin":"unestablished","resource_kind":"mixed"}`, "jcs/rfc8785", "32926e4d78fe95aea10e44c1557da6304afe2468d8d5ecc3df949135af3cd34b"},
	{`{"decision":"deny","reasons":["sink_not_in_allowlist","input_marked_untrusted"],"rule":"egress.block_unverified_sink","stage":"pre_call","subject":"tool:web.fetch"}`, "cbor/rfc8949", "48dce5db5820f4a6069c659b99075c4881184827fdb27af82079a96d5929f46d"},
	{`{"flagged_step":2,"sequence":["search","open_document","send_email"],"window":3}`, "jcs/rfc8785", "0503307fcfdc6dd705dfe161a8442a31f167a0396ddeeac68883dad72f1944b7"},
}

func TestConformance(t *testing.T) {
	for _, c := range conformance {
		claim := NewClaim("sha256:"+c.hex, c.canonicalization)
		if r := Verify(&claim, mustParse(t, c.record)); r.Verdict != Verified {
			t.Errorf("%s under %s: %s, computed %s", c.record, c.canonicalization, r.Verdict, r.Computed)
		}
		other := NewClaim("sha256:"+c.hex, otherThan(claim.Canonicalization).ID())
		r := Verify(&other, mustParse(t, c.record))
		if r.Verdict != Mismatch || r.Diagnosis == nil || r.Diagnosis.Cause != "other-canonicalization" {
			t.Errorf("%s under the other label: %s, %+v", c.record, r.Verdict, r.Diagnosis)
		}
	}
}

// TestVerdicts: each verdict a claim and a record can give.
func TestVerdicts(t *testing.T) {
	good := digest.Of(digest.SHA256, []byte(label)).String()
	for _, tc := range []struct {
		name, digest, canonicalization, record string
		want                                   Verdict
	}{
		{"verified", good, "jcs/rfc8785", label, Verified},
		{"another order", good, "jcs/rfc8785", `{"resource_kind":"security_advisory_draft", "origin":"open_world","container_visibility":"public","class":"confidential"}`, Verified},
		{"sha512", digest.Of(digest.SHA512, []byte(label)).String(), "jcs/rfc8785", label, Verified},
		{"another spelling", good, "JCS", label, Verified},
		{"mismatch", good, "jcs/rfc8785", `{"class":"public"}`, Mismatch},
		{"upper case", strings.ToUpper(good), "jcs/rfc8785", label, Malformed},
		{"no digest", "", "jcs/rfc8785", label, Malformed},
		{"malformed beats unsupported", "x", "c14n", label, Malformed},
		{"unknown canonicalization", good, "c14n", label, Unsupported},
		{"unknown algorithm", "sha3-256:00", "jcs/rfc8785", label, Unsupported},
		{"no record", good, "jcs/rfc8785", "", Unresolved},
		{"malformed without a record", "x", "jcs/rfc8785", "", Malformed},
		{"not JSON", good, "jcs/rfc8785", "\xd9\xd9\xf7\x41\x00", Malformed},
	} {
		claim := NewClaim(tc.digest, tc.canonicalization)
		var rec record.Value
		if tc.record != "" {
			rec = mustParse(t, tc.record)
		}
		r := Verify(&claim, rec)
		if r.Verdict != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, r.Verdict, tc.want)
		}
		if claim.DigestText() != tc.digest || claim.CanonicalizationText() != tc.canonicalization {
			t.Errorf("%s: the claim's own text is lost: %q %q", tc.name, claim.DigestText(), claim.CanonicalizationText())
		}
		if (r.Verdict == Malformed || r.Verdict == Unsupported) && len(claim.Findings)+len(r.Findings) == 0 {
			t.Errorf("%s: nothing says why", tc.name)
		}
	}
}

func TestSchemes(t *testing.T) {
	schemes := NewSchemes()
	if err := schemes.Register("my.v1", "my.json", []byte(`{"$id":"https://example.com/my","type":"object","required":["n"]}`)); err != nil {
		t.Fatal(err)
	}
	v := Verifier{Schemes: schemes.Clone()}
	for _, tc := range []struct {
		typ, schema, record string
		want                Verdict
		code                string
	}{
		{TypeFIDES, "", `{"integrity":"trusted","confidentiality":"public"}`, Verified, ""},
		{TypeFIDES, "", `{"integrity":"trusted","confidentiality":["alice"]}`, Invalid, CodeSchemeViolation},
		{TypeFIDES, "", `{"integrity":"trusted","confidentiality":"public","readers":[]}`, Invalid, CodeSchemeViolation},
		{TypeDataClass, "", `{"class":"whatever","more":1}`, Verified, ""},
		{TypeDataClass, "", `{"regulatory":["hipaa"]}`, Invalid, CodeSchemeViolation},
		{"my.v1", "", `{"n":1}`, Verified, ""},
		{"my.v1", "", `{}`, Invalid, CodeSchemeViolation},
		{"x", "https://example.com/my", `{}`, Invalid, CodeSchemeViolation},
		{"sequence", "", `{}`, Verified, CodeSchemeUnknown},
		{"", "", `{}`, Verified, ""},
	} {
		rec := mustParse(t, tc.record)
		claim := claimOf(digest.JCS, canonical(t, digest.JCS, rec))
		claim.Type, claim.Schema = tc.typ, tc.schema
		r := v.Verify(claim, rec)
		if r.Verdict != tc.want || tc.code == "" && len(r.Findings) > 0 || tc.code != "" && (len(r.Findings) == 0 || r.Findings[0].Rule != tc.code) {
			t.Errorf("%s %s: %s, %v; want %s, %s", tc.typ, tc.record, r.Verdict, codes(r.Findings), tc.want, tc.code)
		}
		if unchecked := Verify(claim, rec); unchecked.Verdict != Verified {
			t.Errorf("%s %s without schemes: %s", tc.typ, tc.record, unchecked.Verdict)
		}
	}
	if err := schemes.Register("bad", "bad.json", []byte(`{"type":7}`)); err == nil {
		t.Error("a schema that is none was registered")
	}
	if got := schemes.Types(); !slices.Equal(got, []string{TypeDataClass, TypeFIDES, "my.v1"}) {
		t.Errorf("types %v", got)
	}
}

func TestNotPublic(t *testing.T) {
	for _, tc := range []struct {
		typ, record string
		want        bool
	}{
		{TypeFIDES, `{"integrity":"trusted","confidentiality":"public"}`, false},
		{TypeFIDES, `{"integrity":"trusted","confidentiality":"private"}`, true},
		{TypeDataClass, `{"class":"public"}`, false},
		{TypeDataClass, `{"class":"unknown"}`, true},
		{TypeDataClass, `{}`, false},
		{"sequence", `{"class":"secret"}`, false},
	} {
		if got := NotPublic(tc.typ, mustParse(t, tc.record)) != ""; got != tc.want {
			t.Errorf("%s %s: %v", tc.typ, tc.record, got)
		}
	}
}

func TestHazardsStandBesideTheVerdict(t *testing.T) {
	rec := mustParse(t, `{"n":9007199254740993}`)
	r := Verify(claimOf(digest.JCS, []byte(`{"n":9007199254740992}`)), rec)
	if r.Verdict != Verified || len(r.Hazards) != 1 || r.Hazards[0].Kind != digest.Precision {
		t.Errorf("%s, hazards %v", r.Verdict, r.Hazards)
	}
}

func TestRedacted(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":"<redacted>"}`: "/a", `{"a":[1,"[REDACTED]"]}`: "/a/1", `{"a":{"_redacted":true}}`: "/a", `{"a":"***"}`: "/a",
		`{"a":"removed"}`: "-", `{"a":"[removed]"}`: "/a", `{"a":null}`: "-", `{"a":{"_redacted":false}}`: "-",
	} {
		at, found := Redacted(mustParse(t, text))
		if got := "-"; found {
			if got = at.Pointer(); got != want {
				t.Errorf("%s: at %s, want %s", text, got, want)
			}
		} else if want != "-" {
			t.Errorf("%s: not found", text)
		}
	}
}

func TestCrossCheckAgrees(t *testing.T) {
	v := Verifier{CrossCheck: true}
	for _, text := range []string{label, `[1e21,0.1,"é",{"b":1,"a":null}]`, "[1" + strings.Repeat("0", 800) + "e-800]"} {
		rec := mustParse(t, text)
		for _, c := range digest.All() {
			if r := v.Verify(claimOf(c, canonical(t, c, rec)), rec); r.Verdict != Verified || len(r.Findings) > 0 {
				t.Errorf("%s under %s: %s, %v", text, c, r.Verdict, codes(r.Findings))
			}
		}
	}
}

// TestVerifiedPathDoesNotAllocate: annotations, schemes and diagnosis cost
// nothing where they are not needed.
func TestVerifiedPathDoesNotAllocate(t *testing.T) {
	rec := mustParse(t, label)
	claim := claimOf(digest.CBOR, canonical(t, digest.CBOR, rec))
	var v Verifier
	v.Verify(claim, rec)
	if n := testing.AllocsPerRun(100, func() { v.Verify(claim, rec) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// randomRecord writes a JSON record of a few members.
func randomRecord(r *rand.Rand, depth int) string {
	switch k := r.IntN(8); {
	case k < 3 && depth > 0:
		var members []string
		for i := range r.IntN(4) {
			members = append(members, fmt.Sprintf(`"%s%d":%s`, string(rune('a'+r.IntN(26))), i, randomRecord(r, depth-1)))
		}
		return "{" + strings.Join(members, ", ") + "}"
	case k < 4 && depth > 0:
		var items []string
		for range r.IntN(4) {
			items = append(items, randomRecord(r, depth-1))
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	return []string{"null", "true", "false", "1", "1.0", "-0", "0.1", "1e3", "9007199254740993", `"é"`, `"<x>"`, `"a/b"`, `"123"`, `""`, `"\r\n"`}[r.IntN(15)]
}

// TestProperties: verified exactly when the digest agrees; a diagnosis never
// changes a verdict; any change of the canonical bytes changes the verdict.
func TestProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	quick := Verifier{NoDiagnosis: true}
	for range 400 {
		rec, other := mustParse(t, randomRecord(r, 4)), mustParse(t, randomRecord(r, 4))
		c := digest.All()[r.IntN(2)]
		own, others := canonical(t, c, rec), canonical(t, c, other)
		same := bytes.Equal(own, others)
		claim := claimOf(c, others)
		full, fast := Verify(claim, rec), quick.Verify(claim, rec)
		if (full.Verdict == Verified) != same || full.Verdict != fast.Verdict {
			t.Fatalf("%s against the digest of %s under %s: %s, without diagnosis %s", rec.Raw(), other.Raw(), c, full.Verdict, fast.Verdict)
		}
		if full.Computed != digest.Of(digest.SHA256, own) {
			t.Fatalf("%s: computed %s", rec.Raw(), full.Computed)
		}
		if full.Verdict == Verified && (full.Diagnosis != nil || full.Search.Tried > 0) {
			t.Fatalf("%s: a verified claim was diagnosed", rec.Raw())
		}
		for _, f := range full.Findings {
			if f.Rule == CodeDisagree {
				t.Fatalf("%s: %s", rec.Raw(), f.Message)
			}
		}
		changed := slices.Clone(own)
		changed[r.IntN(len(changed))] ^= 1 << r.IntN(8)
		if v := quick.Verify(claimOf(c, changed), rec).Verdict; v != Mismatch {
			t.Fatalf("%s: one bit changed and %s", rec.Raw(), v)
		}
	}
}

// FuzzVerify: whatever a claim and a record are, there is an answer, and it is
// "verified" only when the digest agrees.
func FuzzVerify(f *testing.F) {
	for _, c := range conformance {
		f.Add([]byte(c.record), "sha256:"+c.hex, c.canonicalization)
	}
	f.Add([]byte("\xd9\xd9\xf7\xa1\x01\x02"), "sha256:x", "cbor")
	f.Add([]byte(`[1e400]`), "", "")
	f.Add([]byte(`{"a":{"b":[null,1.0,"x"]}}`), "sha256:"+strings.Repeat("0", 20), "JCS")
	f.Fuzz(func(t *testing.T, raw []byte, digestText, canonicalization string) {
		claim := NewClaim(digestText, canonicalization)
		rec, err := record.Parse(raw, record.Detect("", raw), record.Limits{MaxBytes: 1 << 14})
		if err != nil {
			return
		}
		r := Verify(&claim, rec.Root())
		sum, err := digest.Digest{}, error(nil)
		if claim.Canonicalization != 0 && !claim.Digest.IsZero() {
			sum, err = digest.Sum(claim.Canonicalization, claim.Digest.Algorithm(), rec.Root())
		}
		if agrees := err == nil && !sum.IsZero() && sum == claim.Digest; (r.Verdict == Verified) != agrees {
			t.Errorf("verdict %s, digest agrees: %v", r.Verdict, agrees)
		}
		if r.Verdict == 0 || r.Verdict == Unresolved || r.Verdict == NoClaim {
			t.Errorf("verdict %d", r.Verdict)
		}
		_, _ = ReadResults(rec.Root(), AnnotationKey)
	})
}
