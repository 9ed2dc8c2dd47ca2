package textsafety

// MinBlob is how long encoded text must be to count as a blob.
const MinBlob = 120

// Blob is a long run of encoded data.
type Blob struct {
	Span
	Kind string // "hexadecimal" or "base64"
}

// Blobs finds runs of at least [MinBlob] characters that look like base64 or
// hexadecimal data, and not like words, rules or paths.
func Blobs(text string) []Blob {
	var out []Blob
	start := 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && isBase64(text[i]) {
			continue
		}
		end := i
		for padding := 0; end < len(text) && text[end] == '=' && padding < 2; padding++ {
			end++
		}
		if i-start >= MinBlob {
			if kind := encoding(text[start:i]); kind != "" {
				out = append(out, Blob{Span{start, end}, kind})
			}
		}
		start = i + 1
	}
	return out
}

func isBase64(c byte) bool {
	return isLowerASCII(c|0x20) || isDigitASCII(c) || c == '+' || c == '/' || c == '_' || c == '-'
}

// encoding names what a run is the encoding of data in, or gives "".
func encoding(run string) string {
	switch {
	case isHex(run) && entropy(run) > 3:
		return "hexadecimal"
	case mixed(run) && entropy(run) > 4.5:
		return "base64"
	}
	return ""
}

func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; !isDigitASCII(s[i]) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// mixed reports capitals, small letters and digits in plenty.
func mixed(s string) bool {
	var upper, lower, digit int
	for i := range len(s) {
		switch c := s[i]; {
		case isLowerASCII(c):
			lower++
		case isDigitASCII(c):
			digit++
		case 'A' <= c && c <= 'Z':
			upper++
		}
	}
	return upper*10 > len(s) && lower*10 > len(s) && digit*40 > len(s)
}
