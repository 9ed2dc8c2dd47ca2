package config

import (
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/fingerprint/redact"
	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/record"
)

// registry reads a server.json of the MCP Registry. Every package and every
// remote is an entry; its id is the server's name with the pointer behind it,
// because they have no keys of their own.
func registry(client Client, root *tree.Node, source fingerprint.Source) []Entry {
	var entries []Entry
	name := "server"
	if n := root.Get("name"); n.Is(record.String) && n.Text != "" {
		name = n.Text
	}
	for _, list := range []string{"packages", "remotes"} {
		n := root.Get(list)
		if n == nil {
			continue
		}
		for i, e := range n.Elements {
			pointer := record.ChildIndex("/"+list, i)
			b := newBuilder(client, nil, name+"#"+pointer, source, pointer, place{pointer, e.At})
			switch {
			case !e.Is(record.Object):
				b.refuse(place{pointer, e.At}, "wrong-type", "an entry is an object", "the entry is %s", article(e))
			case list == "packages":
				b.registryPackage(e)
			default:
				b.remote(e)
			}
			entries = append(entries, b.finish())
		}
	}
	return entries
}

// either gives a member by its name now or its earlier snake_case name.
func either(n *tree.Node, camel string) (*tree.Node, string) {
	if m := n.Get(camel); m != nil {
		return m, camel
	}
	var snake strings.Builder
	for _, r := range camel {
		if 'A' <= r && r <= 'Z' {
			snake.WriteByte('_')
			r += 'a' - 'A'
		}
		snake.WriteRune(r)
	}
	return n.Get(snake.String()), snake.String()
}

func (b *builder) at(parent place, name string, n *tree.Node) place {
	return place{record.Child(parent.pointer, name), n.At}
}

func (b *builder) remote(n *tree.Node) {
	here := place{b.entry.Pointer, n.At}
	for _, m := range n.Members {
		at := place{record.Child(here.pointer, m.Name), m.At}
		switch m.Name {
		case "url":
			b.address(m.Name, m.Value, at)
		case "type", "transport_type":
			b.typeMember(m.Name, m.Value, at)
		case "headers":
			b.headers = append(b.headers, b.askedFor(m.Name, m.Value, at)...)
		case "variables":
			b.accountLeaves(m.Name, coverage.NotHashed, "", m.Value)
		default:
			b.accountLeaves(m.Name, coverage.Unknown, "", m.Value)
		}
	}
}

// runners are the programs that start a package when the file names none.
var runners = map[string]string{"npm": "npx", "pypi": "uvx", "oci": "docker", "docker": "docker", "nuget": "dnx"}

// registryPackage makes the command line of a package: the runner, its
// arguments, the package with its version, the package's arguments.
func (b *builder) registryPackage(n *tree.Node) {
	here := place{b.entry.Pointer, n.At}
	kind, kindName := either(n, "registryType")
	if kind == nil {
		if kind, kindName = n.Get("registry_name"), "registry_name"; kind == nil {
			kindName = ""
		}
	}
	hint, hintName := either(n, "runtimeHint")
	identifier, identifierName := n.Get("identifier"), "identifier"
	if identifier == nil {
		identifier, identifierName = n.Get("name"), "name"
	}
	if !identifier.Is(record.String) {
		b.refuse(here, "wrong-type", "name the package", "the package has no identifier")
		return
	}
	registryType := ""
	if kind.Is(record.String) {
		registryType = kind.Text
	}
	runner := runners[registryType]
	at := here
	if hint.Is(record.String) && hint.Text != "" {
		runner, at = hint.Text, b.at(here, hintName, hint)
	}
	if runner == "" {
		b.entry.NotRepresentable = "the file does not say which program starts a package of the registry " + diag.Quote(redact.Text(registryType), 30)
		return
	}
	b.setExecutable(runner, at)
	runtimeArgs, runtimeName := either(n, "runtimeArguments")
	for _, arg := range impliedArguments(runner, runtimeArgs) {
		b.addArg(arg, at)
	}
	b.registryArguments(runtimeArgs, b.at(here, runtimeName, n))
	b.addArg(packageSpec(registryType, identifier.Text, n.Get("version")), b.at(here, identifierName, identifier))
	packageArgs, packageName := either(n, "packageArguments")
	b.registryArguments(packageArgs, b.at(here, packageName, n))
	b.registryMembers(n, here, map[string]bool{kindName: true, hintName: true, identifierName: true, runtimeName: true, packageName: true, "version": true})
}

