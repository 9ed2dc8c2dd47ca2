package config

import (
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/record"
)

// bundle reads the manifest of an MCP bundle. It holds one entry, whose id is
// the bundle's name.
func bundle(client Client, root *tree.Node, source fingerprint.Source) []Entry {
	const pointer = "/server/mcp_config"
	config := find(root, "server", "mcp_config")
	name := "bundle"
	if n := root.Get("name"); n.Is(record.String) && n.Text != "" {
		name = n.Text
	}
	inputs := map[string]bool{}
	if n := root.Get("user_config"); n != nil {
		for _, m := range n.Members {
			inputs[m.Name] = true
		}
	}
	b := newBuilder(client, inputs, name, source, pointer, place{pointer, config.At})
	if !config.Is(record.Object) {
		return []Entry{b.server(config)}
	}
	var own tree.Node = *config
	own.Members = nil
	for _, m := range config.Members {
		if m.Name != "platform_overrides" {
			own.Members = append(own.Members, m)
			continue
		}
		at := place{record.Child(pointer, m.Name), m.At}
		b.accountLeaves(m.Name, coverage.NotHashed, "replaces the command on one platform", m.Value)
		b.warn(at, warning.CommandOutsideFingerprint, m.Name, "platform_overrides name other commands that are not hashed")
	}
	return []Entry{b.server(&own)}
}
