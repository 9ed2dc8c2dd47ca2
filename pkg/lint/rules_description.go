package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

var descriptionRules = []Rule{
	{
		ID: "TOOL020", Slug: "description-missing", Severity: diag.Warning, Since: "0.1.0",
		Summary: "the tool has no description",
		Doc: Doc{
			Why: "A model chooses a tool by its description. Without one it has the name alone to go by, and picks the " +
				"tool when it should not, or never.",
			Bad:  Example{Input: `{"name": "sync", "inputSchema": {"type": "object"}}`},
			Good: Example{Input: `{"name": "sync", "description": "Pull new records from the CRM into the local index.", "inputSchema": {"type": "object"}}`},
			Fix:  "Say in a sentence what the tool does and when to use it.",
			Refs: []Ref{refTool},
		},
		Check: Check{Tool: checkDescriptionMissing},
	},
	{
		ID: "TOOL022", Slug: "description-restates-name", Severity: diag.Info, Since: "0.1.0",
		Summary: "the description only repeats the name or the title",
		Doc: Doc{
			Why: "A description that says the name again gives a model nothing to choose by: not what comes back, not " +
				"what is left out, not when another tool fits better.",
			Bad:  Example{Input: `{"name": "get_tasks", "description": "Get tasks", "inputSchema": {"type": "object"}}`},
			Good: Example{Input: `{"name": "get_tasks", "description": "List the open tasks of one project, newest first, 50 a page.", "inputSchema": {"type": "object"}}`},
			Fix:  "Say what comes back, in which order and how much of it.",
			Refs: []Ref{refNotRequired},
		},
		Check: Check{Tool: checkDescriptionRestates},
	},
	{
		ID: "TOOL023", Slug: "parameter-description", Severity: diag.Info, Since: "0.1.0",
		Summary: "parameters have no description",
		Doc: Doc{
			Why: "A model fills in a parameter from its name and description. A name such as limit or id leaves open " +
				"which unit, which range, which kind of id. All parameters of a tool are named in one finding.",
			Bad:  Example{Input: `{"name": "list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}}}`},
			Good: Example{Input: `{"name": "list", "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer", "description": "Page size, 1 to 50."}}}}`},
			Fix:  "Add a description to each parameter: what it is, its unit, an example.",
			Refs: []Ref{refNotRequired},
		},
		Check: Check{Schema: checkParameterDescriptions},
	},
	{
		ID: "TOOL024", Slug: "description-short", Severity: diag.Off, Pedantic: diag.Info, Since: "0.1.0",
		Summary: "the description is shorter than 20 characters",
		Doc: Doc{
			Why:  "Few tools can be told from others in fewer than 20 characters. Off by default: some can.",
			Bad:  Example{Input: `{"name": "sync", "description": "Sync data.", "inputSchema": {"type": "object"}}`},
			Good: Example{Input: `{"name": "sync", "description": "Pull new records from the CRM into the local index.", "inputSchema": {"type": "object"}}`},
			Fix:  "Say what the tool does, to what, and what comes back.",
			Refs: []Ref{refNotRequired},
		},
		Check: Check{Tool: checkDescriptionShort},
	},
	{
		ID: "TOOL025", Slug: "description-cut", Severity: diag.Warning, Since: "0.1.0",
		Summary: "the description is longer than a known client keeps",
		Doc: Doc{
			Why: "Clients and providers end a description somewhere: some refuse the request, some cut the text without " +
				"saying so, and the model never sees the rest. The finding shows where the cut falls.",
			Bad:  Example{Input: `{"name": "report", "description": "` + strings.Repeat("Long text. ", 200) + `", "inputSchema": {"type": "object"}}`},
			Good: Example{Input: `{"name": "report", "description": "Make the monthly report. Shapes and choices are in the schema.", "inputSchema": {"type": "object"}}`},
			Fix:  "Move value lists and shapes into the schema and manuals into a resource; keep what helps to choose the tool.",
			Refs: []Ref{
				{"servers: description over 1024 characters is refused", "https://github.com/modelcontextprotocol/servers/issues/799"},
				{"claude-code: descriptions are cut at 2048 characters", "https://github.com/anthropics/claude-code/issues/41593"},
				{"notion-mcp-server: description over the limit", "https://github.com/makenotion/notion-mcp-server/issues/145"},
			},
		},
		Check: Check{Tool: checkDescriptionCut},
	},
}

func checkDescriptionMissing(p *Pass, t *Tool) {
	switch text, isText := t.Description.Value.Text(); {
	case t.Description.Value.IsNull():
		p.Report(Issue{At: t.Description.Value, Message: "description is null, so a model has only the name to choose the tool by", Help: "say what the tool does"})
	case t.Description.Value.IsZero():
		p.Report(Issue{At: t.Value, Show: t.Head(), Message: "tool has no description, which is what a model chooses it by", Help: `add "description"`})
	case isText && strings.TrimSpace(text) == "":
		p.Report(Issue{At: t.Description.Value, Message: "description is blank, so a model has only the name to choose the tool by", Help: "say what the tool does"})
	}
}

