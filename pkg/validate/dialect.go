package validate

import "strings"

// Dialect is a version of JSON Schema. The zero Dialect is none.
type Dialect uint8

// The dialects, oldest first.
const (
	Draft4 Dialect = iota + 1
	Draft6
	Draft7
	Draft2019
	Draft2020
)

var dialects = [...]struct{ name, uri string }{
	Draft4:    {"draft-04", "http://json-schema.org/draft-04/schema#"},
	Draft6:    {"draft-06", "http://json-schema.org/draft-06/schema#"},
	Draft7:    {"draft-07", "http://json-schema.org/draft-07/schema#"},
	Draft2019: {"2019-09", "https://json-schema.org/draft/2019-09/schema"},
	Draft2020: {"2020-12", "https://json-schema.org/draft/2020-12/schema"},
}

// String gives the dialect's short name, such as "draft-07" or "2020-12".
func (d Dialect) String() string {
	if int(d) < len(dialects) && d > 0 {
		return dialects[d].name
	}
	return "unknown"
}

// URI gives the value of $schema that names the dialect, as its authors
// write it.
func (d Dialect) URI() string {
	if int(d) < len(dialects) {
		return dialects[d].uri
	}
	return ""
}

// Dialects lists all dialects, newest first.
func Dialects() []Dialect { return []Dialect{Draft2020, Draft2019, Draft7, Draft6, Draft4} }

// DialectByURI finds the dialect a $schema value names. The scheme may be http
// or https, and an empty fragment makes no difference; ok is false for any
// other text.
func DialectByURI(uri string) (d Dialect, ok bool) {
	key := dialectKey(uri)
	for _, d := range Dialects() {
		if dialectKey(dialects[d].uri) == key {
			return d, true
		}
	}
	return 0, false
}

func dialectKey(uri string) string {
	uri = strings.TrimSuffix(uri, "#")
	if rest, ok := strings.CutPrefix(uri, "http://"); ok {
		return rest
	}
	rest, ok := strings.CutPrefix(uri, "https://")
	if !ok {
		return "?" + uri
	}
	return rest
}
