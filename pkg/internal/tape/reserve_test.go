package tape

import (
	"strings"
	"testing"

	"github.com/mcp-evref/evref/pkg/internal/generate"
)

// TestReserve checks that the tape of a large record is never copied to a larger
// one, and that it is given up for a small record.
func TestReserve(t *testing.T) {
	inputs := [][]byte{
		[]byte("[" + strings.Repeat(`{"b":1,"a":[]},`, large/8) + "0]"),
		[]byte("[" + strings.Repeat(`{"b":{"d":"\n","c":-0},"a":2},`, large/8) + "0]"),
	}
	for _, shape := range generate.Shapes() {
		inputs = append(inputs, generate.New(1).Document(shape, 2*large))
	}
	for _, raw := range inputs {
		p := Parser{Options: Options{MaxDepth: 10_000}}
		p.reset(raw, OrderUTF16)
		p.reserve()
		nodes, keys := cap(p.tape.Nodes), cap(p.keys)
		if _, f := p.JSON(raw); f != nil {
			t.Fatal(f)
		}
		if cap(p.tape.Nodes) != nodes || cap(p.keys) != keys {
			t.Errorf("%.40s…: %d nodes and %d keys were set aside, %d and %d were needed", raw, nodes, keys, cap(p.tape.Nodes), cap(p.keys))
		}
		for _, read := range []func([]byte) (*Tape, *Fault){p.JSON, p.CBOR} {
			if _, f := read([]byte("0")); f != nil {
				t.Fatal(f)
			}
			if got := cap(p.tape.Nodes); nodes > 8*large && got > large {
				t.Errorf("%.40s…: %d nodes are kept for a small record", raw, got)
			}
		}
	}
}

func TestReserveAhead(t *testing.T) {
	raw := []byte("\x9f" + strings.Repeat("\xa1\xa1\x00\x00\x00\x80", 50_000) + strings.Repeat("\x00", 200_000) + "\xff")
	p := Parser{Options: Options{MaxDepth: 10_000}}
	tape, f := p.CBOR(raw)
	if f != nil {
		t.Fatal(f)
	}
	if got := cap(tape.Nodes); got > 2*len(raw)+16 {
		t.Errorf("%d nodes were set aside for %d bytes", got, len(raw))
	}
}

// TestReserveIsEnough: no text needs more than is set aside for it, whatever its
// brackets, names and faults are. There is no second check while it is read.
func TestReserveIsEnough(t *testing.T) {
	const alphabet, most = `{}[]":,0`, 6
	var try func(raw []byte)
	try = func(raw []byte) {
		p := Parser{Options: Options{MaxDepth: 50, AllowDuplicates: true}}
		p.JSON(raw) // panics when there is no room
		if n := len(p.tape.Nodes); n > len(raw)+1 {
			t.Errorf("%s has %d nodes", raw, n)
		}
		if len(raw) < most {
			for i := range alphabet {
				try(append(raw[:len(raw):len(raw)], alphabet[i]))
			}
		}
	}
	try(nil)
	for _, part := range []string{`"":0,`, `"":{`, `"":[`, `"":"",`, `"a":{`, `"a":{"b":`, `"`, `"":{"":{},"`, `{`, `{"`, `[{`} {
		for n := range 40 {
			try([]byte(`{` + strings.Repeat(part, n) + strings.Repeat("}", 2*most)[:most]))
		}
	}
}
