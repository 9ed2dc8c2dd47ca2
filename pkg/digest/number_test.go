package digest

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"math"
	"strconv"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/vectors"
)

var es6Lines = flag.Int("es6lines", 100_000, "lines of the ECMAScript number test to compute: a power of ten from 1000")

// canonicalText parses a text and gives its canonical form: the real path.
func canonicalText(t testing.TB, p *record.Parser, e *Encoder, c Canonicalization, text []byte) []byte {
	t.Helper()
	rec, err := p.Parse(text, record.JSON)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	out, err := e.Canonical(c, rec.Root())
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return out
}

// TestAppendixB holds number text to RFC 8785 appendix B.
func TestAppendixB(t *testing.T) {
	rows, err := vectors.ReadAppendixB(vectorsDir)
	if err != nil {
		t.Fatal(err)
	}
	var p record.Parser
	var e Encoder
	for _, row := range rows {
		v, err := row.Value()
		if err != nil {
			t.Fatal(err)
		}
		if row.JCS == nil {
			if v-v == 0 {
				t.Errorf("%s: %v has a text", row.IEEE754, v)
			}
			continue
		}
		for _, format := range []byte{'e', 'f', 'g'} {
			literal := strconv.AppendFloat(nil, v, format, -1, 64)
			if got := canonicalText(t, &p, &e, JCS, literal); string(got) != *row.JCS {
				t.Errorf("%s (%s): %s, want %s", literal, row.Comment, got, *row.JCS)
			}
		}
	}
	if len(rows) < 25 {
		t.Errorf("only %d rows", len(rows))
	}
}

// TestES6Numbers hashes the lines of the public number test. Each double goes
// in as a literal with 17 digits and comes out as canonical text.
func TestES6Numbers(t *testing.T) {
	numbers, err := vectors.ReadES6Numbers(vectorsDir)
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, c := range numbers.Checkpoints {
		if c.Lines == *es6Lines {
			want = c.SHA256
		}
	}
	if want == "" {
		t.Fatalf("no checkpoint at %d lines", *es6Lines)
	}
	var (
		p       record.Parser
		e       Encoder
		literal []byte
		line    []byte
		hash    = sha256.New()
		n       = 0
	)
	for v := range numbers.All() {
		literal = strconv.AppendFloat(literal[:0], v, 'e', 16, 64)
		line = strconv.AppendUint(line[:0], math.Float64bits(v), 16)
		line = append(line, ',')
		line = append(line, canonicalText(t, &p, &e, JCS, literal)...)
		line = append(line, '\n')
		hash.Write(line)
		if n++; n == *es6Lines {
			break
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != want {
		t.Errorf("sha256 of %d lines is %s, want %s", n, got, want)
	}
}
