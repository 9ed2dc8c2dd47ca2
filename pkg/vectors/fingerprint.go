package vectors

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"strings"
)

// Fingerprint is one case of fingerprint.jsonl: a definition, and its
// fingerprint or the code under which it is refused.
type Fingerprint struct {
	ID                   string          `json:"id"`
	Definition           json.RawMessage `json:"definition"`
	Raw                  *string         `json:"raw"`
	RawBase64            []byte          `json:"raw_b64"`
	Generated            bool            `json:"generated"` // the empty argument stands for 70,000 letters x
	Fingerprint          string          `json:"fingerprint"`
	ErrorClass           string          `json:"error_class"`
	ErrorField           string          `json:"error_field"`
	PreimageHex          string          `json:"preimage_hex"`
	RequiresConfirmation *bool           `json:"requires_confirmation"`
	SameAs               ids             `json:"same_as"`
	DiffersFrom          ids             `json:"differs_from"`
	Mode                 string          `json:"mode"` // "", "validate" or "input"
	Why                  string          `json:"why"`
}

// ids is one case name or several.
type ids []string

// UnmarshalJSON reads a string or an array of strings.
func (s *ids) UnmarshalJSON(text []byte) error {
	if bytes.HasPrefix(text, []byte{'"'}) {
		*s = ids{""}
		return json.Unmarshal(text, &(*s)[0])
	}
	return json.Unmarshal(text, (*[]string)(s))
}

// Input gives the bytes of the definition's file.
func (f Fingerprint) Input() []byte {
	switch {
	case f.Raw != nil:
		return []byte(*f.Raw)
	case f.RawBase64 != nil:
		return f.RawBase64
	case f.Generated:
		return bytes.Replace(f.Definition, []byte(`"args": [""]`), []byte(`"args": ["`+strings.Repeat("x", 70_000)+`"]`), 1)
	}
	return f.Definition
}

// Preimage gives the hashed bytes, nil when the case does not list them.
func (f Fingerprint) Preimage() []byte { return mustHex(f.PreimageHex) }

// ReadFingerprints reads fingerprint.jsonl.
func ReadFingerprints(fsys fs.FS) ([]Fingerprint, error) {
	return Lines[Fingerprint](fsys, "fingerprint.jsonl")
}

// FingerprintURL is one case of fingerprint-urls.jsonl: what validation says of
// a URL, "OK" or a code.
type FingerprintURL struct {
	URL string `json:"url"`
	V1  string `json:"v1"`
}

// ReadFingerprintURLs reads fingerprint-urls.jsonl.
func ReadFingerprintURLs(fsys fs.FS) ([]FingerprintURL, error) {
	return Lines[FingerprintURL](fsys, "fingerprint-urls.jsonl")
}
