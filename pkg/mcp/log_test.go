package mcp

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestReadLogLine(t *testing.T) {
	const message = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"jsonrpc\":1}"}]}}`
	const chatter, broken = "chatter", "broken"
	for _, tc := range []struct {
		line, want string
		alone      bool
	}{
		{message, message, true},
		{"  " + message + "\t\r\n", message, true},
		{"[" + message + "," + message + "]", "[" + message + "," + message + "]", true},
		{"2026-03-01T10:00:00Z [server] <- " + message, message, false},
		{"read: " + message + " (12 ms)", message, false},
		{`{"ts":17,"direction":"in","message":` + message + `}`, message, false},
		{`{"a":{"b":{}},"m":` + message + `}`, message, false},
		{`{"level":"info","msg":"listening"}`, chatter, false},
		{"[INFO] started {}", chatter, false},
		{`[{"id":1}]`, chatter, false},
		{"", chatter, false},
		{"{", chatter, false},
		{`{"jsonrpc":"2.0","id":1,"result":{`, broken, false},
		{`17:00 {"jsonrpc":"2.0","id":1,"result":{`, broken, false},
		{`{"message":"{\"jsonrpc\":\"2.0\"}"}`, chatter, false},
		{strings.Repeat("{", 100) + message, broken, false},
	} {
		got := ReadLogLine([]byte(tc.line))
		what := string(got.Message)
		switch {
		case got.Message == nil && got.Broken:
			what = broken
		case got.Message == nil:
			what = chatter
		}
		if what != tc.want || got.Alone != tc.alone {
			t.Errorf("%.80s: got %s, alone %t", tc.line, what, got.Alone)
		}
		if got.Message != nil && !strings.HasPrefix(tc.line[got.Offset:], string(got.Message)) {
			t.Errorf("%.80s: message is not at offset %d", tc.line, got.Offset)
		}
	}
}

func FuzzReadLogLine(f *testing.F) {
	f.Add([]byte(`in: {"jsonrpc":"2.0","method":"ping","id":1}`))
	f.Add([]byte(`{"m":{"jsonrpc":"2.0"}} tail`))
	f.Add([]byte(`[{"jsonrpc":"2.0"}]`))
	f.Fuzz(func(t *testing.T, line []byte) {
		got := ReadLogLine(line)
		if got.Message == nil {
			return
		}
		if !json.Valid(got.Message) || !bytes.HasPrefix(line[got.Offset:], got.Message) {
			t.Errorf("message %q at %d of %q", got.Message, got.Offset, line)
		}
		if got.Alone && !bytes.Equal(bytes.TrimSpace(line), got.Message) {
			t.Errorf("message is not alone in %q", line)
		}
	})
}
