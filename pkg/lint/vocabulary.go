package lint

import (
	"strings"
	"unicode"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Vocabulary is a set of words for action metadata.
type Vocabulary string

// The vocabularies in use. The two SEPs spell the same words: SEP-2061 with a
// capital, SEP-1913 without.
const (
	DraftWords   Vocabulary = "draft"
	SEP2061Words Vocabulary = "SEP-2061"
	SEP1913Words Vocabulary = "SEP-1913"
	NoVocabulary Vocabulary = "" // a word of none of them
)

// field is what a word of action metadata speaks about.
type field string

const (
	destinationField field = "destination"
	sourceField      field = "source"
	sensitivityField field = "sensitivity"
	outcomeField     field = "outcome"
)

// draftWords are the words that the draft gives. Only outcome is closed.
var draftWords = map[field][]string{
	destinationField: {"local", "internal", "external"},
	sourceField:      {"first-party", "open-world"},
	sensitivityField: {"public", "personal"},
	outcomeField:     {"benign", "consequential", "irreversible"},
}

// sepWords gives the nearest word of the draft for the words of the SEPs, in
// the spelling of SEP-1913. The two sets do not map exactly.
var sepWords = map[field]map[string]string{
	destinationField: {"ephemeral": "local", "system": "local", "user": "internal", "internal": "internal", "public": "external"},
	sourceField: {
		"untrustedPublic": "open-world", "trustedPublic": "open-world",
		"internal": "first-party", "user": "first-party", "system": "first-party",
	},
	sensitivityField: {
		"none": "public", "user": "personal", "pii": "personal", "financial": "personal", "credentials": "personal", "regulated": "personal",
	},
	outcomeField: {"benign": "benign", "consequential": "consequential", "irreversible": "irreversible"},
}

// outcomeSynonyms are words that people use for an outcome.
var outcomeSynonyms = map[string]string{
	"safe": "benign", "harmless": "benign", "none": "benign", "readonly": "benign", "read": "benign", "normal": "benign", "low": "benign",
	"write": "consequential", "modify": "consequential", "sensitive": "consequential", "medium": "consequential", "moderate": "consequential",
	"operational": "consequential", "reversible": "consequential",
	"dangerous": "irreversible", "destructive": "irreversible", "permanent": "irreversible", "high": "irreversible", "critical": "irreversible",
	"unrecoverable": "irreversible", "delete": "irreversible",
}

// classify finds the vocabulary of a word and the draft's nearest word, which
// is empty when there is none.
func classify(f field, word string) (v Vocabulary, nearest string) {
	for _, w := range draftWords[f] {
		if w == word {
			return DraftWords, w
		}
	}
	lowered := lowerFirst(word)
	if word == "PII" {
		lowered = "pii"
	}
	if near, ok := sepWords[f][lowered]; ok {
		if lowered == word {
			return SEP1913Words, near
		}
		return SEP2061Words, near
	}
	for _, w := range draftWords[f] {
		if folded(w) == folded(word) {
			return NoVocabulary, w
		}
	}
	for w, near := range sepWords[f] {
		if folded(w) == folded(word) {
			return NoVocabulary, near
		}
	}
	if f == outcomeField {
		if near, ok := outcomeSynonyms[folded(word)]; ok {
			return NoVocabulary, near
		}
	}
	near, _ := diag.Nearest(word, draftWords[f])
	return NoVocabulary, near
}

func lowerFirst(s string) string {
	for i, r := range s {
		if i == 0 && unicode.IsUpper(r) {
			return strings.ToLower(string(r)) + s[len(string(r)):]
		}
	}
	return s
}
