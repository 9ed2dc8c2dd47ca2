package lint

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Finding is one defect at one place. Record of the embedded diagnostic is the
// tool's name.
type Finding struct {
	diag.Diagnostic
	Server string // name of the list's server, when the file says it
	// Within is the pointer seen from the tool (or list, or result) that the
	// finding is about. Unlike Pointer it stays the same when tools are moved.
	Within string
	Fixes  []Fix // alternatives, the preferred one first; empty when there is none
}

// Fix is a change of the input that removes a finding.
type Fix struct {
	Safe    bool // it cannot change what the author meant; otherwise it is a suggestion
	Message string
	Edits   []record.Edit // byte offsets in the file
}

// Fingerprint identifies a finding across runs: it depends on the rule, the
// server, the tool and the place within the tool, never on lines, order or
// wording. It is 32 hex digits.
func (f *Finding) Fingerprint() string {
	h := sha256.New()
	for _, part := range []string{f.Rule, f.Server, f.Record, f.Within} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
