package digest

import "github.com/mcp-evref/evref/pkg/diag"

var (
	sourceJCS   = diag.Source{Title: "RFC 8785, JSON Canonicalization Scheme", URL: "https://www.rfc-editor.org/rfc/rfc8785"}
	sourceCBOR  = diag.Source{Title: "RFC 8949 section 4.2.1, Core Deterministic Encoding Requirements", URL: "https://www.rfc-editor.org/rfc/rfc8949#section-4.2.1"}
	sourceIJSON = diag.Source{Title: "RFC 7493, The I-JSON Message Format", URL: "https://www.rfc-editor.org/rfc/rfc7493"}
)

const neitherIsDefault = "Neither canonicalization is a default. The same record has a different digest under each, " +
	"so a claim that does not name one cannot be checked."

// Doc explains a canonicalization.
func (c Canonicalization) Doc() diag.Doc {
	if c == CBOR {
		return diag.Doc{
			Name:    CBOR.ID(),
			Aliases: []string{CBOR.ShortName()},
			Meaning: "the one way to write a record as deterministic CBOR",
			Text: []string{
				"Every length and number takes the fewest bytes that hold it, nothing has an indefinite length, and map keys " +
					"are sorted by their encoded bytes, so a shorter key comes first.",
				"A JSON number becomes an integer when its value is one and fits -2^64 to 2^64-1: 1.0 and 1 are the same " +
					"record. Any other number becomes the shortest float that keeps its value. Other implementations draw these " +
					"lines elsewhere; evref names its rule " + CBORMapping + ".",
				neitherIsDefault,
			},
			Do: "Put the name into the claim exactly like this. Keep to the portable profile (digest --portable) where " +
				"implementations that you do not know will recompute the digest.",
			Example: "$ cat record.json\n" +
				`{"confidentiality": "private", "integrity": "untrusted"}` + "\n" +
				"$ evref digest -c cbor --emit canonical --diag record.json\n" +
				`{"integrity": "untrusted", "confidentiality": "private"}` + "\n",
			Sources: []diag.Source{sourceCBOR, {Title: "RFC 8949 section 6.2, Converting from JSON to CBOR", URL: "https://www.rfc-editor.org/rfc/rfc8949#section-6.2"}},
		}
	}
	return diag.Doc{
		Name:    JCS.ID(),
		Aliases: []string{JCS.ShortName()},
		Meaning: "the one way to write a record as JSON text",
		Text: []string{
			"Members are sorted by name, compared as UTF-16 code units and not as code points. There is no white space. " +
				"Strings keep only the escapes that JSON cannot do without. Numbers are written as ECMAScript writes a double: " +
				"1.0 becomes 1.",
			"An integer that a double cannot hold would become another integer, and two records would share a digest. " +
				"evref digest refuses it; evref verify rounds as the RFC says and reports the hazard.",
			neitherIsDefault,
		},
		Do: "Put the name into the claim exactly like this. A serializer that sorts keys is not enough: publish the digest " +
			"that evref digest prints.",
		Example: "$ cat record.json\n" +
			`{"b": 1.0, "a": "\u00e9"}` + "\n" +
			"$ evref digest -c jcs --emit canonical record.json\n" +
			`{"a":"é","b":1}` + "\n",
		Sources: []diag.Source{sourceJCS, sourceIJSON},
	}
}

// Doc explains a hash algorithm.
func (a Algorithm) Doc() diag.Doc {
	d := diag.Doc{
		Name:    a.String(),
		Meaning: "a hash of the SHA-2 family that digests can name",
		Text: []string{"The hash input is the canonical bytes of the record and nothing else: no prefix, no type, no schema. " +
			"It is written as the algorithm's name, a colon and the hash in lower-case hexadecimal."},
		Do: "Publish sha256. evref verifies sha384 and sha512 too; of any other algorithm it says that it cannot judge.",
	}
	if a == SHA256 {
		d.Meaning += "; the one that the drafts use"
		d.Do = "Use this one."
	}
	return d
}

// Doc explains a hazard.
func (k HazardKind) Doc() diag.Doc {
	d := diag.Doc{Name: string(k), Sources: []diag.Source{sourceIJSON}}
	switch k {
	case Precision:
		d.Meaning = "an integer becomes a different integer in canonical form"
		d.Text = []string{"9007199254740993 becomes 9007199254740992 under " + JCS.ID() + ", because numbers are doubles there. " +
			"Whoever holds a record with the one can pass off a record with the other: both have the same digest."}
		d.Do = "Write the number as a string. To publish it all the same: evref digest --allow precision. evref verify only " +
			"reports it, unless --fail-on hazard is given."
		d.Example = "$ cat record.json\n" + `{"id": "9007199254740993"}` + "\n" +
			"$ evref digest -c jcs --bare record.json\n" +
			"sha256:379c3c261310b93aedb504a467c47b9494b0c2e0205c0130684079a029e3da34\n"
	case Underflow:
		d.Meaning = "a number other than zero becomes zero in canonical form"
		d.Text = []string{"1e-400 is smaller than any double. Its canonical form is 0, so the record shares its digest with one that says 0."}
		d.Do = "Write the number as a string, or accept it with evref digest --allow underflow."
	case Noncharacter:
		d.Meaning = "text holds a code point that is never a character"
		d.Text = []string{"Code points such as U+FFFE are set aside for ever. I-JSON forbids them, so another reader may refuse " +
			"the record or replace them, and then finds another digest."}
		d.Do = "Remove it from the text, or accept it with evref digest --allow noncharacter."
	}
	return d
}

// RepresentationDocs explains every code of a [RepresentationError].
func RepresentationDocs() []diag.Doc {
	var out []diag.Doc
	for _, c := range []struct{ code, what string }{
		{"byte-string", "a byte string"}, {"tag", "a CBOR tag"}, {"key-not-text", "a map key that is not text"},
		{"undefined", "undefined"}, {"simple-value", "a CBOR simple value"}, {"not-finite", "NaN or infinity"},
	} {
		out = append(out, diag.Doc{
			Name: c.code, Meaning: "the record holds " + c.what + ", which has no form under " + JCS.ID(),
			Do: "use " + CBOR.ID() + " for this record", Sources: []diag.Source{sourceJCS},
		})
	}
	return out
}
