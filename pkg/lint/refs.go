package lint

// Sources that several rules cite.
var (
	refToolNames   = Ref{"MCP 2026-07-28, Tools, Tool Names", specTools + "#tool-names"}
	refTool        = Ref{"MCP 2026-07-28, schema, Tool", specSchema + "#tool"}
	refListTools   = Ref{"MCP 2026-07-28, Tools, Listing Tools", specTools + "#listing-tools"}
	refHints       = Ref{"MCP 2026-07-28, schema, ToolAnnotations", specSchema + "#toolannotations"}
	refMeta        = Ref{"MCP 2026-07-28, General fields, _meta", "https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta"}
	refAction      = Ref{"action-metadata draft", draftRepository}
	refTrust       = Ref{"trust-annotations draft", draftRepository}
	refSEP2061     = Ref{"SEP-2061", "https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2061"}
	refSEP1913     = Ref{"SEP-1913", "https://github.com/modelcontextprotocol/modelcontextprotocol/pull/1913"}
	refDropped     = Ref{"typescript-sdk: members of annotations that are not hints are dropped", "https://github.com/modelcontextprotocol/typescript-sdk/pull/1144"}
	refDuplicates  = Ref{"RFC 8259 section 4: names within an object should be unique", "https://www.rfc-editor.org/rfc/rfc8259#section-4"}
	refIJSON       = Ref{"RFC 7493 section 2.3: no duplicate names", "https://www.rfc-editor.org/rfc/rfc7493#section-2.3"}
	refNotRequired = Ref{"the specification allows it; this is advice from practice", ""}
)

const (
	specTools       = "https://modelcontextprotocol.io/specification/2026-07-28/server/tools"
	specSchema      = "https://modelcontextprotocol.io/specification/2026-07-28/schema"
	draftRepository = "https://github.com/modelcontextprotocol/experimental-ext-tool-annotations"
)
