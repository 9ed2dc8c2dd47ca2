package config

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/mcp-evref/evref/pkg/internal/tree"
	"github.com/mcp-evref/evref/pkg/lint"
	"github.com/mcp-evref/evref/pkg/record"
)

// AddIgnore gives the text of a configuration with one more ignore, at the end
// of its list; all other bytes stay. path names the file, for its syntax; raw is
// empty for a file that is new. The result was read again: it holds what it held
// before and the ignore. The error is one line without the name of the file.
func AddIgnore(path string, raw []byte, i lint.Ignore) ([]byte, error) {
	before, err := ignoresIn(path, raw)
	if err != nil {
		return nil, err
	}
	var out []byte
	if isJSON(path) {
		out, err = addJSON(raw, i)
	} else {
		out, err = addYAML(raw, i)
	}
	if err != nil {
		return nil, err
	}
	after, err := ignoresIn(path, out)
	if err != nil || len(after) != len(before)+1 || !same(after[len(before)], i) {
		return nil, errors.New("the ignore cannot be put in without disturbing the file; add it by hand")
	}
	for n := range before {
		if !same(before[n], after[n]) {
			return nil, errors.New("the ignore cannot be put in without disturbing the file; add it by hand")
		}
		if about(before[n]) == about(i) {
			return nil, fmt.Errorf("line %d ignores the same already", before[n].Range.Start.Line)
		}
	}
	return out, nil
}

func same(a, b lint.Ignore) bool { return stanzaJSON(a) == stanzaJSON(b) }

// about is what an ignore is about, whatever its reason and its end.
func about(i lint.Ignore) string {
	i.Reason, i.Expires = "", ""
	return stanzaJSON(i)
}

// ignoresIn reads the ignores of one file.
func ignoresIn(path string, raw []byte) ([]lint.Ignore, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, nil
	}
	root, failure := parse(raw, path)
	if failure != nil {
		return nil, errors.New(strings.TrimPrefix(failure.Line(), path+":"))
	}
	d := decoder{source: path, base: ".", config: &Config{Rules: nil}}
	if v := root.Get("ignores"); v != nil {
		d.ignores(v)
	}
	if len(d.problems) > 0 {
		return nil, errors.New(strings.TrimPrefix(d.problems[0].Line(), path+":"))
	}
	return d.config.Ignores, nil
}

func addJSON(raw []byte, i lint.Ignore) ([]byte, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = []byte("{\n}\n")
	}
	rec, err := record.Parse(raw, record.JSON, record.Limits{MaxDepth: tree.MaxDepth})
	if err != nil {
		return nil, err
	}
	list, ok := rec.Root().Member("ignores")
	if !ok {
		return record.Apply(raw, []record.Edit{record.Add(rec.Root(), "ignores", "[\n    "+stanzaJSON(i)+"\n  ]")})
	}
	start, end := list.Value.Span()
	text := "[\n    " + stanzaJSON(i) + "\n  ]"
	if n := list.Value.Len(); n > 0 {
		last := list.Value.Index(n - 1)
		_, end = last.Span()
		from, _ := last.Span()
		gap := from
		for gap > start && strings.ContainsRune(" \t\r\n", rune(raw[gap-1])) {
			gap--
		}
		text, start = ","+string(raw[gap:from])+stanzaJSON(i), end
	}
	return record.Apply(raw, []record.Edit{{Start: start, End: end, New: text}})
}

// addYAML puts the ignore behind the last line of the list, with the
// indentation that the list has.
func addYAML(raw []byte, i lint.Ignore) ([]byte, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return []byte("ignores:\n" + Stanza(i, "  ")), nil
	}
	root, failure := tree.ParseYAML(raw)
	if failure != nil {
		return nil, failure
	}
	newline := "\n"
	if bytes.Contains(raw, []byte("\r\n")) {
		newline = "\r\n"
	}
	list := root.Get("ignores")
	at, text := len(raw), "ignores:\n"+Stanza(i, "  ")
	if list != nil {
		if len(list.Elements) == 0 {
			start := list.At.Start.Offset
			length := bytes.IndexByte(raw[start:], ']') + 1
			return record.Apply(raw, []record.Edit{{Start: start, End: start + length, New: newline + strings.TrimSuffix(Stanza(i, "  "), "\n")}})
		}
		last := list.Elements[len(list.Elements)-1]
		line := lineStart(raw, last.At.Start.Offset)
		dash := bytes.IndexByte(raw[line:], '-')
		if dash < 0 || len(bytes.TrimSpace(raw[line:line+dash])) > 0 {
			return nil, errors.New("the list ignores is written in brackets; add the ignore by hand")
		}
		text = Stanza(i, string(raw[line:line+dash]))
		at = blockEnd(raw, line, dash)
	}
	if at > 0 && raw[at-1] != '\n' {
		text = "\n" + text
	}
	return record.Apply(raw, []record.Edit{{Start: at, End: at, New: strings.ReplaceAll(text, "\n", newline)}})
}

func lineStart(raw []byte, offset int) int {
	return bytes.LastIndexByte(raw[:offset], '\n') + 1
}

// blockEnd gives the offset behind the last line of an entry whose dash stands
// at that column: lines that are indented further belong to it. Blank lines and
// comments after it do not.
func blockEnd(raw []byte, line, dash int) int {
	end := line
	for at := line; at < len(raw); {
		next := len(raw)
		if i := bytes.IndexByte(raw[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		text := bytes.TrimLeft(raw[at:next], " ")
		indent := next - at - len(text)
		switch blank := len(bytes.TrimSpace(text)) == 0; {
		case blank:
		case at > line && indent <= dash:
			return end
		case indent > dash || at == line:
			if len(text) > 0 && text[0] != '#' {
				end = next
			}
		}
		at = next
	}
	return end
}
