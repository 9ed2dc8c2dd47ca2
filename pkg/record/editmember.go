package record

import (
	"bytes"
	"encoding/json"
)

// Replace gives the edit that puts JSON text in the place of a value or of a
// member name.
func Replace(v Value, text string) Edit {
	start, end := v.Span()
	return Edit{Start: start, End: end, New: text}
}

// Rename gives the edit that changes a member's name and leaves its value.
func Rename(m Member, name string) Edit { return Replace(m.Key, QuoteJSON(name)) }

// Remove gives the edits that take members out of their object together with
// the commas that are no longer needed. The layout of the others stays.
func Remove(object Value, members ...Member) []Edit {
	leave := make(map[Value]bool, len(members)) // by their names
	for _, m := range members {
		leave[m.Key] = true
	}
	var edits []Edit
	open := false  // the last edit may still grow
	previous := -1 // end of the last value that stays
	for m := range object.Members() {
		start, _ := m.Key.Span()
		_, end := m.Value.Span()
		gone := leave[m.Key]
		switch {
		case gone && !open:
			edits, open = append(edits, Edit{Start: start, End: end}), true
		case gone:
			edits[len(edits)-1].End = end
		case open: // up to the next member that stays
			edits[len(edits)-1].End, open = start, false
		}
		if !gone {
			previous = end
		}
	}
	if open && previous >= 0 { // nothing stays behind it: take the comma before it
		edits[len(edits)-1].Start = previous
	}
	return edits
}

// Add gives the edit that puts a member at the end of an object, laid out like
// the members before it. The value is JSON text.
func Add(object Value, name, value string) Edit {
	raw := object.rec.Raw()
	start, end := object.Span()
	var last Member
	for m := range object.Members() {
		last = m
	}
	if last.Key.IsZero() {
		return Edit{Start: start, End: end, New: "{" + QuoteJSON(name) + ": " + value + "}"}
	}
	keyStart, keyEnd := last.Key.Span()
	valueStart, valueEnd := last.Value.Span()
	gap := keyStart
	for gap > start && isSpace(raw[gap-1]) {
		gap--
	}
	before := string(raw[gap:keyStart])
	if before == "" && gap == start+1 && object.Len() == 1 && bytes.IndexByte(raw[keyEnd:valueStart], ' ') >= 0 {
		before = " " // {"a": 1} has one member and no gap to copy
	}
	text := "," + before + QuoteJSON(name) + string(raw[keyEnd:valueStart]) + value
	return Edit{Start: valueEnd, End: valueEnd, New: text}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// QuoteJSON writes text as a JSON string, escaping only what JSON requires.
func QuoteJSON(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string into a buffer cannot fail
	return string(bytes.TrimSuffix(b.Bytes(), []byte{'\n'}))
}
