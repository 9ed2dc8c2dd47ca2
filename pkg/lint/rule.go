package lint

import "github.com/mcp-evref/evref/pkg/diag"

// Rule is one thing that can be wrong with a tool definition, a list of them or
// a tool result. A rule is data with a function: it registers nothing and keeps
// no state, so one Rule serves any number of goroutines.
type Rule struct {
	ID       string        // "TOOL031"; stable, never used again for something else
	Slug     string        // "misspelt-hint"; stable too
	Summary  string        // one line for lists: what is wrong, lower case, no full stop
	Severity diag.Severity // by default; Off for a rule that has to be asked for
	// Pedantic is the severity at the pedantic level, and the one that a rule
	// which is off by default gets when it is enabled by name. A rule that is
	// off with a Pedantic of Off belongs to profiles only and is a warning when
	// enabled by name.
	Pedantic diag.Severity
	Since    string // the version of evref that had it first
	Doc      Doc
	Check    Check
}

// Doc explains a rule to the people who meet it. It is the only source of the
// rule's page.
type Doc struct {
	Why  string  // what goes wrong in practice when the finding is ignored
	Bad  Example // fires the rule
	Good Example // does not
	Fix  string  // what to do, and what an automatic fix would do
	Refs []Ref   // where the requirement or the fact comes from
}

// Example is a whole input that can be linted as it stands, with the settings
// that it needs.
type Example struct {
	Input    string
	Settings Settings
}

// Ref is a source: a clause of a specification, a report, a vendor's page.
type Ref struct {
	Title string
	URL   string // may be empty for a source without an address
}

// Check is how a rule looks at its input: the one function that fits. Functions
// are called in input order and may be called for different files at once.
type Check struct {
	Tool   func(p *Pass, t *Tool)   // once for each tool
	Schema func(p *Pass, s *Schema) // once for the input schema and the output schema of each tool
	Node   func(p *Pass, n *Node)   // once for each schema inside such a schema, the root included
	Text   func(p *Pass, x Text)    // once for each text that a person or a model reads
	List   func(p *Pass, l *List)   // once for each list of tools, after its tools
	Result func(p *Pass, r *Result) // once for each tool result
	File   func(p *Pass, f *File)   // once for each file
}
