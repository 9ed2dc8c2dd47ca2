package report

import (
	"io"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Finding is a diagnostic with what report formats show besides it.
type Finding struct {
	diag.Diagnostic
	// Fingerprint is the same for the same defect in every run, wherever the
	// defect moves, and differs from those of all other findings of the run.
	Fingerprint string
	Fixes       []Fix        // alternatives, the preferred one first
	Suppressed  *Suppression // nil for a finding that counts
}

// Suppression says why a finding does not count.
type Suppression struct {
	Baseline bool   // it was there when the baseline was written; otherwise it is ignored
	Reason   string // for people
}

// Fix is a change of the file that removes a finding.
type Fix struct {
	Safe    bool
	Message string
	Edits   []Edit
}

// Edit replaces a part of the file; an empty range inserts.
type Edit struct {
	Range diag.Range
	New   string
}

// Source is what a run has to say about one input.
type Source struct {
	Name string
	// Text is the input, for formats that count columns in bytes. Without it
	// they count code points.
	Text     []byte
	Findings []Finding
	Failures []diag.Diagnostic // why the input, or a part of it, could not be judged
}

// Outcome is how a run ended.
type Outcome struct {
	ExitCode int
	Failures []diag.Diagnostic // those that belong to no input, such as a broken configuration
}

// Successful reports that the run went to its end. A consumer that closes what
// is not found again must not do so after one that broke off, or that could not
// judge one of its inputs.
func (o Outcome) Successful() bool { return o.ExitCode == 0 || o.ExitCode == 1 }

// Tool describes the program and its rules.
type Tool struct {
	Name, Version, URL string
	Rules              []Rule // ordered by id
	// FailOn is the lowest severity that makes a run fail; Off when none does.
	FailOn diag.Severity
	// Shown gives the text around a range as people may see it, and where the range
	// is in that. nil shows it as it is.
	Shown func(text []byte, r diag.Range) ([]byte, diag.Range)
}

// Rule describes one rule to those who meet a finding of it.
type Rule struct {
	ID, Name, Summary string
	Details           string // why it matters and what to do, as Markdown
	URL               string
	Severity          diag.Severity // by default
}

// rule finds a rule by its id; index is -1 when there is none.
func (t *Tool) rule(id string) (r Rule, index int) {
	for i, r := range t.Rules {
		if r.ID == id {
			return r, i
		}
	}
	return Rule{ID: id}, -1
}

// fails reports whether a finding makes the run fail.
func (t *Tool) fails(f Finding) bool {
	return f.Suppressed == nil && t.FailOn != diag.Off && f.Severity >= t.FailOn
}

// Formats lists the formats that [Findings] writes.
func Formats() []string {
	return []string{"concise", "sarif", "github", "junit", "checkstyle", "gitlab", "rdjson", "markdown", "html"}
}

// Findings gives the printer of one of the [Formats]; ok is false for any other
// name.
func Findings(format string, t *Tool) (p Printer[Source, Outcome], ok bool) {
	switch format {
	case "concise":
		return Concise(), true
	case "sarif":
		return SARIF(t), true
	case "github":
		return GitHub(t), true
	case "junit":
		return JUnit(t), true
	case "checkstyle":
		return Checkstyle(t), true
	case "gitlab":
		return GitLab(t), true
	case "rdjson":
		return RDJSON(t), true
	case "markdown":
		return Markdown(t), true
	case "html":
		return HTML(t), true
	}
	return p, false
}

// sentence is a diagnostic as one line without its place: what it is about,
// what is wrong and what to do.
func sentence(d diag.Diagnostic) string {
	var b strings.Builder
	if d.Record != "" {
		b.WriteString(diag.Safe(d.Record) + ": ")
	}
	b.WriteString(diag.Safe(d.Message))
	if d.Help != "" {
		b.WriteString("; " + diag.Safe(d.Help))
	}
	return b.String()
}

// flat is the printer of a format that is a sequence: each is called for every
// finding that counts and for every failure, which has no fingerprint. Begin and
// end may be nil.
func flat(begin func(io.Writer) error, each func(io.Writer, Finding, Source) error, end func(io.Writer, Outcome) error) Printer[Source, Outcome] {
	all := func(w io.Writer, s Source) error {
		for _, f := range s.Findings {
			if f.Suppressed != nil {
				continue
			}
			if err := each(w, f, s); err != nil {
				return err
			}
		}
		for _, d := range s.Failures {
			if err := each(w, Finding{Diagnostic: d}, s); err != nil {
				return err
			}
		}
		return nil
	}
	return Printer[Source, Outcome]{
		Begin: func(w io.Writer) error {
			if begin == nil {
				return nil
			}
			return begin(w)
		},
		Item: all,
		End: func(w io.Writer, o Outcome) error {
			if err := all(w, Source{Failures: o.Failures}); err != nil || end == nil {
				return err
			}
			return end(w, o)
		},
	}
}

// relative drops a leading "./", which platforms do not match with their own
// names of files.
func relative(path string) string { return strings.TrimPrefix(path, "./") }
