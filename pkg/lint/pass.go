package lint

import (
	"fmt"
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Pass is what a check is called with: the settings that apply to the file, and
// Report. It is valid during the call only.
type Pass struct {
	Spec    Spec     // the revision to judge by; never empty
	Demands *Demands // of the chosen profiles together; never nil
	Prefix  string   // Settings.ClientPrefix

	rule    *enabledRule
	subject subject
	file    *File
	found   []hit // of the subject
	last    []int // for each enabled rule: where its last hit is in found, plus 1
	settled []Finding

	subjects, expected int               // how many subjects were settled, and how many there are
	texts              map[string]string // every message and pointer that is kept, once
}

// maxPerSubject is how many findings of one rule about one tool are kept as
// findings of their own: hostile input must not cost more than it weighs. The
// last one says how many more there are.
const maxPerSubject = 50

// subject is what a check is looking at: a tool, or a list, result or file.
type subject struct {
	list    *List
	tool    string       // name for messages; empty when it is not about one tool
	value   record.Value // what Finding.Within starts from
	pointer string       // from the root of the JSON document to value
}

func subjectOf(t *Tool) subject { return subject{t.List, t.ID(), t.Value, t.pointer} }

// within gives the pointer from the subject to a value inside it.
func (s subject) within(v record.Value) string {
	if !contains(s.value, v) {
		return ""
	}
	return v.PointerFrom(s.value)
}

// Issue is what a check reports.
type Issue struct {
	// At is the offending value, or a member's name ([record.Member].Key) when
	// the name is what is wrong. For something missing it is the object that
	// lacks it.
	At record.Value
	// Show is the value to underline when that is not At itself: usually
	// [Tool.Head] for something missing.
	Show record.Value
	// Tool is the tool that the issue is about, for checks of lists and files.
	Tool *Tool
	// From and To narrow the finding to a part of a string: byte offsets in its
	// decoded text. Both 0 means all of it.
	From, To int

	Message  string        // what is wrong and why it matters: lower case, no full stop
	Help     string        // what to do
	Severity diag.Severity // of a milder or stronger variant of the rule; zero means the rule's own
	Related  []Related
	Fixes    []Fix // offsets as [record.Value.Span] gives them
}

// Related is a second place that an issue speaks of, in the same file. Tool is
// the tool it lies in, when that is another one than the issue's.
type Related struct {
	At      record.Value
	Tool    *Tool
	Message string
}

// settle makes findings of what was found about one subject. Room for them is
// made by what the tools before have needed, so that a long list of findings is
// hardly ever copied to a longer one.
func (p *Pass) settle() {
	p.subjects++
	if n := len(p.settled) + len(p.found); n > cap(p.settled) {
		expected := n * max(p.expected, p.subjects) / p.subjects
		p.settled = slices.Grow(p.settled, len(p.found)+expected-n+expected/16+16)
	}
	withdrawRivals(p.found)
	for i := range p.found {
		f := p.found[i].finding(p.file)
		f.Message, f.Help, f.Within = p.keep(f.Message), p.keep(f.Help), p.keep(f.Within)
		p.settled = append(p.settled, f)
	}
	clear(p.found)
	p.found = p.found[:0]
	clear(p.last)
}

// keep gives one copy of equal texts: the tools of a capture often share their
// defects.
func (p *Pass) keep(text string) string {
	if kept, ok := p.texts[text]; ok {
		return kept
	}
	if len(p.texts) < 1<<14 {
		p.texts[text] = text
	}
	return text
}

// hit is an issue with what is needed to make a finding of it.
type hit struct {
	Issue
	rule     *enabledRule
	severity diag.Severity
	subject  subject
	nth      int // of the rule's findings about this subject, from 1
	more     int // findings that are counted here and not kept
}

// Report records a finding of the rule that is being checked. Text from the
// input must have gone through [diag.Safe] or [diag.Quote].
func (p *Pass) Report(i Issue) {
	severity := p.rule.severity
	if i.Severity != diag.Off && !p.rule.set {
		severity = i.Severity
	}
	on := p.subject
	if i.Tool != nil {
		on = subjectOf(i.Tool)
	}
	if !i.At.IsZero() && !contains(on.value, i.At) { // elsewhere in the file
		on.value, on.pointer = i.At.Record().Root(), ""
	}
	nth := 1
	if last := p.last[p.rule.index] - 1; last >= 0 && p.found[last].subject.value == on.value {
		if nth = p.found[last].nth + 1; nth > maxPerSubject {
			p.found[last].more++
			return
		}
	}
	p.found = append(p.found, hit{Issue: i, rule: p.rule, severity: severity, subject: on, nth: nth})
	p.last[p.rule.index] = len(p.found)
}

// Enough reports that further findings of the rule about this subject are only
// counted, and counts one. A check whose issues are costly to make asks first.
func (p *Pass) Enough() bool {
	last := p.last[p.rule.index] - 1
	if last < 0 || p.found[last].subject.value != p.subject.value || p.found[last].nth < maxPerSubject {
		return false
	}
	p.found[last].more++
	return true
}

// finding works out the places of a hit.
func (h *hit) finding(f *File) Finding {
	at := h.At
	if at.IsZero() {
		at = h.subject.value
	}
	within := Cover(h.subject.within(at))
	out := Finding{
		Diagnostic: diag.Diagnostic{
			Rule: h.rule.ID, Severity: h.severity, Source: f.Source, Record: Cover(h.subject.tool),
			Pointer: Cover(h.subject.pointer) + within, Message: h.Message, Help: h.Help,
		},
		Within: within,
		Fixes:  f.shift(h.Fixes, at),
	}
	if h.more > 0 {
		out.Message += fmt.Sprintf(" (and %d more like it)", h.more)
	}
	if h.subject.list != nil {
		out.Server = Cover(h.subject.list.Server)
	}
	show := at
	if !h.Show.IsZero() {
		show = h.Show
	}
	out.Range = f.rangeOf(show, h.From, h.To)
	for _, r := range h.Related {
		on := h.subject
		if r.Tool != nil {
			on = subjectOf(r.Tool)
		}
		out.Related = append(out.Related, diag.Related{
			Source: f.Source, Pointer: Cover(on.pointer + on.within(r.At)), Range: f.rangeOf(r.At, 0, 0), Message: r.Message,
		})
	}
	return out
}
