package cmd

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"
)

// actionFile is what the tests look at in action.yml.
type actionFile struct {
	Inputs map[string]struct {
		Description string
		Default     *string
	}
	Runs struct {
		Steps []struct {
			ID, If, Uses, Run string
			Env               map[string]string
		}
	}
}

func readAction(t *testing.T) actionFile {
	t.Helper()
	text, err := os.ReadFile("../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action actionFile
	if err := yaml.Unmarshal(text, &action); err != nil {
		t.Fatal(err)
	}
	return action
}

// TestActionMirrorsFlags checks that an input that is called like a flag is one,
// and that every input reaches a script.
func TestActionMirrorsFlags(t *testing.T) {
	action := readAction(t)
	lint, _, err := newRoot(&app{}).Find([]string{"lint-tool"})
	if err != nil {
		t.Fatal(err)
	}
	own := []string{"command", "files", "args", "version", "checksum", "working-directory", "sarif-file", "upload-sarif"}
	text, err := os.ReadFile("../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	for name, input := range action.Inputs {
		if !slices.Contains(own, name) && lint.Flags().Lookup(name) == nil {
			t.Errorf("input %s is no flag of lint-tool", name)
		}
		if input.Description == "" || input.Default == nil {
			t.Errorf("input %s has no description or no default", name)
		}
		if !bytes.Contains(text, []byte("inputs."+name)) {
			t.Errorf("input %s is not used", name)
		}
	}
	for _, step := range action.Runs.Steps {
		if strings.Contains(step.Run, "${{") {
			t.Errorf("step %q puts an expression into shell text; use env", step.Run)
		}
	}
}

// TestActionUploadsCompleteRunsOnly looks at the condition of the upload.
func TestActionUploadsCompleteRunsOnly(t *testing.T) {
	for _, step := range readAction(t).Runs.Steps {
		if strings.HasPrefix(step.Uses, "github/codeql-action/upload-sarif@") {
			if !strings.Contains(step.If, "exit-code == '0' || steps.run.outputs.exit-code == '1'") {
				t.Errorf("SARIF is uploaded if %s", step.If)
			}
			return
		}
	}
	t.Error("no step uploads SARIF")
}

// bash runs a script of the Action with a folder for what GitHub gives it.
func bash(t *testing.T, script string, environment ...string) (folder, output string, err error) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not here")
	}
	path, err := filepath.Abs("../packaging/action/" + script)
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	c := exec.Command("bash", path)
	c.Dir = folder
	c.Env = append([]string{
		"RUNNER_OS=Linux", "RUNNER_ARCH=X64", "RUNNER_TEMP=" + folder,
		"GITHUB_PATH=" + filepath.Join(folder, "path"), "GITHUB_OUTPUT=" + filepath.Join(folder, "output"),
		"GITHUB_STEP_SUMMARY=" + filepath.Join(folder, "summary"), "PATH=" + os.Getenv("PATH"),
	}, environment...)
	out, err := c.CombinedOutput()
	return folder, string(out), err
}

// release serves one release whose program prints a word.
func release(t *testing.T) *httptest.Server {
	t.Helper()
	var archive bytes.Buffer
	z := gzip.NewWriter(&archive)
	w := tar.NewWriter(z)
	program := "#!/bin/sh\necho released\n"
	if err := w.WriteHeader(&tar.Header{Name: "evref", Mode: 0o755, Size: int64(len(program))}); err != nil {
		t.Fatal(err)
	}
	w.Write([]byte(program))
	w.Close()
	z.Close()
	mux := http.NewServeMux()
	mux.HandleFunc("/latest", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/tag/v1.2.3", http.StatusFound) })
	mux.HandleFunc("/tag/v1.2.3", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/download/v1.2.3/evref_1.2.3_linux_amd64.tar.gz", func(w http.ResponseWriter, _ *http.Request) { w.Write(archive.Bytes()) })
	mux.HandleFunc("/download/v1.2.3/checksums.txt", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, "%064d  evref_1.2.3_linux_arm64.tar.gz\n%x  evref_1.2.3_linux_amd64.tar.gz\n", 0, sha256.Sum256(archive.Bytes()))
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s
}

func TestActionInstalls(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not here")
	}
	s := release(t)
	for _, version := range []string{"latest", "v1.2.3"} {
		folder, out, err := bash(t, "install.sh", "EVREF_RELEASES="+s.URL, "EVREF_VERSION="+version)
		if err != nil {
			t.Fatalf("%s: %v: %s", version, err, out)
		}
		path, err := os.ReadFile(filepath.Join(folder, "path"))
		if err != nil {
			t.Fatal(err)
		}
		said, err := exec.Command(filepath.Join(strings.TrimSpace(string(path)), "evref")).Output()
		if err != nil || string(said) != "released\n" {
			t.Errorf("%s: the program says %q, %v", version, said, err)
		}
		if output, _ := os.ReadFile(filepath.Join(folder, "output")); string(output) != "version=v1.2.3\n" {
			t.Errorf("%s: output is %q", version, output)
		}
	}
}

func TestActionRefusesToInstall(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not here")
	}
	s := release(t)
	for _, tc := range []struct{ variable, want string }{
		{"EVREF_CHECKSUM=" + strings.Repeat("0", 64), "has SHA-256"},
		{"RUNNER_ARCH=ARM64", "has no evref_1.2.3_linux_arm64.tar.gz"},
		{"RUNNER_ARCH=ARM", "no release for ARM"},
		{"EVREF_VERSION=main", "version is latest or a tag"},
		{"EVREF_VERSION=v9.9.9", "release v9.9.9 has no"},
	} {
		folder, out, err := bash(t, "install.sh", "EVREF_RELEASES="+s.URL, "EVREF_VERSION=v1.2.3", tc.variable)
		if err == nil || !strings.Contains(out, "::error title=evref::") || !strings.Contains(out, tc.want) {
			t.Errorf("%s: %v: %s", tc.variable, err, out)
		}
		if _, err := os.Stat(filepath.Join(folder, "path")); err == nil {
			t.Errorf("%s: something was put on the path", tc.variable)
		}
	}
}

