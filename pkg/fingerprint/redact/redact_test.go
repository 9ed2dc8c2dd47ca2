package redact

import (
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/fingerprint"
)

func TestText(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"", ""},
		{"npx", "npx"},
		{"@example/payments-mcp@1.2.3", "@example/payments-mcp@1.2.3"},
		{"ghcr.io/example/server@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "ghcr.io/example/server@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},
		{"git+https://example.com/r@0123456789abcdef0123456789abcdef01234567", "git+https://example.com/r@0123456789abcdef0123456789abcdef01234567"},
		{"/Users/someone/projects/n8n-mcp/mcp-server-v20.sh", "/Users/someone/projects/n8n-mcp/mcp-server-v20.sh"},
		{"--tools=actors,docs,runs,storage,tasks,apify/rag-web-browser", "--tools=actors,docs,runs,storage,tasks,apify/rag-web-browser"},
		{"enableExperimentalToolsForEveryone", "enableExperimentalToolsForEveryone"},
		{"OBSIDIAN_API_KEY=${input:obsidian-api-key}", "OBSIDIAN_API_KEY=${input:obsidian-api-key}"},
		{"OBSIDIAN_REST_URL=https://host.docker.internal:27124", "OBSIDIAN_REST_URL=https://host.docker.internal:27124"},
		{"API_KEY=hunter2", "API_KEY=[redacted]"},
		{"--api-key=hunter2", "--api-key=[redacted]"},
		{"--key-file=id.pem", "--key-file=id.pem"},
		{"Authorization: Bearer hunter2", "Authorization: Bearer [redacted]"},
		{"Authorization: Bearer ${TOKEN}", "Authorization: Bearer ${TOKEN}"},
		{"Authorization:${AUTH}", "Authorization:${AUTH}"},
		{"X-Api-Key: hunter2", "X-Api-Key: [redacted]"},
		{"X-Org: acme", "X-Org: acme"},
		{"export TOKEN=abc; exec node server.js", "export TOKEN=[redacted]; exec node server.js"},
		{"curl --token abc https://h/", "curl --token [redacted] https://h/"},
		{`{"token":"abc","mode":"fast"}`, `{"token":"[redacted]","mode":"fast"}`},
		{"${TOKEN:-hunter2}", "${TOKEN:-hunter2}"}, // no secret name around it
		{"PASSWORD=${P:-hunter2}", "PASSWORD=${P:-[redacted]}"},
		{"sk-canary-0123456789abcdef", "[redacted]"},
		{"x ghp_0123456789abcdefABCDEF y", "x [redacted] y"},
		{"dG9rZW46aHVudGVyMmh1bnRlcjI=", "[redacted]"},
		{"Use a Bearer token to sign in", "Use a Bearer token to sign in"},
		{"Bearer abc123def456", "Bearer [redacted]"},
		{"-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----", "[redacted]"},
		{"id > /tmp/x; exec node server.js", "id > /tmp/x; exec node server.js"},
		{"postgres://user:hunter2@db.example/app", "postgres://[redacted]@db.example/app"},
	} {
		if got := Text(tc.in); got != tc.want {
			t.Errorf("%q:\n got %q\nwant %q", tc.in, got, tc.want)
		}
	}
}

