package config

import (
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/record"
)

// container is one place of a file that holds servers.
type container struct {
	client  Client
	node    *node
	pointer string
	nested  bool // keys are written as pointers
	// whole reads the file itself instead of a map of servers.
	whole func(Client, *node, fingerprint.Source) []Entry
}

// containers finds the servers of a file by its content; the name only tells
// clients apart that keep them in the same place.
func containers(name string, root *node) []container {
	if !root.is(record.Object) {
		return nil
	}
	var out []container
	add := func(client, pointer string, nested bool, n *node) {
		if n.is(record.Object) || n.is(record.Array) && client == "continue" {
			out = append(out, container{client: mustClient(client), node: n, pointer: pointer, nested: nested})
		}
	}
	named, known := clientOfFile(name)
	if !known {
		named = mustClient("generic")
	}
	if n := root.get("mcpServers"); n.is(record.Array) {
		add("continue", "/mcpServers", false, n)
	} else {
		add(guess(named, n).Name, "/mcpServers", false, n)
	}
	if n := root.get("servers"); n.is(record.Object) && allServers(n) {
		add("vscode", "/servers", false, n)
	}
	add("vscode", "/mcp/servers", true, root.find("mcp", "servers"))
	add("vscode", "/mcp.servers", true, root.get("mcp.servers"))
	add("zed", "/context_servers", false, root.get("context_servers"))
	add("codex", "/mcp_servers", false, root.get("mcp_servers"))
	if n := root.get("extensions"); n.is(record.Object) && allMembers(n, func(e *node) bool { return e.has("type") || e.has("enabled") }) {
		add("goose", "/extensions", false, n)
	}
	if n := root.get("mcp"); n.is(record.Object) && n.get("servers") == nil && (named.Name == "opencode" || allServers(n)) {
		add("opencode", "/mcp", false, n)
	}
	if n := root.get("projects"); n.is(record.Object) {
		for _, m := range n.members {
			pointer := record.Child(record.Child("/projects", m.name), "mcpServers")
			add("claude-code", pointer, true, m.value.get("mcpServers"))
		}
	}
	if root.get("packages").is(record.Array) && root.has("name") || root.get("remotes").is(record.Array) {
		out = append(out, container{client: mustClient("registry"), whole: registry})
	}
	if root.find("server", "mcp_config") != nil {
		out = append(out, container{client: mustClient("bundle"), whole: bundle})
	}
	if len(out) == 0 && len(root.members) > 0 && allServers(root) {
		// The servers of a plugin stand at the top of its .mcp.json.
		out = append(out, container{client: guess(named, root), node: root})
	}
	return out
}

// forced keeps the containers of the client that was asked for.
func forced(client Client, found []container) []container {
	var out []container
	for _, c := range found {
		family := c.pointer == "/mcpServers" && strings.HasPrefix(client.Servers, "mcpServers") || c.pointer == "" && c.whole == nil
		if c.client.Name == client.Name || family {
			c.client = client
			out = append(out, c)
		}
	}
	return out
}

// guess tells the client of mcpServers from members that only one client has.
func guess(named Client, servers *node) Client {
	if named.Name != "generic" || servers == nil {
		return named
	}
	for _, m := range servers.members {
		switch {
		case m.value.get("httpUrl") != nil:
			return mustClient("gemini")
		case m.value.get("serverUrl") != nil:
			return mustClient("windsurf")
		case m.value.get("headersHelper") != nil:
			return mustClient("claude-code")
		}
	}
	return named
}

// allServers reports an object of which every member looks like a server.
func allServers(n *node) bool {
	return allMembers(n, func(e *node) bool {
		return e.get("command").is(record.String) || e.get("command").is(record.Array) || e.get("url").is(record.String) ||
			e.get("httpUrl").is(record.String) || e.get("serverUrl").is(record.String) || e.get("type").is(record.String) && (e.has("command") || e.has("url"))
	})
}

func allMembers(n *node, is func(*node) bool) bool {
	return !slices.ContainsFunc(n.members, func(m member) bool { return !m.value.is(record.Object) || !is(m.value) })
}

func (c container) entries(root *node, source fingerprint.Source) []Entry {
	if c.whole != nil {
		return c.whole(c.client, root, source)
	}
	var inputs map[string]bool
	if c.client.Name == "vscode" {
		inputs = definedInputs(root)
	}
	var out []Entry
	if c.node.is(record.Array) {
		for i, e := range c.node.elements {
			pointer := record.ChildIndex(c.pointer, i)
			key := "server-" + pointer[strings.LastIndexByte(pointer, '/')+1:]
			if name := e.get("name"); name.is(record.String) && name.text != "" {
				key = name.text
			}
			out = append(out, newBuilder(c.client, inputs, key, source, key, place{pointer, e.at}).server(e))
		}
		return out
	}
	for _, m := range c.node.members {
		pointer := record.Child(c.pointer, m.name)
		key := m.name
		if c.nested {
			key = pointer
		}
		out = append(out, newBuilder(c.client, inputs, m.name, source, key, place{pointer, m.at}).server(m.value))
	}
	return out
}

// definedInputs lists the inputs a VS Code file asks for.
func definedInputs(root *node) map[string]bool {
	inputs := map[string]bool{}
	for _, list := range []*node{root.get("inputs"), root.find("mcp", "inputs")} {
		if list == nil {
			continue
		}
		for _, e := range list.elements {
			if id := e.get("id"); id.is(record.String) {
				inputs[id.text] = true
			}
		}
	}
	return inputs
}
