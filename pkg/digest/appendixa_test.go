package digest

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/vectors"
)

// TestAppendixA holds the CBOR walk to RFC 8949 appendix A: a deterministic row
// comes out as it went in, any other as the row that says the same.
func TestAppendixA(t *testing.T) {
	rows, err := vectors.ReadAppendixA(vectorsDir)
	if err != nil {
		t.Fatal(err)
	}
	deterministic := map[string][]byte{
		`"streaming"`:             []byte("\x69streaming"),
		"h'0102030405'":           {0x45, 1, 2, 3, 4, 5},
		`{"Amt": -2,"Fun": true}`: []byte("\xa2\x63Amt\x21\x63Fun\xf5"),
	}
	for _, row := range rows {
		if row.Deterministic {
			deterministic[row.Diagnostic] = row.Input()
		}
	}
	definite := strings.NewReplacer(
		`(_ "strea", "ming")`, `"streaming"`, "(_ h'0102', h'030405')", "h'0102030405'",
		`{_ "Fun": true, "Amt": -2}`, `{"Amt": -2,"Fun": true}`,
		"[_ ]", "[]", "[_ ", "[", "{_ ", "{")
	for _, row := range rows {
		rec, err := record.Parse(row.Input(), record.CBOR, record.Limits{})
		if err != nil {
			t.Errorf("%s: %v", row.Diagnostic, err)
			continue
		}
		got, err := CBOR.Append(nil, rec.Root())
		want, ok := deterministic[definite.Replace(row.Diagnostic)]
		if err != nil || !ok || !bytes.Equal(got, want) {
			t.Errorf("%s: %x, want %x (%v)", row.Diagnostic, got, want, err)
		}
		if (len(rec.Oddities()) == 0) != row.Deterministic {
			t.Errorf("%s: oddities %v", row.Diagnostic, rec.Oddities())
		}
	}
	if len(rows) < 80 {
		t.Errorf("only %d rows", len(rows))
	}
}

// TestIntegersAgree gives the integers of appendix A as JSON: the bytes must be
// those of the CBOR row.
func TestIntegersAgree(t *testing.T) {
	rows, err := vectors.ReadAppendixA(vectorsDir)
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, row := range rows {
		rec, err := record.Parse([]byte(row.Diagnostic), record.JSON, record.Limits{})
		if err != nil || !row.Deterministic || strings.Contains(row.Diagnostic, ".") || len(row.Hex) > 18 {
			continue // not JSON; a float, which JSON does not tell from an integer; a bignum
		}
		got, err := CBOR.Append(nil, rec.Root())
		if err != nil || !bytes.Equal(got, row.Input()) {
			t.Errorf("%s: %x, want %s (%v)", row.Diagnostic, got, row.Hex, err)
		}
		checked++
	}
	if checked < 20 {
		t.Error(fmt.Sprint("only ", checked, " rows are JSON too"))
	}
}
