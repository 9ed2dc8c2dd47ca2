package config

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/lint"
	"github.com/mcp-evref/evref/pkg/record"
)

func (d *decoder) ignores(v *tree.Node) {
	n := 0
	d.list(v, "ignores", func(e *tree.Node) {
		d.ignore(e, fmt.Sprintf("/ignores/%d", n))
		n++
	})
}

func (d *decoder) ignore(v *tree.Node, place string) {
	i := lint.Ignore{Source: d.source, Range: v.At, Place: place}
	glob := func(what string, into *lint.Glob) field {
		return field{what, func(v *tree.Node) { *into = lint.NewGlob(d.text(v, what)) }}
	}
	d.mapping(v, "an ignore", []field{
		{"rule", func(v *tree.Node) {
			if name := d.text(v, "rule"); name != "" {
				i.Rule, _ = d.rule(name, v.At)
			}
		}},
		glob("server", &i.Server),
		glob("tool", &i.Tool),
		{"pointer", func(v *tree.Node) {
			text := d.text(v, "pointer")
			if text != "" && !strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "*") {
				d.refuse(v.At, "begin it with /, seen from the tool: /annotations/readOnlyHint", "pointer %s is not a JSON pointer", diag.Quote(text, 40))
			}
			i.Pointer = lint.NewGlob(text)
		}},
		{"file", func(v *tree.Node) { i.File = lint.NewGlob(d.path(v, "file")) }},
		{"reason", func(v *tree.Node) { i.Reason = d.text(v, "reason") }},
		{"expires", func(v *tree.Node) { i.Expires = d.day(v) }},
	})
	if !v.Is(record.Object) {
		return
	}
	if v.Get("reason") == nil {
		d.refuse(v.At, "add reason: why the finding does not matter here", "an ignore has no reason")
	}
	named := func(key string) bool { return v.Get(key) != nil }
	if !slices.ContainsFunc([]string{"rule", "server", "tool", "pointer", "file"}, named) {
		d.refuse(v.At, "add rule, tool, pointer, file or server", "an ignore names nothing, so that it would hide everything")
	}
	d.config.Ignores = append(d.config.Ignores, i)
}

func (d *decoder) day(v *tree.Node) string {
	text := d.text(v, "expires")
	if _, err := time.Parse(time.DateOnly, text); err != nil && text != "" {
		d.refuse(v.At, "write YYYY-MM-DD", "expires %s is not a day", diag.Quote(text, 40))
	}
	return text
}
