package lock

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/config"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
	"github.com/mcp-evref/evref/pkg/fingerprint/surface"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

// Error says why a lock cannot be used.
type Error struct {
	// Unsupported: the lock is from a newer version; otherwise it is damaged.
	Unsupported bool
	Code        string
	Pointer     string
	Range       diag.Range

	message, help string
}

// Error is one line: what is wrong, without position.
func (e *Error) Error() string { return e.message }

// Diagnostic is the error as data; the caller knows the source's name.
func (e *Error) Diagnostic(source string) diag.Diagnostic {
	return diag.Diagnostic{
		Rule: e.Code, Severity: diag.Error, Source: source, Pointer: e.Pointer, Range: e.Range, Message: e.message, Help: e.help,
	}
}

const restore = "restore the lock from version control, or write it anew and approve again"

// Parse reads a lock. The error is always an [*Error].
func Parse(raw []byte) (*Lock, error) {
	rec, err := record.Parse(raw, record.JSON, record.Limits{})
	if err != nil {
		return nil, syntaxError(raw, err)
	}
	root := rec.Root()
	if version := root.Get("lockVersion"); version.Kind() == record.Number && version.Literal() != "1" {
		e := newError(version, "lock-version", "lock version %s is not known to this evref", diag.Quote(version.Literal(), 20))
		e.Unsupported, e.help = true, "use the evref that wrote it, or a newer one"
		return nil, e
	}
	if err := checkShape(root); err != nil {
		return nil, err
	}
	return decode(root)
}

// checkShape holds a lock to its schema. Entries are checked one by one: the
// schema engine bounds what one check may cost, and a lock has no bound.
func checkShape(root record.Value) error {
	schema, err := validate.Embedded(schemaName)
	if err != nil {
		return &Error{Code: "lock-corrupt", message: "the schema of locks cannot be used: " + err.Error()}
	}
	if root.Kind() != record.Object || root.Get("definitions").Kind() != record.Array {
		return newError(root, "lock-corrupt", "not a lock: it has no list of definitions")
	}
	for m := range root.Members() {
		item := map[string]string{"definitions": "/$defs/definition", "tools": "/$defs/tool"}[m.Name]
		if item == "" {
			item = "/properties/" + m.Name
		}
		part, err := schema.Sub(item)
		if err != nil {
			return newError(m.Key, "lock-corrupt", "not a lock: member %s is not known", diag.Quote(m.Name, 60))
		}
		values := []record.Value{m.Value}
		if m.Name == "definitions" || m.Name == "tools" {
			if values = nil; m.Value.Kind() != record.Array {
				return newError(m.Value, "lock-corrupt", "not a lock: %s is not a list", m.Name)
			}
			for _, e := range m.Value.Elements() {
				values = append(values, e)
			}
		}
		for _, v := range values {
			if violations := part.Validate(v); len(violations) > 0 {
				first := violations[0]
				return newError(first.At, "lock-corrupt", "not a lock: %s", first.Message)
			}
		}
	}
	return nil
}

func syntaxError(raw []byte, err error) *Error {
	e := &Error{Code: "lock-corrupt", message: "the lock is not JSON", help: restore}
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		e.message, e.Pointer, e.Range = "the lock is not JSON: "+syntax.Error(), syntax.Pointer, syntax.Range
	}
	if i := bytes.Index(raw, []byte("<<<<<<<")); i >= 0 {
		e.message, e.help, e.Range = "the lock has a merge conflict", "keep the entries of both sides, one a line, and check again", diag.RangeAt(raw, i, i+7)
	}
	return e
}

func newError(v record.Value, code, format string, args ...any) *Error {
	return &Error{Code: code, Pointer: v.Pointer(), Range: v.Range(), message: fmt.Sprintf(format, args...), help: restore}
}

// decode reads what the schema has accepted.
func decode(root record.Value) (*Lock, error) {
	l := &Lock{KeyID: text(root, "keyId")}
	at := index{}
	for _, v := range root.Get("definitions").Elements() {
		e, err := decodeEntry(v)
		if err != nil {
			return nil, err
		}
		if at.find(e.ID()) >= 0 {
			return nil, newError(v, "lock-corrupt", "definition %s is in the lock twice", diag.Quote(e.Input.ID, 60))
		}
		at[e.ID()] = len(l.Entries)
		l.Entries = append(l.Entries, e)
	}
	for _, v := range root.Get("tools").Elements() {
		if err := l.decodeTool(at, v); err != nil {
			return nil, err
		}
	}
	l.sort()
	return l, nil
}

func text(v record.Value, name string) string {
	s, _ := v.Get(name).Text()
	return s
}

