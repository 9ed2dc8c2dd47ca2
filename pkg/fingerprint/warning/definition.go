package warning

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
)

// Definition gives the warnings about one definition that can be told from the
// definition alone, in a fixed order. Nothing outside it is looked at.
func Definition(d fingerprint.Definition) []Warning {
	var out []Warning
	if d.Transport.Kind == fingerprint.HTTP {
		out = append(out, URL("url", d.Transport.URL)...)
	} else {
		out = append(out, program(d.Transport)...)
	}
	if d.Trust.Decision.Trusted {
		out = append(out, New(TrustClaimedByFile, "trust", "the file says that it is trusted; that is the file's own claim"))
	}
	return out
}

func program(t fingerprint.Transport) []Warning {
	out := executable(t.Executable)
	relative := isRelativePath(t.Executable)
	shown := redact.Args(t.Executable, t.Args)
	for i, arg := range t.Args {
		if shown[i] != arg {
			out = append(out, New(SecretInArgs, argPath(i), "an argument looks like a secret: %s", diag.Quote(shown[i], 0)))
		}
	}
	if i := script(t); i >= -1 {
		name, path := redact.Text(t.Executable), "executable"
		if i >= 0 {
			name, path = shown[i], argPath(i)
		}
		out = append(out, New(LocalScriptNotHashed, path, "%s is a local file; its content is not hashed", diag.Quote(name, 0)))
		relative = relative || isRelativePath(name) || !strings.ContainsAny(name, `/\`)
	}
	if relative && t.Cwd == nil {
		out = append(out, New(WorkingDirectoryUnset, "cwd", "a relative path is used and no working directory is set"))
	}
	if i, name := floating(t.Executable, t.Args); i >= 0 {
		out = append(out, New(FloatingPackage, argPath(i), "package %s has no exact version", diag.Quote(redact.Text(name), 0)))
	}
	if i := inlineProgram(t); i >= 0 {
		out = append(out, New(ShellWrapper, argPath(i), "%s runs what its arguments say", diag.Quote(shown[i], 0)))
	}
	return append(out, bridge(t.Args)...)
}

func executable(name string) []Warning {
	var out []Warning
	shown := diag.Quote(redact.Text(name), 0)
	switch {
	case !strings.ContainsAny(name, `/\`) && !strings.HasPrefix(name, "$") && !strings.HasPrefix(name, "%"):
		out = append(out, New(BareExecutable, "executable", "%s is looked up on PATH; the fingerprint covers the name, not the program it resolves to", shown))
	case isRelativePath(name):
		out = append(out, New(RelativeExecutable, "executable", "%s is relative to the working directory", shown))
	}
	if strings.ContainsAny(name, " \t\n") {
		out = append(out, New(SpaceInExecutable, "executable", "the program's name %s holds a space", shown))
	}
	if slices.Contains(shells, baseName(name)) {
		out = append(out, New(ShellWrapper, "executable", "%s is a shell and runs what its arguments say", shown))
	}
	return out
}

var shells = []string{"sh", "bash", "zsh", "dash", "ash", "ksh", "fish", "csh", "tcsh", "cmd", "powershell", "pwsh", "busybox", "wsl"}

// baseName gives the program's name without folder and .exe, in lower case.
func baseName(path string) string {
	name := strings.ToLower(path[strings.LastIndexAny(path, `/\`)+1:])
	return strings.TrimSuffix(name, ".exe")
}

// isRelativePath reports a path with a separator that begins neither at a root
// nor at a home or variable.
func isRelativePath(s string) bool {
	if !strings.ContainsAny(s, `/\`) || strings.ContainsAny(s[:1], `/\~$%{@`) || strings.Contains(s, "://") {
		return false
	}
	return len(s) < 3 || s[1] != ':' // not C:\…
}

var (
	scriptSuffixes = []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".py", ".sh", ".bash", ".rb", ".ps1", ".bat", ".cmd", ".php", ".pl", ".lua", ".jar", ".dll", ".wasm"}
	interpreters   = []string{"node", "nodejs", "deno", "bun", "tsx", "ts-node", "python", "python3", "py", "ruby", "php", "perl", "java", "dotnet", "uv"}
)

// script finds the local file that is run: the index of an argument, -1 for the
// executable itself, and -2 for none.
func script(t fingerprint.Transport) int {
	if hasSuffix(t.Executable, scriptSuffixes) && strings.ContainsAny(t.Executable, `/\`) {
		return -1
	}
	base := baseName(t.Executable)
	if !slices.Contains(interpreters, base) && !slices.Contains(shells, base) {
		return -2
	}
	for i, arg := range t.Args {
		if hasSuffix(arg, scriptSuffixes) && !strings.ContainsAny(arg, " \t\n") && !strings.Contains(arg, "://") && !strings.HasPrefix(arg, "-") {
			return i
		}
	}
	return -2
}

func hasSuffix(s string, suffixes []string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(s, suffix) })
}

// bridge finds mcp-remote and the URL it is given.
func bridge(args []string) []Warning {
	at := slices.IndexFunc(args, func(arg string) bool {
		return arg == "mcp-remote" || strings.HasPrefix(arg, "mcp-remote@")
	})
	if at < 0 {
		return nil
	}
	for i, arg := range args[at+1:] {
		if strings.HasPrefix(arg, "http://") || strings.HasPrefix(arg, "https://") {
			path := argPath(at + 1 + i)
			out := []Warning{New(MCPRemoteEndpoint, path, "the server is reached at %s", diag.Quote(redact.URL(arg), 0))}
			return append(out, URL(path, arg)...)
		}
	}
	return nil
}

func argPath(i int) string { return "args[" + strconv.Itoa(i) + "]" }
