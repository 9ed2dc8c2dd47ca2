package store_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
	"github.com/mcp-evref/evref/pkg/store"
)

func Example() {
	temp, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(temp)
	dir := filepath.Join(temp, "evidence")
	canonical := []byte(`{"class":"public"}`)
	sum := digest.Of(digest.SHA256, canonical)

	s, err := store.Create(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	batch := s.NewBatch()
	if err := batch.Put(sum, canonical); err != nil {
		fmt.Println(err)
		return
	}
	if err := batch.Commit(); err != nil {
		fmt.Println(err)
		return
	}
	raw, err := s.Get(sum, record.Limits{})
	fmt.Println(string(raw), err)
	// Output: {"class":"public"} <nil>
}
