package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcp-evref/evref/pkg/diag"
)

// session is one conversation with a server. Calls are made one at a time.
type session struct {
	conn          sdk.Connection
	clientVersion string
	agreed        atomic.Pointer[string] // revision; none before the handshake
	stateless     bool                   // every request carries what the handshake would have said
	lastID        int64
	calling       string // method that is waited for
}

// revision gives the agreed revision of the protocol, "" before there is one.
func (s *session) revision() string {
	if v := s.agreed.Load(); v != nil {
		return *v
	}
	return ""
}

// rpcError is a JSON-RPC error answer.
type rpcError struct {
	method  string
	code    int64
	message string
}

func (e *rpcError) Error() string {
	return fmt.Sprintf("server answers %s with error %d: %s", e.method, e.code, diag.Quote(e.message, 120))
}

const (
	codeMethodNotFound = -32601 // JSON-RPC 2.0 §5.1
	codeRejected       = -32005 // the SDK's own, for a request that was not sent
)

// call sends a request and waits for its answer. params is JSON, "" for none.
// The error is an [*rpcError] when that is what the server answered.
func (s *session) call(ctx context.Context, method, params string) (json.RawMessage, error) {
	s.lastID++
	s.calling = method
	id, err := jsonrpc.MakeID(float64(s.lastID))
	if err != nil {
		return nil, err
	}
	if err := s.conn.Write(ctx, &jsonrpc.Request{ID: id, Method: method, Params: json.RawMessage(params)}); err != nil {
		return nil, asRPCError(method, err)
	}
	for {
		message, err := s.conn.Read(ctx)
		if err != nil {
			return nil, err
		}
		switch m := message.(type) {
		case *jsonrpc.Response:
			if m.ID != id {
				continue // an answer to nothing that is waited for
			}
			if m.Error != nil {
				return nil, asRPCError(method, m.Error)
			}
			return m.Result, nil
		case *jsonrpc.Request:
			if err := s.serve(ctx, m); err != nil {
				return nil, err
			}
		}
	}
}

// serve answers what a server asks meanwhile: a ping, and nothing else, since
// no capability was declared. Notifications are passed over.
func (s *session) serve(ctx context.Context, r *jsonrpc.Request) error {
	if !r.IsCall() {
		return nil
	}
	answer := &jsonrpc.Response{ID: r.ID}
	if r.Method == "ping" {
		answer.Result = json.RawMessage(`{}`)
	} else {
		answer.Error = &jsonrpc.Error{Code: codeMethodNotFound, Message: "not supported by this client"}
	}
	return s.conn.Write(ctx, answer)
}

func (s *session) notify(ctx context.Context, method string) error {
	return s.conn.Write(ctx, &jsonrpc.Request{Method: method})
}

func asRPCError(method string, err error) error {
	var answer *jsonrpc.Error
	if errors.As(err, &answer) && answer.Code != codeRejected {
		return &rpcError{method: method, code: answer.Code, message: answer.Message}
	}
	return err
}
