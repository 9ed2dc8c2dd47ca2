package lint

import (
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// portableRules are all rules on what single clients and providers demand.
var portableRules = slices.Concat(portableNameRules, portableSchemaRules, geminiRules, strictRules)

var portableNameRules = []Rule{
	{
		ID: "TOOL141", Slug: "provider-name", Severity: diag.Off, Since: "0.1.0",
		Summary: "the name is not one that model providers accept",
		Doc: Doc{
			Why: "The Anthropic and OpenAI APIs accept letters, digits, _ and - in names of tools, up to 64 of them. A dot, " +
				"which MCP allows, makes the request fail. Some clients replace it, most do not.",
			Bad:  Example{`{"name": "calendar.read", "inputSchema": {"type": "object"}}`, Settings{Profiles: []string{"openai"}}},
			Good: Example{`{"name": "calendar_read", "inputSchema": {"type": "object"}}`, Settings{Profiles: []string{"openai"}}},
			Fix:  "Write an underscore for the dot.",
			Refs: []Ref{
				{"codex: dots in tool names", "https://github.com/openai/codex/issues/8174"},
				{"copilot-cli: dots in tool names", "https://github.com/github/copilot-cli/issues/2581"},
			},
		},
		Check: Check{Tool: checkProviderName},
	},
	{
		ID: "TOOL142", Slug: "prefixed-name", Severity: diag.Warning, Since: "0.1.0",
		Summary: "the name is too long once the client has put its prefix before it",
		Doc: Doc{
			Why: "Clients put the server's name before a tool's name, and providers end the result at 64 characters. One such " +
				"tool makes every request of the session fail. Nothing is said when no prefix is known: give it with " +
				"--client-prefix, or choose the anthropic profile for a file that names its server.",
			Bad: Example{
				`{"name": "compare_actual_costs_with_forecast_and_explain", "inputSchema": {"type": "object"}}`,
				Settings{ClientPrefix: "mcp__billing-and-cost-reporting__"},
			},
			Good: Example{
				`{"name": "compare_costs", "inputSchema": {"type": "object"}}`,
				Settings{ClientPrefix: "mcp__billing-and-cost-reporting__"},
			},
			Fix: "Shorten the name of the tool or of the server.",
			Refs: []Ref{
				{"claude-code: prefixed names over 64 characters", "https://github.com/anthropics/claude-code/issues/19882"},
				{"awslabs/mcp: prefixed names over 64 characters", "https://github.com/awslabs/mcp/issues/643"},
			},
		},
		Check: Check{Tool: checkPrefixedName},
	},
}

var portableSchemaRules = []Rule{
	{
		ID: "TOOL140", Slug: "root-combinator", Severity: diag.Warning, Since: "0.1.0",
		Summary: "inputSchema has oneOf, anyOf or allOf at its root",
		Doc: Doc{
			Why: "The Anthropic and OpenAI APIs refuse a combination at the root of a schema of parameters, and the whole request " +
				"with it. Other clients drop it without a word.",
			Bad:  Example{Input: `{"name": "find", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}, "url": {"type": "string"}}, "anyOf": [{"required": ["id"]}, {"required": ["url"]}]}}`},
			Good: Example{Input: `{"name": "find", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}, "url": {"type": "string"}}}}`},
			Fix:  "Write flat properties, and state the rule in the description or check it on the server.",
			Refs: []Ref{
				{"notion-mcp-server: anyOf at the root", "https://github.com/makenotion/notion-mcp-server/issues/340"},
				{"gitlab-mcp: oneOf at the root", "https://github.com/zereight/gitlab-mcp/issues/550"},
			},
		},
		Check: Check{Node: checkRootCombinator},
	},
	{
		ID: "TOOL143", Slug: "property-name", Severity: diag.Warning, Since: "0.1.0",
		Summary: "a parameter has a name that providers refuse",
		Doc: Doc{
			Why: "The Anthropic API and Amazon Bedrock accept letters, digits, _, . and - in names of parameters, up to 64 of " +
				"them. Another character makes the request fail.",
			Bad:  Example{Input: `{"name": "list", "inputSchema": {"type": "object", "properties": {"StartTime<": {"type": "string"}}}}`},
			Good: Example{Input: `{"name": "list", "inputSchema": {"type": "object", "properties": {"start_time_before": {"type": "string"}}}}`},
			Fix:  "Rename the parameter, and translate it on the server.",
			Refs: []Ref{{"twilio: parameter names refused", "https://github.com/twilio-labs/mcp/issues/56"}},
		},
		Check: Check{Node: checkPropertyName},
	},
	{
		ID: "TOOL144", Slug: "properties-missing", Severity: diag.Off, Since: "0.1.0",
		Summary: "inputSchema has no properties member",
		Doc: Doc{
			Why: "The OpenAI API refuses an object schema without properties (\"object schema missing properties\"), though it is " +
				"valid and the specification shows it.",
			Bad:  Example{`{"name": "ping", "inputSchema": {"type": "object", "additionalProperties": false}}`, Settings{Profiles: []string{"openai"}}},
			Good: Example{`{"name": "ping", "inputSchema": {"type": "object", "properties": {}, "additionalProperties": false}}`, Settings{Profiles: []string{"openai"}}},
			Fix:  "Add an empty properties. This is done for you.",
			Refs: []Ref{{"kubernetes-mcp-server: object schema without properties", "https://github.com/containers/kubernetes-mcp-server/issues/717"}},
		},
		Check: Check{Node: checkPropertiesMember},
	},
	{
		ID: "TOOL148", Slug: "empty-additional", Severity: diag.Info, Since: "0.1.0",
		Summary: "additionalProperties is an empty object",
		Doc: Doc{
			Why:  "An empty schema means the same as true, but some clients cannot read it there.",
			Bad:  Example{Input: `{"name": "call", "inputSchema": {"type": "object", "properties": {"args": {"type": "object", "additionalProperties": {}}}}}`},
			Good: Example{Input: `{"name": "call", "inputSchema": {"type": "object", "properties": {"args": {"type": "object", "additionalProperties": true}}}}`},
			Fix:  "Write true. This is done for you.",
			Refs: []Ref{{"obsidian-mcp-tools: additionalProperties: {}", "https://github.com/jacksteamdev/obsidian-mcp-tools/issues/63"}},
		},
		Check: Check{Node: checkEmptyAdditional},
	},
}

// providerNameLength is how many characters of a name providers accept.
const providerNameLength = 64

var (
	providerName     = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	providerProperty = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,64}$`)
)

func checkProviderName(p *Pass, t *Tool) {
	name, _ := t.Name.Value.Text()
	if name == "" || providerName.MatchString(name) {
		return
	}
	i := Issue{At: t.Name.Value, Help: "keep to letters, digits, _ and -"}
	for at, r := range name {
		if !isNameCharacter(r) || r == '.' {
			i.From, i.To = at, at+len(string(r))
			i.Message = fmt.Sprintf("name has the character %s; providers accept letters, digits, _ and - only", diag.Quote(string(r), 0))
			break
		}
	}
	if i.Message == "" {
		i.Message = fmt.Sprintf("name has %d characters; providers accept %d", utf8.RuneCountInString(name), providerNameLength)
		i.Help = "shorten the name"
	}
	p.Report(i)
}

func checkPrefixedName(p *Pass, t *Tool) {
	prefix := p.Prefix
	if prefix == "" && p.Demands.Has("anthropic") && t.List.Server != "" {
		prefix = "mcp__" + t.List.Server + "__"
	}
	name, _ := t.Name.Value.Text()
	limit := p.Demands.Limits.Name
	if limit == 0 {
		limit = providerNameLength
	}
	before, own := utf8.RuneCountInString(prefix), utf8.RuneCountInString(name)
	if prefix == "" || before+own <= limit {
		return
	}
	p.Report(Issue{
		At: t.Name.Value, Message: fmt.Sprintf("name has %d characters behind the prefix %s, over %d", before+own, diag.Quote(prefix, 64), limit),
		Help: fmt.Sprintf("%d characters are left for the name, which has %d", max(0, limit-before), own),
	})
}

// isInputRoot reports the root of an input schema.
func (n *Node) isInputRoot() bool {
	return n.Parent == nil && n.Schema.Input() && n.Value.Kind() == record.Object
}

func checkRootCombinator(p *Pass, n *Node) {
	if !n.isInputRoot() {
		return
	}
	for m := range n.Value.Members() {
		if (m.Name == "oneOf" || m.Name == "anyOf" || m.Name == "allOf") && m.Value.Kind() == record.Array {
			p.Report(Issue{
				At: m.Key, Message: fmt.Sprintf("inputSchema has %s at its root, which the Anthropic and OpenAI APIs refuse", m.Name),
				Help: "write flat properties, and state the rule in the description",
			})
		}
	}
}

func checkPropertyName(p *Pass, n *Node) {
	if !n.IsProperty() || !n.Parent.isInputRoot() || providerProperty.MatchString(n.Name) || isPropertiesMap(n.Parent.Value) {
		return
	}
	message := fmt.Sprintf("parameter %s has a character that the Anthropic API and Bedrock refuse", quote(n.Name, 0))
	switch count := utf8.RuneCountInString(n.Name); {
	case count > providerNameLength:
		message = fmt.Sprintf("parameter %s has %d characters; the Anthropic API and Bedrock accept %d", quote(n.Name, 40), count, providerNameLength)
	case count == 0:
		message = "parameter has an empty name, which the Anthropic API and Bedrock refuse"
	}
	p.Report(Issue{At: n.Key, Message: message, Help: "keep to letters, digits, _, . and -"})
}

func checkPropertiesMember(p *Pass, n *Node) {
	if name, _ := n.Value.Get("type").Text(); !n.isInputRoot() || name != "object" || hasAny(n.Value, "properties") {
		return
	}
	p.Report(Issue{
		At: n.Value, Show: n.Schema.Member.Key, Message: "inputSchema has no properties, without which the OpenAI API refuses the tool",
		Help:  `add "properties": {}`,
		Fixes: []Fix{{Safe: true, Message: "add empty properties", Edits: []record.Edit{record.Add(n.Value, "properties", "{}")}}},
	})
}

func checkEmptyAdditional(p *Pass, n *Node) {
	if n.keywords()&hasEmpty == 0 {
		return
	}
	at := n.Value.Get("additionalProperties")
	p.Report(Issue{
		At: at, Message: "additionalProperties is {}, which some clients cannot read; true says the same", Help: "write true",
		Fixes: []Fix{{Safe: true, Message: "write true", Edits: []record.Edit{record.Replace(at, "true")}}},
	})
}
