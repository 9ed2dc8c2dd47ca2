package cmd

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// TestPicture holds docs/terminal.svg, the picture in README.md, to what a
// terminal shows for its commands. go test ./cmd -run TestPicture -update draws
// it anew.
func TestPicture(t *testing.T) {
	commands := []string{
		"evref verify -C testdata/evidence/conformance --check CHECKSUMS",
		"evref verify --digest sha256:a09a37b13c7fe970292bef75932a8d4b872189e6ddeaf1e9eefe7bfd6ddd4ca1 -c jcs/rfc8785 testdata/evidence/hashed/record.json",
		"evref lint-tool drafts.json",
	}
	var screen strings.Builder
	t.Run("commands", func(t *testing.T) {
		sandbox(t)
		writePage(t, "drafts.json", `{"tools": [
  {"name": "read_drafts", "description": "Read the drafts of the signed-in user.",
   "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false},
   "annotations": {"readonlyHint": true, "openWorldHint": false}}
]}
`)
		for _, command := range commands {
			screen.WriteString("\x1b[1m$ " + command + "\x1b[0m\n" + onTerminal(command) + "\n")
		}
	})
	got := drawTerminal(strings.TrimRight(screen.String(), "\n"), 112)
	if err := xml.Unmarshal([]byte(got), new(struct{})); err != nil {
		t.Fatalf("the picture is no XML: %v", err)
	}
	const path = "../docs/terminal.svg"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || string(want) != got {
		t.Errorf("docs/terminal.svg is not what a terminal shows (%v); run go test ./cmd -run TestPicture -update", err)
	}
}

// onTerminal gives what a command prints where somebody is looking, both streams
// as they come.
func onTerminal(command string) string {
	var out bytes.Buffer
	Main(context.Background(), shellWords(command)[1:], Streams{
		In: strings.NewReader(""), Out: &out, Err: &out, OutTerminal: true, ErrTerminal: true,
		Getenv: func(string) string { return "" },
		Now:    func() time.Time { return time.Unix(0, 0).UTC() },
	})
	return out.String()
}

const (
	cellWidth, lineHeight = 7.8, 18
	margin, barHeight     = 16, 30
)

var escape = regexp.MustCompile(`\x1b\[([0-9;]*)m`)

// drawTerminal draws text with SGR escapes, in lines of at most columns.
func drawTerminal(text string, columns int) string {
	var lines []string
	class := ""
	for line := range strings.Lines(text) {
		var drawn strings.Builder
		used := 0
		flush := func() {
			lines = append(lines, drawn.String())
			drawn.Reset()
			used = 0
		}
		put := func(s string) {
			for s != "" {
				n := min(utf8.RuneCountInString(s), columns-used)
				if n == 0 {
					flush()
					continue
				}
				part := string([]rune(s)[:n])
				s, used = s[len(part):], used+n
				fmt.Fprintf(&drawn, `<tspan%s>%s</tspan>`, class, escapeXML(part))
			}
		}
		line = strings.TrimRight(line, "\n")
		for {
			at := escape.FindStringSubmatchIndex(line)
			if at == nil {
				break
			}
			put(line[:at[0]])
			class = styleClass(line[at[2]:at[3]])
			line = line[at[1]:]
		}
		put(line)
		flush()
	}
	width := int(float64(columns)*cellWidth) + 2*margin
	height := barHeight + len(lines)*lineHeight + margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="evref in a terminal: a verified check file, a mismatch with its cause, and a lint finding">
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d6deeb; white-space: pre; }
.good { fill: #7fd88f; } .bad { fill: #ff8b8b; } .doubt { fill: #ffd479; } .faint { fill: #8a97a8; } .strong { font-weight: bold; }
</style>
<rect width="100%%" height="100%%" rx="8" fill="#16202c"/>
<circle cx="18" cy="15" r="5" fill="#ff5f57"/><circle cx="36" cy="15" r="5" fill="#febc2e"/><circle cx="54" cy="15" r="5" fill="#28c840"/>
`, width, height, width, height)
	for i, line := range lines {
		if line != "" {
			fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" xml:space=\"preserve\">%s</text>\n", margin, barHeight+i*lineHeight+13, line)
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// styleClass names the style of an SGR escape.
func styleClass(codes string) string {
	var classes []string
	for code := range strings.SplitSeq(codes, ";") {
		if name := map[string]string{"1": "strong", "2": "faint", "31": "bad", "32": "good", "33": "doubt"}[code]; name != "" {
			classes = append(classes, name)
		}
	}
	if len(classes) == 0 {
		return ""
	}
	return ` class="` + strings.Join(classes, " ") + `"`
}

func escapeXML(s string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic(err)
	}
	return b.String()
}
