package config

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
	"github.com/mcp-evref/evref/pkg/record"
)

// pair is one key of an ignore with its value.
type pair struct{ key, value string }

// pairs are the keys that an ignore has, in the order they are written. A
// reason is always among them.
func pairs(i lint.Ignore) []pair {
	var out []pair
	for _, p := range []pair{
		{"rule", i.Rule}, {"server", i.Server.String()}, {"tool", i.Tool.String()}, {"pointer", i.Pointer.String()},
		{"file", i.File.String()}, {"reason", i.Reason}, {"expires", i.Expires},
	} {
		if p.value != "" || p.key == "reason" {
			out = append(out, p)
		}
	}
	return out
}

// Stanza writes an ignore as an entry of the list ignores in YAML, each line
// after indent and with its line end. With an empty reason it cannot be read
// back, so that it has to be filled in.
func Stanza(i lint.Ignore, indent string) string {
	var b strings.Builder
	for n, p := range pairs(i) {
		mark := "  "
		if n == 0 {
			mark = "- "
		}
		b.WriteString(indent + mark + p.key + ": " + scalar(p.value) + "\n")
	}
	return b.String()
}

// stanzaJSON writes an ignore as an element of ignores in JSON.
func stanzaJSON(i lint.Ignore) string {
	var members []string
	for _, p := range pairs(i) {
		members = append(members, record.QuoteJSON(p.key)+": "+record.QuoteJSON(p.value))
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// plain is text that YAML reads as text without quotes: words that begin with a
// letter or a slash, and days. Words such as true and null are excepted.
var plain = regexp.MustCompile(`^([A-Za-z/]([A-Za-z0-9_./ -]*[A-Za-z0-9_./-])?|[0-9]{4}-[0-9]{2}-[0-9]{2})$`)

var reserved = regexp.MustCompile(`^(?i:true|false|yes|no|on|off|y|n|null)$`)

// scalar writes text for YAML. A JSON string is one; what a terminal must not
// see is escaped.
func scalar(text string) string {
	if plain.MatchString(text) && !reserved.MatchString(text) {
		return text
	}
	quoted := record.QuoteJSON(text)
	if diag.Safe(quoted) == quoted {
		return quoted
	}
	var b strings.Builder
	for _, r := range quoted {
		switch c := string(r); {
		case diag.Safe(c) == c:
			b.WriteString(c)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
