package textsafety

import "regexp"

// Phrase is a part of a text with a style that some reviewers look for.
type Phrase struct {
	Span
	Kind string
}

var coercive = regexp.MustCompile(`(?i)\b(?:you (?:must|have to|are required to)|always (?:use|call|run|prefer)|never (?:use|call)\b|must (?:always|never|be called|be used)|` +
	`call this (?:tool )?first|use this (?:tool )?(?:first|before|instead)|critical:|important:|mandatory\b|do not use any other\b)`)

// Coercion finds words that press a model to act. Honest descriptions are full
// of them.
func Coercion(text string) []Phrase { return phrases(text, coercive, "coercive wording") }

var pseudoTag = regexp.MustCompile(`</?[A-Za-z][A-Za-z0-9_-]{0,40}>`)

// PseudoTags finds tags in the manner of XML, such as <important>.
func PseudoTags(text string) []Phrase { return phrases(text, pseudoTag, "tag") }

func phrases(text string, pattern *regexp.Regexp, kind string) []Phrase {
	var out []Phrase
	for _, at := range pattern.FindAllStringIndex(text, -1) {
		out = append(out, Phrase{Span{at[0], at[1]}, kind})
	}
	return out
}
