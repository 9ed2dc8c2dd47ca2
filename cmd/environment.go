package cmd

import "github.com/mcp-evref/evref/pkg/diag"

// Environment documents the environment variables that evref reads.
func Environment() []diag.Doc {
	return []diag.Doc{
		{Name: "NO_COLOR", Meaning: "when it is not empty, nothing is coloured", Do: "--color always wins over it"},
		{Name: "CLICOLOR_FORCE", Meaning: "when it is neither empty nor 0, output is coloured although it is not a terminal", Do: "NO_COLOR and --color win over it"},
		{Name: "TERM", Meaning: "with the value dumb, nothing is coloured, and verify shows no live line", Do: "NO_COLOR, CLICOLOR_FORCE and --color win over it; --progress plain is for logs"},
		{Name: "CI", Meaning: "when it is not empty, verify shows no live line", Do: "--progress plain is for logs"},
		{Name: "COLUMNS", Meaning: "the width of the terminal, for lines of source that lint-tool shows and for the live line of verify", Do: "it matters on terminals only"},
		{Name: "EVREF_LOCK_KEY", Meaning: "the key under which a trust lock keeps codes of values that no fingerprint covers", Do: "16 random characters or more, the same for everybody who writes or checks the lock"},
		{Name: "EVREF_DEBUG", Meaning: "when it is not empty, a fault of evref itself prints where it happened", Do: "set it before you report a fault"},
	}
}
