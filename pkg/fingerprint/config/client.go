package config

import (
	"strings"

	"github.com/mcp-evref/evref/pkg/fingerprint/reference"
)

// Client describes one kind of file that is read.
type Client struct {
	Name    string   // for --as, such as "claude-code"
	Title   string   // for people
	Files   []string // the usual names; "~/" marks a user-level file
	Servers string   // where the entries are, for people

	styles reference.Style
	roles  map[string]role // members that differ from the common ones
	// other marks files that are neither a project's nor a user's settings.
	other bool
}

// Clients lists the kinds of files that are read, in the order of the guide.
func Clients() []Client { return append([]Client(nil), clients...) }

// LookupClient finds a client by its name.
func LookupClient(name string) (Client, bool) {
	for _, c := range clients {
		if c.Name == name {
			return c, true
		}
	}
	return Client{}, false
}

const envReferences = reference.Brace

var clients = []Client{
	{Name: "claude-desktop", Title: "Claude Desktop", Files: []string{"claude_desktop_config.json"}, Servers: "mcpServers", styles: envReferences},
	{Name: "claude-code", Title: "Claude Code", Files: []string{".mcp.json", "~/.claude.json"}, Servers: "mcpServers, projects.*.mcpServers", styles: envReferences},
	{Name: "vscode", Title: "VS Code", Files: []string{".vscode/mcp.json", "settings.json"}, Servers: "servers, mcp.servers", styles: envReferences},
	{Name: "cursor", Title: "Cursor", Files: []string{".cursor/mcp.json"}, Servers: "mcpServers", styles: envReferences},
	{Name: "windsurf", Title: "Windsurf", Files: []string{"mcp_config.json"}, Servers: "mcpServers", styles: envReferences},
	{Name: "cline", Title: "Cline", Files: []string{"cline_mcp_settings.json"}, Servers: "mcpServers", styles: envReferences},
	{Name: "roo", Title: "Roo Code", Files: []string{".roo/mcp.json"}, Servers: "mcpServers", styles: envReferences},
	{Name: "zed", Title: "Zed", Files: []string{".zed/settings.json", "~/.config/zed/settings.json"}, Servers: "context_servers", styles: envReferences, roles: map[string]role{"source": roleSource, "settings": roleSetting, "remote": roleSetting}},
	{Name: "codex", Title: "Codex", Files: []string{".codex/config.toml"}, Servers: "mcp_servers", styles: envReferences, roles: map[string]role{
		"env_vars": roleEnvNames, "bearer_token_env_var": roleBearerEnv, "http_headers": roleHeaders, "env_http_headers": roleHeaderEnv,
		"scopes": roleOAuth, "oauth_resource": roleOAuth, "default_tools_approval_mode": roleApproval, "tools": roleApproval,
	}},
	{Name: "gemini", Title: "Gemini CLI", Files: []string{".gemini/settings.json", "gemini-extension.json"}, Servers: "mcpServers", styles: envReferences | reference.Dollar | reference.Percent},
	{Name: "continue", Title: "Continue", Files: []string{".continue/config.yaml", ".continue/mcpServers/*.yaml"}, Servers: "mcpServers (a list)", styles: envReferences | reference.Double, roles: map[string]role{"requestOptions": roleRequestOptions, "apiKey": roleAPIKey}},
	{Name: "goose", Title: "goose", Files: []string{"~/.config/goose/config.yaml"}, Servers: "extensions", styles: envReferences, roles: map[string]role{"cmd": roleCommand, "envs": roleEnv, "env_keys": roleEnvNames, "uri": roleURL}},
	{Name: "opencode", Title: "opencode", Files: []string{"opencode.json", "opencode.jsonc"}, Servers: "mcp", styles: reference.Tagged, roles: map[string]role{"environment": roleEnv}},
	{Name: "lmstudio", Title: "LM Studio", Files: []string{"~/.lmstudio/mcp.json"}, Servers: "mcpServers", styles: envReferences},
	{Name: "kiro", Title: "Kiro", Files: []string{".kiro/settings/mcp.json"}, Servers: "mcpServers", styles: envReferences},
	{Name: "amazonq", Title: "Amazon Q", Files: []string{".amazonq/mcp.json", "~/.aws/amazonq/mcp.json"}, Servers: "mcpServers", styles: envReferences},
	{Name: "registry", Title: "MCP Registry", Files: []string{"server.json"}, Servers: "packages, remotes", styles: reference.Curly, other: true},
	{Name: "bundle", Title: "MCP bundle", Files: []string{"manifest.json"}, Servers: "server.mcp_config", styles: envReferences, other: true},
	// A file with mcpServers under a name that no client uses.
	{Name: "generic", Title: "any client", Servers: "mcpServers", styles: envReferences},
}

func mustClient(name string) Client {
	c, ok := LookupClient(name)
	if !ok {
		panic("config: no client " + name) // a misspelt constant; a test reads every file kind
	}
	return c
}

// clientOfFile tells from the file's name whose file it is, for the many that
// keep their servers under mcpServers.
func clientOfFile(name string) (Client, bool) {
	name = "/" + strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/")
	for _, rule := range []struct{ suffix, client string }{
		{"/claude_desktop_config.json", "claude-desktop"},
		{"/.claude.json", "claude-code"},
		{"/.cursor/mcp.json", "cursor"},
		{"/.vscode/mcp.json", "vscode"},
		{"/mcp_config.json", "windsurf"},
		{"/cline_mcp_settings.json", "cline"},
		{"/.roo/mcp.json", "roo"},
		{"/mcp_settings.json", "roo"},
		{"/.gemini/settings.json", "gemini"},
		{"/gemini-extension.json", "gemini"},
		{"/.lmstudio/mcp.json", "lmstudio"},
		{"/.kiro/settings/mcp.json", "kiro"},
		{"/.amazonq/mcp.json", "amazonq"},
		{"/amazonq/mcp.json", "amazonq"},
		{"/.codex/config.toml", "codex"},
		{"/goose/config.yaml", "goose"},
		{"/.continue/config.yaml", "continue"},
		{"/opencode.json", "opencode"},
		{"/opencode.jsonc", "opencode"},
		{"/.claude/settings.json", "claude-code"},
		{"/.claude/settings.local.json", "claude-code"},
		{"/.mcp.json", "claude-code"},
	} {
		if strings.HasSuffix(name, rule.suffix) {
			return mustClient(rule.client), true
		}
	}
	return Client{}, false
}

// IsUsualName reports a file name under which a client keeps its servers. It
// decides what is read when a directory is walked.
func IsUsualName(name string) bool {
	name = "/" + strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/")
	if _, ok := clientOfFile(name); ok {
		return true
	}
	for _, suffix := range []string{"/mcp.json", "/server.json", "/manifest.json", "/.vscode/settings.json", "/.zed/settings.json"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return strings.Contains(name, "/.continue/mcpServers/")
}
