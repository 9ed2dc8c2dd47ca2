package lint

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

// ForeignTool is the rule that [Mentions] reports.
const ForeignTool = "TOOL133"

// Mentions finds descriptions that name a tool of another server. Within one
// server tools speak of each other as a matter of course; a server that speaks
// of another one's tools may try to steer what a model does with them. Only
// servers that a file names are told apart.
type Mentions struct {
	owners map[string][]owner // by tool name
	found  []mention
}

// owner is a server that has a tool of some name.
type owner struct{ server, source string }

// mention is a word of a description that could be a tool's name.
type mention struct {
	owner
	word    string
	at      Issue
	finding Finding // without rule and message
}

// Add reads the names and descriptions of a file.
func (m *Mentions) Add(f *File) {
	m.read(f, func(x mention) {
		h := hit{Issue: x.at, rule: &enabledRule{}, subject: subjectOf(x.at.Tool)}
		x.at, x.finding = Issue{}, h.finding(f)
		m.found = append(m.found, x)
	})
}

// read notes the names of a file and gives each word that could be one.
func (m *Mentions) read(f *File, visit func(mention)) {
	if m.owners == nil {
		m.owners = make(map[string][]owner)
	}
	for _, l := range f.Lists {
		if l.Server == "" {
			continue
		}
		who := owner{l.Server, f.Source}
		for _, t := range l.Tools() {
			if name, _ := t.Name.Value.Text(); name != "" {
				m.owners[name] = append(m.owners[name], who)
			}
			text, _ := t.Description.Value.Text()
			for from := 0; from < len(text); {
				n := wordLength(text[from:])
				if word := strings.TrimRight(text[from:from+n], ".-"); isCompound(word) {
					visit(mention{owner: who, word: word, at: Issue{At: t.Description.Value, Tool: t, From: from, To: from + len(word)}})
				}
				from += max(n, 1)
			}
		}
	}
}

// wordLength is the length of the run of characters at the start of text that a
// tool's name can have.
func wordLength(text string) int {
	for i, r := range text {
		if !isNameCharacter(r) {
			return i
		}
	}
	return len(text)
}

// isCompound reports a name of several words: a single one is an ordinary word
// more often than a tool.
func isCompound(word string) bool { return len(word) > 5 && len(words(word)) > 1 }

// Findings reports the mentions of tools that a server in another file has and
// the describing server has not. severity gives the severity of a rule. Servers
// in one file are compared by [Linter.Lint].
func (m *Mentions) Findings(severity func(rule string) diag.Severity) []Finding {
	var out []Finding
	if severity(ForeignTool) == diag.Off {
		return nil
	}
	for _, x := range m.found {
		other, foreign := m.foreign(x)
		if !foreign || other.source == x.source {
			continue
		}
		f := x.finding
		f.Rule, f.Severity, f.Message, f.Help = ForeignTool, severity(ForeignTool), x.message(other), mentionHelp
		out = append(out, f)
	}
	number(out)
	return out
}

// foreign gives the first other server that has the tool, unless the describing
// server has one of that name itself.
func (m *Mentions) foreign(x mention) (other owner, ok bool) {
	for _, o := range m.owners[x.word] {
		if o.server == x.server {
			return owner{}, false
		}
		if other.server == "" {
			other = o
		}
	}
	return other, other.server != ""
}

func (x mention) message(other owner) string {
	return fmt.Sprintf("description names %s, a tool of another server (%s)", quote(x.word, 0), diag.Safe(other.server))
}

const mentionHelp = "describe only what this tool does"

// checkForeignTool compares the servers of one file.
func checkForeignTool(p *Pass, f *File) {
	var m Mentions
	var found []mention
	m.read(f, func(x mention) { found = append(found, x) })
	for _, x := range found {
		if other, foreign := m.foreign(x); foreign {
			x.at.Message, x.at.Help = x.message(other), mentionHelp
			p.Report(x.at)
		}
	}
}
