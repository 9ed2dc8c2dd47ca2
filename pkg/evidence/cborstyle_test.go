package evidence

import (
	"encoding/hex"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/vectors"
)

// TestOtherNumberMappings: a digest made under one of the other number mappings
// of cbor-profiles.jsonl is explained as that.
func TestOtherNumberMappings(t *testing.T) {
	type profile struct {
		ID     string            `json:"id"`
		Input  []byte            `json:"input_b64"`
		Ours   string            `json:"ours_rfc8949_6.2_64bit"`
		Others map[string]string `json:"others"`
	}
	cases, err := vectors.Lines[profile](os.DirFS("../../testdata/vectors"), "cbor-profiles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	// dCBOR also normalises text (NFC), which is not a mistake about numbers; the
	// naive encoder reads very long numbers with strconv.ParseFloat; the typed one
	// misses that 65504 fits a half.
	unexplained := map[string]string{"key-nfc-nfd": "dcbor", "key-astral-vs-fb33": "dcbor", "cyberphone-unicode": "dcbor",
		"num-f16-max-frac": "typed_json", "rfc8949-a-f97bff": "typed_json",
		"num-801-digits-negexp": "naive float64", "num-815-digits-negexp": "naive float64"}
	tried := 0
	for _, c := range cases {
		rec := mustParse(t, string(c.Input))
		if ours := hex.EncodeToString(canonical(t, digest.CBOR, rec)); ours != c.Ours {
			t.Errorf("%s: canonical bytes %s, want %s", c.ID, ours, c.Ours)
		}
		for _, name := range slices.Sorted(maps.Keys(c.Others)) {
			other, err := hex.DecodeString(c.Others[name])
			if err != nil {
				t.Fatal(err)
			}
			cut := len(other) == 80 // the file keeps 80 bytes of a longer encoding
			if c.Others[name] == c.Ours || cut || unexplained[c.ID] == name {
				continue
			}
			tried++
			r := Verify(claimOf(digest.CBOR, other), rec)
			if r.Verdict != Mismatch || r.Diagnosis == nil || r.Diagnosis.Cause != "cbor-numbers" {
				t.Errorf("%s under %s: %s, %+v", c.ID, name, r.Verdict, r.Diagnosis)
			}
		}
	}
	if tried < 50 {
		t.Errorf("only %d digests tried", tried)
	}
}
