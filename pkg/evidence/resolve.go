package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// Resolver finds the record of a claim and judges it. What is named for a claim
// comes first: a record found by ref, by a file name that contains the claimed
// hash, or because it is the only one given. When such a record has another
// digest, the claim is a mismatch, even if another record would fit: whoever
// alters a record must not make it look as if it were missing. Only then are
// the records searched by digest, those of the index before those of the store:
// an index leads to a record as it was written, a store to its canonical bytes.
//
// A Resolver must not be used by two goroutines at once; they can share Index,
// Refs and Stored.
type Resolver struct {
	Verifier *Verifier
	Index    *Index  // nil is empty
	Refs     *RefMap // nil maps nothing
	Limits   record.Limits
	// Stored gives the bytes that a content store holds under a digest, and what
	// that place is called. The error is [fs.ErrNotExist] when it holds none and a
	// [*StoreError] when they do not have the digest. nil is no store.
	Stored func(digest.Digest) (name string, raw []byte, err error)
	// Format tells how a record in a file is written; nil is [record.Detect].
	Format func(name string, raw []byte) record.Format
	// Only takes a single explicit record for the one that the claim means.
	Only bool

	parser      record.Parser
	held, found record.Parser // of two records that are compared
}

// Judge finds the record of a claim and gives the verdict.
func (r *Resolver) Judge(c *Claim) Result {
	r.parser.Limits = r.Limits
	named, note := r.named(c)
	if named == nil {
		return r.byContent(c, note)
	}
	if named.Verdict == Mismatch {
		if p, ok := r.Index.byDigest(c.Canonicalization, c.Digest); ok {
			named.Findings = append(named.Findings, diag.Diagnostic{Rule: CodeNamedRecord, Severity: diag.Warning, Source: p.String(),
				Message: "this record has the claimed digest, but is not the one named for the claim", Help: "if it is the one that is meant, correct the ref or the file name"})
		}
	}
	r.compare(named)
	return *named
}

// named judges the records that are named for a claim; nil when there is none.
// note says why a ref was not followed.
func (r *Resolver) named(c *Claim) (*Result, []diag.Diagnostic) {
	var note []diag.Diagnostic
	if c.Locator != "" {
		name, raw, err := r.Refs.Find(c.Locator, r.Limits)
		switch {
		case err == nil:
			return r.file(c, Source{name, ByRef}, raw), nil
		case errors.Is(err, errNotMapped):
		default:
			note = append(note, finding(CodeRef, diag.Warning, c.Value.Get("ref"), fmt.Sprintf("ref %s was not followed: it %s", diag.Quote(c.Locator, 60), refReason(err)), ""))
			var syntax *record.SyntaxError
			if errors.As(err, &syntax) {
				result := Unread(c, Source{name, ByRef}, syntax)
				return &result, nil
			}
		}
	}
	if t, ok := targetOf(c); ok && !t.exact.IsZero() {
		places, total := r.Index.byName(t.exact)
		if result := r.firstOf(c, places, ByName); result != nil {
			if total > maxNamed && result.Verdict != Verified {
				result.Findings = append(result.Findings, diag.Diagnostic{Rule: CodeManyNamed, Severity: diag.Warning, Source: result.Record.Name,
					Message: fmt.Sprintf("%d files carry the claimed hash in their names, and only the first %d were read", total, maxNamed),
					Help:    "keep one file for a record"})
			}
			return result, note
		}
	}
	if p, ok := r.Index.only(); ok && r.Only {
		return r.firstOf(c, []Place{p}, ByOnly), note
	}
	return nil, note
}

// refReason completes a sentence about a ref.
func refReason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "names a file that does not exist"
	case errors.Is(err, fs.ErrPermission):
		return "names a file that may not be read"
	}
	return err.Error()
}

// firstOf judges places in turn and gives the first that is verified or, when
// none is, the first at all.
func (r *Resolver) firstOf(c *Claim, places []Place, by By) *Result {
	var first *Result
	for _, p := range places {
		result := r.place(c, p, by)
		if result.Verdict == Verified || result.Verdict == Invalid {
			return &result
		}
		if first == nil {
			first = &result
		}
	}
	return first
}

// place reads a record again and judges it.
func (r *Resolver) place(c *Claim, p Place, by By) Result {
	raw, err := r.Index.Read(p)
	if err != nil {
		return r.failed(c, Source{p.String(), by}, err)
	}
	return r.record(c, Source{p.String(), by}, p.Path, raw, p.Pointer)
}

