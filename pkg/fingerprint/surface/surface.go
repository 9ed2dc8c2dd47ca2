// Package surface digests what a server offers: its tools. A definition's
// fingerprint covers how a server is started, and says nothing about the tools
// it lists once it runs.
package surface

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
	"github.com/mcp-evref/evref/pkg/record"
)

// Algorithm names how a tool is digested: the members of [Members] that the
// tool has, as one object, in jcs/rfc8785, hashed with SHA-256. It is this
// project's own; `evref digest -c jcs` of that object gives the same digest.
const Algorithm = "evref-tool-surface-v1"

// Members lists the members of a tool that are digested.
func Members() []string {
	return []string{"name", "title", "description", "inputSchema", "outputSchema", "annotations", "_meta"}
}

// Tool is one tool with its digest.
type Tool struct {
	Name   string
	Digest digest.Digest
	// Input is what was digested, on one line, without what looks like a
	// secret. It has the digest's bytes only when Redacted is false.
	Input    []byte
	Redacted bool
}

// Error says why a list of tools has no digests.
type Error struct {
	Pointer string
	Range   diag.Range
	message string
}

// Error is one line.
func (e *Error) Error() string { return e.message }

// Of digests one tool definition. The error is an [*Error]: the tool has no
// name, or its numbers would make two different tools look the same.
func Of(v record.Value) (Tool, error) {
	fail := func(at record.Value, format string, args ...any) (Tool, error) {
		return Tool{}, &Error{Pointer: at.Pointer(), Range: at.Range(), message: fmt.Sprintf(format, args...)}
	}
	name, ok := v.Get("name").Text()
	if !ok || name == "" {
		return fail(v, "a tool has no name")
	}
	var raw, shown strings.Builder
	for _, member := range Members() {
		m := v.Get(member)
		if m.IsZero() && member == "inputSchema" {
			m = v.Get("input_schema")
		}
		if m.IsZero() {
			continue
		}
		separator := ","
		if raw.Len() == 0 {
			separator = "{"
		}
		head := separator + record.QuoteJSON(member) + ":"
		raw.WriteString(head + string(m.Raw()))
		shown.WriteString(head)
		redacted(&shown, member, m)
	}
	raw.WriteByte('}')
	shown.WriteByte('}')
	// Parsed anew and strictly: the capture may have been read leniently.
	rec, err := record.Parse([]byte(raw.String()), record.JSON, record.Limits{})
	if err != nil {
		return fail(v, "tool %s cannot be digested: %s", diag.Quote(name, 0), err)
	}
	if hazards := digest.Hazards(digest.JCS, rec.Root()); len(hazards) > 0 {
		return fail(v, "tool %s cannot be digested: a value of it is not safe in canonical JSON (%s)", diag.Quote(name, 0), hazards[0].Kind)
	}
	d, err := digest.Sum(digest.JCS, digest.SHA256, rec.Root())
	if err != nil {
		return fail(v, "tool %s cannot be digested: %s", diag.Quote(name, 0), err)
	}
	t := Tool{Name: name, Digest: d, Input: []byte(shown.String())}
	plain, err := record.Parse(t.Input, record.JSON, record.Limits{})
	if err != nil {
		return fail(v, "tool %s cannot be stored", diag.Quote(name, 0))
	}
	kept, err := digest.Sum(digest.JCS, digest.SHA256, plain.Root())
	t.Redacted = err != nil || kept != d
	return t, nil
}

// List digests the tools of one complete listing, sorted by name. Repeated
// names make it ambiguous which tool a call reaches, so they are an error and
// no digest is claimed.
func List(values []record.Value) ([]Tool, error) {
	tools := make([]Tool, 0, len(values))
	for _, v := range values {
		t, err := Of(v)
		if err != nil {
			return nil, err
		}
		tools = append(tools, t)
	}
	slices.SortStableFunc(tools, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(tools); i++ {
		if tools[i].Name == tools[i-1].Name {
			return nil, &Error{message: fmt.Sprintf("tool %s is listed twice, so no digest is claimed", diag.Quote(tools[i].Name, 0))}
		}
	}
	return tools, nil
}

// ErrPartial says that a listing is one page of a longer one.
var ErrPartial = errors.New("the listing is partial (nextCursor), so no digest is claimed")

// redacted copies a value on one line, hiding strings that look like secrets.
func redacted(b *strings.Builder, name string, v record.Value) {
	separator := ""
	switch v.Kind() {
	case record.Object:
		b.WriteByte('{')
		for m := range v.Members() {
			b.WriteString(separator + record.QuoteJSON(m.Name) + ":")
			redacted(b, m.Name, m.Value)
			separator = ","
		}
		b.WriteByte('}')
	case record.Array:
		b.WriteByte('[')
		for _, e := range v.Elements() {
			b.WriteString(separator)
			redacted(b, name, e)
			separator = ","
		}
		b.WriteByte(']')
	case record.String:
		text, _ := v.Text()
		b.WriteString(record.QuoteJSON(redact.Named(name, text)))
	default:
		b.Write(v.Raw())
	}
}
