package record

import (
	"errors"
	"os"
	"testing"

	"github.com/mcp-evref/evref/pkg/vectors"
)

var vectorsDir = os.DirFS("../../testdata/vectors")

// TestJSONVectors checks that a record is read or refused with the class that
// canonical.jsonl gives.
func TestJSONVectors(t *testing.T) {
	cases, err := vectors.ReadCanonical(vectorsDir)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 244 {
		t.Errorf("%d cases, want 244", len(cases))
	}
	for _, c := range cases {
		_, err := Parse(c.Input, JSON, Limits{})
		checkClass(t, c.ID, err, c.JCSError)
	}
}

func TestCBORVectors(t *testing.T) {
	cases, err := vectors.ReadCBORInput(vectorsDir)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 55 {
		t.Errorf("%d cases, want 55", len(cases))
	}
	for _, c := range cases {
		_, err := Parse(c.Input(), CBOR, Limits{})
		checkClass(t, c.ID, err, c.Error)
	}
}

func checkClass(t *testing.T, id string, err error, want string) {
	t.Helper()
	var syntax *SyntaxError
	if err != nil && !errors.As(err, &syntax) {
		t.Fatalf("%s: error is a %T", id, err)
	}
	got := ""
	if syntax != nil {
		got = syntax.Class
		if syntax.Error() == "" || syntax.Code == "" {
			t.Errorf("%s: refused without a message or code: %+v", id, syntax)
		}
	}
	if got != want {
		t.Errorf("%s: class %q, want %q (%v)", id, got, want, err)
	}
}
