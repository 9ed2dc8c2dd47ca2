package evidence

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Lines judges claims lines one after the other with the same memory. It must
// not be used by two goroutines at once; give each its own.
type Lines struct {
	Fields   Fields
	Resolver *Resolver
	// ReadPath gives the bytes of the record that a path names. nil refuses
	// every path.
	ReadPath func(record.Locator) ([]byte, error)

	line   record.Parser
	text   record.Parser
	seen   texts
	claim  Claim
	buffer []byte
}

// LineResult is the answer for one claims line.
type LineResult struct {
	Result
	ID record.Value // the line's id, zero when it has none; valid until the next line
}

// Judge reads one line and gives its verdict. What it returns refers to the line
// and is valid until the next call.
func (l *Lines) Judge(raw []byte) LineResult {
	l.line.Limits = l.Resolver.Limits
	rec, err := l.line.Parse(raw, record.JSON)
	if err != nil {
		return LineResult{Result: brokenLine(err)}
	}
	line := rec.Root()
	if line.Kind() != record.Object {
		return LineResult{Result: l.malformed(finding(CodeLine, diag.Error, line, "claims line is "+article(line)+", not an object", `write {"evidenceRef":…,"record":…}`))}
	}
	parts := l.Fields.find(line)
	l.readClaim(line, &parts)
	return LineResult{Result: l.judge(line, &parts), ID: parts[fieldID]}
}

// brokenLine is the result for a line that cannot be read: one malformed item,
// and the lines behind it are still judged.
func brokenLine(err error) Result {
	var syntax *record.SyntaxError
	claim := &Claim{blocked: Malformed}
	if errors.As(err, &syntax) {
		claim.Findings = []diag.Diagnostic{onePlace(syntax)}
	}
	return Result{Verdict: Malformed, Claim: claim}
}

// onePlace is an error about a part of a larger text without the second place
// it may name: only the caller knows where the part stands.
func onePlace(err *record.SyntaxError) diag.Diagnostic {
	plain := *err
	plain.Related = nil
	return plain.Diagnostic("")
}

// BrokenLine is the result for a line that could not even be handed over, such
// as one over the limit.
func BrokenLine(err *record.SyntaxError) LineResult { return LineResult{Result: brokenLine(err)} }

// BrokenCheckLine is the result for a line that is no check line. err is what
// digest.ParseCheckLine says.
func BrokenCheckLine(err error) Result {
	claim := &Claim{}
	claim.block(Malformed, diag.Diagnostic{Rule: CodeLine, Severity: diag.Error, Message: err.Error()})
	return Result{Verdict: Malformed, Claim: claim}
}

func (l *Lines) malformed(f diag.Diagnostic) Result {
	l.claim = Claim{}
	l.claim.block(Malformed, f)
	return Result{Verdict: Malformed, Claim: &l.claim}
}

func (l *Lines) readClaim(line record.Value, parts *found) {
	switch {
	case l.Fields.mapped && l.Fields.paths[fieldRef] == nil:
		l.readMapped(line, parts)
	case parts[fieldRef].IsZero():
		l.claim = Claim{}
		l.claim.block(Malformed, finding(CodeLine, diag.Error, line, "claims line has no evidenceRef", `write {"evidenceRef":…,"record":…}, or name its members with --map`))
	default:
		l.claim = readClaim(parts[fieldRef], &l.seen)
	}
}

// readMapped makes the claim from members that stand on their own.
func (l *Lines) readMapped(line record.Value, parts *found) {
	l.claim = Claim{}
	c := &l.claim
	text := func(f field) string {
		if literal := l.Fields.literals[f]; literal != "" {
			return literal
		}
		switch v := parts[f]; v.Kind() {
		case record.String:
			return l.seen.text(v)
		case record.Null:
			return ""
		default:
			c.block(Malformed, finding(CodeRefMember, diag.Error, v, fieldNames[f]+" is "+article(v)+", not a string", ""))
			return ""
		}
	}
	c.Type, c.Schema, c.Locator = text(fieldType), text(fieldSchema), text(fieldLocator)
	if dig := parts[fieldDigest]; dig.Kind() == record.String {
		c.readDigest(dig)
	} else {
		c.block(Malformed, l.missing(line, dig, fieldDigest))
	}
	if canonicalization := text(fieldCanonicalization); canonicalization != "" {
		c.setCanonicalization(canonicalization, parts[fieldCanonicalization])
	} else {
		c.block(Malformed, l.missing(line, parts[fieldCanonicalization], fieldCanonicalization))
	}
}

func (l *Lines) missing(line, v record.Value, f field) diag.Diagnostic {
	what := "is missing"
	if !v.IsZero() {
		what, line = "is "+article(v)+", not a string", v
	}
	return finding(CodeLine, diag.Error, line, fmt.Sprintf("%s (/%s) %s", fieldNames[f], strings.Join(l.Fields.paths[f], "/"), what), "check --map against the line")
}

