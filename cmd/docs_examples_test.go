package cmd

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/cobra"
)

// sandbox makes a folder with the files that the documentation's examples name
// (testdata/explain/examples.txtar) and the project's testdata, and goes there.
func sandbox(t *testing.T) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := txtar.ParseFile(filepath.Join(root, "testdata", "explain", "examples.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range files.Files {
		writePage(t, filepath.Join(dir, filepath.FromSlash(f.Name)), string(f.Data))
	}
	if err := os.Symlink(filepath.Join(root, "testdata"), filepath.Join(dir, "testdata")); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	t.Chdir(dir)
}

// TestTranscripts runs every example of the documentation that shows commands
// and what they print: "$ evref …" in README.md and under docs/. A line "…"
// stands for lines that are left out, and … within a line for any text. "$ cat
// FILE" shows a file that the commands read, unless the project has it.
func TestTranscripts(t *testing.T) {
	pages := []string{filepath.FromSlash("../README.md"), filepath.FromSlash("../CONTRIBUTING.md")}
	err := filepath.WalkDir("../docs", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".md") {
			pages = append(pages, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	run := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		blocks := transcripts(string(text))
		if len(blocks) == 0 {
			continue
		}
		t.Run(strings.TrimPrefix(filepath.ToSlash(page), "../"), func(t *testing.T) {
			sandbox(t)
			for _, block := range blocks {
				run += runTranscript(t, block)
			}
		})
	}
	if run < 20 {
		t.Errorf("only %d commands in the documentation", run)
	}
}

// transcripts gives the blocks of code of a Markdown page that show commands.
func transcripts(page string) []string {
	var out []string
	var block []string
	fenced := false
	end := func() {
		if len(block) > 0 && strings.HasPrefix(block[0], "$ ") {
			out = append(out, strings.Join(block, "\n"))
		}
		block = nil
	}
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		indented, isIndented := strings.CutPrefix(line, "    ")
		switch {
		case strings.HasPrefix(line, "```"):
			end()
			fenced = !fenced
		case fenced:
			block = append(block, line)
		case isIndented:
			block = append(block, indented)
		case line == "" && len(block) > 0:
			block = append(block, "")
		default:
			end()
		}
	}
	end()
	return out
}

// runTranscript runs the commands of one block and compares what they print. It
// gives their number.
func runTranscript(t *testing.T, block string) (commands int) {
	t.Helper()
	for _, part := range strings.Split("\n"+block, "\n$ ")[1:] {
		command, shown, _ := strings.Cut(part, "\n")
		shown = strings.TrimRight(shown, "\n ")
		if name, ok := strings.CutPrefix(command, "cat "); ok {
			if !strings.HasPrefix(name, "testdata/") {
				writePage(t, name, shown+"\n")
			} else if got, err := os.ReadFile(name); err != nil || strings.TrimRight(string(got), "\n") != shown {
				t.Errorf("%s is not as it is shown (%v)", name, err)
			}
			continue
		}
		commands++
		stdout, stderr, code := runExample(t, command)
		switch {
		case shown == "" && !slices.Contains([]int{ExitOK, ExitNo, ExitUnjudged}, code):
			t.Errorf("$ %s\nexit %d: %s", command, code, stderr)
		case shown != "" && !matches(shown, stdout) && !matches(shown, stdout+stderr):
			t.Errorf("$ %s\nprints\n%s%s\nand the page shows\n%s", command, stdout, stderr, shown)
		}
	}
	return commands
}

// matches compares output with what a page shows of it.
func matches(shown, got string) bool {
	var pattern strings.Builder
	pattern.WriteString(`^`)
	for line := range strings.Lines(shown) {
		line = strings.TrimRight(line, "\n ")
		if strings.TrimSpace(line) == "…" {
			pattern.WriteString(`(?:.*\n)*?`)
			continue
		}
		pattern.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*") + `[ ]*\n`)
	}
	pattern.WriteString(`$`)
	return regexp.MustCompile(pattern.String()).MatchString(strings.TrimRight(got, "\n") + "\n")
}

