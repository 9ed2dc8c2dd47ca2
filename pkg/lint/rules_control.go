package lint

import "github.com/mcp-evref/evref/pkg/diag"

// Rules about the run itself have no check: [Ignores], [Baseline] and [Compare]
// report them.
const (
	unusedIgnore  = "TOOL900"
	expiredIgnore = "TOOL901"
	staleBaseline = "TOOL903" // TOOL902 is not used: an unknown rule in a configuration ends the run
	toolAdded     = "TOOL910"
	toolRemoved   = "TOOL911"
	toolChanged   = "TOOL912"
	otherChanged  = "TOOL913"
)

var refGuide = Ref{"evref: docs/lint-in-ci.md", ""}

// OfRun reports a rule about the run itself: about an ignore, a baseline or an
// older capture beside the tools. The examples of such a rule are that
// configuration, that baseline or the newer capture.
func (r *Rule) OfRun() bool {
	c := r.Check
	return c.Tool == nil && c.Schema == nil && c.Node == nil && c.Text == nil && c.List == nil && c.Result == nil && c.File == nil
}

// IsChange reports that the rule with this id is about a change between two
// captures, and whether a server has to announce such a change.
func IsChange(id string) (announce, ok bool) {
	switch id {
	case toolAdded, toolRemoved, toolChanged:
		return true, true
	case otherChanged:
		return false, true
	}
	return false, false
}

var controlRules = []Rule{
	{
		ID: unusedIgnore, Slug: "unused-ignore", Severity: diag.Warning, Since: "0.1.0",
		Summary: "an ignore in the configuration matches no finding",
		Doc: Doc{
			Why: "The defect was corrected, or the ignore never named the right place. What it would hide tomorrow is a " +
				"finding that nobody has looked at. Only ignores about files of the run are reported, and only when the " +
				"run has seen all that they could be about.",
			Bad:  Example{Input: `{"ignores": [{"rule": "TOOL030", "tool": "send_mail", "reason": "the client copes"}]}`},
			Good: Example{Input: `{"ignores": [{"rule": "TOOL030", "tool": "send_email", "reason": "the client copes"}]}`},
			Fix:  "Remove the ignore, or correct its names.",
			Refs: []Ref{refGuide},
		},
	},
	{
		ID: expiredIgnore, Slug: "expired-ignore", Severity: diag.Warning, Since: "0.1.0",
		Summary: "an ignore in the configuration has passed its last day",
		Doc: Doc{
			Why: "Somebody set a day to look at this again, and that day is over. The ignore no longer hides anything. It " +
				"holds to the end of its day in UTC.",
			Bad:  Example{Input: `{"ignores": [{"rule": "TOOL030", "tool": "send_email", "reason": "corrected in 2.0", "expires": "2026-03-31"}]}`},
			Good: Example{Input: `{"ignores": [{"rule": "TOOL030", "tool": "send_email", "reason": "corrected in 2.0", "expires": "2026-12-31"}]}`},
			Fix:  "Correct what it was about and remove it, or look again and set a new day.",
			Refs: []Ref{refGuide},
		},
	},
	{
		ID: staleBaseline, Slug: "stale-baseline", Severity: diag.Warning, Since: "0.1.0",
		Summary: "a baseline entry matches no finding any more",
		Doc: Doc{
			Why: "The defect was corrected. As long as the entry stands, the same defect can come back without anyone " +
				"noticing. Only entries about files of the run are reported.",
			Bad:  Example{Input: `{"version": 1, "findings": [{"rule": "TOOL030", "file": "tools.json", "tool": "read_mail", "pointer": "/annotations/readOnlyHint"}]}`},
			Good: Example{Input: `{"version": 1, "findings": [{"rule": "TOOL030", "file": "tools.json", "tool": "send_email", "pointer": "/annotations/destructiveHint"}]}`},
			Fix:  "Run once with --write-baseline, which replaces the entries of the files in the run.",
			Refs: []Ref{refGuide},
		},
	},
	{
		ID: toolAdded, Slug: "tool-added", Severity: diag.Info, Since: "0.1.0",
		Summary: "a tool is new since the older capture",
		Doc: Doc{
			Why: "Whoever approved the older list has not seen this tool. A server that offers a new tool has to announce " +
				"it with notifications/tools/list_changed.",
			Bad:  Example{Input: `{"tools": [{"name": "send_email", "description": "Send one mail.", "inputSchema": {"type": "object"}}, {"name": "drop_mailbox", "inputSchema": {"type": "object"}}]}`},
			Good: Example{Input: `{"tools": [{"name": "send_email", "description": "Send one mail.", "inputSchema": {"type": "object"}}]}`},
			Fix:  "Review the tool and take the new capture as the one to compare with.",
			Refs: []Ref{refListChanged},
		},
	},
	{
		ID: toolRemoved, Slug: "tool-removed", Severity: diag.Info, Since: "0.1.0",
		Summary: "a tool of the older capture is gone",
		Doc: Doc{
			Why: "Calls of the tool fail from now on, and a model that was told of it may look for a way round. A server " +
				"that takes a tool away has to announce it with notifications/tools/list_changed.",
			Bad:  Example{Input: `{"tools": []}`},
			Good: Example{Input: `{"tools": [{"name": "send_email", "description": "Send one mail.", "inputSchema": {"type": "object"}}]}`},
			Fix:  "Check that the tool was meant to go, and that the new capture is complete.",
			Refs: []Ref{refListChanged},
		},
	},
	{
		ID: toolChanged, Slug: "tool-changed", Severity: diag.Info, Since: "0.1.0",
		Summary: "a tool's definition differs from the older capture",
		Doc: Doc{
			Why: "What was approved is not what is offered now. Every member is part of the definition: the description a " +
				"model reads, the schemas, the hints and the action metadata that clients decide by. A server has to " +
				"announce such a change with notifications/tools/list_changed; trust annotations are not concerned, since " +
				"they are part of a result.",
			Bad:  Example{Input: `{"tools": [{"name": "send_email", "description": "Send one mail, or many.", "inputSchema": {"type": "object"}}]}`},
			Good: Example{Input: `{"tools": [{"name": "send_email", "description": "Send one mail.", "inputSchema": {"type": "object"}}]}`},
			Fix:  "Review the change. Raise the rule to error in the configuration to let no change pass unseen.",
			Refs: []Ref{refListChanged, refAction},
		},
	},
	{
		ID: otherChanged, Slug: "ignored-member-changed", Severity: diag.Info, Since: "0.1.0",
		Summary: "a member that is not part of a tool differs from the older capture",
		Doc: Doc{
			Why: "The specification gives a tool no such member, and clients ignore it, so nothing has to be announced. The " +
				"change is listed all the same: a server or a gateway of your own may read the member.",
			Bad:  Example{Input: `{"tools": [{"name": "send_email", "description": "Send one mail.", "inputSchema": {"type": "object"}, "x-team": "mail"}]}`},
			Good: Example{Input: `{"tools": [{"name": "send_email", "description": "Send one mail.", "inputSchema": {"type": "object"}}]}`},
			Fix:  "Put what clients shall see under _meta with a prefix of your own.",
			Refs: []Ref{refTool},
		},
	},
}

var refListChanged = Ref{"MCP 2026-07-28, Tools, List Changed Notification", specTools + "#list-changed-notification"}
