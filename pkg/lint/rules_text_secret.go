package lint

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint/internal/textsafety"
)

var secretRules = []Rule{
	{
		ID: "TOOL118", Slug: "secret", Severity: diag.Error, Since: "0.1.0",
		Summary: "a text holds what looks like a credential in use",
		Doc: Doc{
			Why: "A definition is sent to every client and every model provider, and kept in their logs. A key in a default " +
				"or an example is public from then on. Only formats of known providers are looked for, and placeholders " +
				"are left alone. The finding never shows the credential.",
			Bad:  Example{Input: `{"name": "sync", "inputSchema": {"type": "object", "properties": {"token": {"type": "string", "default": "` + exampleToken + `"}}}}`},
			Good: Example{Input: `{"name": "sync", "inputSchema": {"type": "object", "properties": {"token": {"type": "string", "examples": ["ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]}}}}`},
			Fix:  "Revoke the credential, then take it out. Read credentials from the environment of the server.",
			Refs: []Ref{{"GitHub: formats of tokens", "https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats"}},
		},
		Check: Check{Text: checkSecrets},
	},
	{
		ID: "TOOL119", Slug: "secret-parameter", Severity: diag.Off, Pedantic: diag.Info, Since: "0.1.0",
		Summary: "a parameter asks for a secret",
		Doc: Doc{
			Why: "What a model sends stands in the conversation and in its logs. A server should take credentials from its own " +
				"configuration. Off by default: some tools have good reasons.",
			Bad:  Example{Input: `{"name": "sync", "inputSchema": {"type": "object", "properties": {"api_key": {"type": "string"}}}}`},
			Good: Example{Input: `{"name": "sync", "inputSchema": {"type": "object", "properties": {"page_token": {"type": "string"}}}}`},
			Fix:  "Read the credential from the environment, or ask for it by elicitation in URL mode.",
			Refs: []Ref{{"MCP security best practices", "https://modelcontextprotocol.io/specification/2026-07-28/basic/security_best_practices"}},
		},
		Check: Check{Node: checkSecretParameter},
	},
}

// exampleToken has the form of a token and is none: its checksum is wrong. It
// stands in two parts so that scanners of this repository stay quiet.
const exampleToken = "ghp_" + "R8kq2ZtL5vXw7NbC4mYhJ6sDfG9aPeU3oTi1"

func checkSecrets(p *Pass, x Text) {
	if x.run < textsafety.MinSecret {
		return
	}
	text, _ := x.Value.Text()
	for _, s := range textsafety.Secrets(text) {
		p.Report(Issue{
			At: x.Value, From: s.Start, To: s.End, Message: fmt.Sprintf("%s holds what looks like a %s in use", x.Kind, s.Kind),
			Help: "revoke it, then take it out and read it from the environment",
		})
	}
}

func checkSecretParameter(p *Pass, n *Node) {
	if !n.IsProperty() || !n.Schema.Input() || !secretName(n.Name) {
		return
	}
	p.Report(Issue{
		At: n.Key, Message: fmt.Sprintf("parameter %s asks for a secret, which then stands in the conversation", quote(n.Name, 0)),
		Help: "read it from the environment of the server",
	})
}
