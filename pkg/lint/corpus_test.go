package lint

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// corpusFile is one real file of the corpus.
type corpusFile struct {
	name string
	raw  []byte
}

func readCorpus(t testing.TB) []corpusFile {
	t.Helper()
	folder := sharedFolder(t, "corpus/tools")
	var files []corpusFile
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		files = append(files, corpusFile{filepath.ToSlash(name), raw})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// notTools are the files of the corpus that hold no tool definitions.
func notTools(name string) bool {
	base := name[strings.LastIndexByte(name, '/')+1:]
	switch base {
	case "server.json", "manifest.json", "gemini-extension.json", "notion-openapi.json", "server-sqlite.json":
		return true
	}
	return strings.HasSuffix(base, "-examples.json")
}

// TestCorpusRefusals holds that what is no tool file is refused with a word on
// what it is, and that nothing else is.
func TestCorpusRefusals(t *testing.T) {
	for _, c := range readCorpus(t) {
		_, err := Load(c.name, c.raw, LoadOptions{})
		if (err != nil) != notTools(c.name) {
			t.Errorf("%s: %v", c.name, err)
		}
		var unrecognized *UnrecognizedError
		var syntax *record.SyntaxError
		if errors.As(err, &unrecognized) && unrecognized.Like == "" || err != nil && unrecognized == nil && !errors.As(err, &syntax) {
			t.Errorf("%s: refused as %v", c.name, err)
		}
	}
}

// TestCorpusNoise measures the findings on real tools: few are touched, and the
// cleanest set not at all.
func TestCorpusNoise(t *testing.T) {
	linter := newLinter(t, Options{})
	type tool struct{ file, server, name string }
	touched := make(map[tool]bool)
	rules := make(map[string]map[tool]bool)
	tools := 0
	for _, c := range readCorpus(t) {
		f, err := Load(c.name, c.raw, LoadOptions{})
		if err != nil {
			continue
		}
		tools += f.Tools()
		for _, x := range linter.Lint(f) {
			checkFinding(t, string(c.raw), x)
			key := tool{c.name, x.Server, x.Record}
			if rules[x.Rule] == nil {
				rules[x.Rule] = make(map[tool]bool)
			}
			rules[x.Rule][key] = true
			if x.Severity == diag.Info || x.Rule == "TOOL053" { // draft-07 is rolled up
				continue
			}
			touched[key] = true
			if strings.Contains(c.name, "__toolsnaps__") {
				t.Errorf("toolsnap: %s", x.Line())
			}
		}
	}
	share := 100 * float64(len(touched)) / float64(tools)
	t.Logf("%d of %d tools (%.1f %%) have an error or a warning", len(touched), tools, share)
	if tools < 1000 || share > 8 {
		t.Errorf("%.1f %% of %d tools are touched, want at most 8 %%", share, tools)
	}
	for rule, want := range map[string]int{"TOOL030": 22, "TOOL063": 2} {
		if len(rules[rule]) != want {
			t.Errorf("%s fires on %d tools, want %d", rule, len(rules[rule]), want)
		}
	}
}

// TestCorpusFixes applies all safe fixes of the corpus: the files stay what
// they are.
func TestCorpusFixes(t *testing.T) {
	linter := newLinter(t, Options{})
	for _, c := range readCorpus(t) {
		f, err := Load(c.name, c.raw, LoadOptions{})
		if err != nil {
			continue
		}
		var edits []record.Edit
		for _, x := range linter.Lint(f) {
			if len(x.Fixes) > 0 && x.Fixes[0].Safe && !overlaps(edits, x.Fixes[0].Edits) {
				edits = append(edits, x.Fixes[0].Edits...)
			}
		}
		fixed, err := record.Apply(c.raw, edits)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		again, err := Load(c.name, fixed, LoadOptions{})
		if err != nil || again.Tools() != f.Tools() {
			t.Errorf("%s: %v after the fixes", c.name, err)
		}
	}
}

func overlaps(edits, more []record.Edit) bool {
	for _, a := range edits {
		for _, b := range more {
			if a.Overlaps(b) {
				return true
			}
		}
	}
	return false
}
