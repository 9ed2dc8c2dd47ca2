package explain

import "github.com/mcp-evref/evref/pkg/diag"

// Page is an explanation for people, before it is laid out.
type Page struct {
	Title  string
	Blocks []Block
}

// BlockKind tells what a block is.
type BlockKind uint8

// Kinds of blocks.
const (
	Heading   BlockKind = iota // Text
	Paragraph                  // Text
	List                       // Items
	Facts                      // Rows of a name, a value, and a remark that may be left out
	Table                      // Head and Rows; the last column takes what room there is
	Code                       // Text as it stands, in the language Lang
)

// Block is one piece of a page.
type Block struct {
	Kind  BlockKind
	Level int // of a heading: 1 or 2
	Text  string
	Items []string
	Head  []string
	Rows  [][]Cell
	Lang  string
}

// Cell is one field of a table.
type Cell struct {
	Text string
	Tone Tone
	// Literal text is a name or a value, not prose: Markdown sets it as code.
	Literal bool
}

// Tone says how a word may be painted. Paint never carries meaning by itself.
type Tone uint8

// Tones. The zero Tone is plain.
const (
	Plain  Tone = iota
	Strong      // a title, a name
	Good        // as it should be
	Bad         // an error, a danger
	Doubt       // a warning, a default, something unknown
	Faint       // a remark
)

// toneOf gives the tone of a severity.
func toneOf(s diag.Severity) Tone {
	switch s {
	case diag.Error:
		return Bad
	case diag.Warning:
		return Doubt
	}
	return Faint
}

// word is a cell of prose.
func word(text string) Cell { return Cell{Text: text} }

// toned is a cell of prose in a tone.
func toned(tone Tone, text string) Cell { return Cell{Text: text, Tone: tone} }

// literal is a cell with a name or a value from a file, made safe to print.
func literal(text string) Cell { return Cell{Text: safe(text), Literal: true} }

// maxValue bounds what is shown of one value, in code points. Machine formats
// have all of it.
const maxValue = 400

// safe makes text from a file fit to print: what would act on a terminal is
// escaped, and what is too long is cut.
func safe(text string) string {
	if head, tail := cut(text, maxValue); tail != "" {
		text = head + "…"
	}
	return diag.Safe(text)
}

func (p *Page) heading(text string)  { p.add(Block{Kind: Heading, Level: 1, Text: text}) }
func (p *Page) heading2(text string) { p.add(Block{Kind: Heading, Level: 2, Text: text}) }

// para adds a paragraph unless it is empty.
func (p *Page) para(text string) {
	if text != "" {
		p.add(Block{Kind: Paragraph, Text: text})
	}
}

func (p *Page) list(items ...string) {
	if len(items) > 0 {
		p.add(Block{Kind: List, Items: items})
	}
}

func (p *Page) facts(rows ...[]Cell) {
	if len(rows) > 0 {
		p.add(Block{Kind: Facts, Rows: rows})
	}
}

func (p *Page) table(head []string, rows [][]Cell) {
	if len(rows) > 0 {
		p.add(Block{Kind: Table, Head: head, Rows: rows})
	}
}

func (p *Page) code(lang, text string) { p.add(Block{Kind: Code, Lang: lang, Text: text}) }

func (p *Page) add(b Block) { p.Blocks = append(p.Blocks, b) }

// fact makes a row of [Facts].
func fact(name string, cells ...Cell) []Cell { return append([]Cell{word(name)}, cells...) }
