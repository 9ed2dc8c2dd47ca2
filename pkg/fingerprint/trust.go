package fingerprint

import "fmt"

// RequiresConfirmation reports whether a person must confirm before the
// definition may be used: nothing was decided, or what was decided is about
// another fingerprint. Fingerprints are compared as text, so one in capitals
// equals nothing.
//
// The answer is only as good as the place the trust block comes from.
func (t Trust) RequiresConfirmation() bool {
	return !t.Decision.Trusted || t.Decision.Fingerprint != t.CurrentFingerprint
}

// Runnable reports whether the definition may be used: it is enabled and needs
// no confirmation.
func (d Definition) Runnable() bool { return d.Enabled && !d.Trust.RequiresConfirmation() }

// Synchronize replaces the current fingerprint by the computed one and keeps
// the old decision, so that a changed definition needs confirmation and it can
// still be seen that an earlier one was approved. changed tells whether the
// stored fingerprint was another.
func (d Definition) Synchronize(v Version) (out Definition, changed bool) {
	current := v.Sum(d).String()
	changed = d.Trust.CurrentFingerprint != current
	d.Trust.CurrentFingerprint = current
	return d, changed
}

// ChangedError reports that a definition is not the one a person looked at.
type ChangedError struct {
	Seen    string // the fingerprint that was shown
	Current Fingerprint
}

// Error is one line.
func (e *ChangedError) Error() string {
	if lowerASCII(e.Seen) == e.Current.String() {
		return "the fingerprint is given in capitals, and fingerprints are compared as text"
	}
	return fmt.Sprintf("the definition changed after it was reviewed: its fingerprint is %s", e.Current)
}

// CheckSeen refuses with a [*ChangedError] when seen, the fingerprint a person
// was shown, is not the text of the one that is computed now.
func (d Definition) CheckSeen(v Version, seen string) error {
	if current := v.Sum(d); current.String() != seen {
		return &ChangedError{Seen: seen, Current: current}
	}
	return nil
}

// Activate records an approval and enables the definition. seen is the
// fingerprint the person was shown and at the time of the decision; a
// definition that has changed since is refused with a [*ChangedError].
func (d Definition) Activate(v Version, seen, at string) (Definition, error) {
	if err := d.CheckSeen(v, seen); err != nil {
		return d, err
	}
	d.Trust = Trust{CurrentFingerprint: seen, Decision: Decision{Trusted: true, Fingerprint: seen, TrustedAt: at}}
	d.Enabled = true
	return d, nil
}

// PrepareImport gives the definition as an import begins: disabled, untrusted,
// with its fingerprint computed. Whatever trust it claimed is gone. at becomes
// the time it was made, unless it has one.
func (d Definition) PrepareImport(v Version, at string) Definition {
	d.Enabled = false
	d.Trust = Trust{}
	d, _ = d.Synchronize(v)
	if d.Bare {
		d.Bare = false
		d.DisplayName, d.CreatedAt, d.UpdatedAt = d.ID, at, at
	}
	return d
}
