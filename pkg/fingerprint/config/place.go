package config

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/mcp-evref/evref/pkg/fingerprint"
)

// Place says where a configuration is, in a way that does not depend on the
// machine: under the project's root by its path from there, else under the home
// folder as "~/…", else by its name alone. name, root and home are absolute
// paths; home may be empty.
//
// A file inside the project is a project file, unless it is one of those that
// exist once a user.
func Place(name, root, home string) fingerprint.Source {
	slashed := filepath.ToSlash(name)
	if path.Base(slashed) == ".claude.json" {
		return fingerprint.Source{Kind: fingerprint.ProviderConfig, Locator: "~/.claude.json"}
	}
	if rel, ok := below(name, root); ok && !sameFolder(root, home) {
		return fingerprint.Source{Kind: fingerprint.ProjectFile, Locator: rel}
	}
	if rel, ok := below(name, home); ok {
		return fingerprint.Source{Kind: fingerprint.ProviderConfig, Locator: "~/" + rel}
	}
	if rel, ok := below(name, root); ok {
		return fingerprint.Source{Kind: fingerprint.ProjectFile, Locator: rel}
	}
	return fingerprint.Source{Kind: fingerprint.OtherSource, Locator: path.Base(slashed)}
}

// Other is the place of what is neither a project's nor a user's file, such as
// standard input.
func Other(name string) fingerprint.Source {
	return fingerprint.Source{Kind: fingerprint.OtherSource, Locator: filepath.ToSlash(name)}
}

func below(name, folder string) (string, bool) {
	if folder == "" {
		return "", false
	}
	rel, err := filepath.Rel(folder, name)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

func sameFolder(a, b string) bool { return b != "" && filepath.Clean(a) == filepath.Clean(b) }
