package evidence

import "github.com/mcp-evref/evref/pkg/diag"

// Doc explains a verdict.
func (v Verdict) Doc() diag.Doc {
	d := diag.Doc{Name: v.String(), Meaning: v.Meaning()}
	switch v {
	case Verified:
		d.Text = []string{
			"The record is the one that the claim names, to the last byte of its canonical form.",
			"That is integrity, not honesty. It does not say that the record tells the truth, nor that whoever published " +
				"the claim can be trusted.",
		}
		d.Do = "Go on to what the record says, and decide by who says it."
	case Mismatch:
		d.Text = []string{
			"Either another record was hashed than the one at hand, or this one was hashed in another way. A record that was " +
				"found by its name, its ref or beside the claim and that differs is a mismatch, never a missing record.",
			"evref recomputes the digest in the ways that people get it wrong. When one of them gives the claimed digest, " +
				"the report names it as the diagnosis. A diagnosis is a hint about the cause; the verdict stays.",
		}
		d.Do = "Follow the diagnosis if there is one. Without one, take the record for another one: get the right one, or " +
			"ask the publisher for a new claim. In a run, one mismatch makes the exit code 1."
	case Malformed:
		d.Text = []string{"The digest is not written as algorithm:hex, a required member is missing or of the wrong type, the record is " +
			"not JSON or CBOR that can be read strictly, or a line is longer than the limit. Nothing was compared."}
		d.Do = "Correct what the message points at; where a right spelling is clear, it is shown. The exit code is 1."
	case Unresolved:
		d.Text = []string{
			"A claim that travels without its record is normal. It says nothing against the claim, and nothing for it.",
			"A record that was found by name and that differs is a mismatch and not unresolved: otherwise swapping a record " +
				"would look like losing it.",
		}
		d.Do = "Give the record: --evidence DIR, or --evidence FILE for one record. The exit code is 4, could not be judged."
	case Unsupported:
		d.Text = []string{"Nobody can say mismatch about a hash that was not computed. evref knows two canonicalizations and the SHA-2 " +
			"hashes sha256, sha384 and sha512."}
		d.Do = "Ask the publisher for a claim with jcs/rfc8785 or cbor/rfc8949 and sha256. The exit code is 4."
	case NoClaim:
		d.Text = []string{"The result may carry sensitive or untrusted. It has no evidenceRef, so there is nothing to recompute. " +
			"No claim is not a claim of harmlessness."}
		d.Do = "Nothing has to be done; it is counted. --require-claim makes it exit 1. A run that finds no claim anywhere " +
			"exits 4, since it has checked nothing."
	case Invalid:
		d.Text = []string{"The record is the one that was meant, and it is not what its scheme allows: a consumer of the scheme will refuse " +
			"or misread it. The verdict comes up only when schemes are checked."}
		d.Do = "Tell the publisher; the message names the member. A scheme of your own is given with --scheme TYPE=SCHEMA.json. " +
			"The exit code is 1."
	}
	return d
}
