package cmd

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/spf13/pflag"
)

// TestCommandsInTheDocumentation reads every command line of evref in the
// documentation that is not a transcript: its command and all its flags exist.
func TestCommandsInTheDocumentation(t *testing.T) {
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, page := range append(pages, "../README.md", "../SECURITY.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
			if line = strings.TrimSpace(line); !ok || !strings.HasPrefix(line, "evref ") {
				continue
			}
			read++
			line, _, _ = strings.Cut(line, " | ")
			line, _, _ = strings.Cut(line, " > ")
			c, args, err := newRoot(&app{}).Find(shellWords(line)[1:])
			if err == nil {
				err = c.ParseFlags(args)
			}
			if err != nil && !errors.Is(err, pflag.ErrHelp) {
				t.Errorf("%s: %s: %v", page, line, err)
			}
		}
	}
	if read < 10 {
		t.Errorf("only %d commands", read)
	}
}

// fenced gives the blocks of one language on a page.
func fenced(t *testing.T, page, language string) []string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, block := range strings.Split(string(text), "```"+language+"\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		out = append(out, block)
	}
	return out
}

// TestCISnippets reads the configurations of docs/guide-ci.md, and runs the
// commands that they run: the reports they name are there afterwards.
func TestCISnippets(t *testing.T) {
	files := fenced(t, "../docs/guide-ci.md", "yaml")
	for _, text := range files {
		var any any
		if err := yaml.Unmarshal([]byte(text), &any); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
	}
	var commands []string
	inQuotes := regexp.MustCompile(`sh '(evref [^']+)'|- (evref .+)`)
	for _, text := range append(files, fenced(t, "../docs/guide-ci.md", "groovy")...) {
		for _, m := range inQuotes.FindAllStringSubmatch(text, -1) {
			commands = append(commands, m[1]+m[2])
		}
	}
	if len(commands) != 2 {
		t.Fatalf("commands: %q", commands)
	}
	sandbox(t)
	reports := regexp.MustCompile(`-o [a-z]+=([a-z.-]+\.[a-z]+)`)
	for _, command := range commands {
		if _, stderr, code := runExample(t, command); !slices.Contains([]int{ExitOK, ExitNo}, code) {
			t.Errorf("%s: exit %d: %s", command, code, stderr)
		}
		for _, m := range reports.FindAllStringSubmatch(command, -1) {
			if info, err := os.Stat(m[1]); err != nil || info.Size() == 0 {
				t.Errorf("%s leaves no %s", command, m[1])
			}
			os.Remove(m[1])
		}
	}
}

// TestActionSnippets checks that workflows in the documentation give the Action
// inputs that it has.
func TestActionSnippets(t *testing.T) {
	action := readAction(t)
	inputs := 0
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			uses, _ := v["uses"].(string)
			with, _ := v["with"].(map[string]any)
			for name := range with {
				if strings.HasPrefix(uses, "mcp-evref/evref@") {
					inputs++
					if _, ok := action.Inputs[name]; !ok {
						t.Errorf("the Action has no input %s", name)
					}
				}
			}
			for _, e := range v {
				walk(e)
			}
		}
	}
	for _, text := range fenced(t, "../docs/guide-ci.md", "yaml") {
		var document any
		if err := yaml.Unmarshal([]byte(text), &document); err != nil {
			t.Fatal(err)
		}
		walk(document)
	}
	if inputs < 4 {
		t.Errorf("only %d inputs seen", inputs)
	}
}
