// Package schemas holds the JSON Schemas this project publishes: the shapes of
// trust annotations, of the schemes behind an evidenceRef, and of what the
// commands print for machines.
//
// It imports nothing of the project. A schema is the file NAME.json with the
// $id https://mcp-evref.github.io/schemas/NAME.json; a published version never
// changes what it accepts.
package schemas

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// Base is the URI all identifiers begin with.
const Base = "https://mcp-evref.github.io/schemas/"

//go:embed *.json
var files embed.FS

// Info describes one schema.
type Info struct {
	Name  string // such as "evidence-ref.v1"
	ID    string // the $id
	Title string
}

// All lists the schemas by name.
func All() []Info {
	names, err := fs.Glob(files, "*.json") // sorted by name
	if err != nil {
		panic(fmt.Sprintf("schemas: %v", err)) // only a malformed constant pattern
	}
	out := make([]Info, len(names))
	for i, name := range names {
		raw, _ := files.ReadFile(name)
		var head struct{ Title string }
		if err := json.Unmarshal(raw, &head); err != nil {
			panic(fmt.Sprintf("schemas: embedded %s: %v", name, err)) // a test reads every file
		}
		out[i] = Info{Name: strings.TrimSuffix(name, ".json"), ID: Base + name, Title: head.Title}
	}
	return out
}

// Get gives the bytes of a schema by its name or its $id; ok is false when
// there is none. The caller may change the bytes.
func Get(nameOrID string) (raw []byte, ok bool) {
	name := strings.TrimSuffix(strings.TrimPrefix(nameOrID, Base), ".json")
	raw, err := files.ReadFile(name + ".json")
	return raw, err == nil
}
