package textsafety

import "strings"

// verbTable tells, by the first three letters of a word, which signals have a
// verb that begins so. Looking at the beginnings of words in one pass leaves a
// few signals to look for in earnest.
var verbTable = func() *[26 * 26 * 26]uint32 {
	var table [26 * 26 * 26]uint32
	for i, s := range signals {
		for _, verb := range s.verbs {
			if key, ok := prefixKey(strings.TrimLeft(verb, " ")); ok {
				table[key] |= 1 << i
			}
		}
	}
	return &table
}()

// symbols are the verbs that are not words, with the signals they belong to.
var symbols = func() map[string]uint32 {
	symbols := make(map[string]uint32)
	for i, s := range signals {
		for _, verb := range s.verbs {
			if _, ok := prefixKey(strings.TrimLeft(verb, " ")); !ok {
				symbols[verb] |= 1 << i
			}
		}
	}
	return symbols
}()

// prefixKey numbers the first three letters of a word; ok is false when it does
// not begin with three letters.
func prefixKey(word string) (key int, ok bool) {
	if len(word) < 3 {
		return 0, false
	}
	for i := range 3 {
		c := word[i] | 0x20
		if !isLowerASCII(c) {
			return 0, false
		}
		key = key*26 + int(c-'a')
	}
	return key, true
}

// candidates gives the signals whose verbs may be in a text.
func candidates(text string) uint32 {
	mask := uint32(0)
	for symbol, signals := range symbols {
		if strings.Contains(text, symbol) {
			mask |= signals
		}
	}
	inWord := false
	for i := range len(text) {
		letter := isLowerASCII(text[i] | 0x20)
		if letter && !inWord {
			if key, ok := prefixKey(text[i:]); ok {
				mask |= verbTable[key]
			}
		}
		inWord = letter
	}
	return mask
}
