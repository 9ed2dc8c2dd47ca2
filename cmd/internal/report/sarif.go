package report

import (
	"io"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

// SARIF is one run of the Static Analysis Results Interchange Format 2.1.0.
//
// Suppressed findings are there with their suppression, so that a platform can
// tell them from fixed ones. executionSuccessful is false after a run that broke
// off or could not judge all of its input, whatever the exit code: what such a
// run did not find is not fixed (§3.20.14).
func SARIF(t *Tool) Printer[Source, Outcome] {
	results := jsonList{indent: "      "}
	var failures []sarifNotification
	return Printer[Source, Outcome]{
		Begin: func(w io.Writer) error {
			const head = "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n  \"runs\": [\n    {\n      \"tool\": "
			if err := encode(w, head, sarifToolOf(t), "      ", ""); err != nil {
				return err
			}
			bases := map[string]sarifBase{srcRoot: {Description: sarifMessage{"the directory that relative names start from"}}}
			if err := encode(w, ",\n      \"originalUriBaseIds\": ", bases, "      ", ""); err != nil {
				return err
			}
			return write(w, ",\n      \"columnKind\": \"unicodeCodePoints\",\n      \"results\": [")
		},
		Item: func(w io.Writer, f Source) error {
			for _, d := range f.Failures {
				failures = append(failures, sarifNotificationOf(d))
			}
			for _, x := range f.Findings {
				if err := results.add(w, sarifResultOf(t, x)); err != nil {
					return err
				}
			}
			return nil
		},
		End: func(w io.Writer, o Outcome) error {
			for _, d := range o.Failures {
				failures = append(failures, sarifNotificationOf(d))
			}
			successful := o.Successful() && len(failures) == 0
			invocations := []sarifInvocation{{successful, o.ExitCode, failures}}
			return encode(w, results.closing()+",\n      \"invocations\": ", invocations, "      ", "\n    }\n  ]\n}\n")
		},
	}
}

// sarifText keeps text from being read as an embedded link (§3.11.6), which
// could lead wherever a linted file wants.
func sarifText(text string) sarifMessage {
	return sarifMessage{strings.ReplaceAll(text, "](", "] (")}
}

func sarifLevel(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "error"
	case diag.Warning:
		return "warning"
	}
	return "note"
}

func sarifToolOf(t *Tool) sarifTool {
	d := sarifDriver{Name: t.Name, Version: t.Version, InformationURI: t.URL, Rules: []sarifRule{}}
	for _, r := range t.Rules {
		rule := sarifRule{
			ID: r.ID, Name: r.Name, ShortDescription: sarifMessage{r.Summary}, HelpURI: r.URL,
			DefaultConfiguration: sarifConfiguration{Enabled: r.Severity != diag.Off, Level: sarifLevel(r.Severity)},
			Properties:           sarifRuleProperties{ProblemSeverity: githubSeverity(r.Severity)},
		}
		if r.Details != "" {
			rule.Help = &sarifHelp{Text: r.Details, Markdown: r.Details}
		}
		d.Rules = append(d.Rules, rule)
	}
	return sarifTool{d}
}

// githubSeverity is what GitHub code scanning calls the severity of a rule.
func githubSeverity(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "error"
	case diag.Warning:
		return "warning"
	}
	return "recommendation"
}

func sarifResultOf(t *Tool, f Finding) sarifResult {
	r := sarifResult{
		RuleID: f.Rule, Level: sarifLevel(f.Severity), Message: sarifText(sentence(f.Diagnostic)),
		Locations:  []sarifLocation{sarifLocationOf(f.Source, f.Range)},
		Properties: sarifResultProperties{Record: f.Record, Pointer: f.Pointer},
	}
	if _, index := t.rule(f.Rule); index >= 0 {
		r.RuleIndex = &index
	}
	r.Locations[0].LogicalLocations = logicalLocations(f.Diagnostic)
	for i, related := range f.Related {
		at := sarifLocationOf(related.Source, related.Range)
		message := sarifText(diag.Safe(related.Message))
		at.ID, at.Message = i+1, &message
		r.RelatedLocations = append(r.RelatedLocations, at)
	}
	if f.Fingerprint != "" {
		// GitHub matches alerts by primaryLocationLineHash alone, and computes
		// one from the text around the line where it is missing.
		r.PartialFingerprints = map[string]string{"evrefFinding/v1": f.Fingerprint, "primaryLocationLineHash": f.Fingerprint + ":1"}
	}
	if s := f.Suppressed; s != nil {
		r.Suppressions = []sarifSuppression{{Kind: "external", Status: "accepted", Justification: s.Reason}}
		if s.Baseline {
			r.BaselineState = "unchanged"
		}
	}
	for _, fix := range f.Fixes {
		r.Fixes = append(r.Fixes, sarifFixOf(f.Source, fix))
	}
	return r
}

func logicalLocations(d diag.Diagnostic) []sarifLogicalLocation {
	if d.Record == "" {
		return nil
	}
	return []sarifLogicalLocation{{Name: d.Record, FullyQualifiedName: d.Record + "#" + d.Pointer}}
}

func sarifFixOf(source string, fix Fix) sarifFix {
	change := sarifChange{ArtifactLocation: artifact(source)}
	for _, e := range fix.Edits {
		r := sarifReplacement{DeletedRegion: *sarifRegionOf(e.Range)}
		if e.New != "" {
			r.InsertedContent = &sarifContent{e.New}
		}
		change.Replacements = append(change.Replacements, r)
	}
	out := sarifFix{Description: sarifText(diag.Safe(fix.Message)), ArtifactChanges: []sarifChange{change}}
	out.Properties.Safe = fix.Safe
	return out
}

func sarifNotificationOf(d diag.Diagnostic) sarifNotification {
	n := sarifNotification{Level: sarifLevel(d.Severity), Message: sarifText(sentence(d))}
	if d.Source != "" {
		n.Locations = []sarifLocation{sarifLocationOf(d.Source, d.Range)}
	}
	if d.Rule != "" {
		n.Descriptor = &sarifReference{d.Rule}
	}
	return n
}

func sarifLocationOf(source string, r diag.Range) sarifLocation {
	return sarifLocation{PhysicalLocation: sarifPhysical{artifact(source), sarifRegionOf(r)}}
}

// sarifRegionOf gives nil for binary input, which has no lines.
func sarifRegionOf(r diag.Range) *sarifRegion {
	if !r.Start.IsValid() {
		return nil
	}
	return &sarifRegion{r.Start.Line, r.Start.Column, r.End.Line, r.End.Column}
}
