package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Card is one thing that an HTML report tells. Every text is shown as text,
// whatever is in it.
type Card struct {
	Level   string // "error", "warning", "info", "good" or "quiet": the colour
	Label   string // what the card is filtered by, such as a severity or a verdict
	Title   string
	URL     string // of a page about it; "" for none
	Place   string
	Message string
	Snippet string // lines that keep their columns
	Rows    []Row
}

// Row is a name and what there is to say under it.
type Row struct {
	Name, Text string
	Code       bool // to be copied or compared character by character
}

//go:embed html/style.css
var htmlStyle string

//go:embed html/filter.js
var htmlScript string

// safe is for text from input: characters that hide or reorder others are
// visible escapes. The template then makes it text for HTML.
func safe(text string) string { return diag.Safe(text) }

const htmlHead = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src {{.StyleHash}}; script-src {{.ScriptHash}}; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>{{.Title}}</title>
<style>{{.Style}}</style>
</head>
<body>
<header><h1>{{.Title}}</h1></header>
<form hidden><input type="search" placeholder="Filter" aria-label="Show only what contains these words"><output aria-live="polite"></output></form>
`

const htmlCard = `<article class="{{.Level}}" data-label="{{safe .Label}}">
<h2><span class="badge">{{safe .Label}}</span> {{if .URL}}<a href="{{.URL}}" rel="noreferrer">{{safe .Title}}</a>{{else}}<span>{{safe .Title}}</span>{{end}}</h2>
{{if .Place}}<div class="place">{{safe .Place}}</div>
{{end}}{{if .Message}}<p>{{safe .Message}}</p>
{{end}}{{if .Snippet}}<pre>{{.Snippet}}</pre>
{{end}}{{if .Rows}}<dl class="rows">{{range .Rows}}<dt>{{safe .Name}}</dt><dd>{{if .Code}}<code>{{safe .Text}}</code>{{else}}{{safe .Text}}{{end}}</dd>{{end}}</dl>
{{end}}</article>
`

const htmlTail = `<section class="summary" aria-label="Summary"><dl>{{range .Rows}}<div{{if eq .Text "0"}} class="zero"{{end}}><dt>{{.Name}}</dt><dd>{{.Text}}</dd></div>{{end}}</dl>{{range .Notes}}<p>{{safe .}}</p>{{end}}</section>
<footer>{{.Footer}}</footer>
<script>{{.Script}}</script>
</body>
</html>
`

// HTMLPage writes reports as one file of HTML: no network, nothing that runs but
// its own filter, readable without it and on a phone. Cards are written as they
// come; the summary, which is last in the file, is shown first.
type HTMLPage struct {
	head, card, tail *template.Template
}

// NewHTMLPage makes the templates ready.
func NewHTMLPage() *HTMLPage {
	parse := func(text string) *template.Template {
		return template.Must(template.New("").Funcs(template.FuncMap{"safe": safe}).Parse(text))
	}
	return &HTMLPage{parse(htmlHead), parse(htmlCard), parse(htmlTail)}
}

// Begin writes the head of the page.
func (p *HTMLPage) Begin(w io.Writer, title string) error {
	return p.head.Execute(w, map[string]any{
		"Title": title, "Style": template.CSS(htmlStyle),
		"StyleHash": sourceHash(htmlStyle), "ScriptHash": sourceHash(htmlScript),
	})
}

// sourceHash allows exactly this text in a Content-Security-Policy.
func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Append writes a card behind dst.
func (p *HTMLPage) Append(dst []byte, c Card) []byte {
	b := bytes.NewBuffer(dst)
	if err := p.card.Execute(b, c); err != nil {
		panic(fmt.Sprintf("report: HTML card: %v", err)) // a fault of the template
	}
	return b.Bytes()
}

// End writes the summary and the end of the page.
func (p *HTMLPage) End(w io.Writer, rows []Row, notes []string, footer string) error {
	return p.tail.Execute(w, map[string]any{"Rows": rows, "Notes": notes, "Footer": footer, "Script": template.JS(htmlScript)})
}
