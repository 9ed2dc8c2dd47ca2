// Package lint checks MCP tool definitions and tool results.
//
//	f, err := lint.Load("tools.json", raw, lint.LoadOptions{})
//	l, err := lint.New(lint.Options{})
//	for _, finding := range l.Lint(f) { … }
//
// [Load] recognises a file and finds the tools in it, [New] chooses rules,
// [Linter.Lint] gives findings with positions. The package reads nothing from
// disk and nothing from the network.
//
// # How to add a rule
//
// A rule is one literal in the slice of its family (rules_name.go is a small
// one to copy) and one function. The literal carries the documentation, which
// becomes the rule's page, and two inputs that a test runs: Bad must fire the
// rule, Good must not. A new family is one more slice in registry.go.
//
// [Check] lists the kinds of function; take the one that sees just enough: a
// whole [Tool], one of its schemas ([Schema]), every schema inside ([Node]),
// every text a person or model reads ([Text]), a [List], a [Result], a [File].
// A check reads values as [record.Value], where nothing was converted or lost,
// and reports an [Issue]: where (a value, or a member's Key when its name is
// wrong; From and To for a part of a text), what is wrong and why it matters,
// what to do, and if the change is clear a [Fix] made of byte edits
// ([record.Replace], [record.Rename], [record.Remove], [record.Add]).
//
// A check is quiet: it fires on what breaks a client or misleads a reader, once
// per cause, and says nothing about a value whose type another rule already
// refuses. It must be linear in its input and keep no state outside the call.
// Text from the input goes through [diag.Safe] or [diag.Quote].
package lint
