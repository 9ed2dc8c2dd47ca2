package config

import (
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
	"github.com/mcp-evref/evref/pkg/record"
)

// bundle reads the manifest of an MCP bundle. It holds one entry, whose id is
// the bundle's name.
func bundle(client Client, root *node, source fingerprint.Source) []Entry {
	const pointer = "/server/mcp_config"
	config := root.find("server", "mcp_config")
	name := "bundle"
	if n := root.get("name"); n.is(record.String) && n.text != "" {
		name = n.text
	}
	inputs := map[string]bool{}
	if n := root.get("user_config"); n != nil {
		for _, m := range n.members {
			inputs[m.name] = true
		}
	}
	b := newBuilder(client, inputs, name, source, pointer, place{pointer, config.at})
	if !config.is(record.Object) {
		return []Entry{b.server(config)}
	}
	var own node = *config
	own.members = nil
	for _, m := range config.members {
		if m.name != "platform_overrides" {
			own.members = append(own.members, m)
			continue
		}
		at := place{record.Child(pointer, m.name), m.at}
		b.accountLeaves(m.name, coverage.NotHashed, "replaces the command on one platform", m.value)
		b.warn(at, warning.CommandOutsideFingerprint, m.name, "platform_overrides name other commands that are not hashed")
	}
	return []Entry{b.server(&own)}
}
