package textsafety

import "unicode/utf8"

// Bidi is one bidirectional control.
type Bidi struct {
	Span
	Rune rune
	// Mark is set for the marks LRM, RLM and ALM, which only influence the
	// characters beside them and are usual in texts of right-to-left scripts.
	Mark bool
}

// BidiControls finds bidirectional controls. Embeddings, overrides and isolates
// can show a text in another order than the one it is read in.
func BidiControls(text string) []Bidi {
	var out []Bidi
	for i, r := range text {
		control := r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069
		mark := r == 0x200E || r == 0x200F || r == 0x061C
		if control || mark {
			out = append(out, Bidi{Span{i, i + utf8.RuneLen(r)}, r, mark})
		}
	}
	return out
}
