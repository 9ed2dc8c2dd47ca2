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
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as it is under nohup
		signals = append(signals, syscall.SIGHUP) // the terminal is gone
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	code := cmd.Main(ctx, os.Args[1:], cmd.SystemStreams())
	stop()
	os.Exit(code)
}
