package evidence

import "fmt"

// Meaning says in words what the value claims.
func (i Integrity) Meaning() string {
	switch i {
	case Trusted:
		return "nothing in it came from a source that an attacker can influence"
	case Untrusted:
		return "an attacker can have influenced it"
	}
	return "nothing is said about who influenced it"
}

// Meaning says in words what the value claims.
func (c Confidentiality) Meaning() string {
	switch c {
	case Public:
		return "everybody may read it"
	case Private:
		return "not everybody may read it, and only the host can find out who may"
	}
	return "nothing is said about who may read it"
}

// Readers says who may read content with this label, as far as labels tell.
func (l Label) Readers() string {
	switch {
	case l.Confidentiality == Public:
		return "everybody"
	case l.Confidentiality == Private && l.Sources > 1:
		return fmt.Sprintf("unknown: only those who may read all %d private sources, a set that is equal to none of theirs", l.Sources)
	case l.Confidentiality == Private:
		return "unknown: those who may read the source, whom the host looks up"
	}
	return "not said: the host's own default policy applies"
}

// ReadersUnknown reports that nobody can tell the readers from the labels.
func (l Label) ReadersUnknown() bool { return l.Confidentiality == Private }

// UnknownReaders lists the rules for content whose readers are unknown. They all
// fail closed.
func UnknownReaders() []string {
	return []string{
		"Until the host has looked up who may read the sources, it denies, asks a person, or applies its own rule for this case. It never takes private for public.",
		"Two private labels are never equal, not even with the same text: their sources may have different readers.",
		"What the host looks up holds for this one decision. It is not kept as a grant and not written back into labels.",
		"Content from a source that is not established, or from mixed sources, is private.",
	}
}

// WhyNotPublic says why a formula in the text of the scheme is not followed.
const WhyNotPublic = "The text of the scheme also has the formula that public joined with anything is public. It contradicts the " +
	"rule beside it, that joining narrows to the smallest set of readers, and it would let private content out. It is not followed here."

// JoinReasons says in one sentence each why [Label.Join] gives what it gives:
// for integrity, and for confidentiality.
func JoinReasons(a, b Label) (integrity, confidentiality string) {
	if a.IsZero() || b.IsZero() {
		return unlabelledReasons(a, b)
	}
	switch {
	case a.Integrity == b.Integrity:
		integrity = fmt.Sprintf("%s with %s stays %s", a.Integrity, b.Integrity, a.Integrity)
	default:
		integrity = fmt.Sprintf("%s with %s is untrusted: untrusted dominates", a.Integrity, b.Integrity)
	}
	switch {
	case a.Confidentiality != b.Confidentiality:
		confidentiality = fmt.Sprintf("%s with %s is private and never public: it narrows to the smaller set of readers", a.Confidentiality, b.Confidentiality)
	case a.Confidentiality == Public:
		confidentiality = "public with public is public"
	default:
		confidentiality = "private with private is private, with readers that are unknown: those who may read both, a set that is equal to neither"
	}
	return integrity, confidentiality
}

func unlabelledReasons(a, b Label) (integrity, confidentiality string) {
	if a.IsZero() && b.IsZero() {
		const none = "neither has a label, and unlabelled is not a label: the host's own default policy applies"
		return none, none
	}
	which, labelled := "the new content", a
	if a.IsZero() {
		which, labelled = "the content so far", b
	}
	const rest = "has no label, which is not a label: the host's own default policy applies to it, and a label only adds"
	return fmt.Sprintf("%s for what is labelled; %s %s", labelled.Integrity, which, rest),
		fmt.Sprintf("%s for what is labelled; %s %s", labelled.Confidentiality, which, rest)
}
