package mcp

import (
	"bytes"
	"sync"

	"github.com/mcp-evref/evref/pkg/diag"
)

// tail keeps the last bytes of a server's standard error, for the message that
// says why it went away.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

const tailSize = 4096

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p...)
	if drop := len(t.kept) - tailSize; drop > 0 {
		t.kept = append(t.kept[:0], t.kept[drop:]...)
	}
	return len(p), nil
}

// lastWords gives the last line that is not blank, quoted; "" when there is none.
func (t *tail) lastWords() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := bytes.TrimSpace(t.kept)
	if len(text) == 0 {
		return ""
	}
	return diag.Quote(string(bytes.TrimSpace(text[bytes.LastIndexByte(text, '\n')+1:])), 120)
}
