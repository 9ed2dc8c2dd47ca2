package config

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write configs.golden anew")

const fixtures = "../../../testdata/fingerprint/"

// describe writes everything that was made of a file.
func describe(name string, f *File, err error) string {
	var b strings.Builder
	fmt.Fprintf(&b, "== %s\n", name)
	var syntax *SyntaxError
	switch {
	case errors.As(err, &syntax):
		fmt.Fprintln(&b, syntax.Diagnostic(name).Line())
		return b.String()
	case err != nil:
		fmt.Fprintf(&b, "unrecognized: %v\n", err)
		return b.String()
	}
	fmt.Fprintf(&b, "%s, %s\n", f.Client.Name, f.Syntax)
	for _, w := range f.Warnings {
		fmt.Fprintf(&b, "! %s\n", w.Diagnostic("", "").Line())
	}
	for _, e := range f.Entries {
		fmt.Fprintf(&b, "- %s at %s\n", e.Key, e.Pointer)
		if e.Definition != nil {
			shown, _ := redact.Definition(*e.Definition)
			fmt.Fprintf(&b, "  %s\n  %s\n", e.Definition.V1(), shown.InputJSON())
		}
		if e.NotRepresentable != "" {
			fmt.Fprintf(&b, "  not representable: %s\n", e.NotRepresentable)
		}
		for _, d := range e.Refusals {
			fmt.Fprintf(&b, "  refused: %s\n", d.Line())
		}
		for _, m := range e.Members {
			fmt.Fprintf(&b, "  %s: %s", m.Path, m.State)
			if m.Note != "" {
				fmt.Fprintf(&b, " (%s)", m.Note)
			}
			b.WriteByte('\n')
		}
		for _, w := range e.Warnings {
			fmt.Fprintf(&b, "  ! %s %s %s\n", w.Range.Start, w.Name, w.Message)
		}
	}
	return b.String()
}

func TestConfigurations(t *testing.T) {
	archive, err := txtar.ParseFile(fixtures + "configs.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, file := range archive.Files {
		root, _, _ := strings.Cut(file.Name, "/")
		home := ""
		if root == "home" {
			root, home = "elsewhere", "/home"
		}
		f, err := Read(file.Name, file.Data, Options{Source: Place("/"+file.Name, "/"+root, home)})
		got.WriteString(describe(file.Name, f, err))
	}
	golden := fixtures + "configs.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("-want +got; go test -update writes it anew\n%s", diff)
	}
}

// TestEveryClientIsExercised keeps the fixtures as complete as the table.
func TestEveryClientIsExercised(t *testing.T) {
	golden, err := os.ReadFile(fixtures + "configs.golden")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Clients() {
		if !strings.Contains(string(golden), "\n"+c.Name+", ") {
			t.Errorf("no fixture of %s", c.Title)
		}
	}
}

func TestForcedClient(t *testing.T) {
	raw := []byte(`{"mcpServers":{"a":{"command":"/bin/x","env":{"K":"$K"}}},"servers":{"b":{"command":"/bin/y"}}}`)
	for name, want := range map[string]string{"gemini": "a", "claude-code": "a", "vscode": "b"} {
		client, _ := LookupClient(name)
		f, err := Read("x.json", raw, Options{Client: client, Source: Other("x.json")})
		if err != nil || len(f.Entries) != 1 || f.Entries[0].Key != want {
			t.Errorf("%s: %+v, %v", name, f, err)
			continue
		}
		if name == "gemini" && len(f.Entries[0].Definition.SecretRefs) != 1 {
			t.Error("gemini: $K is not a reference")
		}
	}
	client, _ := LookupClient("zed")
	var unrecognized *UnrecognizedError
	if _, err := Read("x.json", raw, Options{Client: client, Source: Other("x.json")}); !errors.As(err, &unrecognized) {
		t.Errorf("zed: %v", err)
	}
	if _, ok := LookupClient("notepad"); ok {
		t.Error("an unknown client was found")
	}
}

func TestPlace(t *testing.T) {
	for _, tc := range []struct{ name, root, home, want string }{
		{"/p/.mcp.json", "/p", "/home/u", "projectFile .mcp.json"},
		{"/p/sub/.mcp.json", "/p", "/home/u", "projectFile sub/.mcp.json"},
		{"/home/u/p/.mcp.json", "/home/u/p", "/home/u", "projectFile .mcp.json"},
		{"/home/u/.cursor/mcp.json", "/p", "/home/u", "providerConfig ~/.cursor/mcp.json"},
		{"/home/u/.cursor/mcp.json", "/home/u", "/home/u", "providerConfig ~/.cursor/mcp.json"},
		{"/anywhere/.claude.json", "/anywhere", "", "providerConfig ~/.claude.json"},
		{"/etc/servers.json", "/p", "/home/u", "other servers.json"},
		{"/pp/.mcp.json", "/p", "", "other .mcp.json"},
		{"/p/..x/.mcp.json", "/p", "", "projectFile ..x/.mcp.json"},
	} {
		got := Place(filepath.FromSlash(tc.name), filepath.FromSlash(tc.root), filepath.FromSlash(tc.home))
		if text := string(got.Kind) + " " + got.Locator; text != tc.want {
			t.Errorf("%s under %s: %s, want %s", tc.name, tc.root, text, tc.want)
		}
	}
}

// TestCorpus reads real configurations when they are there: each is read or
// refused with a sentence.
func TestCorpus(t *testing.T) {
	corpus := "../../../../shared/corpus/configs"
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("no corpus beside the repository")
	}
	files, entries := 0, 0
	err := filepath.WalkDir(corpus, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		f, err := Read(path, raw, Options{Source: Place(path, corpus, "")})
		if err != nil {
			if len(err.Error()) < 20 || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: refused with %q", path, err)
			}
			return nil
		}
		entries += len(f.Entries)
		for _, e := range f.Entries {
			if e.Definition == nil && e.NotRepresentable == "" {
				t.Errorf("%s: %s: %v", path, e.Key, e.Refusals)
			}
		}
		return nil
	})
	if err != nil || files < 30 || entries < 40 {
		t.Errorf("%d files, %d entries, %v", files, entries, err)
	}
}
