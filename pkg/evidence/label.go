package evidence

// Integrity tells who may have influenced some content.
type Integrity uint8

// Confidentiality tells who may read some content.
type Confidentiality uint8

// Values of Integrity; the zero value means "no label".
const (
	Trusted   Integrity = 1 + iota // only from sources that no attacker can influence
	Untrusted                      // an attacker can influence it
)

// Values of Confidentiality; the zero value means "no label".
const (
	Public  Confidentiality = 1 + iota // everybody may read it
	Private                            // some readers, known to the host only
)

// String gives the token of the scheme, or "unlabelled".
func (i Integrity) String() string { return [...]string{"unlabelled", "trusted", "untrusted"}[i] }

// String gives the token of the scheme, or "unlabelled".
func (c Confidentiality) String() string { return [...]string{"unlabelled", "public", "private"}[c] }

// Label is an information-flow label. The zero Label is none.
type Label struct {
	Integrity       Integrity
	Confidentiality Confidentiality
	// Sources counts the private labels that were joined into this one. With
	// more than one, the readers are those who may read every source: a set that
	// is equal to neither of the inputs' sets and that only the host can find.
	Sources int
	// Partial says that something without a label was joined too. What holds for
	// it is the host's own default policy: a label only ever adds.
	Partial bool
}

// IsZero reports that there is no label.
func (l Label) IsZero() bool { return l.Integrity == 0 && l.Confidentiality == 0 }

// Join gives the label of content that has drawn on both. Integrity: untrusted
// dominates. Confidentiality: private dominates, so public joined with private
// is private; private joined with private is private with readers that the
// labels do not tell.
//
// The text of the scheme also has the formula "public joined with anything is
// public". It contradicts the scheme's own rule that confidentiality narrows to
// the smallest set of readers, and it would let private content out; it is not
// followed here.
func (l Label) Join(other Label) Label {
	if l.IsZero() || other.IsZero() {
		joined := l
		if l.IsZero() {
			joined = other
		}
		joined.Partial = true
		return joined
	}
	return Label{
		Integrity:       max(l.Integrity, other.Integrity),
		Confidentiality: max(l.Confidentiality, other.Confidentiality),
		Sources:         l.Sources + other.Sources,
		Partial:         l.Partial || other.Partial,
	}
}

// SameReaders reports whether two labels are known to have the same readers.
// Two private labels never are, not even with the same text: their sources may
// have different readers.
func (l Label) SameReaders(other Label) bool {
	return l.Confidentiality == Public && other.Confidentiality == Public
}
