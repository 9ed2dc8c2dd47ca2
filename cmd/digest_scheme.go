package cmd

import (
	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/pkg/record"
)

// schemeChecker checks records against the scheme that --type names.
type schemeChecker struct{}

func newSchemeChecker(o *digestOptions, reader *input.Options) (schemeChecker, error) {
	return schemeChecker{}, nil
}

func (schemeChecker) check(v record.Value, item *digestItem) {}
