// Package reference finds the references in a configuration value: the places
// where a client puts in an environment variable, an answer of the user or a
// stored secret, such as ${API_KEY} or {env:API_KEY}. Nothing is ever looked up.
package reference

import "strings"

// Style is a set of ways to write a reference.
type Style uint8

// The styles clients use.
const (
	Brace   Style = 1 << iota // ${NAME}, ${NAME:-default}, ${input:id}, ${env:NAME}
	Dollar                    // $NAME
	Percent                   // %NAME%
	Tagged                    // {env:NAME}, {file:PATH}
	Curly                     // {name}
	Double                    // ${{ secrets.NAME }}, {{NAME}}

	Any = Brace | Dollar | Percent | Tagged | Curly | Double
)

// Piece is a stretch of a value: literal text, or one reference.
type Piece struct {
	Text       string // as written
	Reference  bool
	Scope      string // what stands before the name: "env", "input", "secrets", "user_config", "file"; may be empty
	Name       string
	Default    string // text to use when nothing is found; part of Text
	HasDefault bool
}

// Split cuts a value into pieces. Joining their Text gives the value again.
func Split(value string, styles Style) []Piece {
	var out []Piece
	literal := 0
	for i := 0; i < len(value); {
		p, ok := at(value[i:], styles)
		if !ok {
			i++
			continue
		}
		if literal < i {
			out = append(out, Piece{Text: value[literal:i]})
		}
		out = append(out, p)
		i += len(p.Text)
		literal = i
	}
	if literal < len(value) {
		out = append(out, Piece{Text: value[literal:]})
	}
	return out
}

// Literal gives what is left of a value when its references are taken out.
// Defaults count as literal text, because they are.
func Literal(value string, styles Style) string {
	var b strings.Builder
	for _, p := range Split(value, styles) {
		if p.Reference {
			b.WriteString(p.Default)
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

// Contains reports whether a value holds at least one reference.
func Contains(value string, styles Style) bool {
	for _, p := range Split(value, styles) {
		if p.Reference {
			return true
		}
	}
	return false
}

// at reads a reference at the start of s.
func at(s string, styles Style) (Piece, bool) {
	switch {
	case styles&Double != 0 && strings.HasPrefix(s, "${{"):
		return enclosed(s, "${{", "}}")
	case styles&Double != 0 && strings.HasPrefix(s, "{{"):
		return enclosed(s, "{{", "}}")
	case styles&Brace != 0 && strings.HasPrefix(s, "${"):
		return enclosed(s, "${", "}")
	case styles&Dollar != 0 && s[0] == '$':
		if n := nameLength(s[1:]); n > 0 {
			return Piece{Text: s[:1+n], Reference: true, Scope: "env", Name: s[1 : 1+n]}, true
		}
	case styles&Percent != 0 && s[0] == '%':
		if n := nameLength(s[1:]); n > 0 && len(s) > 1+n && s[1+n] == '%' {
			return Piece{Text: s[:2+n], Reference: true, Scope: "env", Name: s[1 : 1+n]}, true
		}
	case styles&Tagged != 0 && (strings.HasPrefix(s, "{env:") || strings.HasPrefix(s, "{file:")):
		return enclosed(s, "{", "}")
	case styles&Curly != 0 && s[0] == '{':
		if n := nameLength(s[1:]); n > 0 && len(s) > 1+n && s[1+n] == '}' {
			return Piece{Text: s[:2+n], Reference: true, Name: s[1 : 1+n]}, true
		}
	}
	return Piece{}, false
}

// maxLength bounds a reference, so that text full of openings stays linear.
const maxLength = 4096

// enclosed reads open … close, taking inner ${ } pairs along.
func enclosed(s, open, end string) (Piece, bool) {
	s = s[:min(len(s), maxLength)]
	depth := 1
	for i := len(open); i < len(s); {
		switch {
		case strings.HasPrefix(s[i:], "${") && end == "}":
			depth++
			i += 2
		case strings.HasPrefix(s[i:], end):
			if depth--; depth == 0 {
				return inner(s[:i+len(end)], strings.TrimSpace(s[len(open):i]))
			}
			i += len(end)
		case s[i] == '\n':
			return Piece{}, false
		default:
			i++
		}
	}
	return Piece{}, false
}

func inner(text, body string) (Piece, bool) {
	p := Piece{Text: text, Reference: true, Name: body}
	if body == "" {
		return p, false
	}
	if name, value, ok := strings.Cut(body, ":-"); ok {
		p.Name, p.Default, p.HasDefault = name, value, true
	}
	for _, separator := range []string{":", "."} {
		if scope, name, ok := strings.Cut(p.Name, separator); ok && nameLength(scope) == len(scope) && scope != "" {
			p.Scope, p.Name = scope, name
			break
		}
	}
	return p, true
}

// nameLength counts the characters of an identifier at the start of s.
func nameLength(s string) int {
	n := 0
	for n < len(s) && (s[n] == '_' || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' || n > 0 && s[n] >= '0' && s[n] <= '9') {
		n++
	}
	return n
}