func decodeEntry(v record.Value) (Entry, error) {
	e := Entry{Version: text(v, "version"), Mapping: text(v, "mapping")}
	e.Fingerprint, _ = fingerprint.ParseFingerprint(text(v, "fingerprint"))
	e.ToolsListed, _ = v.Get("toolsListed").Bool()
	version, known := fingerprint.LookupVersion(e.Version)
	if !known {
		unknown := newError(v.Get("version"), "fingerprint-version", "fingerprint version %s is not known to this evref", diag.Quote(e.Version, 60))
		unknown.Unsupported, unknown.help = true, "use the evref that wrote it, or a newer one"
		return e, unknown
	}
	if e.Mapping != "" && e.Mapping != config.Mapping {
		unknown := newError(v.Get("mapping"), "mapping-version", "mapping %s is not known to this evref", diag.Quote(e.Mapping, 60))
		unknown.Unsupported, unknown.help = true, "use the evref that wrote it, or a newer one"
		return e, unknown
	}
	readings, err := fingerprint.ReadValue(v.Get("input"))
	if err != nil || len(readings) != 1 || !readings[0].Definition.Bare {
		return e, newError(v.Get("input"), "lock-corrupt", "the input of an entry is not a definition")
	}
	e.Input = readings[0].Definition
	for _, r := range v.Get("redacted").Elements() {
		s, _ := r.Text()
		e.Redacted = append(e.Redacted, s)
	}
	// A whole input is held to its fingerprint; nobody gets out of that by
	// calling a member redacted that is not.
	marked := redact.Marked(e.Input)
	for _, path := range e.Redacted {
		if !slices.Contains(marked, path) {
			return e, newError(v.Get("redacted"), "lock-corrupt", "%s of %s is listed as redacted and is not", diag.Quote(path, 60), diag.Quote(e.Input.ID, 60))
		}
	}
	// The input is what a person reads before approving. Where it is whole, it
	// must be what the fingerprint says.
	if len(e.Redacted) == 0 && version.Sum(e.Input) != e.Fingerprint {
		return e, newError(v.Get("fingerprint"), "lock-corrupt", "the fingerprint of %s is not the one of the input beside it", diag.Quote(e.Input.ID, 60))
	}
	for _, u := range v.Get("uncovered").Elements() {
		e.Uncovered = append(e.Uncovered, Uncovered{Path: text(u, "path"), Code: text(u, "code")})
	}
	if a := v.Get("approval"); !a.IsZero() {
		if e.Approval, err = decodeApproval(a); err != nil {
			return e, err
		}
	}
	return e, nil
}

func decodeApproval(v record.Value) (*Approval, error) {
	a := Approval{By: text(v, "by"), Reason: text(v, "reason"), Expires: text(v, "expires")}
	a.Fingerprint, _ = fingerprint.ParseFingerprint(text(v, "fingerprint"))
	var err error
	if a.At, err = time.Parse(time.RFC3339, text(v, "at")); err != nil {
		return nil, newError(v.Get("at"), "lock-corrupt", "not a date and time")
	}
	if a.Expires != "" {
		if _, err := time.Parse(DateFormat, a.Expires); err != nil {
			return nil, newError(v.Get("expires"), "lock-corrupt", "not a date")
		}
	}
	if strings.TrimSpace(a.By) == "" {
		return nil, newError(v.Get("by"), "lock-corrupt", "an approval without a name")
	}
	if diag.Safe(a.By) != a.By || diag.Safe(a.Reason) != a.Reason { // a reviewer of the file would read something else
		return nil, newError(v, "lock-corrupt", "an approval with characters that cannot be seen in its name or reason")
	}
	return &a, nil
}

func (l *Lock) decodeTool(entries index, v record.Value) error {
	id := ID{Definition: text(v, "definition"), Locator: text(v, "locator"), Key: text(v, "key")}
	i := entries.find(id)
	if i < 0 || !l.Entries[i].ToolsListed {
		return newError(v, "lock-corrupt", "a tool of definition %s, which has no listing in the lock", diag.Quote(id.Definition, 60))
	}
	e := &l.Entries[i]
	if name := text(v, "algorithm"); name != surface.Algorithm {
		unknown := newError(v.Get("algorithm"), "tool-algorithm", "tool digest algorithm %s is not known to this evref", diag.Quote(name, 60))
		unknown.Unsupported, unknown.help = true, "use the evref that wrote it, or a newer one"
		return unknown
	}
	t := surface.Tool{Name: text(v, "name"), Input: bytes.Clone(v.Get("input").Raw())}
	t.Digest, _ = digest.Parse(text(v, "digest"))
	t.Redacted, _ = v.Get("redacted").Bool()
	if !t.Redacted {
		if sum, err := digest.Sum(digest.JCS, digest.SHA256, v.Get("input")); err != nil || sum != t.Digest {
			return newError(v.Get("digest"), "lock-corrupt", "the digest of tool %s is not the one of the input beside it", diag.Quote(t.Name, 60))
		}
	}
	if slices.ContainsFunc(e.Tools, func(other surface.Tool) bool { return other.Name == t.Name }) {
		return newError(v, "lock-corrupt", "tool %s is in the lock twice", diag.Quote(t.Name, 60))
	}
	at, _ := slices.BinarySearchFunc(e.Tools, t.Name, func(other surface.Tool, name string) int { return strings.Compare(other.Name, name) })
	e.Tools = slices.Insert(e.Tools, at, t)
	return nil
}
