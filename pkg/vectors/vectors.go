// Package vectors reads the test vectors under testdata/vectors. Only tests
// and the vectors command import it.
package vectors

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// Canonical is one case of canonical.jsonl: JSON input, and for each
// canonicalization the bytes, the error class, the hazards and the digest.
type Canonical struct {
	ID          string   `json:"id"`
	Input       []byte   `json:"input_b64"`
	Generated   bool     `json:"generated"` // long input made by rule; bytes are checked by digest
	JCS         *string  `json:"jcs"`
	JCSError    string   `json:"jcs_error"`
	HazardsJCS  []string `json:"hazards_jcs"`
	CBORHex     *string  `json:"cbor_hex"`
	CBORError   string   `json:"cbor_error"`
	HazardsCBOR []string `json:"hazards_cbor"`
	SHA256JCS   string   `json:"sha256_jcs"`
	SHA256CBOR  string   `json:"sha256_cbor"`
	Why         string   `json:"why"`
}

// CBORInput is one case of cbor-input.jsonl: a record given as CBOR.
type CBORInput struct {
	ID            string `json:"id"`
	InputHex      string `json:"input_hex"`
	Deterministic bool   `json:"deterministic"`
	CanonicalHex  string `json:"canonical_hex"`
	Error         string `json:"error"`
	Why           string `json:"why"`
}

// Input gives the bytes of the record.
func (c CBORInput) Input() []byte { return mustHex(c.InputHex) }

// Canonical gives the deterministic encoding, empty when Error is set.
func (c CBORInput) Canonical() []byte { return mustHex(c.CanonicalHex) }

func mustHex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err)
	}
	return b
}

// ReadCanonical reads canonical.jsonl from the vectors folder and makes the
// generated inputs.
func ReadCanonical(fsys fs.FS) ([]Canonical, error) {
	cases, err := Lines[Canonical](fsys, "canonical.jsonl")
	if err != nil {
		return nil, err
	}
	for i := range cases {
		if !cases[i].Generated {
			continue
		}
		make, ok := generators[cases[i].ID]
		if !ok {
			return nil, fmt.Errorf("canonical.jsonl: no generator for %s", cases[i].ID)
		}
		cases[i].Input = []byte(make())
	}
	return cases, nil
}

// ReadCBORInput reads cbor-input.jsonl.
func ReadCBORInput(fsys fs.FS) ([]CBORInput, error) {
	return Lines[CBORInput](fsys, "cbor-input.jsonl")
}

// Lines reads one JSON value a line.
func Lines[T any](fsys fs.FS, name string) ([]T, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, err
	}
	var out []T
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var v T
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		out = append(out, v)
	}
	return out, lines.Err()
}

var generators = map[string]func() string{
	"num-long-frac-exp":   func() string { return "[0." + strings.Repeat("0", 100_000) + "1e100001]" },
	"num-long-int-negexp": func() string { return "[1" + strings.Repeat("0", 100_000) + "e-100000]" },
	"str-long-64k":        func() string { return `["` + strings.Repeat("x", 65536) + `"]` },
	"key-many":            func() string { return manyKeys(4096) },
	"arr-256":             func() string { return counting(256) },
	"depth-arr-512":       func() string { return Nested("[", "]", "", 512) },
	"depth-arr-1000":      func() string { return Nested("[", "]", "", 1000) },
	"depth-arr-10000":     func() string { return Nested("[", "]", "", 10_000) },
	"depth-arr-10001":     func() string { return Nested("[", "]", "", 10_001) },
	"depth-obj-1000":      func() string { return Nested(`{"a":`, "}", "1", 1000) },
}

// manyKeys writes n three-digit hexadecimal names in an order far from sorted.
func manyKeys(n int) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"%03x":%d`, (n-273*i%n)%n, i)
	}
	b.WriteByte('}')
	return b.String()
}

func counting(n int) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprint(i)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// Nested gives depth times open, then inner, then depth times end.
func Nested(open, end, inner string, depth int) string {
	return strings.Repeat(open, depth) + inner + strings.Repeat(end, depth)
}
