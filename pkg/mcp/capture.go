package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcp-evref/evref/pkg/record"
)

// Capture is what a server says about its tools.
type Capture struct {
	ProtocolVersion string            // revision that was agreed on
	ServerInfo      json.RawMessage   // the server's own description; may be empty
	Tools           []json.RawMessage // definitions of all pages, as sent
	Pages           int
	NoTools         bool    // the server does not know tools/list
	Chatter         Chatter // what it wrote besides messages, over stdio

	members []member // what the first page says about the list, as sent
}

// ServerName gives the name the server has for itself, "" when it has none.
func (c *Capture) ServerName() string {
	r, err := record.Parse(c.ServerInfo, record.JSON, record.Limits{})
	if err != nil {
		return ""
	}
	name, _ := r.Root().Get("name").Text()
	return name
}

type member struct {
	key   string // JSON string
	value []byte
}

// Document gives the capture as one JSON document that a file can keep: the
// revision, the server, and one list of all tools. Only the white space between
// tokens is new; every name, string and number is spelled as the server did.
func (c *Capture) Document() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"protocolVersion":%q`, c.ProtocolVersion)
	if len(c.ServerInfo) > 0 {
		b.WriteString(`,"serverInfo":`)
		b.Write(c.ServerInfo)
	}
	for _, m := range c.members {
		b.WriteString("," + m.key + ":")
		b.Write(m.value)
	}
	b.WriteString(`,"tools":[`)
	for i, tool := range c.Tools {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(tool)
	}
	b.WriteString("]}")
	var out bytes.Buffer
	if json.Indent(&out, b.Bytes(), "", "  ") != nil {
		return append(b.Bytes(), '\n') // nested deeper than encoding/json goes
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// capture speaks to a server over an open connection.
func capture(ctx context.Context, s *session) (*Capture, error) {
	info, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	c := &Capture{ProtocolVersion: s.revision(), ServerInfo: info}
	return c, s.list(ctx, c)
}

// whatFailed turns what stopped a capture into an error for a person. It gives
// the error of ctx when that is done.
func whatFailed(ctx context.Context, s *session, o Options, b *budget, err error) error {
	var said *Error
	switch {
	case b.spent():
		return b.err()
	case errors.As(err, &said):
		return said
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return &Error{
			Message: fmt.Sprintf("server did not answer %s within %s", s.waitsFor(), o.Timeout),
			Help:    "raise --timeout if it is slow to start, or run it by hand to see what it waits for",

			unanswered: true,
		}
	case errors.Is(err, io.EOF), errors.Is(err, sdk.ErrConnectionClosed), isPipeClosed(err):
		return &Error{Message: "server went away before it answered " + s.waitsFor(), unanswered: true}
	}
	return &Error{Message: "server's answer to " + s.waitsFor() + " is not a JSON-RPC message"}
}

// isPipeClosed recognises a write to a program that is gone. Windows has an error
// of its own for that (ERROR_NO_DATA), which package syscall does not name.
func isPipeClosed(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, fs.ErrClosed) || strings.Contains(err.Error(), "pipe is being closed")
}

func (s *session) waitsFor() string {
	if s.calling == "" {
		return "initialize"
	}
	return s.calling
}
