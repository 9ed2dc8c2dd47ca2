package textsafety

import (
	"unicode"
	"unicode/utf8"
)

// Lookalike is a letter that passes for an ASCII letter.
type Lookalike struct {
	Span
	Rune   rune
	Looks  rune   // the ASCII letter
	Script string // such as "Cyrillic"
}

// Lookalikes finds letters of other scripts that pass for ASCII letters, where
// they are mixed with them (UTS 39 §5 calls this a mixed-script confusable): in
// a word that has ASCII letters too, and in a word made of nothing else when
// all other words are ASCII. Letters that look like none of ASCII, such as the
// Δ of Δt, and texts in a language of their own are left alone.
func Lookalikes(text string) []Lookalike {
	if isASCII(text) {
		return nil
	}
	var out []Lookalike
	var whole []Lookalike // in words made of lookalikes only
	var word letters
	all := letters{}
	flush := func() {
		switch {
		case word.ascii > 0:
			out = append(out, word.alike...)
		case word.other == 0 && len(word.alike) > 1:
			whole = append(whole, word.alike...)
		}
		all.ascii, all.other = all.ascii+word.ascii, all.other+word.other
		word = letters{}
	}
	for i, r := range text {
		switch looks, script := lookalike(r); {
		case looks != 0:
			word.alike = append(word.alike, Lookalike{Span{i, i + utf8.RuneLen(r)}, r, looks, script})
		case r < 0x80 && isLowerASCII(byte(r)|0x20):
			word.ascii++
		case r >= 0x80 && unicode.IsLetter(r):
			word.other++
		case !unicode.In(r, unicode.M, unicode.N):
			flush()
		}
	}
	flush()
	if all.ascii > 0 && all.other == 0 {
		out = append(out, whole...)
	}
	return disjoint(out, func(l Lookalike) Span { return l.Span })
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// letters counts the letters of a word: ASCII, lookalikes, and others.
type letters struct {
	ascii, other int
	alike        []Lookalike
}

// lookalike gives the ASCII letter that r passes for, or 0.
func lookalike(r rune) (looks rune, script string) {
	switch {
	case r >= 0xFF21 && r <= 0xFF3A:
		return r - 0xFF21 + 'A', "fullwidth"
	case r >= 0xFF41 && r <= 0xFF5A:
		return r - 0xFF41 + 'a', "fullwidth"
	case r >= 0x1D400 && r <= 0x1D6A3: // alphabets of 26 capitals and 26 small letters
		n := (r - 0x1D400) % 52
		if n < 26 {
			return 'A' + n, "mathematical"
		}
		return 'a' + n - 26, "mathematical"
	}
	return confusables[r], scriptOf(r)
}

func scriptOf(r rune) string {
	for _, s := range []struct {
		name  string
		table *unicode.RangeTable
	}{
		{"Cyrillic", unicode.Cyrillic}, {"Greek", unicode.Greek}, {"Armenian", unicode.Armenian}, {"Cherokee", unicode.Cherokee},
		{"Latin", unicode.Latin}, {"Coptic", unicode.Coptic}, {"Lisu", unicode.Lisu},
	} {
		if unicode.Is(s.table, r) {
			return s.name
		}
	}
	return "other"
}

// confusables are letters that most fonts show like an ASCII letter.
var confusables = map[rune]rune{
	// Cyrillic
	'а': 'a', 'с': 'c', 'ԁ': 'd', 'е': 'e', 'һ': 'h', 'і': 'i', 'ј': 'j', 'ӏ': 'l', 'о': 'o', 'р': 'p', 'ԛ': 'q', 'ѕ': 's',
	'ԝ': 'w', 'х': 'x', 'у': 'y', 'ү': 'y', 'ѵ': 'v', 'к': 'k',
	'А': 'A', 'В': 'B', 'С': 'C', 'Е': 'E', 'Н': 'H', 'І': 'I', 'Ј': 'J', 'К': 'K', 'М': 'M', 'О': 'O', 'Р': 'P', 'Ѕ': 'S',
	'Т': 'T', 'Х': 'X', 'У': 'Y', 'Ү': 'Y', 'Ԛ': 'Q', 'Ԝ': 'W', 'Ӏ': 'I', 'Ѵ': 'V',
	// Greek
	'ο': 'o', 'ν': 'v', 'ρ': 'p', 'ι': 'i', 'α': 'a', 'υ': 'u', 'ϲ': 'c', 'ϳ': 'j',
	'Α': 'A', 'Β': 'B', 'Ε': 'E', 'Ζ': 'Z', 'Η': 'H', 'Ι': 'I', 'Κ': 'K', 'Μ': 'M', 'Ν': 'N', 'Ο': 'O', 'Ρ': 'P', 'Τ': 'T',
	'Υ': 'Y', 'Χ': 'X', 'Ϲ': 'C', 'Ϳ': 'J',
	// Armenian
	'օ': 'o', 'հ': 'h', 'ո': 'n', 'ս': 'u', 'զ': 'q', 'ց': 'g', 'յ': 'j', 'Օ': 'O', 'Տ': 'S', 'Լ': 'L',
	// Cherokee
	'Ꭺ': 'A', 'Ᏼ': 'B', 'Ꮯ': 'C', 'Ꭰ': 'D', 'Ꭼ': 'E', 'Ꮐ': 'G', 'Ꮋ': 'H', 'Ꭻ': 'J', 'Ꮶ': 'K', 'Ꮮ': 'L', 'Ꮇ': 'M', 'Ꮲ': 'P',
	'Ꭱ': 'R', 'Ꮪ': 'S', 'Ꭲ': 'T', 'Ꮩ': 'V', 'Ꮃ': 'W', 'Ꮓ': 'Z',
	// Latin beyond ASCII; letters of a national alphabet, such as the Turkish ı, are not here
	'ɑ': 'a', 'ɡ': 'g',
}
