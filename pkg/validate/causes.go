package validate

import "slices"

// innermost gives the failures that are causes, not consequences. Of
// alternatives it follows the one that was most likely meant; when that is not
// clear the failure of the whole stands for them.
func innermost(failures []failure) []failure {
	var out []failure
	for _, f := range failures {
		out = append(out, f.innermost()...)
	}
	return out
}

func (f failure) innermost() []failure {
	switch {
	case len(f.causes) == 0:
		return []failure{f}
	case f.kind == alternatives:
		return f.alternatives()
	}
	return innermost(f.causes)
}

func (f failure) alternatives() []failure {
	var best []failure
	tie := false
	for _, branch := range f.causes {
		causes := innermost([]failure{branch})
		if slices.ContainsFunc(causes, func(c failure) bool { return c.rules(f) }) {
			continue
		}
		switch {
		case best == nil || closer(causes, best):
			best, tie = causes, false
		case !closer(best, causes):
			tie = true
		}
	}
	if best == nil || tie {
		f.causes = nil
		return []failure{f}
	}
	return best
}

// rules reports a failure that rules an alternative out: the value itself is of
// the wrong type, or a member that tells alternatives apart has another value.
func (f failure) rules(out failure) bool {
	switch f.schema[len(f.schema)-1] {
	case "type", "anyOf", "oneOf":
		return len(f.instance) <= len(out.instance)
	case "const", "enum":
		return len(f.instance) <= len(out.instance)+1
	}
	return f.kind == never && len(f.instance) <= len(out.instance)
}

// closer reports that alternative a misses by less than b.
func closer(a, b []failure) bool { return len(a) < len(b) }
