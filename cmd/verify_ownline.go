package cmd

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/evidence"
)

// ownLine is a line of claims: in the project's own form, or with the members
// of an evidenceRef on their own, for claims that were not written as one.
type ownLine struct {
	ID  json.RawMessage `json:"id,omitempty"`
	Ref json.RawMessage `json:"evidenceRef,omitempty"`
	claimTexts
	Path string `json:"path,omitempty"`
}

type claimTexts struct {
	Type             string `json:"type,omitempty"`
	Digest           string `json:"digest,omitempty"`
	Canonicalization string `json:"canonicalization,omitempty"`
	Schema           string `json:"schema,omitempty"`
	Ref              string `json:"ref,omitempty"`
}

func textsOf(c *evidence.Claim) claimTexts {
	return claimTexts{c.Type, c.DigestText(), c.CanonicalizationText(), c.Schema, c.Locator}
}

// mapping names the members for --map.
func (t claimTexts) mapping() string {
	names := []string{"digest=/digest", "canonicalization=/canonicalization", "path=/path", "id=/id"}
	for name, text := range map[string]string{"type": t.Type, "schema": t.Schema, "ref": t.Ref} {
		if text != "" {
			names = append(names, name+"=/"+name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ",")
}
