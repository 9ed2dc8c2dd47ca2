package cmd

import (
	"os"
	"path/filepath"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/config"
)

// sourceOf says where a named file is, as part of the fingerprints of the
// definitions in it. root is the project's folder.
func sourceOf(name, root, stdinName string, reader *input.Options) fingerprint.Source {
	if name == "-" || name == stdinName && name != "" {
		if stdinName == "" {
			name = "stdin"
		}
		return config.Other(name)
	}
	abs, err := filepath.Abs(reader.Path(name))
	if err != nil {
		return config.Other(name)
	}
	home, _ := os.UserHomeDir() // without one, nothing is under it
	return config.Place(abs, root, home)
}
