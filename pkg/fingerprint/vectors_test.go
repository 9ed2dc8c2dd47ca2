package fingerprint

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/vectors"
)

var vectorsDir = os.DirFS("../../testdata/vectors")

// compute does what the command does with one definition.
func compute(raw []byte, stored bool) (Definition, Fingerprint, error) {
	readings, err := Read(raw, record.Limits{})
	if err != nil {
		return Definition{}, Fingerprint{}, err
	}
	d := readings[0].Definition
	v := Versions()[0]
	if stored {
		err = d.ValidateStored(v)
	} else {
		err = d.Validate()
	}
	return d, v.Sum(d), err
}

func TestVectors(t *testing.T) {
	cases, err := vectors.ReadFingerprints(vectorsDir)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 120 {
		t.Errorf("%d cases, want 120", len(cases))
	}
	byID := map[string]vectors.Fingerprint{}
	for _, c := range cases {
		byID[c.ID] = c
		d, sum, err := compute(c.Input(), c.Mode == "validate")
		if c.ErrorClass != "" {
			var e *Error
			if !errors.As(err, &e) || string(e.Code) != c.ErrorClass {
				t.Errorf("%s: %v, want %s (%s)", c.ID, err, c.ErrorClass, c.Why)
				continue
			}
			if c.ErrorField != "" && e.Field != c.ErrorField {
				t.Errorf("%s: field %q, want %q", c.ID, e.Field, c.ErrorField)
			}
			if e.Error() == "" {
				t.Errorf("%s: refused without a message", c.ID)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v (%s)", c.ID, err, c.Why)
			continue
		}
		if sum.String() != c.Fingerprint {
			t.Errorf("%s: %s, want %s (%s)", c.ID, sum, c.Fingerprint, c.Why)
		}
		if want := c.Preimage(); len(want) > 0 && !bytes.Equal(Versions()[0].Preimage(d), want) {
			t.Errorf("%s: preimage %x,\nwant %x", c.ID, Versions()[0].Preimage(d), want)
		}
		if (c.Mode == "input") != d.Bare {
			t.Errorf("%s: bare %v in mode %q", c.ID, d.Bare, c.Mode)
		}
		if c.RequiresConfirmation != nil && d.Trust.RequiresConfirmation() != *c.RequiresConfirmation {
			t.Errorf("%s: requires confirmation %v", c.ID, d.Trust.RequiresConfirmation())
		}
	}
	for _, c := range cases {
		for _, id := range c.SameAs {
			// A few cases name one that is not in the file.
			if other, ok := byID[id]; ok && other.Fingerprint != c.Fingerprint {
				t.Errorf("%s: differs from %s", c.ID, id)
			}
		}
		for _, id := range c.DiffersFrom {
			if byID[id].Fingerprint == c.Fingerprint {
				t.Errorf("%s: equals %s", c.ID, id)
			}
		}
	}
}

func TestURLVectors(t *testing.T) {
	cases, err := vectors.ReadFingerprintURLs(vectorsDir)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 74 {
		t.Errorf("%d cases, want 74", len(cases))
	}
	for _, c := range cases {
		got := checkURL(c.URL)
		if got == "" {
			got = "OK"
		}
		if string(got) != c.V1 {
			t.Errorf("%q: %s, want %s", c.URL, got, c.V1)
		}
	}
}

// TestSmallestCase spells out the smallest preimage by hand: 189 bytes.
func TestSmallestCase(t *testing.T) {
	lp := func(s string) string { return "\x00\x00\x00\x00\x00\x00\x00" + string(rune(len(s))) + s }
	want := lp("dcc-mcp-trust-fingerprint-v1") + lp("definition-id") + lp("a") + lp("transport") + lp("http") +
		lp("url") + lp("http://h") + lp("ownership") + lp("dcc-managed") + lp("secret-bindings") + "\x00\x00\x00\x00\x00\x00\x00\x00"
	d := Definition{ID: "a", Transport: Transport{Kind: HTTP, URL: "http://h"}, Ownership: Ownership{Kind: DCCManaged}}
	v, ok := LookupVersion(V1Name)
	if !ok {
		t.Fatal("no version 1")
	}
	if got := string(v.Preimage(d)); got != want || len(got) != 189 {
		t.Errorf("preimage of %d bytes:\n got %q\nwant %q", len(got), got, want)
	}
	sum := sha256.Sum256([]byte(want))
	if hex.EncodeToString(sum[:]) != d.V1().String() || d.V1().String() != "9386e43eeea35dcf2c579fa3c63b384b807737f6ae22580a792adece20e72a3e" {
		t.Errorf("fingerprint %s", d.V1())
	}
}
