package lint

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/fnv"
	"io"

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

	nth int // how many findings of the file before it have the same rule, tool and place
}

// Fix is a change of the input that removes a finding.
type Fix struct {
	Safe    bool // it cannot change what the author meant; otherwise it is a suggestion
	Message string
	Edits   []record.Edit // byte offsets in the file

	gives newName // for a fix that renames a member
}

// Fingerprint identifies a finding across runs: it depends on the rule, the
// server (or the file, when the server is not known), the tool and the place
// within the tool, never on lines, on the order of tools or on wording. It is
// 32 hex digits.
func (f *Finding) Fingerprint() string {
	from := f.Server
	if from == "" {
		from = f.Source
	}
	h := sha256.New()
	for _, part := range []string{f.Rule, from, f.Record, f.Within} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	if f.nth > 0 {
		h.Write(binary.AppendUvarint(nil, uint64(f.nth)))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// number tells findings apart that share rule, tool and place, in their order.
func number(findings []Finding) {
	seen := make(map[uint64]uint32, len(findings))
	for i := range findings {
		f := &findings[i]
		h := fnv.New64a()
		for _, part := range []string{f.Rule, f.Server, f.Record, f.Within} {
			io.WriteString(h, part)
			h.Write([]byte{0})
		}
		key := h.Sum64() // a collision only makes a number larger than needed
		f.nth = int(seen[key])
		seen[key]++
	}
}
