package report

import (
	"bytes"
	"encoding/json"
	"io"
)

// Prepare appends an item as a machine format shows it, "json" or "jsonl", so
// that the goroutine that made the item can also write it down. [Prepared]
// prints what it gives.
func Prepare(dst []byte, format string, item any) ([]byte, error) {
	compact, err := Compact(item)
	if err != nil {
		return dst, err
	}
	if format == "jsonl" {
		return append(append(dst, compact...), '\n'), nil
	}
	b := bytes.NewBuffer(append(dst, ",\n    "...))
	err = json.Indent(b, compact, "    ", "  ")
	return b.Bytes(), err
}

// Prepared is the printer for items that were written down by Prepare, one or
// several at a time. Its output is that of JSON or JSONLines.
func Prepared[S any](format, list string) Printer[[]byte, S] {
	if format == "jsonl" {
		p := JSONLines[any, S]()
		return Printer[[]byte, S]{Begin: p.Begin, Item: writeBytes, End: p.End}
	}
	p := JSON[any, S](list)
	first := true
	return Printer[[]byte, S]{
		Begin: p.Begin,
		Item: func(w io.Writer, items []byte) error {
			if first && len(items) > 0 {
				first, items = false, items[1:] // no comma before the first item
			}
			return writeBytes(w, items)
		},
		End: func(w io.Writer, summary S) error {
			closing := "\n  ],\n  \"summary\": "
			if first {
				closing = "],\n  \"summary\": "
			}
			return encode(w, closing, summary, "  ", "\n}\n")
		},
	}
}

func writeBytes(w io.Writer, b []byte) error {
	_, err := w.Write(b)
	return err
}
