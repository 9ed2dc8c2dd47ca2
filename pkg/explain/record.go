package explain

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// RecordCard explains an evidence record.
type RecordCard struct {
	CardKind         string        `json:"kind"` // "record"
	Source           string        `json:"source"`
	Line             int           `json:"line,omitempty"` // of a JSON Lines file
	Pointer          string        `json:"pointer"`        // of the record in its file
	Format           string        `json:"format"`
	Bytes            int           `json:"bytes"`
	Schemes          []SchemeNote  `json:"schemes"`
	Label            *LabelNote    `json:"label,omitempty"`
	Forms            []FormNote    `json:"forms"`
	Portable         bool          `json:"portable"`
	NotPortable      []PlaceNote   `json:"notPortable,omitempty"`
	NotDeterministic []string      `json:"notDeterministic,omitempty"` // why CBOR input was not
	Findings         []FindingNote `json:"findings,omitempty"`

	guessed bool
}

// SchemeNote says whether a record satisfies a scheme.
type SchemeNote struct {
	Type    string   `json:"type"`
	Fits    bool     `json:"fits"`
	Because []string `json:"because,omitempty"` // why it does not
}

// FormNote is one canonical form of a record.
type FormNote struct {
	Canonicalization string `json:"canonicalization"`
	Digest           string `json:"digest,omitempty"`
	Bytes            int    `json:"bytes,omitempty"`
	// Text is the canonical JSON, or CBOR in diagnostic notation; Hex is the
	// CBOR. Both are left out of a record that is longer than 64 KiB.
	Text    string        `json:"text,omitempty"`
	Hex     string        `json:"hex,omitempty"`
	Changes Changes       `json:"changes"`
	Hazards []FindingNote `json:"hazards,omitempty"`
	Refused *FindingNote  `json:"refused,omitempty"` // why there is no such form
}

