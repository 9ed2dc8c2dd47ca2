package explain

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

const someRef = `{"type":"x","digest":"sha256:0","canonicalization":"jcs/rfc8785"}`

func TestRecognition(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.json", `{"name":"a","inputSchema":{"type":"object"}}`, "*explain.ToolsCard"},
		{"a.json", `[{"name":"a","inputSchema":{}}]`, "*explain.ToolsCard"},
		{"a.json", `{"tools":[{"name":"a","inputSchema":{}}]}`, "*explain.ToolsCard"},
		{"a.json", `{"name":"a","name":"b","inputSchema":{}}`, "*explain.ToolsCard"},
		{"a.json", `{"name":"a","inputSchema":{},"_meta":{"` + evidence.AnnotationKey + `":{"untrusted":true}}}`, "*explain.ToolsCard"},
		{"a.json", `{"name":"a","description":"b"}`, "*explain.ToolsCard"},
		{"a.jsonl", "{\"name\":\"a\",\"inputSchema\":{}}\n{\"name\":\"b\",\"inputSchema\":{}}\n", "*explain.ToolsCard"},
		{"a.json", `{"content":[]}`, "*explain.ResultCard"},
		{"a.json", `{"jsonrpc":"2.0","id":1,"result":{"content":[]}}`, "*explain.ResultCard"},
		{"a.json", `[{"content":[]},{"content":[]}]`, "*explain.ResultCard *explain.ResultCard"},
		{"a.jsonl", "{\"content\":[]}\n\n{\"class\":\"public\"}\n", "*explain.ResultCard *explain.RecordCard"},
		{"a.json", someRef, "*explain.ResultCard"},
		{"a.json", `{"evidenceRef":` + someRef + `}`, "*explain.ResultCard"},
		{"a.json", `{"evidenceRef":` + someRef + `,"record":{"a":1}}`, "*explain.ResultCard *explain.RecordCard"},
		{"a.json", `{"class":"public"}`, "*explain.RecordCard"},
		{"a.json", `[1,2]`, "*explain.RecordCard"},
		{"a.json", `"text"`, "*explain.RecordCard"},
		{"a.cbor", "\xa1\x61\x61\x01", "*explain.RecordCard"},
		{"a.json", "\xd9\xd9\xf7\xa1\x61\x61\x01", "*explain.RecordCard"},
		{"a.json", `{"id":"a","transport":{"type":"http","url":"http://h"},"ownership":{"type":"dccManaged"}}`, "*explain.DefinitionCard"},
		{".mcp.json", `{"mcpServers":{"a":{"command":"x"}}}`, "*explain.DefinitionCard"},
		{".vscode/mcp.json", "{\n// a comment\n\"servers\":{\"a\":{\"type\":\"http\",\"url\":\"https://h.example\"}}}", "*explain.DefinitionCard"},
		{".codex/config.toml", "[mcp_servers.a]\ncommand = \"x\"\n", "*explain.DefinitionCard"},
	} {
		var got []string
		for _, card := range readText(t, c.name, c.text) {
			got = append(got, fmt.Sprintf("%T", card))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s %s is %v, want %s", c.name, c.text, got, c.want)
		}
	}
}

func TestForcedKind(t *testing.T) {
	for _, c := range []struct {
		as      As
		text    string
		want    string // of the card, or of the error
		refused bool
	}{
		{AsRecord, `{"name":"a","inputSchema":{}}`, "*explain.RecordCard", false},
		{AsRecord, `{"content":[]}`, "*explain.RecordCard", false},
		{AsResult, `{"class":"public"}`, "this is not a tool result", true},
		{AsTools, `{"class":"public"}`, "this is not a tool file", true},
		{AsTools, `{"content":[{"type":"text"}]}`, "this is not a tool file", true},
		{AsDefinition, `{"class":"public"}`, "", true},
		{AsConfiguration, `{"class":"public"}`, "", true},
		{AsRecord, `{"a":1,"a":2}`, "duplicate member name", true},
	} {
		r := Reader{As: c.as}
		cards, err := r.Read("a.json", []byte(c.text), record.JSON)
		switch {
		case c.refused && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s as %s: error %v, want %q", c.text, c.as, err, c.want)
		case !c.refused && (len(cards) != 1 || fmt.Sprintf("%T", cards[0]) != c.want):
			t.Errorf("%s as %s: %v, %v", c.text, c.as, cards, err)
		}
	}
}

