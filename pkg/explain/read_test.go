package explain

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/mcp-evref/evref/pkg/evidence"
	"github.com/mcp-evref/evref/pkg/record"
)

// readText explains a text under a name.
func readText(t *testing.T, name, text string) []Card {
	t.Helper()
	r := Reader{Schemes: evidence.NewSchemes()}
	cards, err := r.Read(name, []byte(text), record.Detect(name, []byte(text)))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return cards
}

// readFile explains a file of testdata/explain.
func readFile(t *testing.T, name string) []Card {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("../../testdata/explain", name))
	if err != nil {
		t.Fatal(err)
	}
	return readText(t, name, string(raw))
}

// one gives the only card, of the expected type.
func one[T Card](t *testing.T, cards []Card) T {
	t.Helper()
	if len(cards) != 1 {
		t.Fatalf("%d cards, want 1", len(cards))
	}
	c, ok := cards[0].(T)
	if !ok {
		t.Fatalf("card is a %T", cards[0])
	}
	return c
}

// pageText lays a card out.
func pageText(c Card) string { return c.Page().Text(TextOptions{}) }
