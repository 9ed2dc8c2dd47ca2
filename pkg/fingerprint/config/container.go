package config

import (
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/record"
)

// container is one place of a file that holds servers.
type container struct {
	client  Client
	node    *tree.Node
	pointer string
	nested  bool // keys are written as pointers
	// whole reads the file itself instead of a map of servers.
	whole func(Client, *tree.Node, fingerprint.Source) []Entry
}

// containers finds the servers of a file by its content; the name only tells
// clients apart that keep them in the same place.
func containers(name string, root *tree.Node) []container {
	if !root.Is(record.Object) {
		return nil
	}
	var out []container
	add := func(client, pointer string, nested bool, n *tree.Node) {
		if n.Is(record.Object) || n.Is(record.Array) && client == "continue" {
			out = append(out, container{client: mustClient(client), node: n, pointer: pointer, nested: nested})
		}
	}
	named, known := clientOfFile(name)
	if !known {
		named = mustClient("generic")
	}
	if n := root.Get("mcpServers"); n.Is(record.Array) {
		add("continue", "/mcpServers", false, n)
	} else {
		add(guess(named, n).Name, "/mcpServers", false, n)
	}
	if n := root.Get("servers"); n.Is(record.Object) && allServers(n) {
		add("vscode", "/servers", false, n)
	}
	add("vscode", "/mcp/servers", true, find(root, "mcp", "servers"))
	add("vscode", "/mcp.servers", true, root.Get("mcp.servers"))
	add("zed", "/context_servers", false, root.Get("context_servers"))
	add("codex", "/mcp_servers", false, root.Get("mcp_servers"))
	if n := root.Get("extensions"); n.Is(record.Object) && allMembers(n, func(e *tree.Node) bool { return has(e, "type") || has(e, "enabled") }) {
		add("goose", "/extensions", false, n)
	}
	if n := root.Get("mcp"); n.Is(record.Object) && n.Get("servers") == nil && (named.Name == "opencode" || allServers(n)) {
		add("opencode", "/mcp", false, n)
	}
	if n := root.Get("projects"); n.Is(record.Object) {
		for _, m := range n.Members {
			pointer := record.Child(record.Child("/projects", m.Name), "mcpServers")
			add("claude-code", pointer, true, m.Value.Get("mcpServers"))
		}
	}
	if root.Get("packages").Is(record.Array) && has(root, "name") || root.Get("remotes").Is(record.Array) {
		out = append(out, container{client: mustClient("registry"), whole: registry})
	}
	if find(root, "server", "mcp_config") != nil {
		out = append(out, container{client: mustClient("bundle"), whole: bundle})
	}
	if len(out) == 0 && len(root.Members) > 0 && allServers(root) {
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
func guess(named Client, servers *tree.Node) Client {
	if named.Name != "generic" || servers == nil {
		return named
	}
	for _, m := range servers.Members {
		switch {
		case m.Value.Get("httpUrl") != nil:
			return mustClient("gemini")
		case m.Value.Get("serverUrl") != nil:
			return mustClient("windsurf")
		case m.Value.Get("headersHelper") != nil:
			return mustClient("claude-code")
		}
	}
	return named
}

// allServers reports an object of which every member looks like a server.
func allServers(n *tree.Node) bool {
	return allMembers(n, func(e *tree.Node) bool {
		return e.Get("command").Is(record.String) || e.Get("command").Is(record.Array) || e.Get("url").Is(record.String) ||
			e.Get("httpUrl").Is(record.String) || e.Get("serverUrl").Is(record.String) || e.Get("type").Is(record.String) && (has(e, "command") || has(e, "url"))
	})
}

func allMembers(n *tree.Node, is func(*tree.Node) bool) bool {
	return !slices.ContainsFunc(n.Members, func(m tree.Member) bool { return !m.Value.Is(record.Object) || !is(m.Value) })
}

func (c container) entries(root *tree.Node, source fingerprint.Source) []Entry {
	if c.whole != nil {
		return c.whole(c.client, root, source)
	}
	var inputs map[string]bool
	if c.client.Name == "vscode" {
		inputs = definedInputs(root)
	}
	var out []Entry
	if c.node.Is(record.Array) {
		for i, e := range c.node.Elements {
			pointer := record.ChildIndex(c.pointer, i)
			key := "server-" + pointer[strings.LastIndexByte(pointer, '/')+1:]
			if name := e.Get("name"); name.Is(record.String) && name.Text != "" {
				key = name.Text
			}
			out = append(out, newBuilder(c.client, inputs, key, source, key, place{pointer, e.At}).server(e))
		}
		return out
	}
	for _, m := range c.node.Members {
		pointer := record.Child(c.pointer, m.Name)
		key := m.Name
		if c.nested {
			key = pointer
		}
		out = append(out, newBuilder(c.client, inputs, m.Name, source, key, place{pointer, m.At}).server(m.Value))
	}
	return out
}

// definedInputs lists the inputs a VS Code file asks for.
func definedInputs(root *tree.Node) map[string]bool {
	inputs := map[string]bool{}
	for _, list := range []*tree.Node{root.Get("inputs"), find(root, "mcp", "inputs")} {
		if list == nil {
			continue
		}
		for _, e := range list.Elements {
			if id := e.Get("id"); id.Is(record.String) {
				inputs[id.Text] = true
			}
		}
	}
	return inputs
}
