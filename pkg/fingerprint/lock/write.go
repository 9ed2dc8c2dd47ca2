package lock

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"github.com/mcp-evref/evref/schemas"

	"github.com/mcp-evref/evref/pkg/fingerprint/surface"
)

// schemaName names the published schema of a lock.
const schemaName = "mcp-trust-lock.v1"

type entryJSON struct {
	Version     string          `json:"version"`
	Fingerprint string          `json:"fingerprint"`
	Mapping     string          `json:"mapping,omitempty"`
	Input       json.RawMessage `json:"input"`
	Redacted    []string        `json:"redacted,omitempty"`
	Uncovered   []uncoveredJSON `json:"uncovered"`
	ToolsListed bool            `json:"toolsListed,omitempty"`
	Approval    *approvalJSON   `json:"approval,omitempty"`
}

type uncoveredJSON struct {
	Path string `json:"path"`
	Code string `json:"code,omitempty"`
}

type approvalJSON struct {
	Fingerprint string `json:"fingerprint"`
	By          string `json:"by"`
	At          string `json:"at"`
	Reason      string `json:"reason,omitempty"`
	Expires     string `json:"expires,omitempty"`
}

type toolJSON struct {
	Definition string          `json:"definition"`
	Locator    string          `json:"locator,omitempty"`
	Key        string          `json:"key,omitempty"`
	Name       string          `json:"name"`
	Algorithm  string          `json:"algorithm"`
	Digest     string          `json:"digest"`
	Input      json.RawMessage `json:"input"`
	Redacted   bool            `json:"redacted,omitempty"`
}

// Format writes a lock: sorted, one entry a line, so that two branches that
// change different servers merge, and equal locks are equal files.
func (l Lock) Format() []byte {
	l.Entries = append([]Entry(nil), l.Entries...)
	l.sort()
	var definitions, tools [][]byte
	for _, e := range l.Entries {
		definitions = append(definitions, line(e.json()))
		for _, t := range e.Tools {
			id := e.ID()
			tools = append(tools, line(toolJSON{
				Definition: id.Definition, Locator: id.Locator, Key: id.Key,
				Name: t.Name, Algorithm: surface.Algorithm, Digest: t.Digest.String(), Input: t.Input, Redacted: t.Redacted,
			}))
		}
	}
	var b strings.Builder
	b.WriteString("{\n  \"$schema\": \"" + schemas.Base + schemaName + ".json\",\n  \"lockVersion\": 1,\n")
	if l.KeyID != "" {
		b.WriteString("  \"keyId\": \"" + l.KeyID + "\",\n")
	}
	writeLines(&b, "definitions", definitions)
	if len(tools) > 0 {
		b.WriteString(",\n")
		writeLines(&b, "tools", tools)
	}
	b.WriteString("\n}\n")
	return []byte(b.String())
}

func writeLines(b *strings.Builder, name string, lines [][]byte) {
	b.WriteString("  \"" + name + "\": [")
	for i, l := range lines {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    ")
		b.Write(l)
	}
	if len(lines) > 0 {
		b.WriteString("\n  ")
	}
	b.WriteByte(']')
}

func (e Entry) json() entryJSON {
	out := entryJSON{
		Version: e.Version, Fingerprint: e.Fingerprint.String(), Mapping: e.Mapping, Input: e.Input.InputJSON(),
		Redacted: e.Redacted, Uncovered: []uncoveredJSON{}, ToolsListed: e.ToolsListed,
	}
	for _, u := range e.Uncovered {
		out.Uncovered = append(out.Uncovered, uncoveredJSON(u))
	}
	if a := e.Approval; a != nil {
		out.Approval = &approvalJSON{
			Fingerprint: a.Fingerprint.String(), By: a.By, At: a.At.UTC().Format(time.RFC3339), Reason: a.Reason, Expires: a.Expires,
		}
	}
	return out
}

func line(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v) // strings and checked JSON into a buffer cannot fail
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'})
}
