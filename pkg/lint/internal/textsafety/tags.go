package textsafety

import (
	"strings"
	"unicode/utf8"
)

// HiddenTags is a run of tag characters (U+E0000 to U+E007F). They are shown
// by nothing, and models read them.
type HiddenTags struct {
	Span
	Count   int    // characters
	Decoded string // the ASCII text they spell; other tag characters are left out
}

// Tags finds tag characters outside emoji tag sequences. The only such
// sequences in use are flags of regions: a black flag, three to six letters or
// digits and the cancel tag (UTS 51, ED-14a).
func Tags(text string) []HiddenTags {
	var out []HiddenTags
	flag := false // the character before is a black flag
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !isTag(r) {
			flag = r == blackFlag
			i += size
			continue
		}
		run := tagRun(text, i)
		if flag {
			run = tagRun(text, run.Start+regionFlag(text[run.Start:run.End]))
		}
		if run.Start < run.End {
			out = append(out, run)
		}
		i, flag = run.End, false
	}
	return out
}

const (
	blackFlag = 0x1F3F4
	cancelTag = "\U000E007F"
	tagSize   = len(cancelTag) // bytes of any tag character
)

func isTag(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }

// tagRun reads the tag characters that begin at start.
func tagRun(text string, start int) HiddenTags {
	run := HiddenTags{Span: Span{start, start}}
	var decoded []byte
	for _, r := range text[start:] {
		if !isTag(r) {
			break
		}
		run.Count++
		run.End += tagSize
		if c := r - 0xE0000; c >= 0x20 && c < 0x7f {
			decoded = append(decoded, byte(c))
		}
	}
	run.Decoded = string(decoded)
	return run
}

// regionFlag gives how many bytes at the start of a run belong to the flag
// before it; 0 when they do not make one.
func regionFlag(run string) int {
	region, _, closed := strings.Cut(run, cancelTag)
	n := len(region) / tagSize
	if !closed || n < 3 || n > 6 {
		return 0
	}
	for _, r := range region {
		if c := byte(r - 0xE0000); !isLowerASCII(c) && !isDigitASCII(c) {
			return 0
		}
	}
	return len(region) + len(cancelTag)
}

func isLowerASCII(c byte) bool { return 'a' <= c && c <= 'z' }
func isDigitASCII(c byte) bool { return '0' <= c && c <= '9' }
