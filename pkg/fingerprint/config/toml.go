package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// parseTOML reads TOML. Repeated keys and tables are errors of the language.
func parseTOML(raw []byte) (*tree.Node, *SyntaxError) {
	var document map[string]any
	if err := toml.Unmarshal(raw, &document); err != nil {
		e := &SyntaxError{Syntax: TOML, Code: "syntax", message: "not TOML", help: "check quotes and brackets at this place"}
		var decode *toml.DecodeError
		if errors.As(err, &decode) {
			row, column := decode.Position()
			e.Range = tree.NewLines(raw).At(row, column)
			if strings.Contains(decode.Error(), "already") {
				e.Code, e.message, e.help = "duplicate-name", "a key or table is given twice", "keep one of the two: which one a client takes is not defined"
			}
		}
		return nil, e
	}
	t := tomlReader{places: tomlPlaces(raw), positions: diag.NewPositions(raw)}
	return t.node(nil, document), nil
}

type tomlReader struct {
	places    map[string]int // dotted path to offset
	positions *diag.Positions
}

func (t tomlReader) node(path []string, v any) *tree.Node {
	n := &tree.Node{Kind: record.String, At: t.at(path)}
	switch v := v.(type) {
	case string:
		n.Text = v
	case bool:
		n.Kind, n.Text = record.Bool, fmt.Sprint(v)
	case int64, float64:
		n.Kind, n.Text = record.Number, fmt.Sprint(v)
	case []any:
		n.Kind = record.Array
		for i, e := range v {
			n.Elements = append(n.Elements, t.node(append(slices.Clone(path), fmt.Sprint(i)), e))
		}
	case map[string]any:
		n.Kind = record.Object
		for name, e := range v {
			child := append(slices.Clone(path), name)
			n.Members = append(n.Members, tree.Member{Name: name, At: t.at(child), Value: t.node(child, e)})
		}
		// The reader gives a map; the order of the file comes back by position.
		slices.SortFunc(n.Members, func(a, b tree.Member) int {
			if c := a.At.Start.Offset - b.At.Start.Offset; c != 0 {
				return c
			}
			return strings.Compare(a.Name, b.Name)
		})
	default: // dates and times
		n.Text = fmt.Sprint(v)
	}
	return n
}

func (t tomlReader) at(path []string) diag.Range {
	for ; len(path) > 0; path = path[:len(path)-1] {
		if offset, ok := t.places[placeKey(path)]; ok {
			return t.positions.Range(offset, offset)
		}
	}
	return t.positions.Range(0, 0)
}

// tomlPlaces finds where each key and table is written first.
func tomlPlaces(raw []byte) map[string]int {
	places := map[string]int{}
	var p unstable.Parser
	p.Reset(raw)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		var path []string
		if e.Kind == unstable.KeyValue {
			path = slices.Clone(table)
		}
		offset := -1
		for keys := e.Key(); keys.Next(); {
			key := keys.Node()
			path = append(path, string(key.Data))
			if offset < 0 {
				offset = int(key.Raw.Offset)
			}
			if _, seen := places[placeKey(path)]; !seen {
				places[placeKey(path)] = offset
			}
		}
		if e.Kind == unstable.Table || e.Kind == unstable.ArrayTable {
			table = path
		}
	}
	return places
}

func placeKey(path []string) string { return strings.Join(path, "\x00") }
