package evidence

import (
	"strings"

	"github.com/mcp-evref/evref/pkg/record"
)

// Redacted finds the first redaction placeholder of a record: text such as
// "<redacted>", or an object with a member _redacted. A null may be one too, but
// is too common to tell.
func Redacted(v record.Value) (record.Value, bool) {
	if isPlaceholder(v) {
		return v, true
	}
	for _, child := range v.Entries() {
		if found, ok := Redacted(child); ok {
			return found, true
		}
	}
	for _, child := range v.Elements() {
		if found, ok := Redacted(child); ok {
			return found, true
		}
	}
	return record.Value{}, false
}

func isPlaceholder(v record.Value) bool {
	switch v.Kind() {
	case record.Object:
		on, isBool := v.Get("_redacted").Bool()
		return on || !isBool && !v.Get("_redacted").IsZero()
	case record.String:
		if len(v.Content()) > 40 {
			return false
		}
		text := string(v.Content())
		word := strings.ToLower(strings.Trim(text, "<>[](){}* "))
		bracketed := len(word) < len(text)
		return word == "redacted" || bracketed && (word == "removed" || word == "masked" || word == "" && strings.Contains(text, "***"))
	}
	return false
}