// judge finds the record and compares.
func (l *Lines) judge(line record.Value, parts *found) Result {
	which, n := field(0), 0
	for _, f := range []field{fieldRecord, fieldText, fieldBase64, fieldPath} {
		// A null column holds nothing; a null record is a record.
		if !parts[f].IsZero() && (f == fieldRecord || !parts[f].IsNull()) {
			which, n = f, n+1
		}
	}
	c := &l.claim
	switch {
	case n > 1:
		c.block(Malformed, finding(CodeLine, diag.Error, line, "claims line has more than one of record, recordText, recordBase64 and path", "keep one of them"))
		return Result{Verdict: Malformed, Claim: c}
	case n == 0:
		return l.Resolver.Judge(c)
	case which == fieldRecord: // its own bytes in the line, never written anew
		result := l.Resolver.Verifier.Verify(c, parts[which])
		result.Record.By, result.Given = Beside, Given{Raw: parts[which].Raw()}
		l.Resolver.compare(&result)
		return result
	}
	v := parts[which]
	if v.Kind() != record.String {
		c.block(Malformed, finding(CodeLine, diag.Error, v, fieldNames[which]+" is "+article(v)+", not a string", ""))
		return Result{Verdict: Malformed, Claim: c}
	}
	switch which {
	case fieldText:
		return l.inner(v, v.Content(), record.JSON)
	case fieldBase64:
		return l.base64(v)
	}
	return l.path(v)
}

// inner judges a record that the line carries as text or bytes.
func (l *Lines) inner(at record.Value, raw []byte, format record.Format) Result {
	l.text.Limits = l.Resolver.Limits
	rec, err := l.text.Parse(raw, format)
	if err != nil {
		var syntax *record.SyntaxError
		errors.As(err, &syntax)
		d := onePlace(syntax)
		carried(at, &d, syntax.Offset)
		return Result{Verdict: Malformed, Claim: &l.claim, Findings: []diag.Diagnostic{d}, Record: Source{By: Beside}, Given: Given{Raw: raw, Format: format}}
	}
	result := l.Resolver.Verifier.Verify(&l.claim, rec.Root())
	result.Record.By, result.Given = Beside, Given{Raw: raw, Format: format}
	for i := range result.Findings {
		carried(at, &result.Findings[i], result.Findings[i].Range.Start.Offset)
	}
	for i, h := range result.Hazards {
		result.Hazards[i].Message += within(h.Pointer)
		result.Hazards[i].Pointer, result.Hazards[i].Range = at.Pointer(), at.Range()
	}
	l.Resolver.compare(&result)
	return result
}

// carried moves a finding about a carried record to the member that carries it:
// positions inside of the decoded text mean nothing in the line.
func carried(at record.Value, d *diag.Diagnostic, offset int) {
	d.Message += fmt.Sprintf(" (at byte %d of the record%s)", offset, within(d.Pointer))
	d.Pointer, d.Range = at.Pointer(), at.Range()
}

func within(pointer string) string {
	if pointer == "" {
		return ""
	}
	return ", " + diag.Safe(pointer)
}

func (l *Lines) base64(v record.Value) Result {
	encoding := base64.StdEncoding
	content := v.Content()
	if strings.ContainsAny(string(content), "-_") {
		encoding = base64.URLEncoding
	}
	if len(content)%4 != 0 {
		encoding = encoding.WithPadding(base64.NoPadding)
	}
	var err error
	if l.buffer, err = encoding.Strict().AppendDecode(l.buffer[:0], content); err != nil {
		l.claim.block(Malformed, finding(CodeLine, diag.Error, v, "recordBase64 is not base64", "use base64 or base64url"))
		return Result{Verdict: Malformed, Claim: &l.claim}
	}
	return l.inner(v, l.buffer, record.DetectBytes(l.buffer))
}

// path judges a record in a file.
func (l *Lines) path(v record.Value) Result {
	text, escaped := strings.CutPrefix(string(v.Content()), `\`)
	locator, err := record.ParseLocator(text, escaped)
	if err != nil {
		l.claim.block(Malformed, finding(CodeLine, diag.Error, v, err.Error(), ""))
		return Result{Verdict: Malformed, Claim: &l.claim}
	}
	return l.Located(&l.claim, locator)
}

// Located judges a claim against the record at a locator: what a check line or
// a path names. For a file that is missing or cannot be read the record is looked
// for by its digest; without one the claim is unresolved.
func (l *Lines) Located(c *Claim, locator record.Locator) Result {
	source := Source{locator.String(), ByPath}
	if l.ReadPath == nil {
		return unresolved(c)
	}
	whole := locator
	whole.Pointer = ""
	raw, err := l.ReadPath(whole)
	if err != nil {
		return l.Resolver.instead(c, source, err)
	}
	return l.Resolver.Record(c, source, locator.Path, raw, locator.Pointer)
}
