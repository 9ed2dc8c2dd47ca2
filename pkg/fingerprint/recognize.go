package fingerprint

import "github.com/mcp-evref/evref/pkg/record"

// LooksLike tells a definition, or the application's list of them, from other
// documents by the members it has. It does not say that it can be read.
func LooksLike(root record.Value) bool {
	has := func(name string) bool { return !root.Get(name).IsZero() }
	return has("transport") && (has("ownership") || has("trust")) || has("integrations")
}
