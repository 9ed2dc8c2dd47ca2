package lint

import "github.com/mcp-evref/evref/pkg/diag"

// profiles are the facts about clients, providers and directories. They age:
// each carries the date it was last reported, and a newer report replaces it.
var profiles = []Profile{
	{
		Name: "anthropic", Summary: "the Anthropic API and Claude Code",
		Rules:  map[string]diag.Severity{"TOOL140": diag.Error, "TOOL141": diag.Warning, "TOOL143": diag.Error},
		Limits: Limits{Name: 64, Description: 2048},
	},
	{
		Name: "openai", Summary: "the OpenAI API",
		Rules:  map[string]diag.Severity{"TOOL140": diag.Error, "TOOL141": diag.Warning, "TOOL144": diag.Error},
		Limits: Limits{Name: 64, Description: 1024, Tools: 128},
	},
	{
		Name: "openai-strict", Summary: "the OpenAI API with strict function schemas",
		Rules: map[string]diag.Severity{
			"TOOL140": diag.Error, "TOOL141": diag.Warning, "TOOL144": diag.Error, "TOOL147": diag.Error,
		},
		Limits: Limits{Name: 64, Description: 1024, Tools: 128},
	},
	{
		Name: "gemini", Summary: "the Gemini API and Gemini CLI",
		Rules: map[string]diag.Severity{"TOOL058": diag.Info, "TOOL145": diag.Error, "TOOL146": diag.Error},
	},
	{Name: "vscode", Summary: "Visual Studio Code"},
	{Name: "copilot", Summary: "GitHub Copilot", Limits: Limits{Tools: 128}},
	{
		Name: "bedrock", Summary: "Amazon Bedrock",
		Rules: map[string]diag.Severity{"TOOL143": diag.Error},
	},
	{
		Name: "claude-directory", Summary: "the directory of Claude connectors",
		Rules:  map[string]diag.Severity{"TOOL021": diag.Error, "TOOL034": diag.Error},
		Limits: Limits{Name: 64},
	},
	{
		Name: "openai-apps", Summary: "the directory of ChatGPT apps",
		Rules: map[string]diag.Severity{"TOOL034": diag.Error},
	},
}
