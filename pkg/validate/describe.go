package validate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// shownText is how long a string may be to be shown whole. A longer one may be
// a credential: only its beginning is shown.
const shownText = 24

// describe names a value in a message: scalars as they are written, cut short,
// and containers by their kind.
func describe(v record.Value) string {
	switch v.Kind() {
	case record.String:
		s, _ := v.Text()
		if utf8.RuneCountInString(s) > shownText {
			return diag.Quote(s, 8)
		}
		return diag.Quote(s, 0)
	case record.Bool, record.Number:
		raw := string(v.Raw())
		if v.Record().Format() == record.CBOR {
			return "a " + v.Kind().String()
		}
		if len(raw) > 40 {
			return fmt.Sprintf("a number of %d digits", len(raw))
		}
		return raw
	case record.Array, record.Object:
		return "an " + v.Kind().String()
	case record.Null:
		return "null"
	}
	return "a " + v.Kind().String()
}

// list joins words as people do: "a", "a and b", "a, b and c".
func list(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + last + " " + words[len(words)-1]
}

// identity gives a text that is equal for two values exactly when JSON Schema
// calls them equal: numbers by value, objects without order.
func identity(v record.Value) string {
	var b bytes.Buffer
	writeIdentity(&b, v)
	return b.String()
}

func writeIdentity(b *bytes.Buffer, v record.Value) {
	switch v.Kind() {
	case record.Number:
		f, _ := v.Float64()
		b.WriteString(strconv.FormatFloat(f+0, 'g', -1, 64)) // +0 makes -0 and 0 one
	case record.String:
		writeString(b, string(v.Content()))
	case record.Array:
		b.WriteByte('[')
		for _, e := range v.Elements() {
			writeIdentity(b, e)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case record.Object:
		members := slices.Collect(v.Members())
		slices.SortStableFunc(members, func(a, b record.Member) int { return strings.Compare(a.Name, b.Name) })
		b.WriteByte('{')
		for _, m := range members {
			writeString(b, m.Name)
			b.WriteByte(':')
			writeIdentity(b, m.Value)
			b.WriteByte(',')
		}
		b.WriteByte('}')
	default:
		b.Write(v.Raw())
	}
}

func writeString(b *bytes.Buffer, s string) {
	text, _ := json.Marshal(s) // cannot fail: a string
	b.Write(text)
}
