package config

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/record"
)

// decoder turns the values of one file into settings and collects everything
// that is wrong.
type decoder struct {
	source   string
	base     string // from the configuration's folder to this file's
	config   *Config
	extends  []*tree.Node
	problems []diag.Diagnostic
}

func (d *decoder) refuse(at diag.Range, help, format string, args ...any) {
	d.problems = append(d.problems, *problem(d.source, at, fmt.Sprintf(format, args...), help))
}

// field is one key of a mapping and what reads its value.
type field struct {
	name string
	read func(v *tree.Node)
}

// mapping reads a mapping by its fields, in the order of the file. what names
// the mapping in messages.
func (d *decoder) mapping(n *tree.Node, what string, fields []field) {
	if !n.Is(record.Object) {
		d.refuse(n.At, "write it as keys with values", "%s is %s, not a mapping", what, kindOf(n))
		return
	}
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.name
	}
	for _, m := range n.Members {
		i := slices.Index(names, m.Name)
		if i < 0 {
			help := "known are " + strings.Join(names, ", ")
			if near, ok := diag.Nearest(m.Name, names); ok {
				help = "did you mean " + near + "?"
			}
			d.refuse(m.At, help, "unknown key %s in %s", diag.Quote(m.Name, 40), what)
			continue
		}
		fields[i].read(m.Value)
	}
}

// list reads each element of a list.
func (d *decoder) list(v *tree.Node, what string, read func(*tree.Node)) {
	if !v.Is(record.Array) {
		d.refuse(v.At, "write a list", "%s is %s, not a list", what, kindOf(v))
		return
	}
	for _, e := range v.Elements {
		read(e)
	}
}

// oneOrMore reads a value, or each element of a list of values.
func (d *decoder) oneOrMore(v *tree.Node, read func(*tree.Node)) {
	if !v.Is(record.Array) {
		read(v)
		return
	}
	for _, e := range v.Elements {
		read(e)
	}
}

// text reads text that is not empty. In YAML 1.5 and true without quotes are
// what they look like, and not text.
func (d *decoder) text(v *tree.Node, what string) string {
	if !v.Is(record.String) {
		d.refuse(v.At, "put it between quotes", "%s is %s, not text", what, kindOf(v))
		return ""
	}
	if strings.TrimSpace(v.Text) == "" {
		d.refuse(v.At, "say what it is, or leave the key out", "%s is empty", what)
	}
	return v.Text
}

// path reads the name of a file beside the configuration.
func (d *decoder) path(v *tree.Node, what string) string {
	text := d.text(v, what)
	switch {
	case text == "":
		return ""
	case strings.Contains(text, "://"):
		d.refuse(v.At, "name a file; nothing is fetched", "%s is an address, not a file", what)
	case strings.HasPrefix(text, "/"):
		d.refuse(v.At, "name it relative to the configuration", "%s is an absolute path", what)
	}
	return path.Join(d.base, text)
}

// known reads a word that must be one of some.
func (d *decoder) known(v *tree.Node, what string, words []string) string {
	text := d.text(v, what)
	if text == "" || slices.Contains(words, text) {
		return text
	}
	help := "known are " + strings.Join(words, ", ")
	if near, ok := diag.Nearest(text, words); ok {
		help = "did you mean " + near + "?"
	}
	d.refuse(v.At, help, "unknown %s %s", what, diag.Quote(text, 40))
	return ""
}

// kindOf names a value's kind for a sentence.
func kindOf(n *tree.Node) string {
	switch n.Kind {
	case record.Null:
		return "nothing"
	case record.Array:
		return "a list"
	case record.Object:
		return "a mapping"
	case record.String:
		return "text"
	}
	return "a " + n.Kind.String()
}
