package cmd

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
	"github.com/mcp-evref/evref/pkg/mcp"
	"github.com/mcp-evref/evref/pkg/record"
)

// captureFlags ask for a live server in place of files. Only here does evref
// start a program or use the network, and only what the flags name.
type captureFlags struct {
	stdio    bool
	url      string
	headers  []string
	env      []string
	save     string
	timeout  time.Duration
	maxBytes int

	// Read from the above by resolve.
	command  mcp.Command
	endpoint mcp.Endpoint
}

func (c *captureFlags) register(f *pflag.FlagSet) {
	f.BoolVar(&c.stdio, "stdio", false, "lint what a server says: the arguments after -- are the command that starts it")
	f.StringVar(&c.url, "http", "", "lint what the server at this URL says")
	f.StringArrayVar(&c.headers, "header", nil, "with --http: NAME=VALUE to send; may repeat")
	f.StringSliceVar(&c.env, "env", nil, "with --stdio: pass on these environment variables besides PATH, HOME, TMPDIR and LANG")
	f.StringVar(&c.save, "save", "", "with --stdio and --http: keep what the server said in this file")
	f.DurationVar(&c.timeout, "timeout", mcp.DefaultTimeout, "with --stdio and --http: how long the server may take")
	f.IntVar(&c.maxBytes, "max-capture-size", mcp.DefaultMaxBytes, "with --stdio and --http: how many bytes the server may send")
}

// asked reports that a server is to be captured.
func (c *captureFlags) asked() bool { return c.stdio || c.url != "" }

// resolve reads the flags; args are those of the command line of command.
func (c *captureFlags) resolve(command *cobra.Command, args []string) error {
	if !c.asked() {
		for _, name := range []string{"header", "env", "save", "timeout", "max-capture-size"} {
			if command.Flags().Changed(name) {
				return usagef("--%s belongs to --stdio or --http", name)
			}
		}
		return nil
	}
	switch dash := command.ArgsLenAtDash(); {
	case c.stdio && c.url != "":
		return usagef("--stdio and --http exclude each other")
	case c.stdio && (dash < 0 || len(args) == 0):
		return usagef("--stdio needs the server's command after --, as in %s --stdio -- npx some-server", command.CommandPath())
	case c.stdio && dash > 0, c.url != "" && len(args) > 0:
		return usagef("a server and files cannot be read in one run; save what the server says with --save")
	case c.stdio && len(c.headers) > 0:
		return usagef("--header belongs to --http")
	case c.url != "" && len(c.env) > 0:
		return usagef("--env belongs to --stdio")
	case c.save == "-":
		return usagef("--save takes a file; standard output is for the findings")
	case c.timeout <= 0:
		return usagef("--timeout takes a time such as 30s")
	case c.maxBytes < 1 || c.maxBytes > record.MaxBytes:
		return usagef("--max-capture-size takes 1 to %d bytes", record.MaxBytes)
	}
	if c.stdio {
		environment, missing := mcp.Environment(c.env)
		if len(missing) > 0 {
			return usagef("--env %s is not set; set it, and give its name only", diag.Quote(missing[0], 40))
		}
		c.command = mcp.Command{Name: args[0], Args: args[1:], Env: environment}
		return nil
	}
	var err error
	c.endpoint, err = mcp.ParseEndpoint(c.url, c.headers)
	var said *mcp.Error
	if errors.As(err, &said) {
		return usagef("%s; %s", said.Message, said.Help)
	}
	return err
}

// each captures the server and visits what it said as if it were a file. A
// server that cannot be captured is an input that cannot be read.
func (c *captureFlags) each(ctx context.Context, a *app, visit func(input.Item) error) error {
	o := mcp.Options{Timeout: c.timeout, MaxBytes: c.maxBytes, ClientVersion: buildVersion()}
	var captured *mcp.Capture
	var err error
	if c.stdio {
		captured, err = mcp.CaptureCommand(ctx, c.command, o)
	} else {
		captured, err = mcp.CaptureURL(ctx, c.endpoint, o)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	item := input.Item{Locator: record.Locator{Path: c.name(captured)}}
	if err != nil {
		item.Err = err
		return visit(item)
	}
	c.notes(a.messages(), captured)
	item.Data = captured.Document()
	if c.save != "" {
		if err := report.WriteFile(c.save, item.Data, nil); err != nil {
			return err
		}
	}
	return visit(item)
}

// name is what the capture is called in output: the file that keeps it, else
// the server. Neither arguments nor a query are shown: they may be secret.
func (c *captureFlags) name(captured *mcp.Capture) string {
	switch {
	case captured != nil && c.save != "":
		return c.save
	case c.url != "":
		return c.endpoint.String()
	case captured != nil && captured.ServerName() != "":
		return "stdio:" + captured.ServerName()
	}
	return "stdio"
}

func (c *captureFlags) notes(say messages, captured *mcp.Capture) {
	if n := captured.Chatter.Lines; n > 0 {
		say.note("server wrote %s to standard output that clients cannot read, such as %s; it belongs on standard error",
			count(n, "line"), captured.Chatter.First)
	}
	if captured.NoTools {
		say.note("server does not know tools/list")
	}
}

// captureDiagnostic is the diagnostic for a server that cannot be captured.
func captureDiagnostic(source string, e *mcp.Error) diag.Diagnostic {
	return diag.Diagnostic{Rule: "capture", Severity: diag.Error, Source: source, Message: e.Message, Help: e.Help}
}
