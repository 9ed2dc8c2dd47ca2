package cmd

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// schemeChecker checks records against the scheme that --type or --schema
// names. Without schemes it checks nothing.
type schemeChecker struct {
	schemes     *evidence.Schemes
	typ, schema string
}

func newSchemeChecker(a *app, o *digestOptions, reader *input.Options) (schemeChecker, error) {
	if o.noCheckScheme || o.typeName == "" && len(o.schemes) == 0 {
		return schemeChecker{}, nil
	}
	schemes, err := o.config.loadSchemes(a, o.schemes, reader)
	return schemeChecker{schemes: schemes, typ: o.typeName, schema: o.schema}, err
}

// registerSchemes adds those of --scheme TYPE=FILE. sum gets what they hold.
func registerSchemes(schemes *evidence.Schemes, flags []string, reader *input.Options, sum io.Writer) error {
	for _, flag := range flags {
		typ, file, ok := strings.Cut(flag, "=")
		if !ok || typ == "" || file == "" {
			return usagef("--scheme takes TYPE=SCHEMA.json, not %q", flag)
		}
		raw, err := reader.ReadFile(file)
		var open *input.OpenError
		if errors.As(err, &open) {
			return failure("%s: cannot be opened: %s; --scheme takes TYPE=SCHEMA.json", file, open)
		}
		if err != nil {
			return failure("%s: %s", file, err)
		}
		fmt.Fprintf(sum, "%d ", len(raw))
		sum.Write(raw)
		if err := schemes.Register(typ, file, slices.Clone(raw)); err != nil {
			return failure("%s", err)
		}
	}
	return nil
}

// clone gives a checker for another goroutine.
func (s schemeChecker) clone() schemeChecker {
	s.schemes = s.schemes.Clone()
	return s
}

// check refuses a record that breaks its scheme.
func (s schemeChecker) check(v record.Value, item *digestItem) {
	if s.schemes == nil {
		return
	}
	violations, _ := s.schemes.Check(s.typ, s.schema, v)
	for _, d := range violations {
		d.Source = lineName(item.locator)
		if d.Help == "" {
			d.Help = "correct the record, or use --no-check-scheme"
		}
		item.refuse(shifted(d, item.source), "scheme")
	}
}
