package warning

import (
	"slices"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/fingerprint"
)

func names(ws []Warning) string {
	var out []string
	for _, w := range ws {
		out = append(out, string(w.Name))
	}
	return strings.Join(out, " ")
}

func stdio(executable string, args ...string) fingerprint.Definition {
	return fingerprint.Definition{ID: "a", Transport: fingerprint.Transport{Kind: fingerprint.Stdio, Executable: executable, Args: args}}
}

func http(url string) fingerprint.Definition {
	return fingerprint.Definition{ID: "a", Transport: fingerprint.Transport{Kind: fingerprint.HTTP, URL: url}}
}

func TestPrograms(t *testing.T) {
	for _, tc := range []struct {
		name string
		d    fingerprint.Definition
		want string
	}{
		{"pinned and absolute", stdio("/usr/bin/npx", "-y", "postmark-mcp@1.0.15"), ""},
		{"bare", stdio("uvx", "tool==1.2.3"), "bare-executable"},
		{"windows path", stdio(`C:\tools\server.exe`), ""},
		{"variable", stdio("${HOME}/bin/server"), ""},
		{"relative", stdio("./bin/server"), "relative-executable working-directory-unset"},
		{"script", stdio("node", "server.js"), "bare-executable local-script-not-hashed working-directory-unset"},
		{"script by full path", stdio("/usr/bin/node", "/srv/server.js"), "local-script-not-hashed"},
		{"script as program", stdio("/srv/server-v20.sh"), "local-script-not-hashed"},
		{"shell", stdio("/bin/sh", "-c", "true"), "shell-wrapper"},
		{"shell behind env", stdio("/usr/bin/env", "A=b", "bash", "-c", "x"), "shell-wrapper"},
		{"python text", stdio("/usr/bin/python3", "-u", "-c", "x"), "shell-wrapper"},
		{"shell behind an unset variable", stdio("/usr/bin/env", "-i", "-u", "HOME", "A=b", "bash", "-c", "x"), "shell-wrapper"},
		{"command line of env", stdio("/usr/bin/env", "-S", "bash -c x"), "shell-wrapper"},
		{"command line of env, attached", stdio("/usr/bin/env", "-Snode -e x"), "shell-wrapper"},
		{"command line of env, long", stdio("/usr/bin/env", "--split-string=node -e x"), "shell-wrapper"},
		{"shell behind sudo", stdio("/usr/bin/sudo", "-n", "-u", "mcp", "bash", "-c", "x"), "shell-wrapper"},
		{"shell of sudo", stdio("/usr/bin/sudo", "-s", "x"), "shell-wrapper"},
		{"shell behind two", stdio("/usr/bin/nice", "-n", "5", "/usr/bin/timeout", "-k", "1", "30", "/bin/sh", "-c", "x"), "shell-wrapper"},
		{"program behind two", stdio("/usr/bin/nice", "-n", "5", "/usr/bin/timeout", "30", "/bin/server", "-c", "x"), ""},
		{"python behind uv", stdio("/usr/bin/uv", "--directory", "/d", "run", "--with", "x", "python", "-c", "x"), "shell-wrapper"},
		{"a tool of uv", stdio("/usr/bin/uv", "tool", "run", "python", "-c", "x"), "floating-package"},
		{"python text, attached", stdio("/usr/bin/python3.12", "-Wignore", "-X", "utf8", "-uctext"), "shell-wrapper"},
		{"python module", stdio("/usr/bin/python3", "-um", "server", "-c", "x"), ""},
		{"python warnings", stdio("/usr/bin/python3", "-Wcache", "-m", "server"), ""},
		{"node text behind an option", stdio("/usr/bin/node", "--require", "dotenv", "--eval=x"), "shell-wrapper"},
		{"node option", stdio("/usr/bin/node", "--no-warnings", "/srv/x", "-e", "y"), ""},
		{"deno text", stdio("/usr/bin/deno", "--quiet", "eval", "x"), "shell-wrapper"},
		{"deno script", stdio("/usr/bin/deno", "run", "eval"), ""},
		{"perl text among flags", stdio("/usr/bin/perl", "-I", "/lib", "-lane", "x"), "shell-wrapper"},
		{"perl library", stdio("/usr/bin/perl", "-Ilib/e", "/srv/x"), ""},
		{"ruby encoding", stdio("/usr/bin/ruby", "-E", "UTF-8", "/srv/x"), ""},
		{"ruby text", stdio("/usr/bin/ruby", "-rjson", "-eputs"), "shell-wrapper"},
		{"php text", stdio("/usr/bin/php", "-d", "x=y", "-r", "x"), "shell-wrapper"},
		{"npx call", stdio("/usr/bin/npx", "-c", "x"), "shell-wrapper"},
		{"node text behind env", stdio("/usr/bin/env", "node", "-e", "x"), "shell-wrapper"},
		{"flag of a script", stdio("/usr/bin/python3", "-m", "server", "-c", "x"), ""},
		{"shell script", stdio("bash", "./setup.sh"), "bare-executable shell-wrapper local-script-not-hashed working-directory-unset"},
		{"PowerShell", stdio(`C:\Windows\System32\PowerShell.exe`, "-Command", "x"), "shell-wrapper"},
		{"space", stdio("npx -y server"), "bare-executable space-in-executable"},
		{"secret", stdio("/bin/server", "--token=abc"), "secret-in-args"},
		{"bridge", stdio("npx", "-y", "mcp-remote@0.1.2", "http://h.example/sse"), "bare-executable mcp-remote-endpoint plain-http"},
		{"bridge without version", stdio("npx", "mcp-remote", "https://h.example/sse"), "bare-executable floating-package mcp-remote-endpoint"},
	} {
		if got := names(Definition(tc.d)); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

func TestFloatingPackages(t *testing.T) {
	for _, tc := range []struct {
		command  string
		floating bool
	}{
		{"npx -y postmark-mcp", true},
		{"npx -y postmark-mcp@1.0.15", false},
		{"npx @scope/name", true},
		{"npx @scope/name@1.2.3-beta.1", false},
		{"npx @scope/name@latest", true},
		{"npx name@^1.2.3", true},
		{"npx name@1", true},
		{"npx -p name@1.2.3 run", false},
		{"npx --package=name run", true},
		{"npx ./local", false},
		{"npx ${PACKAGE}", false},
		{"npx", false},
		{"uvx tool", true},
		{"uvx tool==1.2.3", false},
		{"uvx tool@1.2.3", false},
		{"uvx --from tool==1.2.3 run", false},
		{"uvx --from git+https://example.com/r run", false},
		{"uvx tool>=1.2", true},
		{"pnpm dlx name", true},
		{"pnpm run name", false},
		{"docker run --rm -i -e KEY image", true},
		{"docker run --rm -i -e KEY image:latest", true},
		{"docker run --rm -i -e KEY registry:5000/image", true},
		{"docker run --rm -i -e KEY image:1.2.0", false},
		{"docker run --env=KEY image@sha256:abc", false},
		{"docker compose up", false},
		{"npx.cmd name", true},
		{"server name", false},
	} {
		words := strings.Fields(tc.command)
		if i, _ := floating(words[0], words[1:]); i >= 0 != tc.floating {
			t.Errorf("%s: index %d", tc.command, i)
		}
	}
}

func TestURLs(t *testing.T) {
	for url, want := range map[string]string{
		"https://mcp.example.com/v1":                "",
		"http://localhost:3000/mcp":                 "",
		"http://127.0.0.1:8080":                     "",
		"http://[::1]:8080/mcp":                     "",
		"http://mcp.example.com/":                   "plain-http",
		"HTTP://mcp.example.com/":                   "plain-http",
		"https://@mcp.example.com/":                 "url-userinfo",
		`https://mcp.example.com\@evil.example/`:    "url-backslash",
		" https://mcp.example.com/ ":                "url-blanks",
		"https://${HOST}/v1":                        "url-variable-host",
		"https://${input:home-domain}/sse":          "url-variable-host",
		"https://0300.1/":                           "url-odd-host",
		"https://2130706433/":                       "url-odd-host",
		"https://0x7f.1/":                           "url-odd-host",
		"https://exa%6Dple.com/":                    "url-odd-host",
		"https://93.184.215.14/":                    "",
		"https://münchen.example/":                  "url-host-not-ascii",
		"https://h.example/mcp?api_key=abc":         "url-query-secret",
		"https://h.example/mcp?token=${TOKEN}":      "",
		"https://mcp.example.com/mcp?v=1#fragment":  "",
		"http://127.0.0.1.evil.example/":            "plain-http",
		"https://mcp.example.com/${workspace}/path": "",
	} {
		if got := names(Definition(http(url))); got != want {
			t.Errorf("%s: %s, want %s", url, got, want)
		}
	}
}

func TestChanges(t *testing.T) {
	at := func(locator string) fingerprint.Definition {
		d := stdio("x")
		d.Ownership = fingerprint.Ownership{Kind: fingerprint.ImportedReadOnly, Source: fingerprint.Source{Kind: fingerprint.ProjectFile, Locator: locator}}
		return d
	}
	for _, tc := range []struct {
		name          string
		before, after fingerprint.Definition
		want          string
	}{
		{"nothing", http("https://a.example/"), http("https://a.example/"), ""},
		{"path", http("https://a.example/x"), http("https://a.example/y"), ""},
		{"host", http("https://a.example/x"), http("https://b.example/x"), "host-changed"},
		{"case of the host", http("https://a.example/x"), http("https://A.example/x"), ""},
		{"to a local proxy", http("https://a.example/x"), http("http://127.0.0.1:8787/x"), "host-changed plain-http"},
		{"to a program", http("https://a.example/x"), stdio("x"), ""},
		{"place", at("/a/.mcp.json"), at("/b/.mcp.json"), "only-locator-changed"},
		{"case of the place", at(".MCP.json"), at(".mcp.json"), "only-locator-changed locator-differs-only-by-case"},
	} {
		if got := names(Change(tc.before, tc.after)); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
	trusted := stdio("/x")
	trusted.Trust.Decision.Trusted = true
	if got := names(Definition(trusted)); got != "trust-claimed-by-file" {
		t.Errorf("trusted: %s", got)
	}
}

func TestCatalogue(t *testing.T) {
	all := All()
	if !slices.IsSortedFunc(all, func(a, b Info) int { return strings.Compare(string(a.Name), string(b.Name)) }) {
		t.Error("catalogue is not sorted by name")
	}
	for _, info := range all {
		if info.Severity == 0 || info.Summary == "" || info.Why == "" || info.Fix == "" || strings.HasSuffix(info.Fix, ".") {
			t.Errorf("%s is not fully documented", info.Name)
		}
	}
}

// TestWarningsHideSecrets puts a secret wherever a definition can hold one.
func TestWarningsHideSecrets(t *testing.T) {
	const secret = "sk-canary-0123456789"
	for _, d := range []fingerprint.Definition{
		stdio(secret, "--token", secret), stdio("./"+secret+".sh", secret), stdio("npx", secret), stdio("npx", "mcp-remote", "http://"+secret+"@h.example/?token="+secret),
		http("http://" + secret + ":" + secret + "@h.example/"), http("https://h.example/" + secret + "?x=" + secret + "#" + secret), http("http://" + secret + "/"), http("https://${X:-" + secret + "}/"),
	} {
		for _, w := range append(Definition(d), Change(http("https://"+secret+"/"), d)...) {
			if strings.Contains(w.Diagnostic("f", "a").Line(), secret) {
				t.Errorf("%s", w.Message)
			}
		}
	}
}

func FuzzURL(f *testing.F) {
	for _, s := range []string{"", ":", "http:", "https://[", "a@b", "https://a:b@c:1/?d#e", "http://127.0.0.1."} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		URL("url", a)
		Change(http(a), http(b))
		Definition(stdio(a, b, a))
	})
}
