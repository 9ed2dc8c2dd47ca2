package digest

import (
	"math"

	"github.com/fxamacker/cbor/v2"
)

// Notation writes CBOR bytes in diagnostic notation (RFC 8949 §8), for people.
// The error is for bytes that are not well-formed CBOR or nest too deeply.
func Notation(encoded []byte) (string, error) {
	mode, err := cbor.DiagOptions{MaxNestedLevels: math.MaxUint16, MaxArrayElements: math.MaxInt32, MaxMapPairs: math.MaxInt32}.DiagMode()
	if err != nil {
		return "", err
	}
	return mode.Diagnose(encoded)
}
