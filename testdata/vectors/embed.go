// Package vectors holds the test vectors beside it for the program, which
// prints them wherever it is installed. Reading them is the work of
// pkg/vectors.
package vectors

import (
	"embed"
	"io/fs"
)

//go:embed canonical.jsonl cbor-input.jsonl fingerprint.jsonl
var files embed.FS

// Files gives the vectors that are part of the program.
func Files() fs.FS { return files }
