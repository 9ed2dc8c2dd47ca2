package mcptest

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
)

// body gives the result or error member of an answer.
func (mode Mode) body(r request) string {
	notFound := `"error":{"code":-32601,"message":"Method not found: ` + r.Method + `"}`
	switch {
	case mode == Refusing:
		return `"error":{"code":-32000,"message":"token \u001b[31mmissing"}`
	case r.Method == "initialize" && mode == Stateless:
		return notFound
	case r.Method == "server/discover" && mode == Stateless:
		return `"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"small","version":"2"}}}`
	case r.Method == "initialize":
		return `"result":{"protocolVersion":"` + mode.version() + `","capabilities":{"tools":{}},"serverInfo":{"name":"small","version":"1"}}`
	case r.Method == "tools/list" && mode != NoTools:
		return `"result":` + mode.page(r)
	}
	return notFound
}

func (mode Mode) version() string {
	switch mode {
	case OldVersion:
		return "2024-11-05"
	case Unknown:
		return "1999-12-31"
	}
	return "2025-11-25"
}

// page gives one answer to tools/list.
func (mode Mode) page(r request) string {
	tools := Tools()
	second := len(r.Params.Cursor) > 0
	switch {
	case mode == NoArray:
		return `{"tools":{}}`
	case mode == BadAnswer:
		return `[]`
	case mode == BadBytes:
		return "{\"tools\":[{\"name\":\"\xff\"}]}"
	case mode == OddCursor:
		return `{"tools":[],"nextCursor":2}`
	case mode == Showing:
		return `{"tools":[` + environmentTool() + `]}`
	case mode == Stateless && r.Params.Meta["io.modelcontextprotocol/protocolVersion"] == nil:
		return `{"tools":"no revision in the request"}`
	case second && mode == Circular:
		return `{"tools":[],"nextCursor":` + string(r.Params.Cursor) + `}`
	case second && string(r.Params.Cursor) != `"p\u0032"`:
		return `{"tools":"a cursor that was changed"}`
	case second:
		return `{"tools":[` + tools[2] + `],"nextCursor":null}`
	}
	return `{"ttlMs":60000,"tools":[` + tools[0] + `,` + tools[1] + `],"nextCursor":"p\u0032"}`
}

// environmentTool is a tool whose description lists the variables that are set.
func environmentTool() string {
	var names []string
	for _, variable := range os.Environ() {
		name, _, _ := strings.Cut(variable, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	tool, err := json.Marshal(map[string]any{
		"name": "environment", "description": strings.Join(names, " "), "inputSchema": map[string]string{"type": "object"},
	})
	if err != nil {
		panic(err)
	}
	return string(tool)
}
