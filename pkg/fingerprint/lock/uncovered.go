package lock

import "slices"

// uncoveredDiff compares paths and, where both sides have one, codes. The codes
// of the earlier lock count as well: whoever changes a value may not escape by
// taking its code out of the lock, or by renaming the key.
func (c *checker) uncoveredDiff(e Entry, after []Uncovered) []UncoveredDiff {
	var out []UncoveredDiff
	old, new, base := codes(e.Uncovered), codes(after), c.baseCodes(e.ID())
	for _, path := range sortedPaths(old, new) {
		a, b := old[path], new[path]
		switch {
		case len(a) < len(b):
			out = append(out, UncoveredDiff{path, "new"})
		case len(a) > len(b):
			out = append(out, UncoveredDiff{path, "gone"})
		case c.compareCodes && !slices.EqualFunc(a, b, sameCode):
			out = append(out, UncoveredDiff{path, "changed"})
		case !c.codesLost(a, base[path]):
		case c.baseUnderKey() && len(base[path]) == len(b) && !slices.EqualFunc(base[path], b, sameCode):
			out = append(out, UncoveredDiff{path, "changed"})
		case !c.options.AllowSelfApproval:
			out = append(out, UncoveredDiff{path, "code-gone"})
		}
	}
	return out
}

func codes(list []Uncovered) map[string][]string {
	m := map[string][]string{}
	for _, u := range list {
		m[u.Path] = append(m[u.Path], u.Code)
	}
	return m
}

// baseCodes gives the codes that the earlier lock keeps of a definition.
func (c *checker) baseCodes(id ID) map[string][]string {
	i := c.base.find(id)
	if i < 0 {
		return nil
	}
	return codes(c.options.Base.Entries[i].Uncovered)
}

func (c *checker) baseUnderKey() bool {
	return c.options.Base.KeyID != "" && c.options.Base.KeyID == c.options.Key.ID()
}

// codesLost reports codes of the earlier lock that this one has not, or has
// under a key that is neither the earlier one nor the one given.
func (c *checker) codesLost(now, base []string) bool {
	if !slices.ContainsFunc(base, func(code string) bool { return code != "" }) {
		return false
	}
	return slices.Contains(now, "") || c.lock.KeyID != c.options.Base.KeyID && !c.compareCodes
}

// codesComplete reports that every uncovered member of the lock has a code.
func (l *Lock) codesComplete() bool {
	return !slices.ContainsFunc(l.Entries, func(e Entry) bool {
		return slices.ContainsFunc(e.Uncovered, func(u Uncovered) bool { return u.Code == "" })
	})
}

func (l *Lock) hasUncovered() bool {
	return slices.ContainsFunc(l.Entries, func(e Entry) bool { return len(e.Uncovered) > 0 })
}

func sameCode(a, b string) bool { return a == b || a == "" || b == "" }

func sortedPaths(a, b map[string][]string) []string {
	var paths []string
	for path := range a {
		paths = append(paths, path)
	}
	for path := range b {
		if _, both := a[path]; !both {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}