func checkDescriptionRestates(p *Pass, t *Tool) {
	text, _ := t.Description.Value.Text()
	words := letters(text)
	for _, m := range []record.Member{t.Name, t.Title} {
		if other, _ := m.Value.Text(); words != "" && words == letters(other) {
			p.Report(Issue{
				At: t.Description.Value, Message: fmt.Sprintf("description only repeats the %s", m.Name),
				Help: "say what comes back and when to use the tool",
			})
			return
		}
	}
}

// letters gives the letters and digits of a text in lower case.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

func checkParameterDescriptions(p *Pass, s *Schema) {
	if !s.Input() {
		return
	}
	var first record.Value
	var names []string // of the first few
	n := 0
	s.Walk(func(node *Node) {
		if !node.IsProperty() || node.Value.Kind() != record.Object || describes(node.Value) || node.isPart() {
			return
		}
		if n++; n == 1 {
			first = node.Key
		}
		if len(names) < 6 {
			names = append(names, node.path())
		}
	})
	i := Issue{At: s.Value, Show: first, Help: "say what it is, its unit and an example"}
	switch n {
	case 0:
		return
	case 1:
		i.Message = fmt.Sprintf("parameter %s has no description", brief(names[0]))
	default:
		i.Message = fmt.Sprintf("%d parameters have no description: %s", n, listOf(names, n))
	}
	p.Report(i)
}

// brief makes a name safe and short for a list of names.
func brief(name string) string {
	quoted := quote(name, 60)
	return quoted[1 : len(quoted)-1]
}

// describes reports a schema that says what it is for, itself or through what
// it refers to.
func describes(v record.Value) bool {
	if !v.Get("const").IsZero() || !v.Get("$ref").IsZero() {
		return true
	}
	text, ok := v.Get("description").Text()
	return ok && strings.TrimSpace(text) != ""
}

// isPart reports a node inside a schema that is only referred to, negated or
// tested, where descriptions reach no model.
func (n *Node) isPart() bool {
	for ; n != nil; n = n.Parent {
		switch n.Keyword {
		case "not", "if", "propertyNames", "dependencies", "dependentSchemas":
			return true
		}
	}
	return false
}

// path names a property by the properties around it: filter.from.
func (n *Node) path() string {
	names := []string{n.Name}
	for n = n.Parent; n != nil; n = n.Parent {
		if n.IsProperty() {
			names = append(names, n.Name)
		}
	}
	slices.Reverse(names)
	return strings.Join(names, ".")
}

// listOf joins names for a message and says how many of all are not among them.
func listOf(names []string, all int) string {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = brief(name)
	}
	text := strings.Join(shown, ", ")
	if all > len(names) {
		text += fmt.Sprintf(" and %d more", all-len(names))
	}
	return text
}

func checkDescriptionShort(p *Pass, t *Tool) {
	text, _ := t.Description.Value.Text()
	if n := utf8.RuneCountInString(strings.TrimSpace(text)); n > 0 && n < 20 {
		p.Report(Issue{At: t.Description.Value, Message: fmt.Sprintf("description has only %d characters", n), Help: "say what the tool does and what comes back"})
	}
}

// descriptionCuts are where known clients and providers end a description.
var descriptionCuts = []struct {
	limit int
	who   string
}{
	{1024, "the OpenAI API refuses more than 1024"},
	{2048, "Claude Code cuts at 2048"},
	{10024, "Amazon Q cuts at 10024"},
}

// defaultDescriptionLimit is the threshold without a profile.
const defaultDescriptionLimit = 2048

func checkDescriptionCut(p *Pass, t *Tool) {
	text, _ := t.Description.Value.Text()
	limit := p.Demands.Limits.Description
	if limit == 0 {
		limit = defaultDescriptionLimit
	}
	n := utf8.RuneCountInString(text)
	if len(text) <= limit || n <= limit {
		return
	}
	var who []string
	for _, cut := range descriptionCuts {
		if n > cut.limit {
			who = append(who, cut.who)
		}
	}
	at := byteOffset(text, limit)
	p.Report(Issue{
		At: t.Description.Value, From: at, To: len(text),
		Message: fmt.Sprintf("description has %d characters, over %d: %s; what follows %s is lost", n, limit, strings.Join(who, ", "), quote(before(Cover(text), at), 0)),
		Help:    "move value lists and shapes into the schema",
	})
}

// byteOffset gives the offset of the nth character.
func byteOffset(text string, n int) int {
	for i := range text {
		if n == 0 {
			return i
		}
		n--
	}
	return len(text)
}

// before gives the few characters that end at an offset.
func before(text string, at int) string {
	start := at
	for n := 0; n < 24 && start > 0; n++ {
		_, size := utf8.DecodeLastRuneInString(text[:start])
		start -= size
	}
	return text[start:at]
}
