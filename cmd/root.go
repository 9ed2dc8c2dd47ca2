// Package cmd is the command line: flags become Options, a run function does
// the work with packages under pkg/, and one place turns errors into exit codes.
package cmd

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/diag"
)

// app is one run of the program: its streams and the flags of all verbs.
type app struct {
	Streams
	colorMode   string
	quiet       bool
	commandLine []string // as they were given
	prepared    func()   // says that all is open, and the run ends by itself when it is told to
}

// patience is how long an interrupt leaves a run that is not prepared yet.
const patience = 2 * time.Second

// Main runs the program and gives its exit code. args are without the program
// name. A run that hangs before it has everything open, on a pipe that nobody
// writes to or a folder that does not answer, has nothing to lose and is left
// behind when ctx is done. Any other is waited for: it keeps what it has done.
func Main(ctx context.Context, args []string, streams Streams) int {
	streams.In = input.NewInterruptible(ctx, streams.In)
	streams.Out = report.Named("standard output", streams.Out)
	ready, prepared := context.WithCancel(context.Background())
	defer prepared()
	a := &app{Streams: streams, commandLine: args, prepared: prepared}
	done := make(chan int, 1)
	go func() { done <- a.execute(ctx) }()
	select {
	case code := <-done:
		return code
	case <-ctx.Done():
	}
	select {
	case code := <-done:
		return code
	case <-ready.Done():
		return <-done
	case <-time.After(patience):
		a.messages().fail("interrupted while waiting for a file to open")
		return ExitInterrupted
	}
}

// execute runs the command line and gives its exit code.
func (a *app) execute(ctx context.Context) (code int) {
	defer func() {
		if r := recover(); r != nil {
			code = a.fault(r)
		}
	}()
	root := newRoot(a)
	refuseUnknownShell(root)
	root.SetArgs(a.commandLine)
	err := root.ExecuteContext(ctx)
	var end exitStatus
	switch {
	case err == nil:
		return ExitOK
	case ctx.Err() != nil: // what failed because of it has been said
		return ExitInterrupted
	case errors.As(err, &end):
		return int(end)
	case isUsage(err) || isCobraUsage(err):
		a.messages().fail("%s", oneLine(err))
		return ExitUsage
	}
	a.messages().fail("%s", oneLine(err))
	return ExitUnreadable
}

// fault reports a panic in one line. The stack is for those who ask for it.
func (a *app) fault(r any) int {
	fmt.Fprintf(a.Err, "evref: internal fault: %s; please report this line with version %s and the input\n",
		diag.Safe(strings.SplitN(fmt.Sprint(r), "\n", 2)[0]), buildVersion())
	if a.Getenv("EVREF_DEBUG") != "" {
		a.Err.Write(debug.Stack())
	}
	return ExitFault
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "evref",
		Short: "make MCP trust evidence checkable",
		Long: `evref computes and checks the digests behind MCP trust annotations, lints tool
definitions, and fingerprints server definitions.

  evref digest advisory.json                  both canonical digests of a record
  evref verify result.json --evidence ./ev    a verdict for every claim
  evref lint-tool tools.json                  findings with file, line and fix
  evref fingerprint .mcp.json                 what exactly was approved
  evref explain mismatch                      what it means and what to do

It works offline, writes results to stdout and everything else to stderr.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return unknown("command", args[0], verbs())
		},
		RunE: func(c *cobra.Command, args []string) error {
			c.SetOut(a.Err)
			_ = c.Help()
			return exitStatus(ExitUsage)
		},
	}
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	root.CompletionOptions.DisableDefaultCmd = false
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return flagError(c, err) })
	root.PersistentFlags().StringVar(&a.colorMode, "color", "auto", "colour: auto, always or never")
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		if !slices.Contains(colorModes, a.colorMode) {
			return unknown("colour mode", a.colorMode, colorModes)
		}
		return refuseEmpty(c.Flags())
	}
	for _, newCommand := range commands() {
		root.AddCommand(newCommand(a))
	}
	completeShared(root)
	return root
}

// commands lists the verbs and the service commands.
func commands() []func(*app) *cobra.Command {
	return []func(*app) *cobra.Command{
		newDigest,
		newExplain,
		newFingerprint,
		newLintTool,
		newSchema,
		newVerify,
		newVectors,
		newVersion,
	}
}

func verbs() []string {
	names := []string{"help", "completion"}
	for _, newCommand := range commands() {
		names = append(names, newCommand(&app{}).Name())
	}
	return names
}

// messages gives the writer for stderr.
func (a *app) messages() messages {
	return messages{w: a.Err, paint: newPalette(a.colored(a.colorMode, a.ErrTerminal)), quiet: a.quiet}
}

// unknown is the usage error for a word that is none of those known.
func unknown(what, word string, known []string) error {
	if near, ok := diag.Nearest(word, known); ok {
		return usagef("unknown %s %s; did you mean %s?", what, diag.Quote(word, 40), near)
	}
	return usagef("unknown %s %s; known are %s", what, diag.Quote(word, 40), strings.Join(known, ", "))
}

// flagError adds what to do to pflag's own words.
func flagError(c *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	if errors.As(err, &missing) {
		name := missing.GetSpecifiedName()
		if missing.GetSpecifiedShortnames() != "" {
			return usagef("unknown flag -%s; %s --help lists the flags", diag.Safe(name), c.CommandPath())
		}
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near, ok := diag.Nearest(name, names); ok {
			return usagef("unknown flag --%s; did you mean --%s?", diag.Safe(name), near)
		}
		return usagef("unknown flag --%s; %s --help lists the flags", diag.Safe(name), c.CommandPath())
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		if takes, ok := taken[invalid.GetFlag().Value.Type()]; ok {
			if errors.Is(err, strconv.ErrRange) {
				takes = "a smaller number"
			}
			return usagef("--%s %s: it takes %s", invalid.GetFlag().Name, diag.Quote(invalid.GetValue(), 60), takes)
		}
	}
	return usagef("%s; %s --help lists the flags", diag.Safe(firstLine(err)), c.CommandPath())
}

// taken says what a flag takes, by the name pflag gives the type of its value.
var taken = map[string]string{
	"bool":        "true or false, or nothing",
	"int":         "a whole number, without a unit",
	"int64":       "a whole number, without a unit",
	"duration":    "a time with its unit, such as 500ms, 30s or 5m",
	"stringSlice": "words with commas between them",
}

// isCobraUsage recognises the errors that cobra makes itself, which have no
// type: all of them are about the command line.
func isCobraUsage(err error) bool {
	for _, prefix := range []string{"unknown command", "accepts ", "requires ", "required flag", "if any flags in the group", "at least one of the flags", "invalid argument"} {
		if strings.HasPrefix(err.Error(), prefix) {
			return true
		}
	}
	return false
}

// oneLine is an error as a message. In our own a line end can only come from a
// name, and must not hide what is said behind it; what cobra adds in further
// lines is not shown.
func oneLine(err error) string {
	if isUsage(err) || isFailure(err) {
		return diag.Safe(err.Error())
	}
	return diag.Safe(firstLine(err))
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
