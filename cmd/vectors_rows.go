package cmd

import (
	"encoding/hex"
	"fmt"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/vectors"
	embedded "github.com/mcp-evref/evref/testdata/vectors"
)

// vectorRow is one line of `evref vectors -c`. Its shape is in
// schemas/vectors-output.v1.json.
type vectorRow struct {
	ID               string   `json:"id"`
	Canonicalization string   `json:"canonicalization"`
	InputFormat      string   `json:"inputFormat"` // json or cbor
	InputBase64      []byte   `json:"inputBase64"`
	CanonicalBase64  *[]byte  `json:"canonicalBase64,omitempty"` // not for inputs that are made by rule
	Digest           string   `json:"digest,omitempty"`
	Error            string   `json:"error,omitempty"`
	Hazards          []string `json:"hazards,omitempty"`
	Portable         bool     `json:"portable"`
	Why              string   `json:"why"`
}

func canonicalVectors(c digest.Canonicalization) ([]vectorRow, error) {
	cases, err := vectors.ReadCanonical(embedded.Files())
	if err != nil {
		return nil, err
	}
	var rows []vectorRow
	for _, v := range cases {
		row := vectorRow{
			ID: v.ID, Canonicalization: c.ID(), InputFormat: record.JSON.String(), InputBase64: v.Input,
			Error: v.JCSError, Hazards: v.HazardsJCS, Why: v.Why,
		}
		sum := v.SHA256JCS
		if c == digest.CBOR {
			row.Error, row.Hazards, sum = v.CBORError, v.HazardsCBOR, v.SHA256CBOR
		}
		if row.Error == "" {
			row.Digest = digest.SHA256.String() + ":" + sum
			row.Portable = isPortable(v.Input)
		}
		if row.CanonicalBase64, err = canonicalBytes(c, v); err != nil {
			return nil, fmt.Errorf("vector %s: %w", v.ID, err)
		}
		rows = append(rows, row)
	}
	if c != digest.CBOR {
		return rows, nil
	}
	fromCBOR, err := cborVectors()
	return append(rows, fromCBOR...), err
}

// canonicalBytes gives what the vector says, nil when it says nothing.
func canonicalBytes(c digest.Canonicalization, v vectors.Canonical) (*[]byte, error) {
	switch {
	case c == digest.JCS && v.JCS != nil:
		text := []byte(*v.JCS)
		return &text, nil
	case c == digest.CBOR && v.CBORHex != nil:
		b, err := hex.DecodeString(*v.CBORHex)
		return &b, err
	}
	return nil, nil
}

// cborVectors are the records that are given as CBOR.
func cborVectors() ([]vectorRow, error) {
	cases, err := vectors.ReadCBORInput(embedded.Files())
	if err != nil {
		return nil, err
	}
	var rows []vectorRow
	for _, v := range cases {
		row := vectorRow{
			ID: v.ID, Canonicalization: digest.CBOR.ID(), InputFormat: record.CBOR.String(), InputBase64: v.Input(),
			Error: v.Error, Why: v.Why,
		}
		if v.Error == "" {
			canonical := v.Canonical()
			row.CanonicalBase64 = &canonical
			row.Digest = digest.Of(digest.SHA256, canonical).String()
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// isPortable reports a record within the profile of the public conformance
// set, which is where an implementation starts.
func isPortable(input []byte) bool {
	r, err := record.Parse(input, record.JSON, record.Limits{})
	return err == nil && len(digest.NotPortable(r.Root())) == 0
}

// fingerprintRow is one line of `evref vectors fingerprint`.
type fingerprintRow struct {
	ID             string `json:"id"`
	Mode           string `json:"mode"` // compute, validate or input
	InputBase64    []byte `json:"inputBase64"`
	PreimageBase64 []byte `json:"preimageBase64,omitempty"`
	Fingerprint    string `json:"fingerprint,omitempty"`
	Error          string `json:"error,omitempty"`
	ErrorField     string `json:"errorField,omitempty"`
	Why            string `json:"why"`
}

func fingerprintVectors() ([]fingerprintRow, error) {
	cases, err := vectors.ReadFingerprints(embedded.Files())
	if err != nil {
		return nil, err
	}
	var rows []fingerprintRow
	for _, v := range cases {
		row := fingerprintRow{
			ID: v.ID, Mode: v.Mode, InputBase64: v.Input(), PreimageBase64: v.Preimage(), Fingerprint: v.Fingerprint,
			Error: v.ErrorClass, ErrorField: v.ErrorField, Why: v.Why,
		}
		if row.Mode == "" {
			row.Mode = "compute"
		}
		rows = append(rows, row)
	}
	return rows, nil
}
