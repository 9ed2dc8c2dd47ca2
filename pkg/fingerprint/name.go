package fingerprint

import "strings"

// isEnvironmentName reports [A-Za-z_][A-Za-z0-9_]*.
func isEnvironmentName(s string) bool {
	for i := range len(s) {
		if c := s[i]; c != '_' && !isLetter(c) && (i == 0 || !isDigit(c)) {
			return false
		}
	}
	return s != ""
}

// isHeaderName reports an RFC 9110 §5.6.2 token.
func isHeaderName(s string) bool {
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && !isDigit(c) && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return false
		}
	}
	return s != ""
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// lowerASCII lowers A to Z and nothing else: strings.ToLower would also turn
// the Kelvin sign into k.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
