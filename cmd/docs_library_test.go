package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLibraryPage checks that the Go code of docs/library.md is part of the
// examples that go test runs.
func TestLibraryPage(t *testing.T) {
	page, err := os.ReadFile("../docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../pkg/*/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var examples strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		examples.WriteString(withoutIndentation(string(text)))
	}
	blocks := strings.Split(string(page), "```go\n")[1:]
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "```")
		if !strings.Contains(examples.String(), withoutIndentation(block)) {
			t.Errorf("no example has this code:\n%s", block)
		}
	}
	if len(blocks) < 8 {
		t.Errorf("%d blocks of code", len(blocks))
	}
}

func withoutIndentation(code string) string {
	var b strings.Builder
	for line := range strings.Lines(code) {
		b.WriteString(strings.TrimLeft(line, "\t"))
	}
	return b.String()
}
