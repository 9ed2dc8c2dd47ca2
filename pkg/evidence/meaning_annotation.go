package evidence

import "github.com/mcp-evref/evref/pkg/diag"

// AnnotationDocs explains the members of trust annotations, in the order of the
// draft.
func AnnotationDocs() []diag.Doc {
	sources := []diag.Source{sourceTrust}
	return []diag.Doc{
		{
			Name:    "sensitive",
			Meaning: "a claim that the content of this result is confidential",
			Text: []string{
				"It has three states: true, false, and not claimed. Leaving it out makes no claim; it does not say false.",
				"It is the floor that every client understands, and it goes beside a richer record, not in its place: a server " +
					"that publishes a private label or a class other than public and leaves sensitive out is reported.",
				"A content block may add true for itself. A block that says false under a result that says true breaks the " +
					"rule of union: the effective value stays true.",
			},
			Do:      "Treat true as a reason for consent and egress rules. Treat not claimed by your own default.",
			Sources: sources,
		},
		{
			Name:    "untrusted",
			Meaning: "a claim that the content of this result came from a source that an attacker can influence",
			Text: []string{
				"Web pages, mail of strangers and issue comments are such sources. It speaks about this one result, and has the " +
					"same three states as sensitive.",
				"It is not openWorldHint. openWorldHint stands in the tool's definition and says what the tool can reach; it is " +
					"the same for every call. untrusted stands in a result and says where this content came from. An open-world " +
					"tool can return trusted content, and a closed-world tool can return a stranger's text from storage. Neither " +
					"is inferred from the other, in either direction.",
			},
			Do:      "Treat the content as data and never as instructions. Not claimed does not mean that it can be trusted.",
			Sources: sources,
		},
		{
			Name:    "evidenceRef",
			Meaning: "a pointer to the record behind the claim: type, digest, canonicalization, and optionally schema and ref",
			Text: []string{"Who holds the record can recompute the digest and see that it is the record that was meant. That proves " +
				"integrity and not honesty."},
			Do:      "Check it with evref verify; make one with evref digest --emit evidence-ref.",
			Sources: sources,
		},
		{
			Name:    "type",
			Meaning: "the member of evidenceRef that names the scheme of the record; an open string, required",
			Text:    []string{"A type that a reader does not know can be ignored safely: digest and canonicalization still count."},
			Do:      "Use a published type where one fits; evref explain topics lists them.",
			Sources: sources,
		},
		{
			Name:    "digest",
			Meaning: "the member of evidenceRef with the hash of the record's canonical bytes; required",
			Text: []string{"It is written sha256: and 64 lower-case hexadecimal digits. Bare hexadecimal, base64, capitals and sha256-… are " +
				"other drafts' spellings: evref names what it sees and what the right spelling is, and never accepts them in silence."},
			Do:      "Copy what evref digest prints.",
			Sources: sources,
		},
		{
			Name:    "canonicalization",
			Meaning: "the member of evidenceRef that says which bytes were hashed; required",
			Text:    []string{"jcs/rfc8785 or cbor/rfc8949. Neither is a default, and the two give different digests of one record."},
			Do:      "Write one of the two, exactly so.",
			Sources: sources,
		},
		{
			Name:    "schema",
			Meaning: "the member of evidenceRef that identifies the schema of the record; recommended",
			Text:    []string{"evref knows the schemas it carries by their $id and never fetches one."},
			Do:      "Give the schema's $id.",
			Sources: sources,
		},
		{
			Name:    "ref",
			Meaning: "the member of evidenceRef that says where the record can be found; optional",
			Text: []string{"It is advice. Several records may stand under one ref, and it is the digest that decides. A record that ref " +
				"leads to and that differs is a mismatch."},
			Do:      "Give a place that the reader can reach; evref follows only what a person allows.",
			Sources: sources,
		},
	}
}

// KeyDocs explains the _meta keys of a tool result that this package reads.
func KeyDocs() []diag.Doc {
	return []diag.Doc{
		{
			Name:    AnnotationKey,
			Aliases: []string{"trust-annotations"},
			Meaning: "trust annotations: what a server says about one tool result",
			Text: []string{"They stand in _meta of the result, and may stand in _meta of a content block as well. The members are " +
				"sensitive, untrusted and evidenceRef, all optional. They belong to a result and not to a tool's definition, so " +
				"a change is nothing for tools/list_changed."},
			Do:      "Read them with evref explain RESULT and check them with evref verify RESULT.",
			Sources: []diag.Source{sourceTrust},
		},
		{
			Name:    InlineLabelKey,
			Meaning: "an information-flow label that stands on the wire instead of behind an evidenceRef",
			Text: []string{"Some servers emit it by itself. Early builds put a list into confidentiality: public alone in it counts as " +
				"public, any other list puts readers on the wire, which the scheme forbids. evref reports that without repeating a name."},
			Do:      "Publish the label as a record of type " + TypeFIDES + " and point to it.",
			Sources: []diag.Source{sourceTrust, sourceFIDES},
		},
		{
			Name:    LabelMapKey,
			Meaning: "information-flow labels by JSONPath, for parts of a result",
			Text:    []string{"The path $ stands for the whole result."},
			Do:      "Publish the label of the whole result as a record of type " + TypeFIDES + " and point to it.",
			Sources: []diag.Source{sourceTrust, sourceFIDES},
		},
	}
}
