package evidence

import (
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
)

var (
	sourceTrust  = diag.Source{Title: "trust-annotations draft", URL: "https://github.com/modelcontextprotocol/experimental-ext-tool-annotations"}
	sourceFIDES  = diag.Source{Title: "Securing AI Agents with Information-Flow Control (FIDES)", URL: "https://arxiv.org/abs/2505.23643"}
	sourceSchema = diag.Source{Title: "JSON Schema carried by evref: evref schema NAME"}
)

// SchemeDocs explains the values of type that the drafts name, and what becomes
// of all others.
func SchemeDocs() []diag.Doc {
	return []diag.Doc{
		{
			Name:    TypeFIDES,
			Aliases: []string{"ifc.fides", "fides", "label", "join", "integrity", "confidentiality", "trusted", "public", "private"},
			Meaning: "an information-flow label: who may have influenced the content, and who may read it",
			Text: []string{
				"integrity is trusted or untrusted: untrusted as soon as an attacker can influence the content. confidentiality " +
					"is public or private: private as soon as not everybody may read it. There are no other members, and a list " +
					"of readers never goes on the wire. The host finds out itself who the readers of a private source are.",
				"Only four such records exist, so a label can be recovered from its digest by trying all four. The digest keeps " +
					"nothing secret, and two equal digests do not show that two results have the same source.",
				"Labels of several results are joined. Integrity: untrusted dominates. Confidentiality: public with public is " +
					"public, public with private is private, private with private is private with readers that the labels do not " +
					"tell: those who may read both sources. Content without a label is not covered by any of this.",
				"The readers of a private label are unknown. " + strings.Join(UnknownReaders(), " "),
				"Content that has no label at all is left to the host's own policy.",
				WhyNotPublic,
			},
			Do: "Publish the label as a record and point to it with an evidenceRef of this type, with sensitive and untrusted " +
				"beside it for clients that do not know the scheme. evref explain RESULT... shows the label that results add up to.",
			Example: "$ cat label.json\n" +
				`{"integrity": "untrusted", "confidentiality": "private"}` + "\n" +
				"$ evref digest -c jcs --type ifc.fides.v1 --bare label.json\n" +
				"sha256:2f03ae0a963ccfea70038e90c26dd1b246bc175dccb8831a3d28353dd014a839\n",
			Sources: []diag.Source{sourceTrust, sourceFIDES, sourceSchema},
		},
		{
			Name:    TypeDataClass,
			Aliases: []string{"data-class", "class", "regulatory"},
			Meaning: "a data classification: how sensitive the returned resource is, and which rules touch it",
			Text: []string{
				"class is an open string, because publishers use different ladders: public, personal, confidential and " +
					"highly_confidential in one, public, internal, confidential and restricted in another, and unknown. regulatory " +
					"and labels are lists of open strings, policyRef is a URI. Members that are not known are kept and hashed.",
				"Classify what is returned and not where it lies: a public repository serves drafts of security advisories and " +
					"the list of its collaborators.",
			},
			Do: "Keep sensitive beside it: whoever does not know the scheme still has the boolean. A class other than public " +
				"without a sensitive claim is reported.",
			Sources: []diag.Source{sourceTrust, sourceSchema},
		},
		{
			Name:    "policy-decision",
			Meaning: "a type that the draft names for the record of a policy decision; it has no published schema",
			Text:    []string{"Digest and canonicalization are checked like those of any record. What the members mean is between publisher and reader."},
			Do:      "Register a schema of your own with --scheme policy-decision=SCHEMA.json when the form matters.",
			Sources: []diag.Source{sourceTrust},
		},
		{
			Name:    "sequence",
			Meaning: "a type that the draft names for the record of a sequence of calls; it has no published schema",
			Text:    []string{"Digest and canonicalization are checked like those of any record. What the members mean is between publisher and reader."},
			Do:      "Register a schema of your own with --scheme sequence=SCHEMA.json when the form matters.",
			Sources: []diag.Source{sourceTrust},
		},
	}
}
