package cmd

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
	"github.com/mcp-evref/evref/pkg/vectors"
)

// TestFingerprintVectors puts every vector through the command line: the
// fingerprint and the preimage, or the code and the exit code of its kind.
func TestFingerprintVectors(t *testing.T) {
	cases, err := vectors.ReadFingerprints(os.DirFS("../testdata/vectors"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		path := writeFile(t, "definition.json", c.Input())
		args := []string{"fingerprint", path}
		if c.Mode == "validate" {
			args = append(args, "--validate")
		}
		stdout, stderr, code := invoke(t, nil, args...)
		if c.ErrorClass != "" {
			want := ExitNo
			if strings.HasPrefix(c.ErrorClass, "Json") || c.ErrorClass == "InvalidUtf8" {
				want = ExitUnreadable
			}
			if code != want || stdout != "" || !strings.Contains(stderr, "["+c.ErrorClass+"]") {
				t.Errorf("%s: exit %d, stdout %q, stderr %q; want exit %d and %s (%s)", c.ID, code, stdout, stderr, want, c.ErrorClass, c.Why)
			}
			continue
		}
		if code != ExitOK || !strings.HasPrefix(stdout, "dcc-mcp-trust-fingerprint-v1  "+c.Fingerprint+"  ") || strings.Count(stdout, "\n") != 1 {
			t.Errorf("%s: exit %d, stdout %q (%s)", c.ID, code, stdout, c.Why)
		}
		if want := c.Preimage(); len(want) > 0 {
			if raw, _, _ := invoke(t, nil, "fingerprint", "--preimage", path); raw != string(want) {
				t.Errorf("%s: preimage %s", c.ID, hex.EncodeToString([]byte(raw)))
			}
		}
	}
}

func TestFingerprintURLVectors(t *testing.T) {
	cases, err := vectors.ReadFingerprintURLs(os.DirFS("../testdata/vectors"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		definition := `{"id":"a","transport":{"type":"http","url":` + record.QuoteJSON(c.URL) + `},"ownership":{"type":"dccManaged"}}`
		stdout, stderr, code := invoke(t, strings.NewReader(definition), "fingerprint", "--bare", "-")
		switch {
		case c.V1 == "OK" && (code != ExitOK || len(stdout) != 65):
			t.Errorf("%q: exit %d, %s", c.URL, code, stderr)
		case c.V1 != "OK" && (code != ExitNo || stdout != "" || !strings.Contains(stderr, "["+c.V1+"]")):
			t.Errorf("%q: exit %d, %s, want %s", c.URL, code, stderr, c.V1)
		}
	}
}

// TestGoldenFingerprintIsDocumented keeps the golden case in the help.
func TestGoldenFingerprintIsDocumented(t *testing.T) {
	stdout, _, code := invoke(t, nil, "fingerprint", "--help")
	if code != ExitOK || !strings.Contains(stdout, "d31e41818ecbe1fbbdc84459f68ab8a85bf7513b864c87d2a354d22b55847b7f  payments") {
		t.Errorf("exit %d:\n%s", code, stdout)
	}
}

// project unpacks the configurations of testdata into a folder with a root.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func fixtureConfigs(t *testing.T) map[string]string {
	t.Helper()
	archive, err := txtar.ParseFile("../testdata/fingerprint/configs.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.Files {
		files[f.Name] = string(f.Data)
	}
	return files
}

// TestFingerprintOutputFollowsItsSchema checks what machines read, printed and
// checked against a lock, for every configuration there is.
func TestFingerprintOutputFollowsItsSchema(t *testing.T) {
	schema, err := validate.Embedded("fingerprint-output.v1")
	if err != nil {
		t.Fatal(err)
	}
	root := project(t, fixtureConfigs(t))
	lockFile := filepath.Join(t.TempDir(), "lock.json")
	if _, stderr, code := invoke(t, nil, "fingerprint", "-q", "--root", root, "--lock", lockFile, "--write-lock", filepath.Join(root, "claude"), filepath.Join(root, "codex")); code != ExitOK {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	for _, args := range [][]string{
		{"fingerprint", "-q", "--root", root, "--lock", lockFile, "--format", "json", "--trace", "--resolve", root},
		{"fingerprint", "-q", "--root", root, "--lock", lockFile, "--format", "json", "--check-lock", root},
	} {
		stdout, stderr, code := invoke(t, nil, args...)
		rec, err := record.Parse([]byte(stdout), record.JSON, record.Limits{})
		if err != nil {
			t.Fatalf("%v: exit %d: %v\n%s", args, code, err, stderr)
		}
		if got, _ := rec.Root().At("summary", "exitCode").Int64(); int(got) != code {
			t.Errorf("exit code %d, summary says %d", code, got)
		}
		for _, v := range schema.Validate(rec.Root()) {
			t.Errorf("%v: %s: %s", args, v.Pointer, v.Message)
		}
	}
}

// TestFingerprintFormatsAgree: a format never changes the exit code.
func TestFingerprintFormatsAgree(t *testing.T) {
	root := project(t, fixtureConfigs(t))
	for _, args := range [][]string{
		{"fingerprint", "-q", "--root", root, root},
		{"fingerprint", "-q", "--root", root, filepath.Join(root, "cursor")},
	} {
		_, _, want := invoke(t, nil, args...)
		for _, format := range []string{"json", "jsonl", "sarif", "github"} {
			stdout, _, code := invoke(t, nil, append(args, "--format", format)...)
			if code != want || stdout == "" {
				t.Errorf("%s: exit %d, want %d, %d bytes", format, code, want, len(stdout))
			}
			if format == "sarif" && !json.Valid([]byte(stdout)) {
				t.Errorf("sarif is not JSON")
			}
		}
	}
}

// TestFingerprintCorpus reads the real configurations when they are there: each
// is read, or refused with a sentence.
func TestFingerprintCorpus(t *testing.T) {
	corpus := filepath.FromSlash("../../shared/corpus/configs")
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("no corpus beside the repository")
	}
	files := 0
	err := filepath.WalkDir(corpus, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		stdout, stderr, code := invoke(t, nil, "fingerprint", path)
		if code != ExitOK && code != ExitUnjudged && code != ExitUnreadable || code == ExitUnreadable && stdout != "" {
			t.Errorf("%s: exit %d: %s", path, code, stderr)
		}
		if code != ExitOK && !strings.Contains(stderr, ": error: ") {
			t.Errorf("%s: exit %d without a reason: %s", path, code, stderr)
		}
		return nil
	})
	if err != nil || files < 30 {
		t.Errorf("%d files, %v", files, err)
	}
}

