package cmd

import (
	"bytes"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/fingerprint/lock"
	"github.com/mcp-evref/evref/pkg/fingerprint/surface"
	"github.com/mcp-evref/evref/pkg/lint"
	"github.com/mcp-evref/evref/pkg/record"
)

// attachTools reads the listings of --tools and gives each to its definition.
func (r *fingerprintRun) attachTools() error {
	for _, value := range r.tools {
		item, name, err := r.toolsOf(value)
		if err != nil {
			return err
		}
		if item.tools != nil {
			return usagef("--tools names two listings for %s", diag.Quote(item.id.Definition, 60))
		}
		if item.tools, err = r.listing(name); err != nil {
			return err
		}
	}
	return nil
}

// toolsOf reads [ID=]FILE. What stands before the sign is an id only when a
// definition has it.
func (r *fingerprintRun) toolsOf(value string) (*fingerprintItem, string, error) {
	var all, named []*fingerprintItem
	id, file, found := strings.Cut(value, "=")
	for _, i := range r.items {
		if i.definition == nil {
			continue
		}
		all = append(all, i)
		if found && i.id.Definition == id {
			named = append(named, i)
		}
	}
	switch {
	case len(named) == 1:
		return named[0], file, nil
	case len(named) > 1:
		return nil, "", usagef("--tools %s: several definitions have this id; give one file at a time", diag.Quote(id, 60))
	case len(all) == 1:
		return all[0], value, nil
	}
	return nil, "", usagef("--tools needs the id of a definition before the file: --tools ID=%s", diag.Safe(value))
}

// listing reads a tools/list answer. A page of a longer listing, and one with
// repeated names, has a problem and no digests.
func (r *fingerprintRun) listing(name string) (*lock.Listing, error) {
	data, err := r.reader.ReadFile(name)
	if err != nil {
		return nil, r.saidFailure(errorDiagnostic(name, err))
	}
	f, err := lint.Load(name, bytes.Clone(data), lint.LoadOptions{Limits: r.input.limits()})
	if err != nil {
		return nil, r.saidFailure(loadDiagnostic(name, err))
	}
	var values []record.Value
	for _, l := range f.Lists {
		if cursor := l.Owner.Get("nextCursor"); !cursor.IsZero() && !cursor.IsNull() {
			return &lock.Listing{Problem: surface.ErrPartial.Error()}, nil
		}
		for _, t := range l.Tools() {
			values = append(values, t.Value)
		}
	}
	if len(f.Lists) == 0 {
		return nil, r.saidFailure(diag.Diagnostic{Rule: "not-a-tool-file", Severity: diag.Error, Source: name, Message: "no list of tools in it", Help: "give the answer of tools/list"})
	}
	tools, err := surface.List(values)
	if err != nil {
		return &lock.Listing{Problem: err.Error()}, nil
	}
	return &lock.Listing{Tools: tools}, nil
}
