// Command evref makes MCP trust evidence checkable.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/mcp-evref/evref/cmd"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	code := cmd.Main(ctx, os.Args[1:], cmd.SystemStreams())
	stop()
	os.Exit(code)
}