// TestActionRuns checks what the program is called with, by a program that
// tells, and that every exit code becomes an output.
func TestActionRuns(t *testing.T) {
	program := filepath.Join(t.TempDir(), "evref")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nprintf '<%s>\\n' \"$@\"\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	base := []string{"PATH=" + filepath.Dir(program) + string(os.PathListSeparator) + os.Getenv("PATH")}
	for _, step := range readAction(t).Runs.Steps {
		if step.ID == "run" {
			for name := range step.Env {
				base = append(base, name+"=")
			}
		}
	}
	for _, tc := range []struct {
		variables []string
		want      []string
	}{
		{
			[]string{"EVREF_COMMAND=lint-tool", "EVREF_FORMAT=github", "EVREF_SARIF_FILE=evref.sarif", "EVREF_FILES=a b.json\n$(touch no)\n\n", "EVREF_PROFILE=openai,gemini", "EVREF_ARGS=--client-prefix\nx y"},
			[]string{"<lint-tool>", "<--profile=openai,gemini>", "<--output=github=->", "<--output=sarif=evref.sarif>", "<--output=markdown=TEMP/evref-summary.md>", "<--client-prefix>", "<x y>", "<-->", "<a b.json>", "<$(touch no)>"},
		},
		{
			[]string{"EVREF_COMMAND=verify", "EVREF_FORMAT=text", "EVREF_FAIL_ON=unresolved", "EVREF_ARGS=--check\nCHECKSUMS"},
			[]string{"<verify>", "<--format=text>", "<--fail-on=unresolved>", "<--check>", "<CHECKSUMS>", "<-->"},
		},
	} {
		folder, out, err := bash(t, "run.sh", append(slices.Clone(base), tc.variables...)...)
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		got := strings.Split(strings.TrimSpace(strings.ReplaceAll(out, folder, "TEMP")), "\n")
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("arguments (-want +got):\n%s", diff)
		}
		if output, _ := os.ReadFile(filepath.Join(folder, "output")); !strings.Contains(string(output), "exit-code=3\n") {
			t.Errorf("output is %q", output)
		}
	}
	folder, _, err := bash(t, "run.sh", append(base, "EVREF_COMMAND=rm")...)
	output, _ := os.ReadFile(filepath.Join(folder, "output"))
	if err != nil || string(output) != "exit-code=2\n" {
		t.Errorf("another command: %v, output %q", err, output)
	}
}

// TestProblemMatcher checks that the lines of the concise format and of stderr
// are found.
func TestProblemMatcher(t *testing.T) {
	text, err := os.ReadFile("../packaging/problem-matcher.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		ProblemMatcher []struct {
			Owner   string
			Pattern []struct{ Regexp string }
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	path := writeFile(t, "tools.json", []byte(`{"tools":[{"name":"a b","description":"x","inputSchema":{"type":"object"},"annotations":{"readonlyHint":true}}]}`))
	broken := writeFile(t, "broken.json", []byte("{\n"))
	stdout, stderr, code := invoke(t, nil, "lint-tool", "--format", "concise", path, broken)
	if code != ExitNo {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	for i, output := range []string{stdout, stderr} {
		expression := regexp.MustCompile("(?m)" + file.ProblemMatcher[i].Pattern[0].Regexp)
		if m := expression.FindStringSubmatch(output); m == nil || m[2] == "0" || !strings.HasSuffix(m[1], ".json") {
			t.Errorf("%s finds nothing in %q", file.ProblemMatcher[i].Owner, output)
		}
	}
}