// runExample runs a command line as a shell would, as far as examples need one:
// pipes, quotes, *.json, and output into a file, which is dropped. A program
// other than evref stands for a file of the sandbox at the start of a pipe, and
// for nothing at its end.
func runExample(t *testing.T, line string) (stdout, stderr string, code int) {
	t.Helper()
	line, _, _ = strings.Cut(line, " > ")
	for i, stage := range strings.Split(line, " | ") {
		args := shellWords(strings.TrimSpace(stage))
		if args[0] != "evref" && i > 0 {
			break
		}
		if args[0] != "evref" {
			data, err := os.ReadFile(map[string]string{"curl": "tools.json", "tail": "records.jsonl"}[args[0]])
			if err != nil {
				t.Fatalf("%s: %v", stage, err)
			}
			stdout = string(data)
			continue
		}
		stdout, stderr, code = invoke(t, strings.NewReader(stdout), args[1:]...)
	}
	return stdout, stderr, code
}

// shellWords splits a command at blanks outside quotes and expands patterns.
func shellWords(command string) []string {
	var words []string
	var word strings.Builder
	quote, open := rune(0), false
	end := func() {
		if !open {
			return
		}
		found, _ := filepath.Glob(word.String())
		if strings.Contains(word.String(), "*") && len(found) > 0 {
			words = append(words, found...)
		} else {
			words = append(words, word.String())
		}
		word.Reset()
		open = false
	}
	for _, r := range command {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, open = r, true
		case r == ' ':
			end()
		default:
			word.WriteRune(r)
			open = true
		}
	}
	end()
	return words
}

// TestCommandExamples runs the examples of every command, in order. Those that
// reach a server or shorten a digest are only read.
func TestCommandExamples(t *testing.T) {
	var lines []string
	eachCommand(newRoot(&app{}), func(c *cobra.Command) {
		for line := range strings.Lines(c.Example) {
			lines = append(lines, strings.TrimSpace(line))
		}
		if c.Parent() != nil && c.Example == "" && c.Name() != "version" {
			t.Errorf("%s has no examples", c.CommandPath())
		}
	})
	sandbox(t)
	if _, stderr, code := invoke(t, nil, "fingerprint", "--write-lock", "--lock", "main.lock.json", ".mcp.json"); code != ExitOK {
		t.Fatal(stderr)
	}
	for _, line := range lines {
		if line == "" {
			continue
		}
		if strings.Contains(line, "--stdio") || strings.Contains(line, "--http") || strings.Contains(line, "…") {
			args := shellWords(line)
			c, rest, err := newRoot(&app{}).Find(args[1:])
			if err == nil {
				err = c.ParseFlags(rest)
			}
			if err != nil {
				t.Errorf("$ %s\n%v", line, err)
			}
			continue
		}
		if _, stderr, code := runExample(t, line); !slices.Contains([]int{ExitOK, ExitNo, ExitUnjudged}, code) {
			t.Errorf("$ %s\nexit %d: %s", line, code, stderr)
		}
	}
}

// TestQuestions: twenty questions of newcomers, each answered by one command.
// TestTranscripts runs the commands.
func TestQuestions(t *testing.T) {
	page, err := os.ReadFile("../docs/questions.md")
	if err != nil {
		t.Fatal(err)
	}
	questions := strings.Split(string(page), "\n## ")[1:]
	if len(questions) < 20 {
		t.Errorf("%d questions", len(questions))
	}
	for _, q := range questions {
		title, _, _ := strings.Cut(q, "\n")
		blocks := transcripts(q)
		if len(blocks) != 1 || strings.Count(blocks[0], "$ evref ") != 1 {
			t.Errorf("%q is not answered by one command", title)
		}
		if !strings.HasSuffix(title, "?") {
			t.Errorf("%q is no question", title)
		}
	}
}
