package lint

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// baselineVersion is the version of the file format.
const baselineVersion = "1"

// baselineMembers are the members of an entry, in the order they are written.
var baselineMembers = []string{"rule", "file", "server", "tool", "pointer", "count"}

// Bytes writes the baseline: a JSON document with one entry a line, sorted, so
// that two branches that changed it can be merged by hand.
func (b *Baseline) Bytes() []byte {
	var out bytes.Buffer
	out.WriteString("{\n  \"version\": " + baselineVersion + ",\n  \"findings\": [")
	for i, e := range b.entries {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		out.WriteString(`{"rule": ` + record.QuoteJSON(e.Rule) + `, "file": ` + record.QuoteJSON(e.File))
		for _, m := range []struct{ name, value string }{{"server", e.Server}, {"tool", e.Tool}, {"pointer", e.Pointer}} {
			if m.value != "" {
				out.WriteString(`, "` + m.name + `": ` + record.QuoteJSON(m.value))
			}
		}
		if e.Count > 1 {
			fmt.Fprintf(&out, `, "count": %d`, e.Count)
		}
		out.WriteByte('}')
	}
	if len(b.entries) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString("]\n}\n")
	return out.Bytes()
}

// ReadBaseline reads what [Baseline.Bytes] writes. It reads all of it or
// nothing: with problems the baseline is nil.
func ReadBaseline(source string, raw []byte) (*Baseline, []diag.Diagnostic) {
	rec, err := record.Parse(raw, record.JSON, record.Limits{})
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		d := syntax.Diagnostic(source)
		if bytes.HasPrefix(raw[min(syntax.Offset, len(raw)):], []byte("<<<<<<<")) || bytes.HasPrefix(raw, []byte("<<<<<<<")) {
			d.Message, d.Help = "baseline has the marks of an unfinished merge", "keep the entries of both sides and remove the marks"
		}
		return nil, []diag.Diagnostic{d}
	}
	r := baselineReader{source: source}
	entries := r.document(rec.Root())
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return newBaseline(source, entries), nil
}

type baselineReader struct {
	source   string
	problems []diag.Diagnostic
}

func (r *baselineReader) refuse(v record.Value, help, format string, args ...any) {
	r.problems = append(r.problems, diag.Diagnostic{
		Rule: "baseline", Severity: diag.Error, Source: r.source, Pointer: v.Pointer(), Range: v.Range(),
		Message: fmt.Sprintf(format, args...), Help: help,
	})
}

const writeAnew = "write it anew with --write-baseline"

func (r *baselineReader) document(root record.Value) []BaselineEntry {
	if root.Kind() != record.Object {
		r.refuse(root, writeAnew, "baseline is %s, not an object", article(root.Kind()))
		return nil
	}
	r.known(root, []string{"version", "findings"})
	switch version := root.Get("version"); {
	case version.IsZero():
		r.refuse(root, `add "version": `+baselineVersion, "baseline has no version")
	case version.Literal() != baselineVersion:
		r.refuse(version, "use the evref that wrote it, or "+writeAnew, "baseline has version %s, not %s", diag.Quote(string(version.Raw()), 20), baselineVersion)
	}
	findings := root.Get("findings")
	if findings.Kind() != record.Array {
		r.refuse(root, writeAnew, "baseline has no list of findings")
		return nil
	}
	var entries []BaselineEntry
	for _, v := range findings.Elements() {
		entries = append(entries, r.entry(v))
	}
	return entries
}

// known refuses members that mean nothing, since a misspelt one would accept
// more than was meant.
func (r *baselineReader) known(v record.Value, names []string) {
	for m := range v.Members() {
		if slices.Contains(names, m.Name) {
			continue
		}
		help := "remove it"
		if near, ok := diag.Nearest(m.Name, names); ok {
			help = "did you mean " + near + "?"
		}
		r.refuse(m.Key, help, "unknown member %s", diag.Quote(m.Name, 40))
	}
}

func (r *baselineReader) entry(v record.Value) BaselineEntry {
	e := BaselineEntry{Count: 1, rng: v.Range()}
	if v.Kind() != record.Object {
		r.refuse(v, writeAnew, "entry is %s, not an object", article(v.Kind()))
		return e
	}
	r.known(v, baselineMembers)
	for _, member := range []struct {
		name string
		into *string
	}{{"rule", &e.Rule}, {"file", &e.File}, {"server", &e.Server}, {"tool", &e.Tool}, {"pointer", &e.Pointer}} {
		m, ok := v.Member(member.name)
		text, isText := m.Value.Text()
		if ok && !isText {
			r.refuse(m.Value, "write a string", "%s is %s, not a string", member.name, article(m.Value.Kind()))
		}
		*member.into = text
	}
	if m, ok := v.Member("count"); ok {
		n, isInteger := m.Value.Int64()
		if !isInteger || n < 1 || n > math.MaxInt32 {
			r.refuse(m.Value, "write a whole number from 1", "count is not a number of findings")
		}
		e.Count = int(n)
	}
	if e.Rule == "" || e.File == "" {
		r.refuse(v, writeAnew, "entry needs rule and file")
		return e
	}
	r.rule(v.Get("rule"), e.Rule)
	return e
}

// rule refuses anything but the id of a rule.
func (r *baselineReader) rule(v record.Value, name string) {
	id, err := ruleID(name)
	var unknown *UnknownNameError
	switch {
	case err == nil && id == name:
	case err == nil:
		r.refuse(v, "write "+id, "rule %s is not named by its id", diag.Quote(name, 40))
	case errors.As(err, &unknown) && unknown.Suggestion != "":
		r.refuse(v, "did you mean "+unknown.Suggestion+"?", "unknown rule %s", diag.Quote(name, 40))
	default:
		r.refuse(v, writeAnew, "unknown rule %s", diag.Quote(name, 40))
	}
}
