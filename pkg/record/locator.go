package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Locator names one record in files: a file, a line of it (JSON Lines), and a
// part of the document there (JSON pointer).
type Locator struct {
	Path    string
	Line    int    // from 1; 0 when the file is one record
	Pointer string // "" is the whole document
}

// String gives PATH, PATH#L17, PATH#/a/b or PATH#L17/a/b. A path that needs it
// (see [Locator.NeedsEscape]) is escaped with backslashes.
func (l Locator) String() string {
	s := l.Path
	if l.NeedsEscape() {
		s = escapeLocator(s)
	}
	if l.Line > 0 || l.Pointer != "" {
		s += "#"
	}
	if l.Line > 0 {
		s += "L" + strconv.Itoa(l.Line)
	}
	if l.NeedsEscape() {
		return s + escapeLocator(l.Pointer)
	}
	return s + l.Pointer
}

// NeedsEscape reports that path or pointer holds a '#', a backslash, or a
// character that does not print. A line of text that carries such a locator
// begins with a backslash, as with the checksum tools of coreutils; without it
// no character has a special meaning except the '#' before a line or pointer.
func (l Locator) NeedsEscape() bool {
	return strings.ContainsAny(l.Path, `#\`) || diag.Safe(l.Path) != l.Path ||
		strings.Contains(l.Pointer, `\`) || diag.Safe(l.Pointer) != l.Pointer
}

// ParseLocator reads what String gives. escaped tells whether backslash escapes
// are in use.
func ParseLocator(text string, escaped bool) (Locator, error) {
	path, fragment, found := cutFragment(text, escaped)
	if escaped {
		var err error
		if path, err = unescapeLocator(path); err != nil {
			return Locator{}, err
		}
		if fragment, err = unescapeLocator(fragment); err != nil {
			return Locator{}, err
		}
	}
	l := Locator{Path: path}
	if path == "" {
		return Locator{}, errors.New("locator names no file")
	}
	if !found {
		return l, nil
	}
	if rest, ok := strings.CutPrefix(fragment, "L"); ok {
		digits := rest
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			digits = rest[:i]
		}
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || strconv.Itoa(n) != digits {
			return Locator{}, fmt.Errorf("locator has no line number behind #L, found %s", diag.Quote(digits, 20))
		}
		l.Line, fragment = n, rest[len(digits):]
	}
	if _, ok := SplitPointer(fragment); !ok || fragment == "" && l.Line == 0 {
		return Locator{}, fmt.Errorf("locator has neither a line nor a pointer behind #, found %s; write a # in a file name as \\# on a line that begins with a backslash", diag.Quote(fragment, 40))
	}
	l.Pointer = fragment
	return l, nil
}

// cutFragment splits at the first '#' that is not escaped.
func cutFragment(text string, escaped bool) (path, fragment string, found bool) {
	for i := 0; i < len(text); i++ {
		switch {
		case escaped && text[i] == '\\':
			i++
		case text[i] == '#':
			return text[:i], text[i+1:], true
		}
	}
	return text, "", false
}

func escapeLocator(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		part := s[i : i+size]
		switch {
		case r == '\\' || r == '#':
			b.WriteByte('\\')
			b.WriteString(part)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case diag.Safe(part) != part:
			for _, c := range []byte(part) {
				fmt.Fprintf(&b, `\x%02x`, c)
			}
		default:
			b.WriteString(part)
		}
		i += size
	}
	return b.String()
}

func unescapeLocator(s string) (string, error) {
	if !strings.Contains(s, `\`) {
		return s, nil
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) {
			return "", errors.New("locator ends in a backslash")
		}
		switch s[i] {
		case '\\', '#':
			b.WriteByte(s[i])
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'x':
			if i+2 >= len(s) {
				return "", errors.New(`locator has an unfinished \x escape`)
			}
			c, err := strconv.ParseUint(s[i+1:i+3], 16, 8)
			if err != nil {
				return "", errors.New(`locator has a \x escape without two hexadecimal digits`)
			}
			b.WriteByte(byte(c))
			i += 2
		default:
			return "", fmt.Errorf("locator has an unknown escape %s", diag.Quote(s[i-1:i+1], 10))
		}
	}
	return b.String(), nil
}
