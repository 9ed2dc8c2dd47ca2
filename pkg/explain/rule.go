package explain

import (
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
)

// RuleCard is a rule of the linter for output.
type RuleCard struct {
	CardKind string   `json:"kind"` // "rule"
	ID       string   `json:"id"`
	Slug     string   `json:"slug"`
	Summary  string   `json:"summary"`
	Severity string   `json:"severity"`           // by default
	Pedantic string   `json:"pedantic,omitempty"` // when it is off by default: at the pedantic level
	Profiles []string `json:"profiles,omitempty"` // that switch it on or make it stricter
	Since    string   `json:"since"`
	// OfRun says that the rule is about the run itself: its examples are the
	// configuration, the baseline or the newer capture beside the tools.
	OfRun   bool         `json:"ofRun,omitempty"`
	Why     string       `json:"why"`
	Bad     ExampleNote  `json:"bad"`
	Good    ExampleNote  `json:"good"`
	Fix     string       `json:"fix"`
	Sources []SourceNote `json:"sources"`
}

// ExampleNote is an input for the linter, with the settings that it needs.
type ExampleNote struct {
	Input        string   `json:"input"`
	Spec         string   `json:"spec,omitempty"`
	Profiles     []string `json:"profiles,omitempty"`
	ClientPrefix string   `json:"clientPrefix,omitempty"`
}

// RuleOf gives the page of a rule. It is made from the rule's own documentation.
func RuleOf(r lint.Rule) *RuleCard {
	c := &RuleCard{
		CardKind: "rule", ID: r.ID, Slug: r.Slug, Summary: r.Summary, Severity: r.Severity.String(), Since: r.Since, OfRun: r.OfRun(),
		Why: r.Doc.Why, Bad: exampleOf(r.Doc.Bad), Good: exampleOf(r.Doc.Good), Fix: r.Doc.Fix,
	}
	if r.Severity == diag.Off && r.Pedantic != diag.Off {
		c.Pedantic = r.Pedantic.String()
	}
	for _, p := range lint.Profiles() {
		if p.Rules[r.ID] > r.Severity {
			c.Profiles = append(c.Profiles, p.Name)
		}
	}
	for _, ref := range r.Doc.Refs {
		c.Sources = append(c.Sources, SourceNote{Title: ref.Title, URL: ref.URL})
	}
	return c
}

func exampleOf(e lint.Example) ExampleNote {
	return ExampleNote{
		Input: e.Input, Spec: string(e.Settings.Spec), Profiles: e.Settings.Profiles, ClientPrefix: e.Settings.ClientPrefix,
	}
}

// Page lays the rule out.
func (c *RuleCard) Page() Page {
	p := Page{Title: c.ID + " " + c.Slug}
	p.para(sentence(c.Summary))
	severity, _ := diag.ParseSeverity(c.Severity)
	rows := [][]Cell{fact("severity", toned(toneOf(severity), c.Severity))}
	if c.Pedantic != "" {
		rows = append(rows, fact("when enabled", word(c.Pedantic)))
	}
	if len(c.Profiles) > 0 {
		rows = append(rows, fact("stricter under", word(joined(c.Profiles))))
	}
	rows = append(rows, fact("since", word(c.Since)))
	p.facts(rows...)
	p.heading("Why it matters")
	p.para(c.Why)
	if c.OfRun {
		p.para("The rule is about a run and not about one file: what is shown below is the configuration, the baseline or the " +
			"newer capture that the tools are compared with.")
	}
	p.heading("Wrong")
	p.example(c.Bad)
	p.heading("Right")
	p.example(c.Good)
	p.heading("What to do")
	p.para(c.Fix)
	p.para("To leave it out for one tool, with the reason in the configuration, or out of one run:")
	p.code("", "evref lint-tool --add-ignore "+c.ID+":TOOL --reason WHY\nevref lint-tool --disable "+c.ID+" TOOLS")
	p.sources(c.Sources)
	return p
}

func (p *Page) example(e ExampleNote) {
	p.code("json", showJSON(e.Input, DefaultWidth-4))
	if flags := e.flags(); flags != "" {
		p.para("This shows with" + flags + ".")
	}
}

// flags gives the flags of lint-tool that the example needs.
func (e ExampleNote) flags() string {
	out := ""
	if e.Spec != "" {
		out += " --spec " + e.Spec
	}
	for _, name := range e.Profiles {
		out += " --profile " + name
	}
	if e.ClientPrefix != "" {
		out += " --client-prefix " + e.ClientPrefix
	}
	return out
}

// joined puts names into a sentence: "a, b and c".
func joined(names []string) string {
	out := ""
	for i, name := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			out += " and "
		default:
			out += ", "
		}
		out += name
	}
	return out
}
