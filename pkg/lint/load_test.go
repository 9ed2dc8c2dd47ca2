package lint

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
)

// outline describes what was found in a file: each list as
// server[tool tool](others), then the results.
func outline(f *File) string {
	var parts []string
	for _, l := range f.Lists {
		var names []string
		for _, t := range l.Tools() {
			names = append(names, t.ID()+"@"+t.pointer)
		}
		s := l.Server + "[" + strings.Join(names, " ") + "]"
		if len(l.Others) > 0 {
			s += fmt.Sprintf("+%d", len(l.Others))
		}
		parts = append(parts, s)
	}
	for _, r := range f.Results {
		parts = append(parts, "result@"+r.pointer)
	}
	return strings.Join(parts, " ")
}

const (
	toolA = `{"name":"a","inputSchema":{"type":"object"}}`
	toolB = `{"name":"b","inputSchema":{"type":"object"}}`
)

func TestLoadShapes(t *testing.T) {
	for _, tc := range []struct {
		name, source, input string
		shape               Shape
		want                string
	}{
		{"one tool", "a.snap", toolA, OneTool, "[a@]"},
		{"other spelling of the schema", "", `{"name":"a","input_schema":{}}`, OneTool, "[a@]"},
		{"array", "", `[` + toolA + `,` + toolB + `]`, ToolArray, "[a@/0 b@/1]"},
		{"array with something else", "", `[` + toolA + `,"b"]`, ToolArray, "[a@/0]+1"},
		{"tools", "", `{"tools":[` + toolA + `],"nextCursor":"x"}`, ToolsList, "[a@/tools/0]"},
		{"no tools", "", `{"tools":[]}`, ToolsList, "[]"},
		{"names only", "", `{"tools":["search"]}`, ToolsList, "[]+1"},
		{"named server", "", `{"server_info":{"name":"s"},"tools":[` + toolA + `]}`, ToolsList, "s[a@/tools/0]"},
		{"server by name", "", `{"name":"s","tools":[` + toolA + `]}`, ToolsList, "s[a@/tools/0]"},
		{"response", "", `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + toolA + `]}}`, Response, "[a@/result/tools/0]"},
		{"map", "", `{"a":{"inputSchema":{}},"x/y":{"inputSchema":{}}}`, ToolMap, "[a@/a x/y@/x~1y]"},
		{"tools as a map", "", `{"tools":{"a":{"inputSchema":{}}}}`, ToolsList, "[a@/tools/a]"},
		{"categories are one list", "", `{"categories":[{"name":"x","tools":[` + toolA + `]},{"name":"y","tools":[` + toolB + `]}]}`,
			Capture, "[a@/categories/0/tools/0 b@/categories/1/tools/0]"},
		{"servers are several", "", `[{"name":"x","tools":[` + toolA + `]},{"name":"y","tools":[` + toolB + `]}]`,
			Capture, "x[a@/0/tools/0] y[b@/1/tools/0]"},
		{"servers by key", "", `{"servers":{"x":{"serverInfo":{"name":"xx"},"tools":[` + toolA + `]}}}`, Capture, "xx[a@/servers/x/tools/0]"},
		{"deep capture", "", `[{"tools":{"s":{"server_name":"n","tools":[` + toolA + `]}}}]`, Capture, "n[a@/0/tools/s/tools/0]"},
		{"two answers are two lists", "", `[{"jsonrpc":"2.0","result":{"tools":[` + toolA + `]}},{"jsonrpc":"2.0","result":{"tools":[` + toolA + `]}}]`,
			Capture, "[a@/0/result/tools/0] [a@/1/result/tools/0]"},
		{"pages are one list", "", `[{"jsonrpc":"2.0","result":{"tools":[` + toolA + `],"nextCursor":"2"}},{"jsonrpc":"2.0","result":{"tools":[` + toolB + `]}}]`,
			Capture, "[a@/0/result/tools/0 b@/1/result/tools/0]"},
		{"lines of tools", "t.jsonl", toolA + "\n\n" + toolB + "\r\n", Lines, "[a@ b@]"},
		{"lines without the extension", "t.txt", toolA + "\n" + toolB, Lines, "[a@ b@]"},
		{"lines of a session", "t.ndjson", `{"jsonrpc":"2.0","method":"tools/list"}` + "\n" + `{"jsonrpc":"2.0","result":{"tools":[` + toolA + `]}}`,
			Lines, "[a@/result/tools/0]"},
		{"lines of pages", "t.jsonl", `{"tools":[` + toolA + `],"nextCursor":"2"}` + "\n" + `{"tools":[` + toolB + `]}`,
			Lines, "[a@/tools/0 b@/tools/0]"},
		{"result", "", `{"content":[{"type":"text","text":"x"}]}`, ToolResult, "result@"},
		{"result without blocks", "", `{"content":[],"_meta":{}}`, ToolResult, "result@"},
		{"result in a response", "", `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text"}]}}`, Response, "result@/result"},
		{"result with structured content only", "", `{"structuredContent":{"a":1}}`, ToolResult, "result@"},
		{"result with an annotation only", "", `{"_meta":{"io.modelcontextprotocol/trust-annotations":{"untrusted":true}}}`, ToolResult, "result@"},
		{"definition without a schema", "", `{"name":"a","description":"b"}`, OneTool, "[a@]"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f, err := Load(tc.source, []byte(tc.input), LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got := outline(f); got != tc.want || f.Shape != tc.shape {
				t.Errorf("%s %s, want %s %s", f.Shape, got, tc.shape, tc.want)
			}
		})
	}
}

