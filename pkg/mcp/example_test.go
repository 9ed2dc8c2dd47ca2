package mcp_test

import (
	"context"
	"fmt"
	"time"

	"github.com/mcp-evref/evref/pkg/mcp"
)

// The tools of a server that is started for it. The server sees no environment
// variables besides the few that every program needs, and has ended when
// CaptureCommand returns.
func ExampleCaptureCommand() {
	environment, _ := mcp.Environment(nil)
	server := mcp.Command{Name: "npx", Args: []string{"-y", "some-server"}, Env: environment}
	capture, err := mcp.CaptureCommand(context.Background(), server, mcp.Options{Timeout: time.Minute})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, tool := range capture.Tools {
		fmt.Println(string(tool)) // as the server spelled it
	}
}

// Session logs have timestamps and chatter around the messages.
func ExampleReadLogLine() {
	for _, line := range []string{
		`10:02:11 <- {"jsonrpc":"2.0","id":1,"result":{}}`,
		`listening on port 3000`,
		`{"jsonrpc":"2.0","id":2,"resu`,
	} {
		found := mcp.ReadLogLine([]byte(line))
		fmt.Printf("%q broken=%t\n", found.Message, found.Broken)
	}
	// Output:
	// "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}" broken=false
	// "" broken=false
	// "" broken=true
}