// impliedArguments are what clients put before the arguments a file gives.
func impliedArguments(runner string, given *tree.Node) []string {
	switch {
	case runner == "docker":
		if given != nil && len(given.Elements) > 0 {
			if first := given.Elements[0].Get("value"); first.Is(record.String) && first.Text == "run" {
				return nil
			}
		}
		return []string{"run", "-i", "--rm"}
	case runner == "npx" && (given == nil || len(given.Elements) == 0):
		return []string{"-y"}
	}
	return nil
}

func packageSpec(registryType, identifier string, version *tree.Node) string {
	if !version.Is(record.String) || version.Text == "" {
		return identifier
	}
	switch {
	case registryType == "pypi":
		return identifier + "==" + version.Text
	case (registryType == "oci" || registryType == "docker") && strings.Contains(identifier[strings.LastIndexByte(identifier, '/')+1:], ":"):
		return identifier
	case registryType == "oci" || registryType == "docker":
		return identifier + ":" + version.Text
	}
	return identifier + "@" + version.Text
}

// registryMembers accounts for the members of a package.
func (b *builder) registryMembers(n *tree.Node, here place, hashed map[string]bool) {
	for _, m := range n.Members {
		at := place{record.Child(here.pointer, m.Name), m.At}
		switch {
		case hashed[m.Name]:
			b.account(m.Name, coverage.Hashed, "in the command line", "")
		case m.Name == "environmentVariables" || m.Name == "environment_variables":
			b.env = append(b.env, b.askedFor(m.Name, m.Value, at)...)
		case m.Name == "transport":
			if kind := m.Value.Get("type"); kind.Is(record.String) && kind.Text != "stdio" {
				b.entry.NotRepresentable = "it is a program that is reached over " + diag.Quote(redact.Text(kind.Text), 30) + ", and a fingerprint knows only one of the two"
			}
			b.account(m.Name, coverage.Hashed, "", "")
		case m.Name == "registryBaseUrl" || m.Name == "registry_base_url" || m.Name == "fileSha256" || m.Name == "file_sha256":
			b.accountLeaves(m.Name, coverage.NotHashed, "", m.Value)
		default:
			b.accountLeaves(m.Name, coverage.Unknown, "", m.Value)
		}
	}
}

// registryArguments reads named and positional arguments. A named one is its
// name and, when there is one, its value; text in braces stays as it is, and an
// argument without a value is the name of its input in braces.
func (b *builder) registryArguments(n *tree.Node, at place) {
	if n == nil {
		return
	}
	for i, e := range n.Elements {
		here := place{record.ChildIndex(at.pointer, i), e.At}
		name, value := e.Get("name"), e.Get("value")
		if e.Get("type").Is(record.String) && e.Get("type").Text == "named" {
			if !name.Is(record.String) {
				b.refuse(here, "wrong-type", "name the argument", "a named argument has no name")
				return
			}
			b.addArg(name.Text, here)
			if value.Is(record.String) {
				b.addArg(value.Text, here)
			}
			continue
		}
		hint, _ := either(e, "valueHint")
		switch {
		case value.Is(record.String):
			b.addArg(value.Text, here)
		case hint.Is(record.String):
			b.addArg("{"+hint.Text+"}", here)
		case e.Get("default").Is(record.String):
			b.addArg(e.Get("default").Text, here)
		default:
			b.refuse(here, "wrong-type", "give it a value or a valueHint", "an argument has no value")
			return
		}
	}
}

// askedFor reads environment variables and headers. One without a value is asked
// from the user, which makes it a reference to that answer.
func (b *builder) askedFor(path string, n *tree.Node, at place) []binding {
	var out []binding
	for i, e := range n.Elements {
		here := place{record.ChildIndex(at.pointer, i), e.At}
		name := e.Get("name")
		if !name.Is(record.String) {
			b.refuse(here, "wrong-type", "give it a name", "%s has no name", diag.Safe(coverage.Index(path, i)))
			return nil
		}
		v := binding{name: name.Text, value: "{" + name.Text + "}", named: true, path: path + "." + name.Text, place: here}
		if value := e.Get("value"); value.Is(record.String) {
			v.value, v.named = value.Text, false
		}
		out = append(out, v)
		if d := e.Get("default"); d != nil {
			b.accountLeaves(v.path+".default", coverage.NotHashed, "", d)
		}
	}
	if len(n.Elements) == 0 {
		b.account(path, coverage.Hashed, "empty", "")
	}
	return out
}