// TestLoadRefuses checks that what is no tool file is named for what it is.
func TestLoadRefuses(t *testing.T) {
	for _, tc := range []struct{ name, input, like string }{
		{"openapi", `{"openapi":"3.1.0","paths":{}}`, "OpenAPI"},
		{"swagger", `{"swagger":"2.0","tools":[]}`, "OpenAPI"},
		{"bundle manifest", `{"manifest_version":"0.3","tools":[{"name":"a","description":"b"}]}`, "bundle manifest"},
		{"server.json", `{"$schema":"https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json","name":"a/b"}`, "server.json"},
		{"registry without schema", `{"name":"a/b","packages":[]}`, "server.json"},
		{"client configuration", `{"mcpServers":{"a":{"command":"x"}}}`, "client configuration"},
		{"package", `{"name":"a","version":"1","dependencies":{}}`, "package manifest"},
		{"functions", `[{"type":"function","function":{"name":"a","parameters":{}}}]`, "model functions"},
		{"simplified list", `[{"name":"a","description":"b","arguments":[]}]`, "simplified"},
		{"examples by tool", `{"server":"s","tools":{"a":{"description":"b","example_input":{}}}}`, "examples"},
		{"examples", `{"server":"s","examples":[{"tool":"a","output":{"content":[{"type":"text"}]}}]}`, "examples"},
		{"request", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "JSON-RPC"},
		{"schema", `{"type":"object","properties":{"a":{"type":"string"}}}`, "JSON Schema"},
		{"something else", `{"a":1,"b":2}`, `an object with "a", "b"`},
		{"empty object", `{}`, "an empty object"},
		{"number", `7`, "a number"},
		{"chat message", `{"role":"user","content":[{"type":"text","text":"x"}]}`, `"role"`},
		{"lines", "{\"a\":1}\n{\"b\":1}\n", "JSON Lines"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Load("x.json", []byte(tc.input), LoadOptions{})
			var refused *UnrecognizedError
			if !errors.As(err, &refused) {
				t.Fatalf("error is %v", err)
			}
			if !strings.Contains(refused.Error(), tc.like) {
				t.Errorf("%q does not say %q", refused.Error(), tc.like)
			}
		})
	}
}

// TestLoadDoubtful tells apart what is linted only when it is named.
func TestLoadDoubtful(t *testing.T) {
	for input, want := range map[string]bool{
		toolA:                                 false,
		`{"tools":["a"]}`:                     true,
		`{"tools":[{"name":"a"}],"x":1}`:      true,
		`{"tools":["a"],"nextCursor":"x"}`:    false,
		`{"tools":[]}`:                        false,
		`{"name":"a","description":"b"}`:      true,
		`{"log":[{"content":[{"type":""}]}]}`: true,
	} {
		f, err := Load("x.json", []byte(input), LoadOptions{})
		if err != nil || f.Doubtful != want {
			t.Errorf("%s: doubtful is not %v (%v)", input, want, err)
		}
	}
}

func TestLoadSyntaxErrors(t *testing.T) {
	_, err := Load("x.json", []byte("{\n \"name\": }"), LoadOptions{})
	var syntax *record.SyntaxError
	if !errors.As(err, &syntax) || syntax.Range.Start.Line != 2 {
		t.Errorf("error is %v", err)
	}
	f, err := Load("x.jsonl", []byte(toolA+"\n{\"name\":\n"+toolB+"\n{\"other\":1}\n"), LoadOptions{})
	if err != nil || outline(f) != "[a@ b@]" {
		t.Fatalf("%v, %v", f, err)
	}
	if len(f.Broken) != 1 || f.Broken[0].Range.Start.Line != 2 || f.OtherLines != 1 {
		t.Errorf("broken lines %+v, other lines %d", f.Broken, f.OtherLines)
	}
	if _, err := Load("x.jsonl", []byte("{\n"), LoadOptions{}); !errors.As(err, &syntax) {
		t.Errorf("error is %v", err)
	}
}

func TestLoadSpec(t *testing.T) {
	for version, want := range map[string]Spec{
		"2025-06-18": Spec20250618, "2025-12-31": Spec20251125, "2024-11-05": "", "2099-01-01": NewestSpec, "DRAFT-2026": "",
	} {
		f, err := Load("x", []byte(`{"protocolVersion":"`+version+`","tools":[`+toolA+`]}`), LoadOptions{})
		if err != nil || f.Spec != want {
			t.Errorf("%s: %q, %v, want %q", version, f.Spec, err, want)
		}
	}
}

// TestPositionsInLines checks that findings and edits count from the file's
// start, not from the line's.
func TestPositionsInLines(t *testing.T) {
	input := toolA + "\n  {\"name\":\"b/c\",\"inputSchema\":{}}\n"
	f, err := Load("x.jsonl", []byte(input), LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := New(Options{Only: []string{"name-characters"}})
	if err != nil {
		t.Fatal(err)
	}
	found := l.Lint(f)
	if len(found) != 1 || found[0].Range.Start.String() != "2:13" || input[found[0].Range.Start.Offset] != '/' {
		t.Errorf("findings %+v", found)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("x.json", `{"tools":[`+toolA+`,1],"nextCursor":null}`)
	f.Add("x.jsonl", toolA+"\n{\n"+`{"content":[{"type":"text"}]}`)
	f.Add("x.json", `{"a":{"tools":{"b":{"server_name":"n","tools":[`+toolB+`]}}}}`)
	l, err := New(Options{Pedantic: true})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, source, input string) {
		file, err := Load(source, []byte(input), LoadOptions{})
		if err != nil {
			if err.Error() == "" {
				t.Error("error without a message")
			}
			return
		}
		for _, finding := range l.Lint(file) {
			checkFinding(t, input, finding)
		}
	})
}
