package config

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/lint"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/validate"
)

// write makes files in a new folder and gives it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func mustLoad(t *testing.T, path string) *Config {
	t.Helper()
	c, problems := Load(path)
	for _, d := range problems {
		t.Error(d.Line())
	}
	if c == nil {
		t.FailNow()
	}
	return c
}

const full = `# the tools of this repository
required-version: ">=0.1 <2"
spec: 2025-11-25
servers:
  - name: mail
    files: tools/mail/*.json
    profile: anthropic
  - name: files
    files: [tools/files, extra.json]
    profile: [openai, gemini]
    spec: 2026-07-28
rules:
  TOOL020: off
  hint-type: error
ignores:
  - rule: TOOL036
    tool: delete_draft
    reason: drafts are kept for a week
    expires: 2026-12-31
  - file: legacy/**
    pointer: /inputSchema/**
    reason: "removed with 2.0"
schemes:
  policy.v1: schemas/policy.json
exclude: "**/fixtures/*"
baseline: evref-baseline.json
`

func TestLoad(t *testing.T) {
	dir := write(t, map[string]string{"evref.yaml": full})
	c := mustLoad(t, filepath.Join(dir, "evref.yaml"))
	got, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want := `{
  "required-version": ">=0.1 <2",
  "spec": "2025-11-25",
  "servers": [
    {"name": "mail", "files": ["tools/mail/*.json"], "profile": ["anthropic"]},
    {"name": "files", "files": ["tools/files", "extra.json"], "profile": ["openai", "gemini"], "spec": "2026-07-28"}
  ],
  "rules": {"TOOL020": "off", "TOOL030": "error"},
  "ignores": [
    {"rule": "TOOL036", "tool": "delete_draft", "reason": "drafts are kept for a week", "expires": "2026-12-31"},
    {"pointer": "/inputSchema/**", "file": "legacy/**", "reason": "removed with 2.0"}
  ],
  "schemes": {"policy.v1": "schemas/policy.json"},
  "exclude": ["**/fixtures/*"],
  "baseline": "evref-baseline.json"
}`
	sameJSON(t, string(got), want)
	if i := c.Ignores[1]; i.Range.Start.String() != "20:5" || i.Place != "/ignores/1" || i.Source != c.Path {
		t.Errorf("ignore is at %+v in %s", i.Range, i.Source)
	}
	// What is shown is a configuration itself, with the same meaning.
	again := filepath.Join(write(t, map[string]string{"evref.json": string(got)}), "evref.json")
	text, err := json.Marshal(mustLoad(t, again))
	if err != nil {
		t.Fatal(err)
	}
	sameJSON(t, string(text), want)
	for _, c := range []struct {
		file, server string
		excluded     bool
	}{
		{"tools/mail/a.json", "mail", false}, {"tools/mail/x/a.json", "", false}, {"tools/files/x/y.json", "files", false},
		{"extra.json", "files", false}, {"tools/filesystem.json", "", false}, {"tools/files/fixtures/x/a.json", "files", true},
	} {
		s, _ := mustLoad(t, again).ServerOf(c.file)
		if s.Name != c.server || mustLoad(t, again).Excluded(c.file) != c.excluded {
			t.Errorf("%s is of server %q", c.file, s.Name)
		}
	}
}

func sameJSON(t *testing.T, got, want string) {
	t.Helper()
	var x, y any
	if err := json.Unmarshal([]byte(got), &x); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &y); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(y, x); d != "" {
		t.Errorf("want and got differ:\n%s", d)
	}
}

