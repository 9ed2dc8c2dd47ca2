package lint

import (
	"slices"
	"strings"
)

// rules is every rule. A new family is one more slice here.
var rules = slices.Concat(
	documentRules,
	memberRules,
	nameRules,
	descriptionRules,
	titleRules,
	hintRules,
	undeclaredRules,
	actionRules,
	coherenceRules,
	metaRules,
	resultRules,
	setRules,
	schemaRules,
	textRules,
	portableRules,
	controlRules,
)

// Rules lists every rule in order of its id.
func Rules() []Rule {
	sorted := slices.Clone(rules)
	slices.SortFunc(sorted, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return sorted
}

// FindRule looks a rule up by id or slug, ignoring case.
func FindRule(name string) (Rule, bool) {
	for _, r := range rules {
		if strings.EqualFold(name, r.ID) || strings.EqualFold(name, r.Slug) {
			return r, true
		}
	}
	return Rule{}, false
}
