package fingerprint_test

import (
	"fmt"

	"github.com/mcp-evref/evref/pkg/fingerprint"
	"github.com/mcp-evref/evref/pkg/record"
)

// The trust fingerprint of a definition: read strictly, check, hash.
func Example() {
	text := []byte(`{
	  "id": "payments",
	  "transport": {"type": "stdio", "executable": "npx", "args": ["@example/payments-mcp@1.2.3"], "cwd": null},
	  "ownership": {"type": "dccManaged"}
	}`)
	readings, err := fingerprint.Read(text, record.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	definition := readings[0].Definition
	if err := definition.Validate(); err != nil {
		fmt.Println(err)
		return
	}
	before := definition.V1()
	definition.Transport.Args[0] = "@example/payments-mcp@1.2.4"
	fmt.Println(before)
	fmt.Println(before == definition.V1())
	// Output:
	// 2029e60afc128af5ae546033ab40594d8cc51d45fdb946631a3b97eca0509d55
	// false
}
