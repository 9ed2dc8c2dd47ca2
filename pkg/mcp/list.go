package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/mcp-evref/evref/pkg/record"
)

// maxPages bounds the pages of one list. A server that has more sends pages
// without end.
const maxPages = 10_000

// list asks for all pages of tools.
func (s *session) list(ctx context.Context, c *Capture) error {
	var cursors []string
	for cursor := ""; ; {
		result, err := s.call(ctx, "tools/list", s.params(cursor))
		var refused *rpcError
		if errors.As(err, &refused) {
			if refused.code == codeMethodNotFound && c.Pages == 0 {
				c.NoTools = true
				return nil
			}
			return &Error{Message: refused.Error()}
		}
		if err != nil {
			return err
		}
		page, err := s.read(result)
		if err != nil {
			return err
		}
		if err := c.addPage(page); err != nil {
			return err
		}
		next := page.Get("nextCursor")
		if next.IsZero() || next.IsNull() {
			return nil
		}
		if next.Kind() != record.String {
			return &Error{Message: fmt.Sprintf("page %d of the tools names its next page by something that is not a string", c.Pages)}
		}
		cursor = string(next.Raw())
		if slices.Contains(cursors, cursor) || c.Pages == maxPages {
			return &Error{Message: fmt.Sprintf("page %d of the tools leads back to an earlier page", c.Pages)}
		}
		cursors = append(cursors, cursor)
	}
}

// addPage takes the tools of one page, and from the first what is said about
// the list as a whole.
func (c *Capture) addPage(page record.Value) error {
	c.Pages++
	tools := page.Get("tools")
	if tools.Kind() != record.Array {
		return &Error{Message: fmt.Sprintf("page %d of the tools has no array named tools", c.Pages)}
	}
	for _, tool := range tools.Elements() {
		c.Tools = append(c.Tools, json.RawMessage(tool.Raw()))
	}
	if c.Pages > 1 {
		return nil
	}
	for m := range page.Members() {
		switch m.Name {
		case "tools", "nextCursor", "protocolVersion", "serverInfo":
		default:
			c.members = append(c.members, member{string(m.Key.Raw()), m.Value.Raw()})
		}
	}
	return nil
}
