package config

import (
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// A secret of a shape that nobody would miss, so that every leak is a leak of a
// secret-shaped value.
const canary = "sk-canary-4f9d8c7b6a5e"

// planted are configurations with the canary in every place that can hold one.
var planted = map[string]string{
	"a/.mcp.json": `{"mcpServers": {
 "stdio": {"command": "npx", "args": ["-y", "server", "--token", "CANARY", "--api-key=CANARY", "CANARY", "Authorization: Bearer CANARY", "https://u:CANARY@h.example/CANARY?token=CANARY#CANARY"],
  "env": {"A": "CANARY", "B": "Bearer CANARY", "C": "${T:-CANARY}", "D": "x CANARY ${T}", "NODE_OPTIONS": "CANARY", "E": {"F": ["CANARY"]}}, "cwd": "/CANARY",
  "oauth": {"clientSecret": "CANARY"}, "headersHelper": "get CANARY", "envFile": "CANARY", "autoApprove": ["CANARY"], "unheard": {"of": "CANARY"}},
 "http": {"type": "http", "url": "https://h.example/CANARY/mcp?api_key=CANARY", "headers": {"Authorization": "Bearer CANARY", "X-Key": "CANARY ${T}", "X-Other": "CANARY"}},
 "refused": {"command": "CANARY", "url": "CANARY"}, "kind": {"type": "CANARY", "url": "https://h.example/"}, "bad": {"url": "https://CANARY:CANARY@h.example/"}, "worse": {"url": "CANARY"},
 "socket": {"url": "ws://h.example/?token=CANARY"}, "number": {"command": ["CANARY", 1]}, "names": {"command": "x", "env": {"A-B": "${T:-CANARY}"}}}}`,
	"a/.codex/config.toml": "[mcp_servers.a]\ncommand = \"x\"\nargs = [\"--token\", \"CANARY\"]\nenv = { A = \"CANARY\" }\n[mcp_servers.b]\nurl = \"https://h.example/?key=CANARY\"\nhttp_headers = { X = \"CANARY\" }\n[mcp_servers.c]\ncommand = CANARY\n",
	"a/ok.toml":            "[mcp_servers.a]\ncommand = \"x\"\nargs = [\"--token\", \"CANARY\"]\nenv = { A = \"CANARY\" }\n[mcp_servers.b]\nurl = \"https://h.example/?key=CANARY\"\nhttp_headers = { X = \"CANARY\" }\n",
	"a/goose/config.yaml":  "extensions:\n  a:\n    type: stdio\n    cmd: x\n    args: [--token, CANARY]\n    envs: {A: CANARY}\n  b:\n    type: sse\n    uri: https://h.example/?key=CANARY\n    headers:\n      X: CANARY\n  c:\n    type: CANARY\n",
	"a/opencode.json":      `{"mcp": {"a": {"type": "local", "command": ["x", "--token", "CANARY"], "environment": {"A": "CANARY {env:T}", "B": "CANARY"}}}}`,
	"a/gemini.json":        `{"mcpServers": {"a": {"httpUrl": "https://h.example/?token=CANARY", "headers": {"X": "CANARY$T"}}}}`,
	"a/server.json":        `{"name": "n", "packages": [{"registryType": "npm", "identifier": "x", "environmentVariables": [{"name": "A", "value": "CANARY"}, {"name": "B", "default": "CANARY"}], "packageArguments": [{"type": "named", "name": "--token", "value": "CANARY"}]}]}`,
	"a/plain.json":         `{"mcpServers": {"a": {"command": CANARY}}}`,
	"a/link":               `../CANARY/x`,
}

// TestSecretsStayInside reads configurations full of secrets, whole and cut off
// after every byte, so that every kind of error is met, and looks for the secret
// in all that is told about them.
func TestSecretsStayInside(t *testing.T) {
	for name, text := range planted {
		text = strings.ReplaceAll(text, "CANARY", canary)
		for end := range len(text) + 1 {
			if end < len(text) && strings.HasSuffix(name, ".yaml") && end%3 != 0 {
				continue // reading YAML is slow
			}
			f, err := Read(name, []byte(text[:end]), Options{Source: Other(name)})
			if told := describe(name, f, err); strings.Contains(told, "4f9d8c7b") {
				t.Fatalf("%s, first %d bytes:\n%s", name, end, told)
			}
		}
	}
}

// FuzzRead reads arbitrary files under the name of each syntax: it never
// panics, and what is not a definition has a reason.
func FuzzRead(f *testing.F) {
	archive, err := txtar.ParseFile(fixtures + "configs.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range archive.Files {
		f.Add(file.Name, file.Data)
	}
	f.Fuzz(func(t *testing.T, name string, raw []byte) {
		if len(raw) > 20_000 {
			return
		}
		file, err := Read(name, raw, Options{Source: Other("x")})
		if err != nil {
			if err.Error() == "" {
				t.Fatal("refused without a reason")
			}
			return
		}
		for _, e := range file.Entries {
			if (e.Definition == nil) == (e.NotRepresentable == "" && len(e.Refusals) == 0) {
				t.Fatalf("entry %+v", e)
			}
		}
	})
}
