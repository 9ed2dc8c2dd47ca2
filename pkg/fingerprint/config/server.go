package config

import (
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/fingerprint/reference"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/record"
)

// server reads one entry of a client's servers.
func (b *builder) server(n *tree.Node) Entry {
	here := place{b.entry.Pointer, b.entry.Range}
	if !n.Is(record.Object) {
		b.refuse(here, "wrong-type", "an entry is an object", "the entry is %s", article(n))
		return b.finish()
	}
	for _, m := range n.Members {
		b.member(m.Name, m.Value, place{record.Child(b.entry.Pointer, m.Name), m.At})
	}
	b.impliedSSE(n)
	b.undefinedReferences(n, b.entry.Pointer)
	return b.finish()
}

// impliedSSE covers clients for which a URL without a type is an SSE server.
func (b *builder) impliedSSE(n *tree.Node) {
	if m := n.Get("url"); b.kind == "" && m != nil && (b.client.Name == "gemini" || b.client.Name == "cline") {
		b.warn(place{record.Child(b.entry.Pointer, "url"), m.At}, warning.SSEAsHTTP, "url", "an SSE server is fingerprinted as http")
	}
}

func (b *builder) member(path string, n *tree.Node, at place) {
	switch b.client.role(path) {
	case roleCommand:
		b.command(path, n, at)
	case roleArgs:
		b.arguments(path, n, at)
	case roleEnv:
		b.env = append(b.env, b.bindings(path, n, at)...)
	case roleHeaders:
		b.headers = append(b.headers, b.bindings(path, n, at)...)
	case roleCwd:
		if text, ok := b.text(n, path, at); ok {
			b.cwd = &text
			b.places["cwd"] = at
		}
		b.account(path, coverage.Hashed, "", "")
	case roleURL:
		b.address(path, n, at)
	case roleType:
		b.typeMember(path, n, at)
	case roleEnvNames:
		b.envNames(path, n, at)
	case roleBearerEnv:
		if text, ok := b.text(n, path, at); ok {
			b.headers = append(b.headers, binding{name: "Authorization", value: "Bearer ${" + text + "}", named: true, path: path, place: at})
		}
	case roleHeaderEnv:
		for _, v := range b.bindings(path, n, at) {
			v.value, v.named = "${"+v.value+"}", true
			b.headers = append(b.headers, v)
		}
	case roleAPIKey:
		if text, ok := b.text(n, path, at); ok {
			b.headers = append(b.headers, binding{name: "Authorization", value: text, path: path, place: at})
		}
	case roleRequestOptions:
		b.requestOptions(path, n, at)
	default:
		b.notHashed(path, n, at)
	}
}

// notHashed treats the members that have no place in a definition.
func (b *builder) notHashed(path string, n *tree.Node, at place) {
	note, state := "", coverage.NotHashed
	switch b.client.role(path) {
	case roleSource:
		if n.Is(record.String) && n.Text == "extension" {
			b.entry.NotRepresentable = "an extension of the client starts it, and the entry does not say how"
		}
	case roleEnvFile:
		b.warn(at, warning.EnvFileNotHashed, path, "variables are read from a file that is not hashed")
	case roleHelper:
		b.warn(at, warning.CommandOutsideFingerprint, path, "%s names a second command that is not hashed", diag.Safe(path))
	case roleApproval:
		if !isOff(n) {
			b.warn(at, warning.ApprovalPolicy, path, "%s says which tools run without asking", diag.Safe(path))
		}
	case roleOAuth:
		b.warn(at, warning.OAuthNotHashed, path, "%s decides about the authorization and is not hashed", diag.Safe(path))
	case roleUnknown:
		state = coverage.Unknown
		if near, ok := diag.Nearest(path, b.client.memberNames()); ok {
			b.warn(at, warning.UnknownMember, path, "member %s is not known and not hashed; did you mean %s?", diag.Quote(path, 40), near)
		} else {
			b.warn(at, warning.UnknownMember, path, "member %s is not known and not hashed", diag.Quote(path, 40))
		}
	}
	b.accountLeaves(path, state, note, n)
}

func isOff(n *tree.Node) bool {
	switch n.Kind {
	case record.Null:
		return true
	case record.Bool:
		return n.Text == "false"
	}
	return n.Kind != record.String && n.Kind != record.Number && len(n.Elements) == 0 && len(n.Members) == 0
}

// command reads the program: a name, a list of a name and its arguments
// (opencode), or an object (older Zed).
func (b *builder) command(path string, n *tree.Node, at place) {
	switch {
	case n.Is(record.Object):
		for _, m := range n.Members {
			inner := place{record.Child(at.pointer, m.Name), m.At}
			switch m.Name {
			case "path":
				b.command(path+".path", m.Value, inner)
			case "args":
				b.arguments(path+".args", m.Value, inner)
			case "env":
				b.env = append(b.env, b.bindings(path+".env", m.Value, inner)...)
			default:
				b.accountLeaves(path+"."+m.Name, coverage.Unknown, "", m.Value)
			}
		}
		return
	case n.Is(record.Array) && len(n.Elements) > 0:
		first := place{record.ChildIndex(at.pointer, 0), n.Elements[0].At}
		if text, ok := b.text(n.Elements[0], coverage.Index(path, 0), first); ok {
			b.setExecutable(text, first)
		}
		b.list(path, n.Elements[1:], 1, at)
	default:
		if text, ok := b.text(n, path, at); ok {
			b.setExecutable(text, at)
		}
	}
	b.account(path, coverage.Hashed, "", "")
}

