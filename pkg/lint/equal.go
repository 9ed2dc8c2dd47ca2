package lint

import (
	"bytes"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// equal reports whether two values say the same, whatever their layout and the
// order of their members.
func equal(a, b record.Value) bool {
	x, err := digest.JCS.Append(nil, a)
	if err != nil {
		return bytes.Equal(a.Raw(), b.Raw())
	}
	y, err := digest.JCS.Append(nil, b)
	return err == nil && bytes.Equal(x, y)
}
