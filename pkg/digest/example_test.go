package digest_test

import (
	"errors"
	"fmt"

	"github.com/mcp-evref/evref/pkg/digest"
	"github.com/mcp-evref/evref/pkg/record"
)

// The digest of a record, from JSON text to the line that is published.
func Example() {
	text := []byte(`{"decision": "deny", "rule": "egress.block"}`)
	rec, err := record.Parse(text, record.JSON, record.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	sum, err := digest.Sum(digest.JCS, digest.SHA256, rec.Root())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sum)
	// Output:
	// sha256:de9e75619d9ee746fc77dcd35f95a016ad081c42643f54027f9409fe0dbe1b71
}

// A record that two readers could understand differently has no digest. The
// error has a place.
func Example_refused() {
	text := []byte("{\n  \"a\": 1,\n  \"\\u0061\": 2\n}")
	_, err := record.Parse(text, record.JSON, record.Limits{})
	var syntax *record.SyntaxError
	if errors.As(err, &syntax) {
		fmt.Println(syntax.Class, syntax.Range.Start)
		fmt.Println(syntax.Diagnostic("record.json").Line())
	}
	// Output:
	// duplicate 3:3
	// record.json:3:3: error: duplicate member name "a", first at 2:3; keep one of the two: readers disagree on which one counts [duplicate-name]
}

// Before a digest is published, look for what lets another record share it.
func ExampleHazards() {
	rec, err := record.Parse([]byte(`{"id": 9007199254740993}`), record.JSON, record.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, h := range digest.Hazards(digest.JCS, rec.Root()) {
		fmt.Println(h.Kind, h.Pointer)
	}
	// Output:
	// precision /id
}

// One Encoder for many records takes memory once.
func ExampleEncoder() {
	var parser record.Parser
	var encoder digest.Encoder
	for _, line := range []string{`{"b":1,"a":1.0}`, `[true]`} {
		rec, err := parser.Parse([]byte(line), record.JSON)
		if err != nil {
			fmt.Println(err)
			continue
		}
		canonical, err := encoder.Canonical(digest.JCS, rec.Root())
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(string(canonical))
	}
	// Output:
	// {"a":1,"b":1}
	// [true]
}