// PlaceNote is a remark about one place of a file.
type PlaceNote struct {
	Pointer string `json:"pointer"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
}

const maxForm = 64 << 10 // bytes of a canonical form that are shown

// Record explains one record. schemes are those it is compared with.
func Record(source string, v record.Value, schemes *evidence.Schemes) *RecordCard {
	c := &RecordCard{
		CardKind: "record", Source: source, Format: v.Record().Format().String(), Bytes: len(v.Raw()), Pointer: v.Pointer(),
		Schemes: []SchemeNote{}, NotDeterministic: v.Record().Oddities(),
	}
	if schemes == nil {
		schemes = &evidence.Schemes{}
	}
	for _, typ := range schemes.Types() {
		violations, _ := schemes.Check(typ, "", v)
		note := SchemeNote{Type: typ, Fits: len(violations) == 0}
		for _, d := range violations {
			note.Because = append(note.Because, strings.TrimSuffix(d.Message, " (scheme "+diag.Quote(typ, 60)+")"))
		}
		c.Schemes = append(c.Schemes, note)
		if note.Fits && typ == evidence.TypeFIDES {
			label, _ := evidence.ReadLabel(v)
			c.Label = labelNote(label)
		}
	}
	for _, id := range digest.All() {
		c.Forms = append(c.Forms, formOf(id, v))
	}
	notPortable := digest.NotPortable(v)
	c.Portable = len(notPortable) == 0
	for _, n := range notPortable {
		c.NotPortable = append(c.NotPortable, placeNote(n.Value, n.Message))
		if len(c.NotPortable) == maxChanges {
			break
		}
	}
	if at, found := evidence.Redacted(v); found {
		c.Findings = append(c.Findings, findingNote(diag.Diagnostic{
			Rule: evidence.CodeRedacted, Severity: diag.Info, Pointer: at.Pointer(), Range: at.Range(),
			Message: "record holds a redaction placeholder, so it may not be the one that was hashed",
		}))
	}
	return c
}

func formOf(id digest.Canonicalization, v record.Value) FormNote {
	f := FormNote{Canonicalization: id.ID()}
	canonical, err := id.Append(nil, v)
	if err != nil {
		var e *digest.RepresentationError
		if errors.As(err, &e) {
			note := findingNote(e.Diagnostic(""))
			f.Refused = &note
		}
		return f
	}
	f.Digest = digest.Of(digest.SHA256, canonical).String()
	f.Bytes = len(canonical)
	for _, h := range digest.Hazards(id, v) {
		f.Hazards = append(f.Hazards, findingNote(diag.Diagnostic{
			Rule: string(h.Kind), Severity: diag.Warning, Pointer: h.Pointer, Range: h.Range, Message: h.Message, Help: h.Help,
		}))
	}
	format := record.JSON
	if id == digest.CBOR {
		format = record.CBOR
	}
	limits := record.Limits{MaxBytes: record.MaxBytes, MaxDepth: 1_000_000}
	if again, err := record.Parse(canonical, format, limits); err == nil {
		f.Changes = changesOf(v, again.Root())
	}
	switch {
	case len(canonical) > maxForm:
	case id == digest.CBOR:
		f.Hex = hex.EncodeToString(canonical)
		f.Text, _ = digest.Notation(canonical) // a form that nests too deeply has its bytes only
	default:
		f.Text = string(canonical)
	}
	return f
}

func placeNote(v record.Value, message string) PlaceNote {
	start := v.Range().Start
	return PlaceNote{Pointer: v.Pointer(), Line: start.Line, Column: start.Column, Message: message}
}

// Page lays the record out.
func (c *RecordCard) Page() Page {
	p := Page{Title: title(c.Source, c.Line)}
	p.para(fmt.Sprintf("An evidence record, %s, %d bytes.%s", c.Format, c.Bytes, guess(c.guessed)))
	p.heading("Scheme")
	p.schemes(c.Schemes)
	if c.Label != nil {
		p.label(c.Label)
	}
	for _, f := range c.Forms {
		p.form(f, c.Format)
	}
	p.heading("Portability")
	if c.Portable {
		p.para("Portable: text, lists, maps with text keys, true, false, null and integers from 0 to 2^53-1. All " +
			"implementations that follow the RFCs agree on such a record.")
	} else {
		p.para("Legal, and less portable: other implementations are less likely to agree on the digest because of what stands here.")
		var rows [][]Cell
		for _, n := range c.NotPortable {
			rows = append(rows, []Cell{literal(place(n.Pointer)), word(n.Message)})
		}
		p.table([]string{"where", "what"}, rows)
	}
	for _, reason := range c.NotDeterministic {
		p.para("The CBOR as given is not deterministic: " + reason + ". Its deterministic encoding is hashed.")
	}
	p.findings("Worth knowing", c.Findings)
	return p
}

func (p *Page) schemes(notes []SchemeNote) {
	var rows [][]Cell
	for _, s := range notes {
		if s.Fits {
			rows = append(rows, fact(s.Type, toned(Good, "the record fits this scheme")))
			continue
		}
		row := fact(s.Type, toned(Faint, "the record does not fit"))
		if len(s.Because) > 0 {
			row = append(row, word(safe(s.Because[0])))
		}
		rows = append(rows, row)
	}
	p.facts(rows...)
}

func (p *Page) form(f FormNote, format string) {
	if f.Refused != nil {
		p.heading("Canonical form under " + f.Canonicalization)
		p.para("There is none: " + f.Refused.Message + ", at " + place(f.Refused.Pointer) + ". " + sentence(f.Refused.Help))
		return
	}
	p.heading(fmt.Sprintf("Canonical form under %s, %d bytes", f.Canonicalization, f.Bytes))
	p.para(f.Digest)
	switch {
	case f.Text != "":
		p.code("", shownForm(f.Text))
	case f.Hex == "":
		p.para("The form is too long to be shown; evref digest --emit canonical writes it.")
	}
	if f.Hex != "" {
		p.code("", shownForm(f.Hex))
	}
	p.changes(f.Changes, f.Canonicalization == digest.JCS.ID() && format == "json")
	p.findings("Hazards", f.Hazards)
}

// changes shows what canonicalization did. sameLanguage says that input and form
// are both JSON, so that they can be compared byte by byte.
func (p *Page) changes(c Changes, sameLanguage bool) {
	if c.none() {
		if sameLanguage {
			p.para("The input is in this form already.")
		}
		return
	}
	p.heading2("What changed from the input")
	if len(c.List) > 0 {
		p.code("diff", c.diff())
	}
	if c.More > 0 {
		p.para(fmt.Sprintf("And %d more changes like these.", c.More))
	}
	if c.WhiteSpace > 0 {
		p.para(fmt.Sprintf("White space between tokens is gone: %d bytes.", c.WhiteSpace))
	}
}

// shownForm cuts a canonical form to what is worth showing.
func shownForm(text string) string {
	const most = 12 * (DefaultWidth - 4)
	head, tail := cut(text, most)
	head = diag.Safe(head)
	if tail != "" {
		head += fmt.Sprintf("\n… (%d bytes more)", len(tail))
	}
	return head
}
