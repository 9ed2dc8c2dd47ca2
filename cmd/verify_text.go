package cmd

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// verifyText writes answers for people and for grep: LOCATOR: VERDICT, then
// what there is to say, a mismatch in at most six lines. It is used by one
// goroutine at a time.
type verifyText struct {
	paint    palette
	verdicts map[evidence.Verdict]string

	path, shown string // the last path, and how it is shown
}

func newVerifyText(paint palette) verifyText {
	t := verifyText{paint: paint, verdicts: map[evidence.Verdict]string{}}
	for _, v := range evidence.Verdicts() {
		switch v {
		case evidence.Verified:
			t.verdicts[v] = paint.good.Sprint(v)
		case evidence.Mismatch, evidence.Malformed, evidence.Invalid:
			t.verdicts[v] = paint.bad.Sprint(v)
		default:
			t.verdicts[v] = paint.doubt.Sprint(v)
		}
	}
	return t
}

func (t *verifyText) append(dst []byte, j *judged) []byte {
	dst = t.name(dst, j)
	if !j.id.IsZero() {
		dst = append(dst, " (id "...)
		dst = append(dst, shortID(j.id.Raw())...)
		dst = append(dst, ')')
	}
	if j.called.Path != "" { // a record has a line for each canonicalization
		dst = append(dst, " ("...)
		dst = append(dst, diag.Safe(j.Claim.CanonicalizationText())...)
		dst = append(dst, ')')
	}
	dst = append(dst, ": "...)
	dst = append(dst, t.verdicts[j.Verdict]...)
	switch {
	case j.since == persists: // it was explained when it was new
		dst = append(dst, ", as in the baseline"...)
	case j.Verdict == evidence.Verified:
		dst = t.verified(dst, j)
	case j.Verdict == evidence.NoClaim:
	case j.Diagnosis != nil || j.Verdict == evidence.Mismatch:
		return t.block(append(dst, '\n'), j)
	default:
		dst = t.reason(dst, j)
	}
	return append(dst, '\n')
}

// name writes what the item is called. In a stream only the line number changes
// from item to item.
func (t *verifyText) name(dst []byte, j *judged) []byte {
	l := j.shownAs()
	if l.Pointer != "" {
		return append(dst, diag.Safe(l.String())...)
	}
	if l.Path != t.path || t.shown == "" {
		t.path, t.shown = l.Path, diag.Safe(record.Locator{Path: l.Path}.String())
	}
	dst = append(dst, t.shown...)
	if l.Line > 0 {
		dst = append(dst, "#L"...)
		dst = strconv.AppendInt(dst, int64(l.Line), 10)
	}
	return dst
}

// shortID shows an id as it is written, cut where it gets long.
func shortID(raw []byte) string {
	text := diag.Safe(string(raw))
	if len(text) > 80 {
		text = strings.ToValidUTF8(text[:79], "") + "…"
	}
	return text
}

// verified names the record behind the claim of a result, and says how far the
// verdict goes. Other items say enough with one word.
func (t *verifyText) verified(dst []byte, j *judged) []byte {
	if !j.inResult {
		return dst
	}
	return fmt.Appendf(dst, ": record %s, %s; covers the record, not the content of the result", t.record(j.Record), j.Claim.CanonicalizationText())
}

func (t *verifyText) record(s evidence.Source) string {
	if s.Name == "" {
		return s.By.String()
	}
	return fmt.Sprintf("%s (%s)", diag.Safe(s.Name), s.By)
}

// reason says in one line why there is no better verdict.
func (t *verifyText) reason(dst []byte, j *judged) []byte {
	for _, d := range j.findings() {
		if d.Severity == diag.Error || j.Verdict != evidence.Invalid && j.Verdict != evidence.Malformed {
			dst = append(dst, ": "...)
			if j.called.Path == "" { // else the item is not called after the file of lines
				d = atByte(d, j.in)
				if d.Source != "" && d.Source != j.in.Locator.Path { // about the record, and which one
					dst = append(dst, diag.Safe(d.Source)...)
					dst = append(dst, ": "...)
				}
			}
			dst = append(dst, diag.Safe(d.Message)...)
			if d.Help != "" {
				dst = append(dst, "; "...)
				dst = append(dst, diag.Safe(d.Help)...)
			}
			return dst
		}
	}
	if j.Verdict == evidence.Unresolved {
		return append(dst, ": no record for this claim; give its file or directory with --evidence, or map its ref with --ref-map"...)
	}
	return dst
}

// block explains an answer: what was claimed, what was found, why they may
// differ, the right claim, and what to do.
func (t *verifyText) block(dst []byte, j *judged) []byte {
	line := func(name, format string, args ...any) {
		dst = append(dst, t.paint.faint.Sprintf("  %-12s", name)...)
		dst = fmt.Appendf(dst, format, args...)
		dst = append(dst, '\n')
	}
	line("claimed", "%s %s", diag.Safe(j.Claim.DigestText()), diag.Safe(j.Claim.CanonicalizationText()))
	if !j.Computed.IsZero() {
		if j.Record.Name != "" {
			line("recomputed", "candidate %s hashes to %s", t.record(j.Record), j.Computed)
		} else {
			line("recomputed", "%s", j.Computed)
		}
	}
	d := j.Diagnosis
	if h := j.Held; h != nil {
		t.held(line, j)
		return dst
	}
	if d == nil {
		line("diagnosis", "%s", noCause(j.Search))
		line("next", "%s", nextWithoutCause(j))
		return dst
	}
	line("diagnosis", "%s [%s]", diag.Safe(d.Message), d.Cause)
	if ref := d.Corrected; !ref.Digest.IsZero() {
		if ref.Type == "" {
			line("corrected", "%s  %s", ref.Digest, ref.Canonicalization)
		} else {
			line("corrected", "%s", diag.Safe(ref.JSON()))
		}
	}
	line("next", "%s", d.Help)
	return dst
}

// held explains a mismatch by the record that does have the claimed digest. The
// claim is right, so no other one is offered.
func (t *verifyText) held(line func(name, format string, args ...any), j *judged) {
	line("diagnosis", "%s", t.heldMessage(j.Held))
	line("differs", "%s", heldText(j.Held))
	line("next", "%s", heldHelp(j))
}

func (t *verifyText) heldMessage(h *evidence.Held) string {
	return fmt.Sprintf("differs in %s from the record with the claimed digest, %s", count(h.Total, "place"), t.record(h.Source))
}

func heldHelp(j *judged) string {
	if d := j.Diagnosis; d != nil {
		return d.Help + " [" + d.Cause + "]"
	}
	return "put that record back, or publish a claim for this one if the change was meant"
}

func noCause(s evidence.Search) string {
	switch {
	case s.Tried == 0 && s.Stopped == "":
		return "not looked for (--no-diagnosis)"
	case s.Tried == 0:
		return "not looked for: " + s.Stopped
	case s.Stopped != "":
		return fmt.Sprintf("no known cause among %s tried; %s", count(s.Tried, "candidate"), s.Stopped)
	}
	return fmt.Sprintf("no known cause gives the claimed digest (%s tried); the record may have been altered", count(s.Tried, "candidate"))
}

func nextWithoutCause(j *judged) string {
	for _, d := range j.Findings {
		if d.Rule == evidence.CodeRedacted || d.Rule == evidence.CodeStore && j.Record.By == evidence.ByStore {
			return d.Help
		}
	}
	if j.Record.By.Named() {
		return "get the record again from its publisher, and the claim from where it was published, and compare"
	}
	return "get the record again from its publisher and compare"
}
