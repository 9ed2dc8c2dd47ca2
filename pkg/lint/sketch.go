package lint

import (
	"strings"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/record"
)

const sketchWidth = 60 // characters

// sketch shows a value in a message.
func sketch(v record.Value) string {
	if text, ok := v.Text(); ok {
		return quote(text, sketchWidth)
	}
	if isScalar(v) {
		return strings.Trim(quote(string(v.Raw()), sketchWidth), `"`)
	}
	return article(v.Kind())
}

// sketchAround shows a value that differs from another one. Of long texts it
// shows the place where they begin to differ, so that no change is hidden
// behind what they have in common.
func sketchAround(v, other record.Value) string {
	text, ok := v.Text()
	otherText, otherOK := other.Text()
	if !ok || !otherOK || utf8.RuneCountInString(text) <= sketchWidth {
		return sketch(v)
	}
	text, otherText = Cover(text), Cover(otherText) // before a part is cut out, which no longer looks like a credential
	const lead = sketchWidth / 3
	var starts []int // of the characters that both begin with
	for i, r := range text {
		if !strings.HasPrefix(otherText[min(i, len(otherText)):], string(r)) {
			break
		}
		starts = append(starts, i)
	}
	if len(starts) <= lead {
		return sketch(v)
	}
	return quote("…"+text[starts[len(starts)-lead]:], sketchWidth)
}
