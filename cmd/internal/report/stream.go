package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Printer writes the results of one run to one place: items as they come, then
// a summary. T is the verb's item and S its summary, both as machine formats
// show them.
type Printer[T, S any] struct {
	Begin func(w io.Writer) error
	Item  func(w io.Writer, item T) error
	End   func(w io.Writer, summary S) error
}

// JSON is the printer for one JSON document: schemaVersion, the items under
// the name list, and the summary. It streams; memory does not grow.
func JSON[T, S any](list string) Printer[T, S] {
	items := jsonList{indent: "  "}
	return Printer[T, S]{
		Begin: func(w io.Writer) error {
			return write(w, "{\n  \"schemaVersion\": 1,\n  \""+list+"\": [")
		},
		Item: func(w io.Writer, item T) error { return items.add(w, item) },
		End: func(w io.Writer, summary S) error {
			return encode(w, items.closing()+",\n  \"summary\": ", summary, "  ", "\n}\n")
		},
	}
}

// jsonList writes the elements of an array one by one, after its opening
// bracket. indent is that of the array.
type jsonList struct {
	indent string
	begun  bool
}

func (l *jsonList) add(w io.Writer, v any) error {
	separator := ",\n" + l.indent + "  "
	if !l.begun {
		l.begun, separator = true, separator[1:]
	}
	return encode(w, separator, v, l.indent+"  ", "")
}

// closing gives the closing bracket, on its own line unless the array is empty.
func (l *jsonList) closing() string {
	if !l.begun {
		return "]"
	}
	return "\n" + l.indent + "]"
}

// JSONLines is the printer for one JSON object a line; the last line holds the
// summary under that name.
func JSONLines[T, S any]() Printer[T, S] {
	return Printer[T, S]{
		Begin: func(io.Writer) error { return nil },
		Item:  func(w io.Writer, item T) error { return encodeLine(w, item) },
		End: func(w io.Writer, summary S) error {
			return encodeLine(w, struct {
				Summary S `json:"summary"`
			}{summary})
		},
	}
}

func write(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

// encode writes a value with two-space indentation between before and after.
func encode(w io.Writer, before string, v any, prefix, after string) error {
	compact, err := Compact(v)
	if err != nil {
		return err
	}
	return indent(w, before, compact, prefix, after)
}

func indent(w io.Writer, before string, compact []byte, prefix, after string) error {
	var b bytes.Buffer
	b.WriteString(before)
	if err := json.Indent(&b, compact, prefix, "  "); err != nil {
		return err
	}
	b.WriteString(after)
	_, err := w.Write(b.Bytes())
	return err
}

// Document writes one JSON document, indented.
func Document(w io.Writer, v any) error { return encode(w, "", v, "", "\n") }

// Indented writes compact JSON as [Document] would.
func Indented(w io.Writer, compact []byte) error { return indent(w, "", compact, "", "\n") }

func encodeLine(w io.Writer, v any) error {
	line, err := Compact(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// Compact is json.Marshal without the escaping meant for HTML, and with escapes
// for the characters that [diag.Safe] keeps from a terminal.
func Compact(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return escapeHidden(bytes.TrimSuffix(b.Bytes(), []byte{'\n'})), nil
}

// escapeHidden works on compact JSON, where such characters are in strings only.
func escapeHidden(compact []byte) []byte {
	text := string(compact)
	if diag.Safe(text) == text {
		return compact
	}
	var b bytes.Buffer
	for _, r := range text {
		if c := string(r); diag.Safe(c) == c {
			b.WriteString(c)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.Bytes()
}
