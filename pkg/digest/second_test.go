package digest

import (
	"bytes"
	"errors"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/vectors"
)

// TestSecondOpinionAgrees compares both implementations on every vector. Where
// the second one is known to be wrong it says so itself.
func TestSecondOpinionAgrees(t *testing.T) {
	cases, err := vectors.ReadCanonical(vectorsDir)
	if err != nil {
		t.Fatal(err)
	}
	faults := 0
	for _, c := range cases {
		rec, err := record.Parse(c.Input, record.JSON, record.Limits{})
		if err != nil {
			continue
		}
		for _, id := range All() {
			faults += compareOpinions(t, c.ID, id, rec.Root())
		}
	}
	if faults == 0 {
		t.Error("no vector shows the known faults, so the exceptions are untested")
	}
}

func TestSecondOpinionOnCBOR(t *testing.T) {
	cases, err := vectors.ReadCBORInput(vectorsDir)
	if err != nil {
		t.Fatal(err)
	}
	none := 0
	for _, c := range cases {
		rec, err := record.Parse(c.Input(), record.CBOR, record.Limits{})
		if err != nil {
			continue
		}
		if _, err := SecondOpinion(CBOR, rec.Root()); errors.Is(err, ErrNoOpinion) {
			none++
		}
		for _, id := range All() {
			compareOpinions(t, c.ID, id, rec.Root())
		}
	}
	if none > 8 {
		t.Errorf("%d of the vectors get no second opinion", none)
	}
}

// compareOpinions gives 1 when the second implementation has a known fault.
func compareOpinions(t *testing.T, id string, c Canonicalization, v record.Value) (faults int) {
	t.Helper()
	want, err := c.Append(nil, v)
	if err != nil {
		return 0
	}
	got, err := SecondOpinion(c, v)
	switch {
	case errors.Is(err, ErrNoOpinion):
	case errors.Is(err, ErrKnownFault):
		return 1
	case err != nil:
		t.Errorf("%s: %s: %v", id, c, err)
	case !bytes.Equal(got, want):
		t.Errorf("%s: %s:\n got %q\nwant %q", id, c, got, want)
	}
	return 0
}
