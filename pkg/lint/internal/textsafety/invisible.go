package textsafety

import (
	"unicode"
	"unicode/utf8"
)

// Invisible is a run of characters that are not shown.
type Invisible struct {
	Span
	First rune
	Count int // characters
}

// InvisibleCharacters finds characters without an appearance of their own,
// where they have no business: zero-width characters, fillers, variation
// selectors. Joiners inside emoji and inside scripts that need them, selectors
// behind characters that have variants, and word breaks in scripts without
// spaces are left alone. Tags, bidirectional controls and C0 and C1 controls
// have detectors of their own.
func InvisibleCharacters(text string) []Invisible {
	var out []Invisible
	var before neighbours
	for i, r := range text {
		if !isInvisible(r) {
			before.add(r)
			continue
		}
		size := utf8.RuneLen(r)
		next, n := utf8.DecodeRuneInString(text[i+size:])
		if n == 0 {
			next = 0
		}
		if before.allow(r, next) {
			before.add(r)
			continue
		}
		if n := len(out); n > 0 && out[n-1].End == i {
			out[n-1].End += size
			out[n-1].Count++
		} else {
			out = append(out, Invisible{Span{i, i + size}, r, 1})
		}
		before.add(r)
	}
	return out
}

func isInvisible(r rune) bool {
	switch {
	case r < 0xAD:
		return false
	case isTag(r), r == 0x200E, r == 0x200F, r == 0x061C, r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
		return false
	case r == 0x034F, r == 0x115F, r == 0x1160, r == 0x17B4, r == 0x17B5, r == 0x3164, r == 0xFFA0:
		return true
	case r == 0x2028, r == 0x2029:
		return true
	case r >= 0x0600 && r <= 0x0605, r == 0x06DD, r == 0x070F, r == 0x0890, r == 0x0891, r == 0x08E2, r == 0x110BD, r == 0x110CD, r >= 0x13430 && r <= 0x1345F:
		return false // format characters that are shown (UAX 44, Prepended_Concatenation_Mark and the like)
	}
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) || r >= 0xFFF9 && r <= 0xFFFB
}

// neighbours is what stands before a character: the last visible one and what
// came behind it.
type neighbours struct {
	base     rune // last visible character
	last     rune // last character of any kind
	selected bool // a variation selector follows base
}

func (n *neighbours) add(r rune) {
	n.last = r
	switch {
	case isSelector(r):
		n.selected = true
	case !isInvisible(r) && !unicode.Is(unicode.Mn, r) && !isModifier(r):
		n.base, n.selected = r, false
	}
}

// allow reports that an invisible character has a use where it stands.
func (n *neighbours) allow(r, next rune) bool {
	switch {
	case isSelector(r):
		return n.last != 0 && !n.selected && !isInvisible(n.last) && hasVariants(n.last, r)
	case r == 0x200D && isPictograph(n.base) && isPictograph(next):
		return n.last == n.base || isSelector(n.last) || isModifier(n.last)
	case r == 0x200C || r == 0x200D:
		return !isInvisible(n.last) && unicode.In(n.base, joining...) && (n.last == n.base || unicode.Is(unicode.Mn, n.last))
	case r == 0x200B:
		return unicode.In(n.base, unspaced...) && (n.last == n.base || unicode.Is(unicode.Mn, n.last))
	case r == 0x180E:
		return unicode.Is(unicode.Mongolian, n.last)
	case r == 0x115F || r == 0x1160:
		return unicode.Is(unicode.Hangul, next) || unicode.Is(unicode.Hangul, n.last)
	}
	return false
}

func isSelector(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF || r >= 0x180B && r <= 0x180D || r == 0x180F
}

// isModifier reports a skin tone, which stands between an emoji and its joiner.
func isModifier(r rune) bool { return r >= 0x1F3FB && r <= 0x1F3FF }

// hasVariants reports whether a variation selector behind base can change how
// it looks.
func hasVariants(base, selector rune) bool {
	switch {
	case selector == 0xFE0E || selector == 0xFE0F:
		return isPictograph(base) || base == '#' || base == '*' || base >= '0' && base <= '9'
	case selector >= 0x180B && selector <= 0x180F:
		return unicode.Is(unicode.Mongolian, base)
	case selector >= 0xE0100:
		return unicode.Is(unicode.Han, base)
	}
	return unicode.In(base, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Sm, unicode.Myanmar, unicode.Phags_Pa, unicode.Manichaean, unicode.P) && base > 0x7f
}

// isPictograph reports characters that have or may have an emoji form. It is
// wider than Extended_Pictographic: all symbols count, and the few punctuation
// marks and letters among emoji.
func isPictograph(r rune) bool {
	return r > 0x7f && (unicode.In(r, unicode.So, unicode.Sm, unicode.Sk) || r == 0x203C || r == 0x2049 || r == 0x3030 || r == 0x303D || r >= 0x1F1E6 && r <= 0x1FAFF)
}

// joining are scripts in which ZWJ and ZWNJ decide about letter forms.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Nko, unicode.Mandaic, unicode.Mongolian, unicode.Hanifi_Rohingya, unicode.Adlam,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
	unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Balinese,
	unicode.Javanese, unicode.Sundanese, unicode.Brahmi, unicode.Grantha, unicode.Newa, unicode.Chakma, unicode.Meetei_Mayek,
}

// unspaced are scripts that are written without spaces, where U+200B marks a
// possible line break.
var unspaced = []*unicode.RangeTable{
	unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Tai_Le, unicode.New_Tai_Lue, unicode.Tai_Tham,
	unicode.Javanese, unicode.Balinese,
}
