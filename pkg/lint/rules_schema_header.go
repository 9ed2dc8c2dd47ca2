package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

const headerKeyword = "x-mcp-header"

var schemaHeaderRules = []Rule{
	{
		ID: "TOOL071", Slug: "header-invalid", Severity: diag.Error, Since: "0.1.0",
		Summary: "x-mcp-header breaks a rule of the specification",
		Doc: Doc{
			Why: "A client has to drop a tool whose x-mcp-header is not valid, and nothing tells the author. The name must be a " +
				"token of HTTP, used once whatever the case; the parameter a string, an integer or a boolean, reached " +
				"through properties only. Revisions before 2026-07-28 do not know the keyword, and nothing is said then.",
			Bad:  Example{Input: `{"name": "run", "inputSchema": {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Bad Name"}}}}`},
			Good: Example{Input: `{"name": "run", "inputSchema": {"type": "object", "properties": {"region": {"type": "string", "x-mcp-header": "Region"}}}}`},
			Fix:  "Choose a name of letters, digits and hyphens that no other parameter has.",
			Refs: []Ref{
				refHeader,
				{"toolhive: tools dropped for an invalid header", "https://github.com/stacklok/toolhive/pull/6013"},
			},
		},
		Check: Check{Schema: checkHeaders},
	},
	{
		ID: "TOOL072", Slug: "header-secret", Severity: diag.Warning, Since: "0.1.0",
		Summary: "a secret is copied into an HTTP header",
		Doc: Doc{
			Why: "Headers are written to the logs of every proxy on the way. The specification advises against x-mcp-header on " +
				"parameters that hold secrets.",
			Bad:  Example{Input: `{"name": "run", "inputSchema": {"type": "object", "properties": {"api_token": {"type": "string", "x-mcp-header": "Token"}}}}`},
			Good: Example{Input: `{"name": "run", "inputSchema": {"type": "object", "properties": {"api_token": {"type": "string"}}}}`},
			Fix:  "Leave x-mcp-header out for this parameter.",
			Refs: []Ref{refHeader},
		},
		Check: Check{Node: checkSecretHeader},
	},
}

var refHeader = Ref{"MCP 2026-07-28, Tools, x-mcp-header", specTools + "#x-mcp-header"}

// httpToken is a token of RFC 9110 §5.6.2.
var httpToken = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

const dropsTool = "; clients drop the tool"

func checkHeaders(p *Pass, s *Schema) {
	if !s.Input() || p.Spec < Spec20260728 || s.keywords()&hasHeader == 0 {
		return
	}
	used := make(map[string]record.Value)
	s.Walk(func(n *Node) {
		at := n.Value.Get(headerKeyword)
		if at.IsZero() {
			return
		}
		name, isText := at.Text()
		first, taken := used[strings.ToLower(name)]
		i := Issue{At: at}
		switch {
		case !isText:
			i.Message, i.Help = fmt.Sprintf("%s is %s, not the name of a header", headerKeyword, article(at.Kind())), "write the name as a string"
		case name == "":
			i.Message, i.Help = headerKeyword+" is empty", "give the header a name, or leave the keyword out"
		case !httpToken.MatchString(name):
			i.Message, i.Help = fmt.Sprintf("%s %s is not a name for an HTTP header", headerKeyword, quote(name, 40)), "use letters, digits and hyphens"
		case taken:
			i.Message, i.Help = fmt.Sprintf("%s %s is used twice: header names do not differ by case", headerKeyword, quote(name, 40)), "choose another name"
			i.Related = []Related{{At: first, Message: "first here"}}
		case !n.underProperties():
			i.Message, i.Help = headerKeyword+" stands where a client does not find it", "put it on a parameter that is reached through properties only"
		case !headerType(n.Value):
			i.Message = fmt.Sprintf("%s is on a parameter of type %s; only string, integer and boolean can be headers", headerKeyword, typeWords(n.Value))
			i.Help = "change the type, or leave the keyword out"
		}
		if isText && !taken {
			used[strings.ToLower(name)] = at
		}
		if i.Message != "" {
			i.Message += dropsTool
			p.Report(i)
		}
	})
}

// underProperties reports that a node is reached from the root through
// properties only.
func (n *Node) underProperties() bool {
	for ; n.Parent != nil; n = n.Parent {
		if !n.IsProperty() {
			return false
		}
	}
	return n.Keyword == ""
}

// headerType reports a type that can be a header. A null beside it only says
// that the parameter may be absent.
func headerType(schema record.Value) bool {
	names := slices.DeleteFunc(typesOf(schema), func(name string) bool { return name == "null" })
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool {
		return name != "string" && name != "integer" && name != "boolean"
	})
}

func typeWords(schema record.Value) string {
	names := typesOf(schema)
	if len(names) == 0 {
		return "any"
	}
	return listOf(names[:min(8, len(names))], len(names))
}

func checkSecretHeader(p *Pass, n *Node) {
	if n.keywords()&hasHeader == 0 {
		return
	}
	at := n.Value.Get(headerKeyword)
	if p.Spec < Spec20260728 || !n.Schema.Input() || !n.IsProperty() || !secretName(n.Name) {
		return
	}
	p.Report(Issue{
		At: at, Message: fmt.Sprintf("%s copies %s into a header, where proxies log it", headerKeyword, quote(n.Name, 0)),
		Help: "leave the keyword out for a parameter that holds a secret",
	})
}

// secretName reports a name that says the value is a secret.
func secretName(name string) bool {
	ws := words(name)
	for _, harmless := range []string{"page", "next", "continuation", "cursor", "sync", "max", "min", "count", "limit", "usage", "budget", "used", "total"} {
		if slices.Contains(ws, harmless) {
			return false
		}
	}
	for i, w := range ws {
		switch w {
		case "token", "secret", "password", "passwd", "passphrase", "pwd", "apikey", "credential", "credentials", "authorization", "bearer", "cookie", "ssn", "otp":
			return true
		case "key":
			if i > 0 && slices.Contains([]string{"api", "private", "access", "secret", "signing", "encryption", "ssh", "auth"}, ws[i-1]) {
				return true
			}
		}
	}
	return false
}
