package cmd

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

// rows runs a command that prints a row a line.
func rows[T any](t *testing.T, args ...string) []T {
	t.Helper()
	stdout, stderr, code := invoke(t, nil, args...)
	if code != ExitOK || stderr != "" {
		t.Fatalf("evref %s: exit %d: %s", strings.Join(args, " "), code, stderr)
	}
	var out []T
	for line := range strings.Lines(stdout) {
		var row T
		d := json.NewDecoder(strings.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&row); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		out = append(out, row)
	}
	return out
}

// TestVectorsAreTrue holds what the program prints to what it computes.
func TestVectorsAreTrue(t *testing.T) {
	for _, c := range digest.All() {
		printed := rows[vectorRow](t, "vectors", "-c", c.ShortName())
		answers, errors, portable := 0, 0, 0
		for _, row := range printed {
			format := record.JSON
			if row.InputFormat == "cbor" {
				format = record.CBOR
			}
			var e digest.Encoder
			var canonical []byte
			r, err := record.Parse(row.InputBase64, format, record.Limits{})
			if err == nil {
				canonical, err = e.Canonical(c, r.Root())
			}
			switch {
			case row.Error != "":
				errors++
				if err == nil {
					t.Errorf("%s %s: has an answer, want error %s", c, row.ID, row.Error)
				}
			case err != nil:
				t.Errorf("%s %s: %v", c, row.ID, err)
			default:
				answers++
				if row.CanonicalBase64 != nil && !bytes.Equal(*row.CanonicalBase64, canonical) {
					t.Errorf("%s %s: canonical bytes are %q, printed are %q", c, row.ID, canonical, *row.CanonicalBase64)
				}
				if got := digest.Of(digest.SHA256, canonical).String(); got != row.Digest {
					t.Errorf("%s %s: digest is %s, printed is %s", c, row.ID, got, row.Digest)
				}
			}
			if row.Portable {
				portable++
			}
		}
		if answers < 100 || errors < 80 || portable < 20 {
			t.Errorf("%s: %d answers, %d errors, %d portable", c, answers, errors, portable)
		}
	}
}

// TestVectorsStayWhereTheyArePromised compares what is in the program with what
// is in a clone.
func TestVectorsStayWhereTheyArePromised(t *testing.T) {
	for name, args := range map[string][]string{
		"canonical.jsonl": {"-c", "jcs"}, "fingerprint.jsonl": {"fingerprint"},
	} {
		file, err := os.ReadFile("../testdata/vectors/" + name)
		if err != nil {
			t.Fatal(err)
		}
		stdout, _, _ := invoke(t, nil, append([]string{"vectors"}, args...)...)
		if got, want := strings.Count(stdout, "\n"), bytes.Count(file, []byte{'\n'}); got != want {
			t.Errorf("%d rows printed, %s has %d", got, name, want)
		}
	}
}

func TestVectorsHaveTheirSchema(t *testing.T) {
	schema, err := validate.Embedded("vectors-output.v1")
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"-c", "jcs"}, {"-c", "cbor"}, {"fingerprint"}} {
		for _, row := range rows[json.RawMessage](t, append([]string{"vectors"}, args...)...) {
			r, err := record.Parse(row, record.JSON, record.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range schema.Validate(r.Root()) {
				t.Errorf("vectors %v: %.80s: %s: %s", args, row, v.Pointer, v.Message)
			}
		}
	}
}
