package digest

import (
	"bytes"
	"encoding/hex"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/vectors"
)

var vectorsDir = os.DirFS("../../testdata/vectors")

func TestCanonicalVectors(t *testing.T) {
	cases, err := vectors.ReadCanonical(vectorsDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		rec, err := record.Parse(c.Input, record.JSON, record.Limits{})
		if c.JCSError != "" {
			var syntax *record.SyntaxError
			if !errors.As(err, &syntax) || syntax.Class != c.JCSError {
				t.Errorf("%s: %v, want class %s", c.ID, err, c.JCSError)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		var cbor *string
		if c.CBORHex != nil {
			b, _ := hex.DecodeString(*c.CBORHex)
			text := string(b)
			cbor = &text
		}
		check(t, c.ID, JCS, rec, c.JCS, c.SHA256JCS, c.HazardsJCS)
		check(t, c.ID, CBOR, rec, cbor, c.SHA256CBOR, c.HazardsCBOR)
	}
}

func check(t *testing.T, id string, c Canonicalization, rec *record.Record, want *string, sum string, hazards []string) {
	t.Helper()
	got, err := c.Append(nil, rec.Root())
	if err != nil {
		t.Errorf("%s: %s: %v", id, c, err)
		return
	}
	if want != nil && string(got) != *want {
		t.Errorf("%s: %s:\n got %q\nwant %q", id, c, got, *want)
	}
	if d, err := Sum(c, SHA256, rec.Root()); err != nil || d.Hex() != sum {
		t.Errorf("%s: %s: digest %s, want %s (%v)", id, c, d, sum, err)
	}
	kinds := []string{}
	for _, h := range Hazards(c, rec.Root()) {
		if !slices.Contains(kinds, string(h.Kind)) {
			kinds = append(kinds, string(h.Kind))
		}
	}
	slices.Sort(kinds)
	slices.Sort(hazards)
	if !slices.Equal(kinds, hazards) {
		t.Errorf("%s: %s: hazards %v, want %v", id, c, kinds, hazards)
	}
}

func TestCBORInputVectors(t *testing.T) {
	cases, err := vectors.ReadCBORInput(vectorsDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		rec, err := record.Parse(c.Input(), record.CBOR, record.Limits{})
		if c.Error != "" {
			var syntax *record.SyntaxError
			if !errors.As(err, &syntax) || syntax.Class != c.Error {
				t.Errorf("%s: %v, want class %s", c.ID, err, c.Error)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.ID, err)
			continue
		}
		got, err := CBOR.Append(nil, rec.Root())
		if err != nil || !bytes.Equal(got, c.Canonical()) {
			t.Errorf("%s (%s): got %x, want %x (%v)", c.ID, c.Why, got, c.Canonical(), err)
		}
		if deterministic := bytes.Equal(got, c.Input()); deterministic != c.Deterministic || deterministic != (len(rec.Oddities()) == 0) {
			t.Errorf("%s (%s): deterministic %v (%v), want %v", c.ID, c.Why, deterministic, rec.Oddities(), c.Deterministic)
		}
	}
}
