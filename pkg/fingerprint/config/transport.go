package config

import (
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
)

// kinds maps what clients write for "type" to a transport. Other words are not
// representable.
var kinds = map[string]fingerprint.TransportKind{
	"": "", "stdio": fingerprint.Stdio, "local": fingerprint.Stdio,
	"http": fingerprint.HTTP, "streamable-http": fingerprint.HTTP, "streamable_http": fingerprint.HTTP, "streamablehttp": fingerprint.HTTP,
	"http-stream": fingerprint.HTTP, "remote": fingerprint.HTTP, "sse": fingerprint.HTTP,
}

// transport decides between a program and a URL. A reason says why the entry
// cannot be represented; an ambiguous entry is refused.
func (b *builder) transport(here place) (kind fingerprint.TransportKind, reason string) {
	kind, known := kinds[b.kind]
	if !known {
		return "", notRepresentableKind(b.kind)
	}
	switch {
	case b.executable != nil && b.url != nil:
		b.refuse(here, "command-and-url", "keep one of the two", "the entry has both a command and a URL, and clients differ on which counts")
		return "", ""
	case b.executable == nil && b.url == nil:
		return "", "it has neither a command nor a URL"
	case kind == fingerprint.HTTP && b.url == nil, kind == fingerprint.Stdio && b.executable == nil:
		b.refuse(here, "type-mismatch", "correct the type", "the type of the entry does not fit what it holds")
		return "", ""
	}
	if b.executable != nil {
		return fingerprint.Stdio, ""
	}
	scheme, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(*b.url)), ":")
	switch scheme {
	case "ws", "wss":
		return "", "it is reached through a websocket, and a fingerprint knows only programs and http"
	case "unix", "pipe", "npipe":
		return "", "it is reached through a " + scheme + ": address, and a fingerprint knows only programs and http"
	}
	return fingerprint.HTTP, ""
}

func notRepresentableKind(kind string) string {
	switch kind {
	case "ws", "websocket":
		return "it is reached through a websocket, and a fingerprint knows only programs and http"
	case "builtin", "platform", "frontend", "inline_python", "extension":
		return "it is part of the client (" + kind + "), and a fingerprint knows only programs and http"
	}
	return "its type " + diag.Quote(redact.Text(kind), 30) + " is not one a fingerprint knows"
}

// sse notes that the fingerprint does not tell SSE from streamable HTTP.
func (b *builder) sse(path string, at place) {
	b.account(path, coverage.NotHashed, "sse and http have the same fingerprint", "sse")
	b.warn(at, warning.SSEAsHTTP, path, "an SSE server is fingerprinted as http")
}

// bind turns references into secret bindings and names the literal values.
func (b *builder) bind(kind fingerprint.TargetKind, all []binding) []fingerprint.Binding {
	var out []fingerprint.Binding
	for _, v := range all {
		reference := v.named || !v.literal && isReference(v.name, v.value, b.client.styles)
		if kind == fingerprint.EnvironmentVariable && isCodeLoading(v.name) {
			b.warn(v.place, warning.CodeLoadingEnv, v.path, "%s makes the program load other code", diag.Safe(v.name))
		}
		if reference {
			out = append(out, fingerprint.Binding{Target: fingerprint.Target{Kind: kind, Name: v.name}, Reference: v.value})
			b.account(v.path, coverage.Hashed, "as a secret binding; the reference, not the value", "")
			continue
		}
		b.account(v.path, coverage.NotHashed, "literal value", v.value)
		if kind == fingerprint.HTTPHeader {
			b.warn(v.place, warning.LiteralHeader, v.path, "header %s has a literal value, which is not hashed", diag.Safe(v.name))
		} else if !isCodeLoading(v.name) {
			b.warn(v.place, warning.LiteralEnv, v.path, "variable %s has a literal value, which is not hashed", diag.Safe(v.name))
		}
	}
	return out
}

func (b *builder) unused(why string, all []binding) {
	for _, v := range all {
		b.account(v.path, coverage.NotHashed, why, v.value)
	}
}
