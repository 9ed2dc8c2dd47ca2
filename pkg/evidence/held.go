package evidence

import (
	"errors"
	"io/fs"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// Given is the bytes a verdict rests on. They are valid until the next claim is
// judged. Raw is nil when no record was found or read.
type Given struct {
	Raw     []byte
	Format  record.Format
	Pointer string // names the part that is the record; "" is all of it
}

// Held is the record that has the claimed digest, where another one was named for
// the claim.
type Held struct {
	Source      Source
	Canonical   []byte       // its canonical bytes
	Differences []Difference // at most [MaxDifferences]
	Total       int          // all of them
}

// StoreError says that a store holds something under a digest that does not have
// that digest.
type StoreError struct {
	Raw     []byte // what it holds, nil when that is nothing that can be read
	Message string
}

func (e *StoreError) Error() string { return e.Message }

const helpStore = "the record is lost in this store: put it back from its publisher or a copy, and look for what changed the file"

// stored judges a claim against what the store holds under its digest; nil when
// that is nothing.
func (r *Resolver) stored(c *Claim) *Result {
	if r.Stored == nil || c.Digest.IsZero() || c.Canonicalization == 0 {
		return nil
	}
	name, raw, err := r.Stored(c.Digest)
	source := Source{name, ByStore}
	var corrupt *StoreError
	switch {
	case err == nil:
		result := r.canonical(c, source, raw)
		return &result
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.As(err, &corrupt):
		result := corrupted(c, source, corrupt)
		return &result
	}
	result := r.failed(c, source, err)
	return &result
}

// corrupted is the result for a blob whose bytes have another digest than its
// name: whoever damages a record must not make it look as if it were missing.
// It is not even looked at whether the bytes are still a form of the record.
func corrupted(c *Claim, source Source, err *StoreError) Result {
	result := Result{Verdict: Malformed, Claim: c, Record: source, Search: Search{Stopped: "the store is corrupt here"},
		Findings: []diag.Diagnostic{{Rule: CodeStore, Severity: diag.Error, Source: source.Name, Message: "blob " + err.Message, Help: helpStore}}}
	if err.Raw != nil {
		result.Verdict, result.Computed = Mismatch, digest.Of(c.Digest.Algorithm(), err.Raw)
		result.Given = Given{Raw: err.Raw, Format: formatFor(c.Canonicalization)}
	}
	return result
}

// formatFor is how a record is written that is in its canonical form.
func formatFor(c digest.Canonicalization) record.Format {
	if c == digest.CBOR {
		return record.CBOR
	}
	return record.JSON
}

// canonical judges bytes that have the claimed digest. They are read as the
// canonicalization of the claim writes them; bytes that cannot be read so have
// been hashed under another label.
func (r *Resolver) canonical(c *Claim, source Source, raw []byte) Result {
	format := formatFor(c.Canonicalization)
	if _, err := r.parser.Parse(raw, format); err != nil {
		if _, err := r.parser.Parse(raw, formatFor(otherThan(c.Canonicalization))); err == nil {
			format = formatFor(otherThan(c.Canonicalization))
		}
	}
	return r.judge(c, source, raw, format, "")
}

// compare tells a record that was named for a claim and has another digest from
// the one that has the claimed digest, if that one is at hand.
func (r *Resolver) compare(result *Result) {
	if result.Verdict != Mismatch || !result.Record.By.Named() || result.Given.Raw == nil || r.Verifier.NoDiagnosis {
		return
	}
	expected, source := r.expected(result)
	if expected.IsZero() {
		return
	}
	r.found.Limits = r.Limits
	rec, err := r.found.Parse(result.Given.Raw, result.Given.Format)
	if err != nil {
		return
	}
	found, ok := rec.Root().Find(result.Given.Pointer)
	if !ok {
		return
	}
	canonical, err := result.Claim.Canonicalization.Append(nil, expected)
	if err != nil { // it has been hashed, so it can be written
		return
	}
	result.Held = &Held{Source: source, Canonical: canonical}
	result.Held.Differences, result.Held.Total = differences(result.Claim.Canonicalization, expected, found)
}

// expected finds the record with the claimed digest: in the index, then in the
// store. It is valid until the next call.
func (r *Resolver) expected(result *Result) (record.Value, Source) {
	c := result.Claim
	r.held.Limits = r.Limits
	read := func(raw []byte, format record.Format, pointer string) record.Value {
		rec, err := r.held.Parse(raw, format)
		if err != nil {
			return record.Value{}
		}
		v, _ := rec.Root().Find(pointer)
		if sum, err := digest.Sum(c.Canonicalization, c.Digest.Algorithm(), v); err != nil || sum != c.Digest {
			return record.Value{} // it has changed since, or was hashed under another label
		}
		return v
	}
	if p, ok := r.Index.byDigest(c.Canonicalization, c.Digest); ok {
		if raw, err := r.Index.Read(p); err == nil {
			if v := read(raw, formatOf(r.Format, p.Path, raw), p.Pointer); !v.IsZero() {
				return v, Source{p.String(), ByContent}
			}
		}
	}
	if r.Stored == nil {
		return record.Value{}, Source{}
	}
	name, raw, err := r.Stored(c.Digest)
	var corrupt *StoreError
	if errors.As(err, &corrupt) {
		result.Findings = append(result.Findings, diag.Diagnostic{Rule: CodeStore, Severity: diag.Error, Source: name, Message: "blob " + corrupt.Message, Help: helpStore})
	}
	if err != nil {
		return record.Value{}, Source{}
	}
	return read(raw, formatFor(c.Canonicalization), ""), Source{name, ByStore}
}