// failed is the result for a record that is there and cannot be read.
func (r *Resolver) failed(c *Claim, source Source, err error) Result {
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		return Unread(c, source, syntax)
	}
	result := unresolved(c, diag.Diagnostic{Rule: CodeRecord, Severity: diag.Error, Source: source.Name, Message: "record cannot be read: " + err.Error()})
	result.Record = source
	return result
}

// Record judges a claim against the record in raw, which came from source.
// name decides the format together with the first bytes; pointer names the part
// that is the record.
func (r *Resolver) Record(c *Claim, source Source, name string, raw []byte, pointer string) Result {
	r.parser.Limits = r.Limits
	result := r.record(c, source, name, raw, pointer)
	r.compare(&result)
	return result
}

func (r *Resolver) record(c *Claim, source Source, name string, raw []byte, pointer string) Result {
	return r.judge(c, source, raw, formatOf(r.Format, name, raw), pointer)
}

func (r *Resolver) judge(c *Claim, source Source, raw []byte, format record.Format, pointer string) Result {
	given := Given{Raw: raw, Format: format, Pointer: pointer}
	rec, err := r.parser.Parse(raw, format)
	if err != nil {
		result := r.failed(c, source, err)
		result.Given = given
		return result
	}
	v, found := rec.Root().Find(pointer)
	if !found {
		result := unresolved(c, diag.Diagnostic{Rule: CodeRecord, Severity: diag.Error, Source: source.Name, Message: "record has nothing at " + diag.Quote(pointer, 80)})
		result.Record, result.Given = source, given
		return result
	}
	result := r.Verifier.Verify(c, v)
	result.Record, result.Given = source, given
	for i := range result.Findings {
		result.Findings[i].Source = source.Name
	}
	return result
}

// file judges the records of a file that a ref leads to: one, or a line each.
func (r *Resolver) file(c *Claim, source Source, raw []byte) *Result {
	if !strings.HasSuffix(source.Name, ".jsonl") && !strings.HasSuffix(source.Name, ".ndjson") {
		result := r.record(c, source, source.Name, raw, "")
		return &result
	}
	var first *Result
	number := 0
	for line := range bytes.Lines(raw) {
		number++
		if len(bytes.Trim(line, " \t\r\n")) == 0 {
			continue
		}
		at := Source{record.Locator{Path: source.Name, Line: number}.String(), source.By}
		result := r.record(c, at, source.Name, line, "")
		if result.Verdict == Verified || result.Verdict == Invalid {
			return &result
		}
		if first == nil {
			first = &result
		}
	}
	if first == nil {
		result := r.record(c, source, source.Name, raw, "") // empty: let the reader say so
		return &result
	}
	return first
}

// byContent finds the record by its digest.
func (r *Resolver) byContent(c *Claim, note []diag.Diagnostic) Result {
	if result := r.content(c); result != nil {
		result.Findings = append(result.Findings, note...)
		return *result
	}
	return unresolved(c, note...)
}

// instead finds the record by its digest where the one that is named for the claim
// is not there or cannot be read. One that is there and broken stays what it is.
func (r *Resolver) instead(c *Claim, source Source, err error) Result {
	failed := r.failed(c, source, err)
	if failed.Verdict != Unresolved {
		return failed
	}
	r.parser.Limits = r.Limits
	result := r.content(c)
	if result == nil || result.Verdict == Unresolved {
		return failed
	}
	result.Findings = append(result.Findings, diag.Diagnostic{Rule: CodeNamedRecord, Severity: diag.Warning, Source: source.Name,
		Message: "this record is named for the claim and cannot be read: " + err.Error() + "; the one with the claimed digest was judged in its place", Help: "put it back, or correct the name"})
	return *result
}

// content judges the record that has the claimed digest; nil when there is none. A
// record that has it under the other canonicalization is there, too: its claim is
// a mismatch with a wrong label, and not without a record.
func (r *Resolver) content(c *Claim) *Result {
	if c.blocked != 0 {
		return nil
	}
	result := r.indexed(c, c.Canonicalization)
	if result == nil {
		result = r.stored(c)
	}
	if result == nil {
		result = r.indexed(c, otherThan(c.Canonicalization))
	}
	return result
}

// indexed judges the record of the index that has the claimed digest under a
// canonicalization.
func (r *Resolver) indexed(c *Claim, under digest.Canonicalization) *Result {
	p, ok := r.Index.byDigest(under, c.Digest)
	if !ok {
		return nil
	}
	if result := r.place(c, p, ByContent); !result.Computed.IsZero() {
		return &result
	}
	return nil // it has changed since
}
