package cmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
)

// TestRefusedRunsLeaveNothing: a run that is refused leaves its folder as it
// found it, whichever of its outputs cannot be written.
func TestRefusedRunsLeaveNothing(t *testing.T) {
	for _, args := range [][]string{
		{"--summary", "s.json", "-o", "s.json"},
		{"-o", "t.txt", "--summary", "no/s.json"},
		{"-o", "t.txt", "-o", "jsonl=no/t.jsonl"},
		{"-o", "t.txt", "--summary", "s.json", "--failures-dir", "claims.jsonl"},
		{"-o", "t.txt", "--summary", "s.json", "--failures-dir", "."},
		{"-o", "t.txt", "--resume", "c", "--summary", "no/s.json"},
		{"-o", "t.txt", "--resume", "c", "--failures-dir", "."},
		{"-o", "t.txt", "--summary", "s.json", "--baseline", "claims.jsonl"},
		{"-o", "t.txt", "--summary", "s.json", "--resume", "claims.jsonl"},
		{"-o", "t.txt", "--summary", "s.json", "--evidence", "nowhere"},
		{"-o", "t.txt", "--summary", "s.json", "--store", "nowhere"},
		{"-o", "t.txt", "--summary", "s.json", "--scheme", "x=nowhere.json"},
	} {
		t.Chdir(t.TempDir())
		if err := os.WriteFile("claims.jsonl", []byte(someClaims(3)), 0o644); err != nil {
			t.Fatal(err)
		}
		stdout, stderr, code := invoke(t, nil, append([]string{"verify", "--claims", "claims.jsonl"}, args...)...)
		if stdout != "" || code != ExitUsage && code != ExitUnreadable || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: exit %d, %s%s", args, code, stdout, stderr)
		}
		entries, err := os.ReadDir(".")
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) != 1 {
			t.Errorf("%q leaves %v", args, entries)
		}
	}
}

// eachFlag calls visit with every flag of every command.
func eachFlag(visit func(verb string, f *pflag.Flag)) {
	for _, c := range newRoot(&app{}).Commands() {
		for _, c := range append(c.Commands(), c) {
			c.Flags().VisitAll(func(f *pflag.Flag) {
				visit(strings.TrimPrefix(c.CommandPath(), "evref "), f)
			})
		}
	}
}

// TestEmptyFlags: a flag that is given and empty is refused, whatever the verb,
// but for those few to which an empty text says something.
func TestEmptyFlags(t *testing.T) {
	tested := 0
	eachFlag(func(verb string, f *pflag.Flag) {
		switch f.Value.Type() {
		case "string", "stringArray", "stringSlice":
		default:
			return
		}
		stdout, stderr, code := invoke(t, nil, append(strings.Fields(verb), "--"+f.Name+"=")...)
		meant := map[string]bool{"digest": true, "pointer": true, "stdin-name": true}[f.Name]
		if stdout != "" && !meant || !meant && (code != ExitUsage || !strings.Contains(stderr, f.Name)) {
			t.Errorf("%s --%s=: exit %d, %s%s", verb, f.Name, code, stdout, stderr)
		}
		tested++
	})
	if tested < 80 {
		t.Errorf("%d flags", tested)
	}
}

// TestFlagValues: a value that is not of a flag's type is told in our own words.
func TestFlagValues(t *testing.T) {
	tested := 0
	eachFlag(func(verb string, f *pflag.Flag) {
		kind := f.Value.Type()
		if kind == "string" || kind == "stringArray" || f.Name == "help" {
			return
		}
		for _, value := range []string{"64MiB", "1.5", "99999999999999999999", "\x1b[31m", `"x`} {
			stdout, stderr, code := invoke(t, nil, append(strings.Fields(verb), "--"+f.Name+"="+value)...)
			known := strings.HasPrefix(stderr, "error: --"+f.Name+" ") && strings.Contains(stderr, "it takes ")
			if kind == "stringSlice" && value != `"x` { // words, which its command looks at
				known = strings.HasPrefix(stderr, "error: ")
			}
			if stdout != "" || code != ExitUsage || !known || strings.Count(stderr, "\n") != 1 || strings.Contains(stderr, "\x1b") {
				t.Errorf("%s --%s=%s: exit %d, %s%s", verb, f.Name, value, code, stdout, stderr)
			}
			tested++
		}
	})
	if tested < 200 {
		t.Errorf("%d values", tested)
	}
}

