package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/record"
)

// Revisions of the protocol that a capture speaks. The newest has no
// handshake: requests carry the revision in their own _meta.
const (
	newestRevision          = "2026-07-28"
	newestHandshakeRevision = "2025-11-25"
)

func revisions() []string {
	return []string{newestRevision, newestHandshakeRevision, "2025-06-18", "2025-03-26", "2024-11-05"}
}

// open agrees on a revision. It tries the handshake first, which servers of
// every age answer; a server that refuses it is asked without one. It gives the
// server's own description, which may be empty.
func (s *session) open(ctx context.Context) (serverInfo json.RawMessage, err error) {
	params := fmt.Sprintf(`{"protocolVersion":%q,"capabilities":{},"clientInfo":%s}`, newestHandshakeRevision, s.clientInfo())
	result, err := s.call(ctx, "initialize", params)
	var refused *rpcError
	if errors.As(err, &refused) {
		return s.discover(ctx, refused)
	}
	if err != nil {
		return nil, err
	}
	answer, err := s.read(result)
	if err != nil {
		return nil, err
	}
	version, _ := answer.Get("protocolVersion").Text()
	if !slices.Contains(revisions(), version) {
		return nil, &Error{
			Message: "server speaks protocol revision " + diag.Quote(version, 40) + ", which is not known",
			Help:    "save its tools/list answer and lint the file",
		}
	}
	s.agreed.Store(&version)
	return answer.Get("serverInfo").Raw(), s.notify(ctx, "notifications/initialized")
}

// discover asks a server of the newest revision what it is. refused is what it
// said to the handshake, which is reported when this does not work either.
func (s *session) discover(ctx context.Context, refused *rpcError) (json.RawMessage, error) {
	s.stateless = true
	result, err := s.call(ctx, "server/discover", s.params(""))
	var again *rpcError
	if errors.As(err, &again) {
		return nil, &Error{Message: refused.Error(), Help: "it may want another program, argument, --env or --header"}
	}
	if err != nil {
		return nil, err
	}
	answer, err := s.read(result)
	if err != nil {
		return nil, err
	}
	for _, v := range answer.Get("supportedVersions").Elements() {
		if text, _ := v.Text(); text == newestRevision {
			s.agreed.Store(&text)
			return answer.At("_meta", "io.modelcontextprotocol/serverInfo").Raw(), nil
		}
	}
	return nil, &Error{Message: refused.Error(), Help: "save its tools/list answer and lint the file"}
}

// params gives the parameters of a list request: the cursor as JSON, "" for
// the first page, and in a stateless session what every request carries.
func (s *session) params(cursor string) string {
	text := "{"
	if cursor != "" {
		text += `"cursor":` + cursor
	}
	if s.stateless {
		if cursor != "" {
			text += ","
		}
		text += fmt.Sprintf(`"_meta":{"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientInfo":%s,"io.modelcontextprotocol/clientCapabilities":{}}`,
			newestRevision, s.clientInfo())
	}
	return text + "}"
}

func (s *session) clientInfo() string {
	return `{"name":"evref","version":` + record.QuoteJSON(s.clientVersion) + `}`
}

// read parses an answer as strictly as a file, except that repeated names are
// left for the linter to find.
func (s *session) read(result json.RawMessage) (record.Value, error) {
	p := record.Parser{AllowDuplicates: true, Limits: record.Limits{MaxBytes: record.MaxBytes}}
	r, err := p.Parse(result, record.JSON)
	if err != nil {
		return record.Value{}, &Error{Message: "server's answer to " + s.calling + " cannot be read: " + err.Error()}
	}
	if r.Root().Kind() != record.Object {
		return record.Value{}, &Error{Message: "server's answer to " + s.calling + " is not an object"}
	}
	return r.Root(), nil
}