// canary looks like a secret to everybody.
const canary = "sk-canary-4f9d8c7b6a5e"

// TestFingerprintKeepsSecrets plants a secret in variables, headers, arguments
// and URLs, runs every command, and looks for it in all that is written.
func TestFingerprintKeepsSecrets(t *testing.T) {
	files := map[string]string{
		".mcp.json": `{"mcpServers": {
 "args": {"command": "npx", "args": ["-y", "server", "--token", "CANARY", "--api-key=CANARY", "CANARY", "--header", "Authorization: Bearer CANARY", "https://u:CANARY@h.example/CANARY?token=CANARY#CANARY"], "cwd": "/CANARY",
  "env": {"A": "CANARY", "B": "Bearer CANARY", "C": "${T:-CANARY}", "D": "x CANARY ${T}", "NODE_OPTIONS": "CANARY"}, "oauth": {"clientSecret": "CANARY"}, "headersHelper": "get CANARY", "unheard": {"of": "CANARY"}},
 "http": {"type": "http", "url": "https://h.example/CANARY/mcp?api_key=CANARY", "headers": {"Authorization": "Bearer CANARY", "X-Key": "CANARY ${T}", "X-Other": "CANARY"}},
 "program": {"command": "/bin/CANARY"}, "bad": {"url": "https://CANARY:CANARY@h.example/"}, "worse": {"url": "CANARY"}, "socket": {"url": "ws://h.example/?token=CANARY"}, "kind": {"type": "CANARY", "url": "https://h.example/"}}}`,
		"refused.json":          `{"mcpServers": {"refused": {"command": "CANARY", "url": "CANARY"}, "number": {"command": "x", "args": ["CANARY", 1]}}}`,
		"broken.json":           `{"mcpServers": {"a": {"command": CANARY}}}`,
		"definition.json":       `{"id": "d", "env": {"TOKEN": "CANARY"}, "transport": {"type": "stdio", "executable": "x", "args": ["--token=CANARY", "CANARY"]}, "secretRefs": [{"target": {"type": "environmentVariable", "name": "T"}, "secretRef": "CANARY"}], "ownership": {"type": "dccManaged"}}`,
		"broken.definition":     `{"id": "d", "transport": {"type": "CANARY", "url": CANARY}}`,
		"credentials.json":      `{"id": "c", "transport": {"type": "http", "url": "https://CANARY@h/"}, "ownership": {"type": "dccManaged"}}`,
		"nul.json":              `{"id": "n", "transport": {"type": "stdio", "executable": "CANARY\u0000", "args": []}, "ownership": {"type": "dccManaged"}}`,
		".codex/config.toml":    "[mcp_servers.t]\ncommand = \"x\"\nargs = [\"--token\", \"CANARY\"]\nenv = { A = \"CANARY\" }\n",
		"broken/config.toml":    "[mcp_servers.t]\ncommand = CANARY\n",
		"goose/config.yaml":     "extensions:\n  y:\n    type: sse\n    uri: https://h.example/?key=CANARY\n    headers: {X: CANARY}\n",
		"broken/config.yaml":    "extensions:\n  y: [CANARY\n",
		"opencode.json":         `{"mcp": {"o": {"type": "local", "command": ["x", "--token", "CANARY"], "environment": {"A": "CANARY {env:T}"}}}}`,
		"tools.json":            `{"tools": [{"name": "t", "description": "use CANARY", "inputSchema": {"type": "object", "properties": {"k": {"default": "CANARY"}}}, "_meta": {"apiKey": "CANARY"}}]}`,
		"later/.mcp.json":       `{"mcpServers": {"args": {"command": "npx", "args": ["-y", "server", "--token", "CANARY2", "CANARY2"]}, "http": {"type": "http", "url": "https://CANARY2/?key=CANARY2"}}}`,
		"later/definition.json": `{"id": "d", "transport": {"type": "stdio", "executable": "x", "args": ["--token=CANARY2"]}, "ownership": {"type": "dccManaged"}}`,
	}
	for name, text := range files {
		files[name] = strings.ReplaceAll(text, "CANARY", canary)
	}
	root := project(t, files)
	lockFile := filepath.Join(root, "mcp-trust.lock.json")
	sum, _, _ := invoke(t, nil, "fingerprint", "-q", "--bare", filepath.Join(root, "definition.json"))
	in := func(names ...string) []string {
		var out []string
		for _, n := range names {
			out = append(out, filepath.Join(root, filepath.FromSlash(n)))
		}
		return out
	}
	var all []string
	for name := range files {
		if name != "tools.json" {
			all = append(all, name)
		}
	}
	readable := in(".mcp.json", "definition.json", ".codex/config.toml", "goose/config.yaml", "opencode.json")
	runs := [][]string{
		append([]string{"--write-lock"}, readable...),
		append([]string{"--write-lock", "--tools", "d=" + in("tools.json")[0]}, in("definition.json")...),
		append([]string{"--approve", "d", "--expect", strings.TrimSpace(sum), "--by", "ada"}, in("definition.json")...),
		{"--check-lock"},
		append([]string{"--check-lock"}, in("later")...),
		append([]string{"--check-lock", "--base-lock", lockFile}, in("later/.mcp.json", "later/definition.json")...),
		append([]string{"--emit", "definition"}, readable...),
		append([]string{"--validate", "--expect", strings.Repeat("0", 64)}, in("definition.json")...),
		append([]string{"--as", "zed"}, in(".mcp.json")...),
	}
	for _, format := range []string{"text", "json", "jsonl", "sarif", "github"} {
		runs = append(runs,
			append([]string{"--trace", "--resolve", "--format", format}, in(all...)...),
			append([]string{"--check-lock", "--format", format}, append(in("later"), readable...)...),
		)
	}
	for _, format := range []string{"text", "json", "sarif", "github"} {
		runs = append(runs, append([]string{"--format", format}, in(all...)...))
	}
	for _, args := range runs {
		for _, k := range []string{"", "0123456789abcdef0123456789abcdef"} {
			var out, errs bytes.Buffer
			code := Main(context.Background(), append([]string{"fingerprint", "--root", root}, args...), Streams{
				Out: &out, Err: &errs, Now: time.Now,
				Getenv: func(name string) string {
					if name == "EVREF_LOCK_KEY" {
						return k
					}
					return ""
				},
			})
			stdout, stderr := out.String(), errs.String()
			if code == ExitFault || code == ExitUsage && !slices.Contains(args, "--write-lock") && !slices.Contains(args, "--approve") {
				t.Errorf("%v: exit %d: %s", args, code, stderr)
			}
			written, err := os.ReadFile(lockFile)
			if err != nil {
				t.Fatal(err)
			}
			for what, text := range map[string]string{"stdout": stdout, "stderr": stderr, "the lock": string(written)} {
				if i := strings.Index(text, "4f9d8c7b"); i >= 0 {
					t.Errorf("%v: %s shows the secret: …%s…", args, what, text[max(0, i-80):min(len(text), i+40)])
				}
			}
		}
	}
	// The raw forms show it, and only on request.
	if raw, _, _ := invoke(t, nil, append([]string{"fingerprint", "--preimage"}, in("definition.json")...)...); !bytes.Contains([]byte(raw), []byte(canary)) {
		t.Error("the preimage is not what is hashed")
	}
	if out, _, _ := invoke(t, nil, append([]string{"fingerprint", "--emit", "definition", "--show-secrets"}, in("definition.json")...)...); !strings.Contains(out, canary) {
		t.Error("--show-secrets hides them")
	}
}
