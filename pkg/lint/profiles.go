package lint

import "github.com/mcp-evref/evref/pkg/diag"

// profiles are the facts about clients, providers and directories. They age:
// each carries the month in which it was last reported, and a newer report
// replaces it.
var profiles = []Profile{
	{
		Name: "anthropic", Summary: "the Anthropic API, and Claude Code and Claude Desktop on top of it",
		Facts: []Fact{
			{"oneOf, allOf and anyOf at the root of an input schema are refused, and the request fails with all its tools.", "2026-09",
				Ref{"mcpx: tools with a root oneOf are dropped", "https://github.com/opentokenz/mcpx/issues/28"}},
			{"A tool name is 1 to 64 of A-Z a-z 0-9 _ and -: a dot, which MCP allows, is refused.", "2026-07",
				Ref{"hostinger: a dot in a name stops Claude Desktop", "https://github.com/hostinger/api-mcp-server/issues/49"}},
			{"The 64 characters include the prefix that the client adds.", "2026-01",
				Ref{"claude-code: the prefixed name is too long", "https://github.com/anthropics/claude-code/issues/19882"}},
			{"Names of top-level properties are 1 to 64 of A-Z a-z 0-9 _ . and -; another one fails the whole request.", "2026-09",
				Ref{"studio: one property name stops every run", "https://github.com/decocms/studio/pull/6874"}},
			{"Claude Code cuts descriptions at 2048 characters.", "2026-03",
				Ref{"claude-code: descriptions are cut", "https://github.com/anthropics/claude-code/issues/41593"}},
		},
		Rules:  map[string]diag.Severity{"TOOL140": diag.Error, "TOOL141": diag.Warning, "TOOL143": diag.Error},
		Limits: Limits{Name: 64, Description: 2048},
	},
	{
		Name: "openai", Summary: "the OpenAI API",
		Facts: []Fact{
			{"Descriptions over 1024 characters are refused.", "2025-12",
				Ref{"notion-mcp-server: description over the limit", "https://github.com/makenotion/notion-mcp-server/issues/145"}},
			{"An object schema without properties is refused.", "2026-01",
				Ref{"kubernetes-mcp-server: object schema missing properties", "https://github.com/containers/kubernetes-mcp-server/issues/717"}},
			{"oneOf, allOf and anyOf at the root of an input schema are refused.", "2026-08",
				Ref{"notion-mcp-server: a root anyOf breaks several providers", "https://github.com/makenotion/notion-mcp-server/issues/340"}},
			{"A tool name is made of A-Z a-z 0-9 _ and -.", "2025-12",
				Ref{"codex: names with dots are refused", "https://github.com/openai/codex/issues/8174"}},
			{"A request takes at most 128 tools.", "2026-06",
				Ref{"wayland: more than 128 tools", "https://github.com/FerroxLabs/wayland/issues/344"}},
		},
		Rules:  map[string]diag.Severity{"TOOL140": diag.Error, "TOOL141": diag.Warning, "TOOL144": diag.Error},
		Limits: Limits{Name: 64, Description: 1024, Tools: 128},
	},
	{
		Name: "openai-strict", Summary: "the OpenAI API with strict function schemas",
		Facts: []Fact{
			{"Every object is closed, every property is required, and a part of the keywords is not supported.", "2026-06",
				Ref{"OpenAI, structured outputs", "https://platform.openai.com/docs/guides/structured-outputs"}},
		},
		Rules: map[string]diag.Severity{
			"TOOL140": diag.Error, "TOOL141": diag.Warning, "TOOL144": diag.Error, "TOOL147": diag.Error,
		},
		Limits: Limits{Name: 64, Description: 1024, Tools: 128},
	},
	{
		Name: "gemini", Summary: "the Gemini API, and clients that pass schemas on to it",
		Facts: []Fact{
			{"type is one word: a list of types, which is how nullable is written, is refused.", "2026-09",
				Ref{"aoci-code: type arrays are refused", "https://github.com/aoci-spec/aoci-code/issues/61"}},
			{"There is no const, and a schema cannot be true or false.", "2026-09",
				Ref{"google_workspace_mcp: const and anyOf with null", "https://github.com/taylorwilsdon/google_workspace_mcp/issues/1099"}},
			{"Every schema wants a type; an enum has strings, none of them empty.", "2026-08",
				Ref{"tidebreak: an enum without a type", "https://github.com/brightwave-inc/tidebreak/pull/1537"}},
			{"$ref is not resolved in every client.", "2026-07",
				Ref{"DEEIX-Chat: references lose their items", "https://github.com/DEEIX-AI/DEEIX-Chat/issues/546"}},
		},
		Rules: map[string]diag.Severity{"TOOL058": diag.Info, "TOOL145": diag.Error, "TOOL146": diag.Error},
	},
	{
		Name: "vscode", Summary: "Visual Studio Code",
		Facts: []Fact{
			{"An array schema without items is refused.", "2025-05",
				Ref{"vscode-copilot-release: array type must have items", "https://github.com/microsoft/vscode-copilot-release/issues/7462"}},
			{"A request takes at most 128 tools.", "2025-06",
				Ref{"vscode-copilot-release: more than 128 tools", "https://github.com/microsoft/vscode-copilot-release/issues/11653"}},
		},
		Rules:  map[string]diag.Severity{"TOOL063": diag.Error},
		Limits: Limits{Tools: 128},
	},
	{
		Name: "copilot", Summary: "GitHub Copilot in its command line and editors",
		Facts: []Fact{
			{"A request takes at most 128 tools.", "2026-07",
				Ref{"copilot-intellij-feedback: more than 128 tools", "https://github.com/microsoft/copilot-intellij-feedback/issues/1842"}},
			{"Names with dots are refused by the command line.", "2026-04",
				Ref{"copilot-cli: names with dots", "https://github.com/github/copilot-cli/issues/2581"}},
			{"An array schema without items is refused.", "2025-05",
				Ref{"vscode-copilot-release: array type must have items", "https://github.com/microsoft/vscode-copilot-release/issues/7462"}},
		},
		Rules:  map[string]diag.Severity{"TOOL063": diag.Error, "TOOL141": diag.Warning},
		Limits: Limits{Tools: 128},
	},
	{
		Name: "bedrock", Summary: "Amazon Bedrock",
		Facts: []Fact{
			{"oneOf, allOf and anyOf at the root of an input schema are refused.", "2026-06",
				Ref{"gitlab-mcp: a root oneOf stops the session", "https://github.com/zereight/gitlab-mcp/issues/550"}},
			{"Names of top-level properties are 1 to 64 of A-Z a-z 0-9 _ . and -.", "2026-06",
				Ref{"twilio: 22 property names are refused", "https://github.com/twilio-labs/mcp/issues/53"}},
		},
		Rules:  map[string]diag.Severity{"TOOL140": diag.Error, "TOOL143": diag.Error},
		Limits: Limits{Name: 64},
	},
	{
		Name: "claude-directory", Summary: "the directory of Claude connectors",
		Facts: []Fact{
			{"Every tool has a title, and readOnlyHint or destructiveHint that is true.", "2026-08",
				Ref{"unleash-mcp: titles and hints for the directory", "https://github.com/Unleash/unleash-mcp/pull/71"}},
			{"The title is looked for inside annotations.", "2026-09",
				Ref{"hutchdb: titles copied into annotations", "https://github.com/ExpeditedProjects/hutchdb/pull/37"}},
		},
		Rules:  map[string]diag.Severity{"TOOL021": diag.Error, "TOOL034": diag.Error},
		Limits: Limits{Name: 64},
	},
	{
		Name: "openai-apps", Summary: "the directory of ChatGPT apps",
		Facts: []Fact{
			{"readOnlyHint, destructiveHint and openWorldHint are declared on every tool.", "2026-07",
				Ref{"OpenMetadata: hints for both directories", "https://github.com/open-metadata/OpenMetadata/pull/30105"}},
			{"A hint that is null counts as missing.", "2026-07",
				Ref{"basic-memory: null hints refused in review", "https://github.com/basicmachines-co/basic-memory/pull/1036"}},
		},
		Rules: map[string]diag.Severity{"TOOL034": diag.Error},
	},
}