// TestNamesInMessages: what is strange in a name is shown, and does not hide
// what is said behind it.
func TestNamesInMessages(t *testing.T) {
	const name = "no/a\nb\x1b[31m\u202e"
	record := writeFile(t, "record.json", []byte("{}"))
	claims := writeFile(t, "claims.jsonl", []byte(someClaims(3)))
	folder := filepath.Dir(writeFile(t, ".mcp.json", []byte(`{"mcpServers":{"a":{"command":"x"}}}`)))
	for _, args := range [][]string{
		{"digest", name},
		{"digest", record, "-o", name},
		{"digest", "-c", "jcs", "--type", "x", "--inject", name, record},
		{"digest", record, "--scheme", "x=" + name},
		{"digest", record, "--store", record + "/" + name},
		{"digest", "--store", name, "--store-index"},
		{"digest", "-c", "jcs", "--type", "x", record, "--config", name},
		{"verify", name},
		{"verify", "--claims", name},
		{"verify", "--check", name},
		{"verify", "--claims", claims, "-o", name},
		{"verify", "--claims", claims, "--summary", name},
		{"verify", "--claims", claims, "--baseline", name},
		{"verify", "--claims", claims, "--resume", name},
		{"verify", "--claims", claims, "--store", name},
		{"verify", "--claims", claims, "--evidence", name},
		{"verify", "--claims", claims, "--ref-map", "x=" + name},
		{"verify", "--claims", claims, "--failures-dir", record + "/" + name},
		{"verify", "--claims", "x", "-C", name},
		{"lint-tool", name},
		{"lint-tool", record, "-o", name},
		{"lint-tool", record, "--config", name},
		{"lint-tool", record, "--baseline", name},
		{"lint-tool", record, "--against", name},
		{"lint-tool", "--stdio", "--", name},
		{"fingerprint", name},
		{"fingerprint", record, "-o", name},
		{"fingerprint", folder, "--check-lock", "--lock", name},
		{"fingerprint", folder, "--write-lock", "--tools", name},
		{"explain", name},
		{"explain", record, "-o", name},
		{"schema", name},
		{"vectors", name},
		{"completion", name},
		{name},
	} {
		_, stderr, code := invoke(t, nil, args...)
		if code == ExitOK || strings.ContainsAny(stderr, "\x1b\u202e") || !strings.Contains(stderr, `a\nb\x1b[31m`) {
			t.Errorf("%q: exit %d, %q", args, code, stderr)
		}
	}
}

// TestNoFolder: a name that leads through a file, or to a folder where a file is
// needed, is refused with advice.
func TestNoFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"file": "{}", "claims": someClaims(3)} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"digest file -o file/x", "digest file -o folder", "digest file -o none/x", "digest file --store file", "digest file --store file/x", "digest -C file file",
		"digest file/x", "digest file --scheme x=folder",
		"verify --claims claims -o file/x", "verify --claims claims --summary file/x", "verify --claims claims --summary folder",
		"verify --claims claims --resume file/x", "verify --claims claims --resume folder", "verify --claims claims --resume none/x",
		"verify --claims claims --failures-dir file", "verify --claims claims --failures-dir file/x", "verify --claims claims --store file",
		"verify --claims claims --ref-map x=file", "verify --claims claims --evidence file/x", "verify --claims claims --baseline file/x",
		"verify --claims claims --baseline folder", "verify --claims folder", "verify --check file/x",
		"lint-tool file -o file/x", "lint-tool file --baseline folder", "lint-tool file --against folder", "explain file -o folder", "fingerprint file -o file/x",
	} {
		_, stderr, code := invoke(t, nil, strings.Fields(line)...)
		first, _, _ := strings.Cut(stderr, "\n")
		if code != ExitUnreadable && code != ExitUsage || !strings.Contains(first, "; ") {
			t.Errorf("%s: exit %d, %s", line, code, stderr)
		}
	}
}

