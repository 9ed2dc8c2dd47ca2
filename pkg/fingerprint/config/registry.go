package config

import (
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/coverage"
	"github.com/mcp-evref/evref/pkg/record"
)

// registry reads a server.json of the MCP Registry. Every package and every
// remote is an entry; its id is the server's name with the pointer behind it,
// because they have no keys of their own.
func registry(client Client, root *node, source fingerprint.Source) []Entry {
	var entries []Entry
	name := "server"
	if n := root.get("name"); n.is(record.String) && n.text != "" {
		name = n.text
	}
	for _, list := range []string{"packages", "remotes"} {
		n := root.get(list)
		if n == nil {
			continue
		}
		for i, e := range n.elements {
			pointer := record.ChildIndex("/"+list, i)
			b := newBuilder(client, nil, name+"#"+pointer, source, pointer, place{pointer, e.at})
			switch {
			case !e.is(record.Object):
				b.refuse(place{pointer, e.at}, "wrong-type", "an entry is an object", "the entry is %s", article(e))
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
func either(n *node, camel string) (*node, string) {
	if m := n.get(camel); m != nil {
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
	return n.get(snake.String()), snake.String()
}

func (b *builder) at(parent place, name string, n *node) place {
	return place{record.Child(parent.pointer, name), n.at}
}

func (b *builder) remote(n *node) {
	here := place{b.entry.Pointer, n.at}
	for _, m := range n.members {
		at := place{record.Child(here.pointer, m.name), m.at}
		switch m.name {
		case "url":
			b.address(m.name, m.value, at)
		case "type", "transport_type":
			b.typeMember(m.name, m.value, at)
		case "headers":
			b.headers = append(b.headers, b.askedFor(m.name, m.value, at)...)
		case "variables":
			b.accountLeaves(m.name, coverage.NotHashed, "", m.value)
		default:
			b.accountLeaves(m.name, coverage.Unknown, "", m.value)
		}
	}
}

// runners are the programs that start a package when the file names none.
var runners = map[string]string{"npm": "npx", "pypi": "uvx", "oci": "docker", "docker": "docker", "nuget": "dnx"}

// registryPackage makes the command line of a package: the runner, its
// arguments, the package with its version, the package's arguments.
func (b *builder) registryPackage(n *node) {
	here := place{b.entry.Pointer, n.at}
	kind, kindName := either(n, "registryType")
	if kind == nil {
		if kind, kindName = n.get("registry_name"), "registry_name"; kind == nil {
			kindName = ""
		}
	}
	hint, hintName := either(n, "runtimeHint")
	identifier, identifierName := n.get("identifier"), "identifier"
	if identifier == nil {
		identifier, identifierName = n.get("name"), "name"
	}
	if !identifier.is(record.String) {
		b.refuse(here, "wrong-type", "name the package", "the package has no identifier")
		return
	}
	registryType := ""
	if kind.is(record.String) {
		registryType = kind.text
	}
	runner := runners[registryType]
	at := here
	if hint.is(record.String) && hint.text != "" {
		runner, at = hint.text, b.at(here, hintName, hint)
	}
	if runner == "" {
		b.entry.NotRepresentable = "the file does not say which program starts a package of the registry " + diag.Quote(registryType, 30)
		return
	}
	b.setExecutable(runner, at)
	runtimeArgs, runtimeName := either(n, "runtimeArguments")
	for _, arg := range impliedArguments(runner, runtimeArgs) {
		b.addArg(arg, at)
	}
	b.registryArguments(runtimeArgs, b.at(here, runtimeName, n))
	b.addArg(packageSpec(registryType, identifier.text, n.get("version")), b.at(here, identifierName, identifier))
	packageArgs, packageName := either(n, "packageArguments")
	b.registryArguments(packageArgs, b.at(here, packageName, n))
	b.registryMembers(n, here, map[string]bool{kindName: true, hintName: true, identifierName: true, runtimeName: true, packageName: true, "version": true})
}

// impliedArguments are what clients put before the arguments a file gives.
func impliedArguments(runner string, given *node) []string {
	switch {
	case runner == "docker":
		if given != nil && len(given.elements) > 0 {
			if first := given.elements[0].get("value"); first.is(record.String) && first.text == "run" {
				return nil
			}
		}
		return []string{"run", "-i", "--rm"}
	case runner == "npx" && (given == nil || len(given.elements) == 0):
		return []string{"-y"}
	}
	return nil
}

func packageSpec(registryType, identifier string, version *node) string {
	if !version.is(record.String) || version.text == "" {
		return identifier
	}
	switch {
	case registryType == "pypi":
		return identifier + "==" + version.text
	case (registryType == "oci" || registryType == "docker") && strings.Contains(identifier[strings.LastIndexByte(identifier, '/')+1:], ":"):
		return identifier
	case registryType == "oci" || registryType == "docker":
		return identifier + ":" + version.text
	}
	return identifier + "@" + version.text
}

// registryMembers accounts for the members of a package.
func (b *builder) registryMembers(n *node, here place, hashed map[string]bool) {
	for _, m := range n.members {
		at := place{record.Child(here.pointer, m.name), m.at}
		switch {
		case hashed[m.name]:
			b.account(m.name, coverage.Hashed, "in the command line", "")
		case m.name == "environmentVariables" || m.name == "environment_variables":
			b.env = append(b.env, b.askedFor(m.name, m.value, at)...)
		case m.name == "transport":
			if kind := m.value.get("type"); kind.is(record.String) && kind.text != "stdio" {
				b.entry.NotRepresentable = "it is a program that is reached over " + diag.Quote(kind.text, 30) + ", and a fingerprint knows only one of the two"
			}
			b.account(m.name, coverage.Hashed, "", "")
		case m.name == "registryBaseUrl" || m.name == "registry_base_url" || m.name == "fileSha256" || m.name == "file_sha256":
			b.accountLeaves(m.name, coverage.NotHashed, "", m.value)
		default:
			b.accountLeaves(m.name, coverage.Unknown, "", m.value)
		}
	}
}

// registryArguments reads named and positional arguments. A named one is its
// name and, when there is one, its value; text in braces stays as it is, and an
// argument without a value is the name of its input in braces.
func (b *builder) registryArguments(n *node, at place) {
	if n == nil {
		return
	}
	for i, e := range n.elements {
		here := place{record.ChildIndex(at.pointer, i), e.at}
		name, value := e.get("name"), e.get("value")
		if e.get("type").is(record.String) && e.get("type").text == "named" {
			if !name.is(record.String) {
				b.refuse(here, "wrong-type", "name the argument", "a named argument has no name")
				return
			}
			b.addArg(name.text, here)
			if value.is(record.String) {
				b.addArg(value.text, here)
			}
			continue
		}
		hint, _ := either(e, "valueHint")
		switch {
		case value.is(record.String):
			b.addArg(value.text, here)
		case hint.is(record.String):
			b.addArg("{"+hint.text+"}", here)
		case e.get("default").is(record.String):
			b.addArg(e.get("default").text, here)
		default:
			b.refuse(here, "wrong-type", "give it a value or a valueHint", "an argument has no value")
			return
		}
	}
}

// askedFor reads environment variables and headers. One without a value is asked
// from the user, which makes it a reference to that answer.
func (b *builder) askedFor(path string, n *node, at place) []binding {
	var out []binding
	for i, e := range n.elements {
		here := place{record.ChildIndex(at.pointer, i), e.at}
		name := e.get("name")
		if !name.is(record.String) {
			b.refuse(here, "wrong-type", "give it a name", "%s has no name", diag.Safe(coverage.Index(path, i)))
			return nil
		}
		v := binding{name: name.text, value: "{" + name.text + "}", named: true, path: path + "." + name.text, place: here}
		if value := e.get("value"); value.is(record.String) {
			v.value, v.named = value.text, false
		}
		out = append(out, v)
		if d := e.get("default"); d != nil {
			b.accountLeaves(v.path+".default", coverage.NotHashed, "", d)
		}
	}
	if len(n.elements) == 0 {
		b.account(path, coverage.Hashed, "empty", "")
	}
	return out
}
