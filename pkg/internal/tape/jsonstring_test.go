package tape

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestPlain compares the search eight bytes at a time with one byte at a time,
// for every byte at every place of a word, with every kind of neighbour.
func TestPlain(t *testing.T) {
	fills := []byte{'a', ' ', '!', '#', '[', ']', 0x7f, 0x20}
	for c := range 256 {
		for at := range 20 {
			for _, fill := range fills {
				raw := []byte(strings.Repeat(string(rune(fill)), 24))
				raw[at] = byte(c)
				raw[23] = '"'
				want := 23
				if c < 0x20 || c == '"' || c == '\\' || c >= 0x80 {
					want = at
				}
				if got := plain(raw, 0); got != want {
					t.Fatalf("byte %#x at %d among %#x: stopped at %d, want %d", c, at, fill, got, want)
				}
				if got := plain(raw[:at+1], 0); got != min(want, at+1) {
					t.Fatalf("byte %#x at the end, %d: stopped at %d, want %d", c, at, got, min(want, at+1))
				}
			}
		}
	}
}

// TestEveryCharacter reads every Unicode character raw and escaped.
func TestEveryCharacter(t *testing.T) {
	var p Parser
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if r == 0xd800 {
			r = 0xe000
		}
		escaped := fmt.Sprintf(`\u%04x`, r)
		if r > 0xffff {
			escaped = fmt.Sprintf(`\u%04x\u%04X`, 0xd800+(r-0x10000)>>10, 0xdc00+(r-0x10000)&0x3ff)
		}
		odd := r >= 0xfdd0 && r <= 0xfdef || r&0xffff >= 0xfffe
		control := r < 0x20
		short := control && strings.ContainsRune("\b\t\n\f\r", r)
		checkCharacter(t, &p, escaped, r, odd, control && !short)
		if !control && r != '"' && r != '\\' {
			checkCharacter(t, &p, string(r), r, odd, true)
		}
	}
}

func checkCharacter(t *testing.T, p *Parser, spelling string, r rune, noncharacter, canonical bool) {
	t.Helper()
	tape, f := p.JSON([]byte(`"x` + spelling + `"`))
	if f != nil {
		t.Fatalf("%+q: %+v", spelling, f)
	}
	if got := string(tape.Text(0)); got != "x"+string(r) {
		t.Fatalf("%+q is read as %+q", spelling, got)
	}
	if n := tape.Nodes[0]; n.Has(FlagNoncharacter) != noncharacter || tape.Noncharacters != noncharacter || n.Has(FlagVerbatim) != canonical {
		t.Fatalf("%+q: flags are %b", spelling, n.bits)
	}
}
