package textsafety

import "unicode/utf8"

// Control is a control character, or a whole escape sequence for a terminal.
type Control struct {
	Span
	Rune   rune // the first character
	Escape bool // it begins a terminal escape sequence
}

// Controls finds C0 and C1 controls other than tab and line ends. A carriage
// return counts as a line end only before a line feed: alone it lets a terminal
// overwrite the line.
func Controls(text string) []Control {
	var out []Control
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		end := i + size
		if r == '\n' || r == '\t' || r == '\r' && end < len(text) && text[end] == '\n' || r >= 0x20 && r < 0x7f || r > 0x9f {
			i = end
			continue
		}
		c := Control{Span{i, end}, r, false}
		if to := escapeEnd(text, i, r, end); to > end {
			c.End, c.Escape = to, true
		}
		out = append(out, c)
		i = c.End
	}
	return out
}

// maxEscape bounds an escape sequence: one that goes on longer is cut there.
const maxEscape = 256

// escapeEnd gives the end of the escape sequence (ECMA-48 §5.3 to §5.6) whose
// first character is r, or end when it is none.
func escapeEnd(text string, start int, r rune, end int) int {
	kind := r
	at := end
	if r == 0x1b {
		if at >= len(text) {
			return end
		}
		kind = rune(text[at]) + 0x40 // ESC [ is CSI, ESC ] is OSC
		at++
	}
	limit := min(len(text), start+maxEscape)
	switch kind {
	case 0x9b: // CSI: parameters, then a final byte
		for ; at < limit; at++ {
			if c := text[at]; c >= 0x40 && c <= 0x7e {
				return at + 1
			} else if c < 0x20 || c > 0x7e {
				return at
			}
		}
		return at
	case 0x90, 0x98, 0x9d, 0x9e, 0x9f: // DCS, SOS, OSC, PM, APC: text up to BEL or ST
		for ; at < limit; at++ {
			switch {
			case text[at] == 0x07:
				return at + 1
			case text[at] == 0x1b && at+1 < len(text) && text[at+1] == '\\':
				return at + 2
			case text[at] < 0x20:
				return at
			}
		}
		for at < len(text) && !utf8.RuneStart(text[at]) {
			at++
		}
		return at
	}
	if r == 0x1b && text[end] >= 0x20 && text[end] < 0x7f {
		return end + 1
	}
	return end
}