func TestURL(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"https://mcp.example.com/team-a/mcp", "https://mcp.example.com/team-a/mcp"},
		{"https://h.example/mcp?token=abc&experimental=1", "https://h.example/mcp?token=[redacted]&experimental=1"},
		{"https://h.example/mcp?token=${APIFY_TOKEN}", "https://h.example/mcp?token=${APIFY_TOKEN}"},
		{"https://user:pw@h.example/", "https://[redacted]@h.example/"},
		{"https://${USER}:${PASS}@h.example/", "https://${USER}:${PASS}@h.example/"},
		{"https://h.example/s/0f8fad5b-d9cb-469f-a165-70867728950e/mcp", "https://h.example/s/[redacted]/mcp"},
		{"https://h.example/s/aB3dE5fG7hI9jK1lM3nO/mcp#access_token=x", "https://h.example/s/[redacted]/mcp#access_token=[redacted]"},
		{"https://h.example/${input:a?b}/x?q=1", "https://h.example/${input:a?b}/x?q=1"},
		{"https:h.example", "https:h.example"},
		{"http://localhost:5173/mcp/sentry/mcp-server?experimental=1", "http://localhost:5173/mcp/sentry/mcp-server?experimental=1"},
	} {
		if got := URL(tc.in); got != tc.want {
			t.Errorf("%q:\n got %q\nwant %q", tc.in, got, tc.want)
		}
	}
}

func TestArgs(t *testing.T) {
	in := []string{"-y", "mcp-remote", "https://h.example/mcp?key=abc", "--header", "Authorization: Bearer abc", "--token", "abc", "--api-key", "${KEY}", "--no-auth", "serve", "-e", "TOKEN", "-e", "TOKEN=abc", "--password", "--verbose"}
	want := []string{"-y", "mcp-remote", "https://h.example/mcp?key=[redacted]", "--header", "Authorization: Bearer [redacted]", "--token", "[redacted]", "--api-key", "${KEY}", "--no-auth", "serve", "-e", "TOKEN", "-e", "TOKEN=[redacted]", "--password", "--verbose"}
	for i, got := range Args("npx", in) {
		if got != want[i] {
			t.Errorf("argument %d: %q, want %q", i, got, want[i])
		}
	}
}

func TestSecretName(t *testing.T) {
	for name, want := range map[string]bool{
		"token": true, "API_KEY": true, "apiKey": true, "X-Api-Key": true, "--client-secret": true, "Authorization": true, "GITHUB_TOKEN": true, "key": true, "X-Session": true,
		"LOG_LEVEL": false, "key-file": false, "TOKEN_URL": false, "max-tokens": false, "keyboard": false, "author": false, "": false, "--no-auth": false, "tokenizer": false,
	} {
		if got := SecretName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

// TestDefinition checks that the copy is independent and that every touched
// member is listed.
func TestDefinition(t *testing.T) {
	d := fingerprint.Definition{
		Transport:  fingerprint.Transport{Kind: fingerprint.Stdio, Executable: "npx", Args: []string{"x", "--token=abc"}},
		SecretRefs: []fingerprint.Binding{{Target: fingerprint.Target{Kind: fingerprint.EnvironmentVariable, Name: "T"}, Reference: "sk-canary-0123456789"}},
	}
	shown, changed := Definition(d)
	if strings.Join(changed, " ") != "args[1] secretRefs[T]" {
		t.Errorf("changed %q", changed)
	}
	if d.Transport.Args[1] != "--token=abc" || shown.Transport.Args[1] != "--token=[redacted]" || d.SecretRefs[0].Reference == Mark {
		t.Errorf("%+v\n%+v", d, shown)
	}
}

func TestReference(t *testing.T) {
	for in, want := range map[string]string{
		"credential:payments": "credential:payments", "Bearer ${TOKEN}": "Bearer ${TOKEN}", "${input:api-key}": "${input:api-key}", "token:main": "token:main",
		"sk-canary-0123456789": "[redacted]", "Bearer ghp_0123456789abcdef": "Bearer [redacted]",
	} {
		if got := Reference(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// FuzzText checks that redaction ends, is stable, and never grows a secret back.
func FuzzText(f *testing.F) {
	for _, s := range []string{"a", "TOKEN=abc", "https://u:p@h/?k=v#x", "${A:-${B}}", "Authorization: Bearer x", "sk-aaaaaaaaaaaa", `{"key":"v"}`, "[redacted]"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Text(s)
		if strings.Contains(once, "sk-canary-0123456789") {
			t.Fatalf("%q became %q", s, once)
		}
		URL(s)
	})
}