// TestUnwritableStandardOutput: an answer that cannot be written is exit code 3
// and a message that says where it was to go.
func TestUnwritableStandardOutput(t *testing.T) {
	record := writeFile(t, "record.json", []byte(`{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}`))
	server := writeFile(t, ".mcp.json", []byte(`{"mcpServers":{"a":{"command":"x"}}}`))
	claims := writeFile(t, "claims.jsonl", []byte(someClaims(3)))
	var formats [][]string
	for verb, names := range map[string][]string{
		"digest": {"text", "json", "jsonl"}, "verify": {"text", "json", "jsonl", "html"}, "lint-tool": {"text", "json", "html", "sarif"},
		"fingerprint": {"text", "json"}, "explain": {"text", "json"},
	} {
		for _, name := range names {
			formats = append(formats, []string{verb, map[string]string{"verify": claims, "fingerprint": server}[verb], "--format", name})
		}
	}
	formats = append(formats, []string{"version", "--format=text"}, []string{"version", "--format=json"}, []string{"schema", "--color=never"}, []string{"schema", "ifc.fides.v1"},
		[]string{"vectors", "-c=jcs"}, []string{"lint-tool", "--list-rules"}, []string{"lint-tool", "--show-config"}, []string{"lint-tool", "", "--fix", "--stdout"})
	for _, args := range formats {
		if args[1] == "" {
			args[1] = record
		}
		var stderr strings.Builder
		code := Main(context.Background(), args, Streams{
			Out: writerFunc(func([]byte) (int, error) { return 0, errors.New("no space left on device") }),
			Err: &stderr, Getenv: func(string) string { return "" }, Now: time.Now,
		})
		if code != ExitUnreadable || !strings.Contains(stderr.String(), "error: standard output: cannot be written: no space left on device\n") {
			t.Errorf("%q: exit %d, %s", args, code, stderr.String())
		}
	}
}

// TestHugeFilesBesideTheInputs: a file that no flag could mean is refused before
// memory runs out.
func TestHugeFilesBesideTheInputs(t *testing.T) {
	const size, most = 4 << 30, 2 << 30 // bytes; of a file without content, and allocated over the whole run
	huge := filepath.Join(t.TempDir(), "huge.json")
	if f, err := os.Create(huge); err != nil || f.Truncate(size) != nil || f.Close() != nil {
		t.Skip("no sparse files here")
	}
	record := writeFile(t, "record.json", []byte("{}"))
	claims := writeFile(t, "claims.jsonl", []byte(someClaims(3)))
	tools := writeFile(t, "tools.json", []byte(`{"tools":[]}`))
	folder := filepath.Dir(writeFile(t, ".mcp.json", []byte(`{"mcpServers":{"a":{"command":"x"}}}`)))
	for _, args := range [][]string{
		{"digest", huge},
		{"digest", "-c", "jcs", "--type", "x", record, "--config", huge},
		{"digest", record, "--scheme", "x=" + huge},
		{"verify", "--check", claims, "--config", huge},
		{"verify", "--claims", claims, "--baseline", huge},
		{"verify", "--claims", claims, "--resume", huge},
		{"verify", "--claims", claims, "--ref-map", huge},
		{"verify", "--claims", claims, "--evidence", huge},
		{"lint-tool", huge},
		{"lint-tool", tools, "--config", huge},
		{"lint-tool", tools, "--baseline", huge},
		{"lint-tool", tools, "--against", huge},
		{"fingerprint", huge},
		{"fingerprint", folder, "--check-lock", "--lock", huge},
		{"fingerprint", folder, "--write-lock", "--lock", huge},
		{"fingerprint", folder, "--tools", huge},
		{"explain", huge},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		stdout, stderr, code := invoke(t, nil, args...)
		runtime.ReadMemStats(&after)
		if code == ExitOK && !strings.Contains(stdout+stderr, "larger than the limit") {
			t.Errorf("%q: exit %d, %s%s", args, code, stdout, stderr)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > most {
			t.Errorf("%q: %d MB allocated", args, got>>20)
		}
	}
}
