package cmd

// The manners of the command line:
//
//   - stdout carries results and nothing else; everything else goes to stderr.
//   - A message is one line, lower case, without a full stop: place, what is
//     wrong; what to do.
//   - No text from input reaches a terminal before diag.Safe has seen it.
//   - Colour never carries meaning by itself. Flag beats NO_COLOR beats
//     CLICOLOR_FORCE beats TERM=dumb beats "is it a terminal", per stream.

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/fatih/color"
	"github.com/mattn/go-isatty"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Streams is what a run of the program is connected to. Tests give their own.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// OutTerminal and ErrTerminal tell whether a person is looking.
	OutTerminal, ErrTerminal bool
	Getenv                   func(string) string
	Now                      func() time.Time
}

// SystemStreams are those of the process.
func SystemStreams() Streams {
	return Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		OutTerminal: isatty.IsTerminal(os.Stdout.Fd()),
		ErrTerminal: isatty.IsTerminal(os.Stderr.Fd()),
		Getenv:      os.Getenv,
		Now:         time.Now,
	}
}

// colored decides about colour for one stream. mode is auto, always or never.
func (s Streams) colored(mode string, terminal bool) bool {
	switch {
	case mode == "always":
		return true
	case mode == "never", s.Getenv("NO_COLOR") != "":
		return false
	case s.Getenv("CLICOLOR_FORCE") != "" && s.Getenv("CLICOLOR_FORCE") != "0":
		return true
	case s.Getenv("TERM") == "dumb":
		return false
	}
	return terminal
}

// palette paints words for one stream.
type palette struct{ good, bad, doubt, faint, strong *color.Color }

func newPalette(enabled bool) palette {
	paint := func(attributes ...color.Attribute) *color.Color {
		c := color.New(attributes...)
		if enabled {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return c
	}
	return palette{
		good: paint(color.FgGreen), bad: paint(color.FgRed, color.Bold), doubt: paint(color.FgYellow),
		faint: paint(color.Faint), strong: paint(color.Bold),
	}
}

// messages writes to stderr and remembers nothing.
type messages struct {
	w     io.Writer
	paint palette
	quiet bool
}

// diagnostic prints a diagnostic as one line; quiet drops all but errors.
func (m messages) diagnostic(d diag.Diagnostic) {
	if m.quiet && d.Severity < diag.Error {
		return
	}
	fmt.Fprintln(m.w, d.Line())
}

// note prints a line that --quiet drops.
func (m messages) note(format string, args ...any) {
	if !m.quiet {
		fmt.Fprintln(m.w, diag.Safe(fmt.Sprintf(format, args...)))
	}
}

// fail prints a line in every case.
func (m messages) fail(format string, args ...any) {
	fmt.Fprintln(m.w, m.paint.bad.Sprint("error: ")+diag.Safe(fmt.Sprintf(format, args...)))
}
