package explain

import (
	"strings"
)

// Markdown lays a page out as GitHub-flavoured Markdown. The title is a heading
// of that level, 1 or more.
func (p Page) Markdown(level int) string {
	var b strings.Builder
	if p.Title != "" {
		b.WriteString(strings.Repeat("#", level) + " " + escapeMarkdown(p.Title) + "\n")
	}
	for i, block := range p.Blocks {
		if i > 0 || p.Title != "" {
			b.WriteByte('\n')
		}
		block.markdown(&b, level)
	}
	return b.String()
}

func (block Block) markdown(b *strings.Builder, level int) {
	switch block.Kind {
	case Heading:
		b.WriteString(strings.Repeat("#", min(level+block.Level, 6)) + " " + escapeMarkdown(block.Text) + "\n")
	case Paragraph:
		for _, line := range wrap(escapeMarkdown(block.Text), DefaultWidth) {
			b.WriteString(line + "\n")
		}
	case List:
		for _, item := range block.Items {
			for i, line := range wrap(escapeMarkdown(item), DefaultWidth-2) {
				b.WriteString([]string{"- ", "  "}[min(i, 1)] + line + "\n")
			}
		}
	case Facts:
		for _, r := range block.Rows {
			b.WriteString("- **" + escapeMarkdown(r[0].Text) + "**:")
			for i, c := range r[1:] {
				if i > 0 {
					b.WriteString(" –")
				}
				b.WriteString(" " + c.markdown())
			}
			b.WriteByte('\n')
		}
	case Table:
		head := make([]Cell, len(block.Head))
		for i, h := range block.Head {
			head[i] = word(h)
		}
		writeRow(b, head)
		b.WriteString("|" + strings.Repeat("---|", len(head)) + "\n")
		for _, r := range block.Rows {
			writeRow(b, r)
		}
	case Code:
		fence := "```"
		for strings.Contains(block.Text, fence) {
			fence += "`"
		}
		b.WriteString(fence + block.Lang + "\n" + strings.TrimSuffix(block.Text, "\n") + "\n" + fence + "\n")
	}
}

func writeRow(b *strings.Builder, cells []Cell) {
	b.WriteByte('|')
	for _, c := range cells {
		b.WriteString(" " + c.markdown() + " |")
	}
	b.WriteByte('\n')
}

// markdown gives a cell for one line. Within a table a bar ends the cell even in
// code.
func (c Cell) markdown() string {
	if !c.Literal || c.Text == "" {
		return escapeMarkdown(c.Text)
	}
	fence := "`"
	for strings.Contains(c.Text, fence) {
		fence += "`"
	}
	text := strings.ReplaceAll(c.Text, "|", `\|`)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

// escapeMarkdown keeps prose from being read as markup. Underscores inside words
// are left alone, since they are no markup in the flavour that is written.
func escapeMarkdown(text string) string {
	var b strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		switch {
		case strings.ContainsRune("\\`*<>[]|", r),
			r == '_' && (i == 0 || i == len(runes)-1 || runes[i-1] == ' ' || runes[i+1] == ' '),
			i == 0 && strings.ContainsRune("#+-=", r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