// TestLoadRefuses: place, what is wrong, what to do; and the published schema
// refuses the same.
func TestLoadRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"severs: []\n", `1:1: error: unknown key "severs" in the configuration; did you mean servers?`},
		{"- a\n", "1:1: error: the configuration is a list, not a mapping; write it as keys with values"},
		{"rules:\n  TOOL03O: off\n", `2:3: error: unknown rule "TOOL03O"; did you mean TOOL030?`},
		{"rules:\n  TOOL030: of\n", `2:12: error: unknown severity "of"; did you mean off?`},
		{"rules:\n  TOOL030: false\n", "2:12: error: severity is a boolean, not text; put it between quotes"},
		{"rules:\n  TOOL030: off\n  hint-type: error\n", "3:3: error: rule TOOL030 is there twice, by its id and by its slug; keep one of the two"},
		{"rules: [TOOL030]\n", "1:8: error: rules is a list, not a mapping; write RULE: severity, one a line"},
		{"profile: antropic\n", `1:10: error: unknown profile "antropic"; did you mean anthropic?`},
		{"spec: 2025-11-26\n", `1:7: error: unknown spec "2025-11-26"; did you mean 2025-11-25?`},
		{"servers:\n  - name: a\n", "2:5: error: a server has no files; add files, such as tools/*.json"},
		{"servers:\n  - files: a\n", "2:5: error: a server has no name; add name"},
		{"servers:\n  - {name: a, files: a}\n  - {name: a, files: b}\n", `3:5: error: server "a" is there twice; join the two`},
		{"servers:\n  - {name: a, files: a, profil: x}\n", `2:25: error: unknown key "profil" in a server; did you mean profile?`},
		{"servers:\n  - {name: 1, files: a}\n", "2:12: error: name is a number, not text; put it between quotes"},
		{"ignores:\n  - rule: TOOL030\n", "2:5: error: an ignore has no reason; add reason: why the finding does not matter here"},
		{"ignores:\n  - rule: TOOL030\n    reason: \"\"\n", "3:13: error: reason is empty; say what it is, or leave the key out"},
		{"ignores:\n  - reason: x\n", "2:5: error: an ignore names nothing, so that it would hide everything; add rule, tool, pointer, file or server"},
		{"ignores:\n  - rule: TOOL30\n    reason: x\n", `2:11: error: unknown rule "TOOL30"; did you mean TOOL030?`},
		{"ignores:\n  - rule: TOOL030\n    reason: x\n    expires: 31.12.2026\n", `4:14: error: expires "31.12.2026" is not a day; write YYYY-MM-DD`},
		{"ignores:\n  - rule: TOOL030\n    reason: x\n    pointer: annotations\n", `4:14: error: pointer "annotations" is not a JSON pointer; begin it with /, seen from the tool: /annotations/readOnlyHint`},
		{"ignores:\n  rule: TOOL030\n", "2:3: error: ignores is a mapping, not a list; write a list"},
		{"schemes:\n  a: /etc/a.json\n", `2:6: error: schema of "a" is an absolute path; name it relative to the configuration`},
		{"schemes: a.json\n", "1:10: error: schemes is text, not a mapping; write TYPE: schema.json, one a line"},
		{"extends: https://example.org/evref.yaml\n", "1:10: error: extends is an address, not a file; name a file; nothing is fetched"},
		{"extends: missing.yaml\n", "1:10: error: \"DIR/missing.yaml\": no such file; check the name"},
		{"required-version: newest\n", `1:19: error: required-version "newest" is not a version; write a version or bounds, such as ">=0.3 <2"`},
		{"\ufeffrules: {}\n", "1:1: error: byte-order mark before the configuration; save it as UTF-8 without a byte-order mark"},
		{"a: [\n", "1:4: error: not YAML; check indentation and quotes at this place"},
	} {
		dir := write(t, map[string]string{"evref.yaml": c.text})
		config, problems := Load(filepath.Join(dir, "evref.yaml"))
		if config != nil || len(problems) == 0 {
			t.Errorf("%s: accepted", c.text)
			continue
		}
		line, _, _ := strings.Cut(problems[0].Line(), " [")
		got := strings.ReplaceAll(strings.TrimPrefix(line, dir+"/evref.yaml:"), dir, "DIR")
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

// TestAllProblems: everything that is wrong is said at once, in order.
func TestAllProblems(t *testing.T) {
	dir := write(t, map[string]string{"evref.yaml": "profil: x\nrules:\n  TOOL999: off\nignores:\n  - tool: 5\n    reson: y\n"})
	_, problems := Load(filepath.Join(dir, "evref.yaml"))
	var got []string
	for _, d := range problems {
		got = append(got, d.Range.Start.String())
	}
	if want := "1:1 3:3 5:11 6:5 5:5"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestExtends(t *testing.T) {
	dir := write(t, map[string]string{
		"org/base.yaml":   "profile: anthropic\nrules: {TOOL020: off, TOOL030: warning}\nschemes: {a: a.json, b: b.json}\nignores: [{rule: TOOL020, file: x.json, reason: base}]\n",
		"org/middle.json": `{"extends": "base.yaml", "rules": {"TOOL030": "info"}, "spec": "2025-06-18"}`,
		"repo/evref.yaml": "extends: ../org/middle.json\nrules: {TOOL020: error}\nschemes: {b: own.json}\nignores: [{rule: TOOL030, reason: own}]\n",
		"repo/loop.yaml":  "extends: [loop2.yaml]\n", "repo/loop2.yaml": "extends: loop.yaml\n",
		"repo/broken.yaml": "extends: ../org/broken.yaml\n", "org/broken.yaml": "rules: {X: off}\n",
	})
	c := mustLoad(t, filepath.Join(dir, "repo", "evref.yaml"))
	got, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	sameJSON(t, string(got), `{
  "spec": "2025-06-18", "profile": ["anthropic"], "rules": {"TOOL020": "error", "TOOL030": "info"},
  "ignores": [{"rule": "TOOL030", "reason": "own"}, {"rule": "TOOL020", "file": "../org/x.json", "reason": "base"}],
  "schemes": {"a": "../org/a.json", "b": "own.json"}
}`)
	if len(c.Files) != 3 {
		t.Errorf("files %v", c.Files)
	}
	for name, want := range map[string]string{
		"loop.yaml": "loop2.yaml:1:10: error: configuration extends itself; break the circle", "broken.yaml": `org/broken.yaml:1:9: error: unknown rule "X"`,
	} {
		_, problems := Load(filepath.Join(dir, "repo", name))
		if len(problems) != 1 || !strings.Contains(problems[0].Line(), want) {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// TestSchemaAgrees: the published schema and the reader accept and refuse the
// same configurations.
func TestSchemaAgrees(t *testing.T) {
	schema, err := validate.Embedded("config.v1")
	if err != nil {
		t.Fatal(err)
	}
	server := func(members string) string { return `{"servers": [{"name": "a", "files": "b"` + members + `}]}` }
	ignore := func(members string) string { return `{"ignores": [{` + members + `}]}` }
	accepted, refused := 0, 0
	for _, text := range []string{
		`{}`, `{"$schema": "x"}`, `{"extends": "a"}`, `{"extends": ["a", "b"]}`, `{"extends": 1}`, `{"extends": "http://a"}`, `{"extends": "/a"}`, `{"extends": ""}`,
		`{"required-version": "0.1"}`, `{"required-version": 0.1}`, `{"required-version": []}`,
		`{"profile": "openai"}`, `{"profile": ["openai", "gemini"]}`, `{"profile": "x"}`, `{"spec": "2026-07-28"}`, `{"spec": "2026"}`,
		server(""), server(`, "profile": []`), server(`, "profile": "vscode", "spec": "2025-03-26"`), server(`, "x": 1`), `{"servers": [{"name": "a"}]}`, `{"servers": [{"name": "", "files": "b"}]}`,
		`{"servers": [{"name": "a", "files": []}]}`, `{"servers": {}}`,
		`{"rules": {"TOOL030": "off"}}`, `{"rules": {"TOOL030": "on"}}`, `{"rules": {"TOOL030": false}}`, `{"rules": []}`,
		ignore(`"rule": "TOOL030", "reason": "x"`), ignore(`"rule": "TOOL030"`), ignore(`"reason": "x"`), ignore(`"rule": "TOOL030", "reason": " "`), ignore(`"tool": "a*", "reason": "x"`),
		ignore(`"pointer": "/a", "reason": "x"`), ignore(`"pointer": "a", "reason": "x"`), ignore(`"file": "a", "reason": "x", "expires": "2026-01-31"`),
		ignore(`"file": "a", "reason": "x", "expires": "soon"`), ignore(`"server": "a", "reason": "x", "note": "y"`), `{"ignores": {}}`,
		`{"schemes": {"a": "b.json"}}`, `{"schemes": {"a": 1}}`, `{"schemes": {"a": "/b"}}`, `{"exclude": "a"}`, `{"exclude": ["a", "b"]}`, `{"exclude": [1]}`, `{"baseline": "a"}`, `{"baseline": ["a"]}`, `{"x": 1}`, `[]`,
	} {
		rec, err := record.Parse([]byte(text), record.JSON, record.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		violations := schema.Validate(rec.Root())
		root, problem := parse([]byte(text), "evref.json")
		if problem != nil {
			t.Fatalf("%s: %s", text, problem.Line())
		}
		d := decoder{source: "evref.json", base: ".", config: &Config{Rules: map[string]diag.Severity{}}}
		d.document(root)
		if (len(violations) == 0) != (len(d.problems) == 0) {
			t.Errorf("%s: the schema says %v, the reader %v", text, violations, d.problems)
		}
		if len(d.problems) == 0 {
			accepted++
		} else {
			refused++
		}
	}
	if accepted < 15 || refused < 15 {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
}

// TestSchemaNames: what the schema lists is what the linter has.
func TestSchemaNames(t *testing.T) {
	schema, err := validate.Embedded("config.v1")
	if err != nil {
		t.Fatal(err)
	}
	try := func(text string) {
		rec, err := record.Parse([]byte(text), record.JSON, record.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range schema.Validate(rec.Root()) {
			t.Errorf("%s: %s", text, v.Message)
		}
	}
	for _, name := range lint.ProfileNames() {
		try(`{"profile": "` + name + `"}`)
	}
	for _, spec := range lint.Specs() {
		try(`{"spec": "` + string(spec) + `"}`)
	}
}

func FuzzLoad(f *testing.F) {
	for _, s := range []string{full, "ignores:\n- rule: TOOL030\n  reason: x\n", "servers: [{name: a, files: [b]}]\n", "{}", "rules: {TOOL020: off}\n", "exclude: []\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<12 {
			return
		}
		root, problem := parse([]byte(text), "evref.yaml")
		if problem != nil {
			return
		}
		d := decoder{source: "evref.yaml", base: ".", config: &Config{Rules: map[string]diag.Severity{}}}
		d.document(root)
		for _, p := range d.problems {
			if strings.Contains(p.Line(), "\n") || p.Message == "" {
				t.Errorf("%q: %q", text, p.Line())
			}
		}
	})
}
