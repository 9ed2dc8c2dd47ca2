package config

import (
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/fingerprint/warning"
	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/record"
)

// Options say how a configuration is read.
type Options struct {
	// Client forces the kind of file; its zero value finds out.
	Client Client
	// Source is where the file is; see [Place]. Its DefinitionKey is not used.
	Source fingerprint.Source
}

// UnrecognizedError reports a file that could be read and is no configuration
// this package knows.
type UnrecognizedError struct{ message string }

// Error is one line.
func (e *UnrecognizedError) Error() string { return e.message }

// Read reads the servers of one configuration. name helps to tell the syntax
// and the client; only the content decides what is in it. The error is a
// [*SyntaxError] or an [*UnrecognizedError]; entries that cannot be understood
// are in the result and say so.
func Read(name string, raw []byte, o Options) (*File, error) {
	if isLinkText(raw) {
		return nil, &UnrecognizedError{"the file holds nothing but a path, as a symbolic link does that was checked out as text; read the file it names"}
	}
	root, syntax, failure := parse(name, raw)
	if failure != nil {
		return nil, failure
	}
	f := &File{Syntax: syntax, Client: o.Client}
	found := containers(name, root)
	if o.Client.Name != "" {
		found = forced(o.Client, found)
	}
	f.Warnings = approvals(root)
	if len(found) == 0 {
		client, known := clientOfFile(name)
		switch {
		case o.Client.Name != "":
			return nil, &UnrecognizedError{fmt.Sprintf("no servers where %s keeps them (%s)", o.Client.Title, o.Client.Servers)}
		case !known && len(f.Warnings) == 0:
			return nil, &UnrecognizedError{"neither a definition nor a client configuration that evref knows"}
		}
		f.Client = client
		return f, nil
	}
	if f.Client.Name == "" {
		f.Client = found[0].client
	}
	source := o.Source
	if f.Client.other && source.Kind == fingerprint.ProjectFile {
		source.Kind = fingerprint.OtherSource
	}
	for _, c := range found {
		f.Entries = append(f.Entries, c.entries(root, source)...)
	}
	refuseRepeated(f.Entries)
	return f, nil
}

// isLinkText recognises a symbolic link that was stored as a file.
func isLinkText(raw []byte) bool {
	text := strings.TrimSpace(string(raw[:min(len(raw), 512)]))
	return len(raw) < 512 && strings.ContainsRune(text, '/') && !strings.ContainsAny(text, "{}[]\"\n:#= ")
}

// refuseRepeated refuses entries that a lock could not tell apart: the same key
// twice. Which of the two a client takes is not defined, so neither is read.
func refuseRepeated(entries []Entry) {
	first := map[[2]string]int{}
	for i, e := range entries {
		key := [2]string{e.Key, e.DefinitionKey}
		if j, seen := first[key]; seen {
			entries[i].refuseTwin(entries[j])
			if entries[j].Definition != nil {
				entries[j].refuseTwin(entries[i])
			}
			continue
		}
		first[key] = i
	}
}

func (e *Entry) refuseTwin(other Entry) {
	e.Definition, e.Members, e.Warnings = nil, nil, nil
	e.Refusals = append(e.Refusals, diag.Diagnostic{
		Rule: "duplicate-server", Severity: diag.Error, Record: e.Key, Pointer: e.Pointer, Range: e.Range,
		Message: "server key " + diag.Quote(e.Key, 60) + " is given twice", Help: "give each server its own key",
		Related: []diag.Related{{Pointer: other.Pointer, Range: other.Range, Message: "the other one"}},
	})
}

// approvals finds members by which a project approves its own servers.
func approvals(root *tree.Node) []Finding {
	var out []Finding
	for _, m := range root.Members {
		if (m.Name == "enableAllProjectMcpServers" || m.Name == "enabledMcpjsonServers") && !isOff(m.Value) {
			out = append(out, Finding{
				Warning: warning.New(warning.TrustClaimedByFile, m.Name, "%s approves the project's own servers; that is the file's claim, and no approval here", m.Name),
				Pointer: record.Child("", m.Name), Range: m.At,
			})
		}
	}
	return out
}
