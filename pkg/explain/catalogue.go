package explain

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/lock"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
	"github.com/mcp-evref/evref/pkg/lint"
	"github.com/mcp-evref/evref/pkg/record"
)

// Program is what only the command line knows about itself.
type Program struct {
	ExitCodes   []ExitCode
	Environment []diag.Doc // environment variables that it reads
}

// ExitCode documents one exit code.
type ExitCode struct {
	Code    int
	Name    string // a word for it, such as "unjudged"
	Meaning string // one sentence, lower case, without a full stop
	Do      string
}

// Catalogue holds every topic and finds it by name.
type Catalogue struct {
	topics []Topic // by kind, then in the order of their package
}

// NewCatalogue makes the catalogue of a program.
func NewCatalogue(p Program) *Catalogue {
	c := &Catalogue{}
	for _, id := range digest.All() {
		c.add(Topic{Kind: Canonicalizations, Doc: id.Doc()})
	}
	for _, a := range digest.Algorithms() {
		c.add(Topic{Kind: Algorithms, Doc: a.Doc()})
	}
	c.addDocs(Annotations, evidence.AnnotationDocs())
	c.addDocs(Schemes, evidence.SchemeDocs())
	c.addDocs(ExtensionKeys, slices.Concat(evidence.KeyDocs(), lint.KeyDocs()))
	c.addDocs(Hints, lint.HintDocs())
	c.addDocs(ActionMetadata, lint.ActionDocs())
	for _, v := range evidence.Verdicts() {
		c.add(Topic{Kind: Verdicts, Doc: v.Doc()})
	}
	for _, cause := range evidence.Causes() {
		c.add(Topic{Kind: Diagnoses, Doc: diag.Doc{Name: cause.ID, Meaning: cause.Summary, Do: cause.Help}})
	}
	for _, k := range digest.HazardKinds() {
		c.add(Topic{Kind: Hazards, Doc: k.Doc(), Severity: diag.Error})
	}
	for _, code := range evidence.Codes() {
		c.add(Topic{Kind: Codes, Doc: diag.Doc{Name: code.ID, Meaning: code.Meaning, Do: code.Do}, Severity: code.Severity})
	}
	c.addErrors(RecordErrors, record.ErrorDocs())
	c.addErrors(RepresentationErrors, digest.RepresentationDocs())
	for _, v := range fingerprint.Versions() {
		c.add(Topic{Kind: FingerprintVersions, Doc: v.Doc()})
	}
	for _, s := range lock.Statuses() {
		c.add(Topic{Kind: LockResults, Doc: diag.Doc{Name: string(s.Status), Meaning: s.Meaning, Do: cmp.Or(s.Fix, "nothing has to be done")}})
	}
	for _, w := range warning.All() {
		c.add(Topic{Kind: FingerprintWarnings, Severity: w.Severity, Doc: diag.Doc{
			Name: string(w.Name), Meaning: strings.TrimSuffix(w.Summary, "."), Text: []string{w.Why}, Do: w.Fix,
		}})
	}
	c.addErrors(FingerprintErrors, fingerprint.ErrorDocs())
	for _, p := range lint.Profiles() {
		c.add(Topic{Kind: Profiles, Doc: profileDoc(p)})
	}
	for _, e := range p.ExitCodes {
		number := strconv.Itoa(e.Code)
		c.add(Topic{Kind: ExitCodes, Doc: diag.Doc{Name: "exit-" + number, Aliases: []string{number, e.Name}, Meaning: e.Meaning, Do: e.Do}})
	}
	c.addDocs(Environment, p.Environment)
	return c
}

func (c *Catalogue) add(t Topic) { c.topics = append(c.topics, t) }

func (c *Catalogue) addDocs(k Kind, docs []diag.Doc) {
	for _, d := range docs {
		c.add(Topic{Kind: k, Doc: d})
	}
}

func (c *Catalogue) addErrors(k Kind, docs []diag.Doc) {
	for _, d := range docs {
		c.add(Topic{Kind: k, Doc: d, Severity: diag.Error})
	}
}

// Topics lists the topics of a kind, or all of them for the empty kind.
func (c *Catalogue) Topics(k Kind) []Topic {
	return slices.DeleteFunc(slices.Clone(c.topics), func(t Topic) bool { return k != "" && t.Kind != k })
}

// Find gives what a word names, ignoring case: a rule by id or slug, and every
// topic of that name. A word can name more than one thing.
func (c *Catalogue) Find(word string) []Card {
	var out []Card
	if r, ok := lint.FindRule(word); ok {
		out = append(out, RuleOf(r))
	}
	for _, t := range c.topics {
		if t.answers(word) {
			out = append(out, t.Card())
		}
	}
	return out
}

// Nearest gives the known name that is closest to a misspelt word.
func (c *Catalogue) Nearest(word string) (string, bool) { return diag.Nearest(word, c.Names()) }

// Names lists every name that [Catalogue.Find] knows, other spellings left out.
func (c *Catalogue) Names() []string {
	var names []string
	for _, r := range lint.Rules() {
		names = append(names, r.ID, r.Slug)
	}
	for _, t := range c.topics {
		names = append(names, t.Name)
	}
	return names
}

// profileDoc explains a profile of the linter: the facts that it rests on.
func profileDoc(p lint.Profile) diag.Doc {
	d := diag.Doc{
		Name: p.Name, Meaning: "a profile of the linter: " + p.Summary,
		Do: "Give it to the linter: evref lint-tool --profile " + p.Name,
	}
	for _, f := range p.Facts {
		d.Text = append(d.Text, f.Text+" ("+f.Date+")")
		d.Sources = append(d.Sources, diag.Source{Title: f.Ref.Title, URL: f.Ref.URL})
	}
	for _, l := range []struct {
		n    int
		what string
	}{{p.Limits.Name, "characters of a tool's name, the client's prefix included"}, {p.Limits.Description, "characters of a description"}, {p.Limits.Tools, "tools in one request"}} {
		if l.n > 0 {
			d.Text = append(d.Text, "Limit: "+strconv.Itoa(l.n)+" "+l.what+".")
		}
	}
	return d
}
