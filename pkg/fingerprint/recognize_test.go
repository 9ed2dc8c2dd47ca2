package fingerprint

import (
	"testing"

	"github.com/mcp-evref/evref/pkg/record"
)

func TestLooksLike(t *testing.T) {
	for text, want := range map[string]bool{
		`{"transport":{},"ownership":{}}`: true,
		`{"transport":1,"trust":null}`:    true,
		`{"integrations":[]}`:             true,
		`{"transport":{}}`:                false,
		`{"ownership":{},"trust":{}}`:     false,
		`{"mcpServers":{}}`:               false,
		`[]`:                              false,
		`"transport"`:                     false,
	} {
		rec, err := record.Parse([]byte(text), record.JSON, record.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got := LooksLike(rec.Root()); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}