func TestBrokenInput(t *testing.T) {
	r := Reader{}
	var syntax *record.SyntaxError
	if _, err := r.Read("a.json", []byte(`{"a":`), record.JSON); !errors.As(err, &syntax) {
		t.Errorf("half a record: %v", err)
	}
	cards, err := r.Read("a.jsonl", []byte("{\"class\":\"public\"}\n{\"a\":\n[]\n"), record.JSON)
	var line *LineError
	if !errors.As(err, &line) || line.Line != 2 || len(cards) != 2 {
		t.Errorf("a broken line: %d cards, %v", len(cards), err)
	}
	if c := cards[1].(*RecordCard); c.Line != 3 || c.Source != "a.jsonl" {
		t.Errorf("the line behind it is %s, line %d", c.Source, c.Line)
	}
}

// TestCorpus: every real file is explained as what it is, or refused in a
// sentence.
func TestCorpus(t *testing.T) {
	corpus := "../../../shared/corpus"
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("the corpus of real files is not here")
	}
	kinds := map[string]int{}
	err := filepath.WalkDir(corpus, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		r := Reader{Schemes: evidence.NewSchemes()}
		cards, err := r.Read(path, raw, record.Detect(path, raw))
		if err != nil && strings.Contains(err.Error(), "\n") || err == nil && len(cards) == 0 {
			t.Errorf("%s: %d cards, %v", path, len(cards), err)
		}
		for _, c := range cards {
			kinds[fmt.Sprintf("%T", c)]++
			if text := pageText(c); len(text) == 0 {
				t.Errorf("%s: an empty page", path)
			}
			if _, ok := c.(*ToolsCard); !ok && strings.HasSuffix(path, ".snap") {
				t.Errorf("%s is a %T", path, c)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for kind, least := range map[string]int{"*explain.ToolsCard": 140, "*explain.DefinitionCard": 30} {
		if kinds[kind] < least {
			t.Errorf("%d of %s, want %d or more", kinds[kind], kind, least)
		}
	}
}

// FuzzRead: no input makes a reader panic or a page act on a terminal, and
// every card is JSON.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"tools":[{"name":"a\u001b","inputSchema":{},"annotations":{"readOnlyHint":null,"outcome":"x"}}]}`,
		`{"content":[{"_meta":{"ifc":{"integrity":1}}}],"_meta":{"io.modelcontextprotocol/trust-annotations":{"evidenceRef":{"type":"ifc.fides.v1"}}}}`,
		`{"mcpServers":{"a":{"command":"x","url":"y"},"\u202e":{"url":"https://h"}}}`,
		`{"id":"a","transport":{"type":"stdio","executable":"x","args":[]},"ownership":{"type":"dccManaged"},"x":1}`,
		"\xa2\x61\x62\x01\x61\x61\xfb\x7f\xf8\x00\x00\x00\x00\x00\x00", "[1e400]", "{}\n{}", "a: b",
	} {
		f.Add("a.json", seed)
		f.Add("a.cbor", seed)
		f.Add("a.jsonl", seed)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		r := Reader{Schemes: evidence.NewSchemes(), Limits: record.Limits{MaxBytes: 1 << 16, MaxDepth: 200}}
		cards, _ := r.Read(name, []byte(text), record.Detect(name, []byte(text)))
		var results []*ResultCard
		for _, c := range cards {
			if result, ok := c.(*ResultCard); ok {
				results = append(results, result)
			}
		}
		cards = append(cards, Flow(results))
		for _, c := range cards {
			if _, err := json.Marshal(c); err != nil {
				t.Fatal(err)
			}
			for _, page := range []string{pageText(c), c.Page().Markdown(1)} {
				if flat := strings.ReplaceAll(page, "\n", ""); diag.Safe(flat) != flat {
					t.Fatalf("%q has an unsafe page: %q", text, page)
				}
			}
		}
	})
}
