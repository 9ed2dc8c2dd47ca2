package evidence

import (
	"errors"
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// Claim is one evidenceRef as it was read: what it says, and what is wrong
// with how it says it.
type Claim struct {
	Type    string // scheme of the record, an open string; "" when the claim has none
	Schema  string // `schema`, or ""
	Locator string // `ref`, or ""

	// Digest and Canonicalization are what the claim names; each is zero when
	// its text is not one that can be checked.
	Digest           digest.Digest
	Canonicalization digest.Canonicalization

	// Findings say what is wrong with the claim itself.
	Findings []diag.Diagnostic
	// Value is the evidenceRef object, zero for a claim that was not read from
	// one.
	Value record.Value

	digestText, canonicalizationText string // set when they differ from what the fields print
	suggestion                       digest.Digest
	blocked                          Verdict // Malformed or Unsupported: the claim cannot be checked
}

// DigestText is the digest as the claim writes it.
func (c *Claim) DigestText() string {
	if c.digestText != "" {
		return c.digestText
	}
	return c.Digest.String()
}

// CanonicalizationText is the canonicalization as the claim writes it.
func (c *Claim) CanonicalizationText() string {
	if c.canonicalizationText != "" || c.Canonicalization == 0 {
		return c.canonicalizationText
	}
	return c.Canonicalization.ID()
}

// Blocked gives the verdict of a claim that cannot be checked against any
// record, [Malformed] or [Unsupported], and 0 for one that can.
func (c *Claim) Blocked() Verdict { return c.blocked }

// Ref gives the claim with another digest and canonicalization, ready to
// publish.
func (c *Claim) Ref(d digest.Digest, canonicalization digest.Canonicalization) Ref {
	return Ref{Type: c.Type, Digest: d, Canonicalization: canonicalization, Schema: c.Schema, Locator: c.Locator}
}

// block records why a claim cannot be checked; what is malformed is so whatever
// else is unsupported.
func (c *Claim) block(v Verdict, f diag.Diagnostic) {
	c.Findings = append(c.Findings, f)
	if c.blocked != Malformed {
		c.blocked = v
	}
}

// NewClaim makes a claim from the text of its digest and canonicalization, as
// flags and check lines give them. Such a claim has no type.
func NewClaim(digestText, canonicalization string) Claim {
	var c Claim
	c.setDigest(digestText, record.Value{})
	c.setCanonicalization(canonicalization, record.Value{})
	return c
}

// ReadClaim reads an evidenceRef object. It always gives a claim; what is
// missing or wrong is in its Findings, with pointers into the record.
func ReadClaim(ref record.Value) Claim { return readClaim(ref, nil) }

func readClaim(ref record.Value, seen *texts) Claim {
	c := Claim{Value: ref}
	if ref.Kind() != record.Object {
		c.block(Malformed, finding(CodeNotRef, diag.Error, ref, "evidenceRef is "+article(ref)+", not an object", "write an object with type, digest and canonicalization"))
		return c
	}
	var typ, dig, canonicalization record.Value
	for name, value := range ref.Entries() {
		switch string(name.Content()) {
		case "type":
			typ = value
		case "digest":
			dig = value
		case "canonicalization":
			canonicalization = value
		case "schema":
			c.Schema = c.optionalText(seen, value, "schema")
		case "ref":
			c.Locator = c.optionalText(nil, value, "ref")
		default:
			c.noteMember(name, refMembers)
		}
	}
	if c.isText(ref, typ, "type", "name the scheme of the record, such as data-class.v1") {
		c.Type = seen.text(typ)
	}
	if c.isText(ref, dig, "digest", "write sha256: and the hash of the canonical bytes") {
		c.readDigest(dig)
	}
	if c.isText(ref, canonicalization, "canonicalization", "write jcs/rfc8785 or cbor/rfc8949; neither is a default") {
		c.setCanonicalization(seen.text(canonicalization), canonicalization)
	}
	return c
}

// isText checks a required member.
func (c *Claim) isText(ref, v record.Value, name, help string) bool {
	switch {
	case v.IsZero():
		message := "evidenceRef has no " + name
		if other := ref.Get("sha256"); name == "digest" && !other.IsZero() {
			message += ", but a member sha256"
			if text, ok := other.Text(); ok {
				if d, err := digest.Parse("sha256:" + text); err == nil {
					help = `write "digest":"` + d.String() + `"`
					c.suggestion = d
				}
			}
		}
		c.block(Malformed, finding(CodeRefIncomplete, diag.Error, ref, message, help))
		return false
	case v.Kind() != record.String:
		c.block(Malformed, finding(CodeRefMember, diag.Error, v, name+" is "+article(v)+", not a string", help))
		return false
	}
	return true
}

// optionalText reads schema or ref. A wrong type is reported and does not keep
// the digest from being checked.
func (c *Claim) optionalText(seen *texts, v record.Value, name string) string {
	if v.Kind() == record.String {
		return seen.text(v)
	}
	c.Findings = append(c.Findings, finding(CodeRefMember, diag.Error, v, name+" is "+article(v)+", not a string", "write a string or leave it out"))
	return ""
}

func (c *Claim) readDigest(v record.Value) {
	if d, ok := digest.ParseBytes(v.Content()); ok {
		c.Digest = d
		return
	}
	text, _ := v.Text()
	c.setDigest(text, v)
}

func (c *Claim) setDigest(text string, at record.Value) {
	d, err := digest.Parse(text)
	if err == nil {
		c.Digest = d
		return
	}
	c.digestText = text
	var parse *digest.ParseError
	errors.As(err, &parse)
	if parse.Unsupported {
		c.block(Unsupported, finding(CodeAlgorithm, diag.Warning, at, parse.Error(), parse.Help()))
		return
	}
	c.suggestion = parse.Suggestion
	c.block(Malformed, finding(CodeDigest, diag.Error, at, parse.Error(), parse.Help()))
}

func (c *Claim) setCanonicalization(text string, at record.Value) {
	id, standard, ok := digest.Recognize(text)
	switch {
	case !ok:
		c.canonicalizationText = text
		c.block(Unsupported, finding(CodeCanonicalization, diag.Warning, at,
			fmt.Sprintf("canonicalization %s is not known", diag.Quote(text, 40)), "evref checks jcs/rfc8785 and cbor/rfc8949"))
	case !standard:
		c.canonicalizationText = text
		c.Findings = append(c.Findings, finding(CodeCanonicalizationSpelt, diag.Warning, at,
			fmt.Sprintf("canonicalization %s is read as %s", diag.Quote(text, 40), id), "write "+id.ID()))
	}
	c.Canonicalization = id
}

var refMembers = []string{"type", "digest", "canonicalization", "schema", "ref"}

// noteMember reports a member that looks like a misspelt known one. Others are
// kept silently: the draft is open.
func (c *Claim) noteMember(name record.Value, known []string) {
	if f, misspelt := nearMember(name, known); misspelt {
		c.Findings = append(c.Findings, f)
	}
}

func nearMember(name record.Value, known []string) (diag.Diagnostic, bool) {
	text, _ := name.Text()
	near, ok := diag.Nearest(text, known)
	if !ok {
		return diag.Diagnostic{}, false
	}
	return finding(CodeUnknownMember, diag.Warning, name,
		fmt.Sprintf("member %s is not known", diag.Quote(text, 40)), "did you mean "+near+"?"), true
}

// article names a value's kind with its article, for messages.
func article(v record.Value) string {
	switch k := v.Kind(); {
	case v.IsNull():
		return "null"
	case k == record.Array || k == record.Object:
		return "an " + k.String()
	default:
		return "a " + k.String()
	}
}

// texts keeps strings that come again and again, such as types, so that a
// stream of claims does not allocate them anew. A nil *texts keeps none.
type texts struct{ known map[string]string }

const maxTexts = 1000 // more different ones than that are not worth keeping

func (t *texts) text(v record.Value) string {
	content := v.Content()
	if t == nil {
		return string(content)
	}
	if s, ok := t.known[string(content)]; ok {
		return s
	}
	s := string(content)
	if len(t.known) < maxTexts && len(s) < 200 {
		if t.known == nil {
			t.known = map[string]string{}
		}
		t.known[s] = s
	}
	return s
}