func (b *builder) arguments(path string, n *tree.Node, at place) {
	switch {
	case n.Is(record.Null):
	case !n.Is(record.Array):
		b.refuse(at, "wrong-type", "write a list of texts", "%s is %s where a list belongs", diag.Safe(path), article(n))
	default:
		b.list(path, n.Elements, 0, at)
	}
	b.account(path, coverage.Hashed, "", "")
}

// list adds arguments. Numbers are not turned into text: clients differ on how.
func (b *builder) list(path string, elements []*tree.Node, first int, at place) {
	for i, e := range elements {
		here := place{record.ChildIndex(at.pointer, first+i), e.At}
		if !e.Is(record.String) {
			b.refuse(here, "wrong-type", "write it as text between quotes", "%s is %s where text belongs", diag.Safe(coverage.Index(path, first+i)), article(e))
			return
		}
		b.addArg(e.Text, here)
	}
}

// bindings reads an object of names and values. A value that is not text is
// literal, whatever it is.
func (b *builder) bindings(path string, n *tree.Node, at place) []binding {
	switch {
	case n.Is(record.Null), n.Is(record.Object) && len(n.Members) == 0:
		b.account(path, coverage.Hashed, "empty", "")
		return nil
	case !n.Is(record.Object):
		b.refuse(at, "wrong-type", "write names with their values", "%s is %s where an object belongs", diag.Safe(path), article(n))
		return nil
	}
	var out []binding
	for _, m := range n.Members {
		v := binding{name: m.Name, value: m.Value.Text, path: path + "." + m.Name, place: place{record.Child(at.pointer, m.Name), m.At}}
		if !m.Value.Is(record.String) {
			v.value, v.literal = canonical(m.Value), true
		}
		out = append(out, v)
	}
	return out
}

func (b *builder) address(path string, n *tree.Node, at place) {
	text, ok := b.text(n, path, at)
	if ok && b.url != nil && *b.url != text {
		b.refuse(at, "two-urls", "keep one of them", "the entry has two different URLs")
	}
	if ok {
		b.url = &text
		b.places["url"] = at
	}
	b.account(path, coverage.Hashed, "", "")
}

func (b *builder) typeMember(path string, n *tree.Node, at place) {
	text, _ := b.text(n, path, at)
	if text = strings.ToLower(text); b.kind != "" && b.kind != text {
		b.refuse(at, "type-mismatch", "keep one type", "the entry has two different types")
	}
	if b.kind = text; text == "sse" {
		b.sse(path, at)
		return
	}
	b.account(path, coverage.Hashed, "as the transport", "")
}

// envNames reads a list of variables that are passed on by name.
func (b *builder) envNames(path string, n *tree.Node, at place) {
	if !n.Is(record.Array) {
		b.refuse(at, "wrong-type", "write a list of names", "%s is %s where a list belongs", diag.Safe(path), article(n))
		return
	}
	for i, e := range n.Elements {
		name := e
		if e.Is(record.Object) {
			name = e.Get("name")
		}
		if !name.Is(record.String) {
			b.refuse(at, "wrong-type", "write a list of names", "%s is %s where a name belongs", diag.Safe(coverage.Index(path, i)), article(e))
			return
		}
		b.env = append(b.env, binding{
			name: name.Text, value: "${" + name.Text + "}", named: true,
			path: coverage.Index(path, i), place: place{record.ChildIndex(at.pointer, i), e.At},
		})
	}
}

func (b *builder) requestOptions(path string, n *tree.Node, at place) {
	for _, m := range n.Members {
		if m.Name == "headers" {
			b.headers = append(b.headers, b.bindings(path+".headers", m.Value, place{record.Child(at.pointer, "headers"), m.At})...)
		} else {
			b.accountLeaves(path+"."+m.Name, coverage.NotHashed, "", m.Value)
		}
	}
	if len(n.Members) == 0 {
		b.accountLeaves(path, coverage.NotHashed, "", n)
	}
}

// undefinedReferences looks for ${input:…} that the file does not define.
func (b *builder) undefinedReferences(n *tree.Node, pointer string) {
	if b.inputs == nil {
		return
	}
	for _, p := range reference.Split(n.Text, b.client.styles) {
		if n.Is(record.String) && p.Reference && (p.Scope == "input" || p.Scope == "user_config") && !b.inputs[p.Name] {
			b.warn(place{pointer, n.At}, warning.UndefinedReference, "", "input %s is used and not defined in the file", diag.Quote(p.Name, 40))
		}
	}
	for _, m := range n.Members {
		b.undefinedReferences(m.Value, record.Child(pointer, m.Name))
	}
	for i, e := range n.Elements {
		b.undefinedReferences(e, record.ChildIndex(pointer, i))
	}
}
