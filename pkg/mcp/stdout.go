package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"sync"

	"github.com/mcp-evref/evref/pkg/diag"
)

// messageLines reads the lines of a server's standard output that are
// JSON-RPC messages. Servers that print a greeting there break the protocol and
// are common; such lines are counted and passed over.
type messageLines struct {
	lines   *bufio.Reader
	pending []byte

	mu      sync.Mutex
	chatter Chatter
}

// Chatter is what a server wrote to its standard output besides messages.
type Chatter struct {
	Lines int
	First string // beginning of the first such line, safe to print
}

func newMessageLines(r io.Reader, b *budget) *messageLines {
	return &messageLines{lines: bufio.NewReader(b.reader(r))}
}

func (m *messageLines) Read(p []byte) (int, error) {
	for len(m.pending) == 0 {
		line, err := m.lines.ReadBytes('\n')
		switch {
		case isMessage(line):
			m.pending = line
		case len(bytes.TrimSpace(line)) > 0:
			m.note(line)
		}
		if err != nil && len(m.pending) == 0 {
			return 0, err
		}
	}
	n := copy(p, m.pending)
	m.pending = m.pending[n:]
	return n, nil
}

// isMessage recognises a JSON-RPC message or a batch of them. A log line may
// begin with a bracket too, so the line has to be JSON as a whole.
func isMessage(line []byte) bool {
	text := bytes.TrimSpace(line)
	if bytes.HasPrefix(text, []byte{'['}) {
		if !bytes.HasPrefix(bytes.TrimSpace(text[1:]), []byte{'{'}) {
			return false
		}
	} else if !bytes.HasPrefix(text, []byte{'{'}) {
		return false
	}
	return json.Valid(text)
}

func (m *messageLines) note(line []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.chatter.Lines++; m.chatter.Lines == 1 {
		m.chatter.First = diag.Quote(string(bytes.TrimSpace(line)), 60)
	}
}

func (m *messageLines) heard() Chatter {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.chatter
}
