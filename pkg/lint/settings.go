package lint

import "time"

// Settings are what a verdict on a tool definition depends on besides the
// definition. The zero value is the default.
type Settings struct {
	// Spec is the revision of the MCP specification to judge by. The zero value
	// means the revision that a capture names, and [NewestSpec] without one.
	Spec Spec
	// Profiles name the clients, providers and directories whose limits apply
	// as well; see [Profiles].
	Profiles []string
	// ClientPrefix is what a client puts before every tool name, such as
	// "mcp__github__".
	ClientPrefix string
}

// Spec is a revision of the MCP specification: its date. Revisions compare as
// text.
type Spec string

// Revisions that change what a tool definition may say.
const (
	Spec20250326 Spec = "2025-03-26" // tool annotations
	Spec20250618 Spec = "2025-06-18" // title, outputSchema, _meta on more types
	Spec20251125 Spec = "2025-11-25" // icons, execution.taskSupport, JSON Schema 2020-12 by default, tool-name rule
	Spec20260728 Spec = "2026-07-28" // any outputSchema, x-mcp-header, list metadata; execution is gone

	NewestSpec = Spec20260728
)

// Specs lists the revisions, oldest first.
func Specs() []Spec { return []Spec{Spec20250326, Spec20250618, Spec20251125, Spec20260728} }

// knownSpec gives the newest known revision that is not newer than the one a
// capture names; ok is false for text that is not a date of one.
func knownSpec(name string) (spec Spec, ok bool) {
	if _, err := time.Parse(time.DateOnly, name); err != nil {
		return "", false
	}
	for _, s := range Specs() {
		if Spec(name) >= s {
			spec, ok = s, true
		}
	}
	return spec, ok
}
