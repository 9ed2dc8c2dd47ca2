package lint

import (
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// isTool recognises a tool definition by its input schema, under either spelling.
func isTool(v record.Value) bool {
	if v.Kind() != record.Object {
		return false
	}
	for key := range v.Entries() {
		if name := key.Content(); string(name) == "inputSchema" || string(name) == "input_schema" {
			return true
		}
	}
	return false
}

// isBareTool recognises a definition that lacks its input schema: a name and
// something else that belongs to a tool, and nothing that does not.
func isBareTool(v record.Value) bool {
	if _, ok := v.Get("name").Text(); !ok || v.Len() < 2 {
		return false
	}
	for m := range v.Members() {
		if !slices.Contains(bareToolMembers, m.Name) {
			return false
		}
	}
	return true
}

var bareToolMembers = []string{
	"name", "title", "description", "annotations", "outputSchema", "icons", "_meta", "execution",
	"parameters", "input", "schema", "required", "properties", "meta", "hints",
}

// isToolMap recognises definitions by name: every member is an object, and at
// least one is a tool.
func isToolMap(v record.Value) bool {
	if v.Kind() != record.Object {
		return false
	}
	tools := false
	for _, value := range v.Entries() {
		if value.Kind() != record.Object {
			return false
		}
		tools = tools || isTool(value)
	}
	return tools
}

// holdsTools recognises an object that has a list of tools of its own.
func holdsTools(v record.Value) bool {
	k := v.Get("tools").Kind()
	return !isTool(v) && (k == record.Array || k == record.Object)
}

// isPlainListing recognises a ListToolsResult by having nothing else in it.
func isPlainListing(v record.Value) bool {
	for m := range v.Members() {
		switch m.Name {
		case "tools", "nextCursor", "_meta", "resultType", "ttlMs", "cacheScope":
		default:
			return false
		}
	}
	return v.Get("tools").Len() == 0 || v.Len() > 1
}

// isResult recognises a tool result: content blocks that name their type, or
// structured content, and not a chat message.
func isResult(v record.Value) bool {
	if !v.Get("role").IsZero() || !v.Get("model").IsZero() {
		return false
	}
	content := v.Get("content")
	if content.Kind() != record.Array {
		return false
	}
	for _, block := range content.Elements() {
		if block.Get("type").Kind() != record.String {
			return false
		}
	}
	return content.Len() > 0 || !v.Get("isError").IsZero() || !v.Get("structuredContent").IsZero() || !v.Get("_meta").IsZero()
}

// isBareResult recognises a tool result by less, where one is to be expected:
// structured content alone, or an annotation in _meta.
func isBareResult(v record.Value) bool {
	return v.Get("role").IsZero() && v.Get("model").IsZero() && v.Get("tools").IsZero() && !isTool(v) && !isBareTool(v) &&
		evidence.DetectShape(v, evidence.AnnotationKey) == evidence.ShapeResult
}

// looksLike recognises documents that people mistake for tool definitions.
func looksLike(v record.Value) *UnrecognizedError {
	has := func(names ...string) bool {
		return !slices.ContainsFunc(names, func(n string) bool { return v.Get(n).IsZero() })
	}
	schema, _ := v.Get("$schema").Text()
	switch {
	case has("openapi") || has("swagger"):
		return &UnrecognizedError{"an OpenAPI document", "lint the tool definitions that the server makes of it: save its tools/list answer"}
	case has("manifest_version"):
		return &UnrecognizedError{"an MCP bundle manifest", "it lists tools without schemas: lint the server's tools/list answer"}
	case strings.Contains(schema, "server.schema.json") || has("name", "packages") || has("name", "remotes"):
		return &UnrecognizedError{"a server.json of the MCP registry", "it describes a server, not its tools: lint the server's tools/list answer"}
	case has("mcpServers") || has("context_servers") || v.Get("servers").Kind() == record.Object:
		return &UnrecognizedError{"an MCP client configuration", "use evref fingerprint for it, and lint the servers' tools/list answers"}
	case has("dependencies") || has("devDependencies") || has("scripts", "version"):
		return &UnrecognizedError{"a package manifest", "name the files with tool definitions"}
	case anyElement(v, isFunction) || anyElement(v.Get("tools"), isFunction):
		return &UnrecognizedError{"a list of model functions, not of MCP tools", "an MCP tool has name and inputSchema at its top level"}
	case anyElement(v, hasArguments):
		return &UnrecognizedError{"a simplified tool list without schemas", "lint the server's tools/list answer"}
	case isExamples(v):
		return &UnrecognizedError{"a list of examples of tool calls", "lint the definitions of the tools"}
	case has("jsonrpc"):
		return &UnrecognizedError{"a JSON-RPC message without tools", "save the answer to tools/list or tools/call"}
	case schema != "" && has("properties") || has("type", "properties"):
		return &UnrecognizedError{"a JSON Schema by itself", "put it under inputSchema of a tool"}
	}
	return nil
}

func isFunction(v record.Value) bool {
	kind, _ := v.Get("type").Text()
	return kind == "function" && !v.Get("function").IsZero()
}

func hasArguments(v record.Value) bool {
	return !v.Get("name").IsZero() && v.Get("arguments").Kind() == record.Array
}

func isExamples(v record.Value) bool {
	for m := range v.Get("tools").Members() {
		return !m.Value.Get("example_input").IsZero() || !m.Value.Get("example_output").IsZero()
	}
	return v.Get("examples").Kind() == record.Array && anyElement(v.Get("examples"), func(e record.Value) bool {
		return !e.Get("tool").IsZero()
	})
}
