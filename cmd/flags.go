package cmd

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/mcp-evref/evref/cmd/internal/input"
	"github.com/mcp-evref/evref/cmd/internal/report"
	"github.com/mcp-evref/evref/pkg/record"
)

// inputFlags are the flags of every verb that reads records.
type inputFlags struct {
	dir       string
	stdinName string
	format    string // json, cbor or ""
	jsonl     bool
	maxBytes  int
	maxDepth  int
	jobs      int
	opens     func(path string) // is told of every file that is read; nil is nobody
}

func (i *inputFlags) register(f *pflag.FlagSet) {
	f.StringVarP(&i.dir, "directory", "C", "", "read names relative to this directory")
	f.StringVar(&i.stdinName, "stdin-name", "", "what standard input is called in output")
	f.StringVar(&i.format, "input", "", "how records are written: json or cbor (default: .cbor files and tag d9d9f7 are cbor, all else json)")
	f.BoolVar(&i.jsonl, "jsonl", false, "every line of the input is a record")
	f.IntVar(&i.jobs, "jobs", 0, "how many records are worked on at once (0: as many as processors)")
	i.registerLimits(f)
}

func (i *inputFlags) registerLimits(f *pflag.FlagSet) {
	f.IntVar(&i.maxBytes, "max-record-size", record.DefaultMaxBytes, "largest record in bytes, and longest line, up to 2147483647")
	f.IntVar(&i.maxDepth, "max-depth", record.DefaultMaxDepth, "deepest nesting of a record, up to 1000000")
}

func (i *inputFlags) resolve(args []string) error {
	switch {
	case i.format != "" && i.format != "json" && i.format != "cbor":
		return unknown("record format", i.format, []string{"json", "cbor"})
	case i.jsonl && i.format == "cbor":
		return usagef("--jsonl reads JSON; drop --input cbor")
	case i.maxBytes < 1 || i.maxBytes > record.MaxBytes:
		return usagef("--max-record-size takes 1 to %d bytes", record.MaxBytes)
	case i.maxDepth < 1 || i.maxDepth > 1_000_000:
		return usagef("--max-depth takes 1 to 1000000")
	case i.jobs < 0:
		return usagef("--jobs takes a positive number, or 0 for as many as processors")
	}
	if info, err := os.Stat(i.dir); i.dir != "" && (err != nil || !info.IsDir()) {
		return failure("%s: is no folder that can be read; -C takes one", i.dir)
	}
	if i.jobs == 0 {
		i.jobs = runtime.GOMAXPROCS(0)
	}
	if n := len(slices.DeleteFunc(slices.Clone(args), func(s string) bool { return s != "-" })); n > 1 {
		return usagef("standard input (-) can be read once")
	}
	return nil
}

func (i *inputFlags) limits() record.Limits {
	return record.Limits{MaxBytes: i.maxBytes, MaxDepth: i.maxDepth}
}

// path gives the place that a name leads to.
func (i *inputFlags) path(name string) string {
	return (&input.Options{Dir: i.dir}).Path(name)
}

// formatOf tells how a record is written.
func (i *inputFlags) formatOf(name string, data []byte) record.Format {
	switch {
	case i.format == "cbor":
		return record.CBOR
	case i.format == "json" || i.jsonl:
		return record.JSON
	}
	return record.Detect(name, data)
}

// options gives the reader of the inputs. extensions are those of files that
// are read when a directory is walked.
func (i *inputFlags) options(ctx context.Context, stdin io.Reader, extensions ...string) *input.Options {
	return &input.Options{
		Context: ctx, Dir: i.dir, Stdin: stdin, StdinName: i.stdinName, Limits: i.limits(), Opens: i.opens,
		Recognized: func(path string) bool {
			lower := strings.ToLower(path)
			return slices.ContainsFunc(extensions, func(e string) bool { return strings.HasSuffix(lower, e) })
		},
	}
}

// outputFlags are --format and -o of every verb.
type outputFlags struct {
	format    string
	outputs   []string
	known     []string
	protected *protection
	grow      bool    // files are written in place, so that another run can go on
	beside    []place // what other flags name, which no output may meet
}

func (o *outputFlags) register(f *pflag.FlagSet, known []string) {
	o.known = known
	f.StringVar(&o.format, "format", known[0], "output format: "+oneOf(known))
	f.StringArrayVarP(&o.outputs, "output", "o", nil, "write to [FORMAT=]PATH instead of standard output; may repeat")
}

// destinations reads --format and -o, and refuses places that are not apart. Its
// errors are usage errors.
func (o *outputFlags) destinations() ([]report.Destination, error) {
	destinations, err := report.Destinations(o.format, o.outputs, o.known)
	var format *report.FormatError
	if errors.As(err, &format) && !format.Misplaced {
		return nil, unknown("format", format.Format, format.Known)
	}
	if err != nil {
		return nil, usagef("%s", err)
	}
	var places []place
	for _, d := range destinations {
		places = append(places, place{flag: "-o", name: d.Path, path: d.Path})
	}
	return destinations, apart(append(places, o.beside...))
}

// open makes the destinations ready. inputs are names that are never written
// over. A verb opens last what may be a pipe that nobody reads: then it is prepared.
func (o *outputFlags) open(a *app, inputs []string) ([]sink, error) {
	destinations, err := o.destinations()
	if err != nil {
		return nil, err
	}
	create := report.Create
	if o.grow {
		create = report.Grow
	}
	var sinks []sink
	for _, d := range destinations {
		f, err := create(d.Path, a.Out, inputs)
		if err != nil {
			discard(sinks)
			return nil, err
		}
		sinks = append(sinks, sink{File: f, format: d.Format, path: d.Path, protected: o.protected})
	}
	a.prepared()
	return sinks, nil
}

// emptyMeans are the flags whose empty value says something: the digest of a
// claim that is malformed, the pointer to the whole document, no other name.
var emptyMeans = []string{"digest", "pointer", "stdin-name"}

// refuseEmpty refuses a flag that was given without a value, as a script does
// whose variable is not set: it asked for something, and would get less.
func refuseEmpty(f *pflag.FlagSet) (err error) {
	f.Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			if values = list.GetSlice(); len(values) == 0 {
				values = []string{""}
			}
		}
		if err == nil && slices.Contains(values, "") && !slices.Contains(emptyMeans, f.Name) {
			err = usagef("--%s is empty; give it a value, or leave it out", f.Name)
		}
	})
	return err
}

// sink is one open destination.
type sink struct {
	*report.File
	format, path string
	protected    *protection
}

// guard refuses to go on when an input turns out to be one of the outputs.
func guard(sinks []sink, name string) error {
	for _, s := range sinks {
		if s.Replaces(name) {
			return failure("%s: %s", s.path, report.ErrIsInput)
		}
	}
	return nil
}

func discard(sinks []sink) {
	for _, s := range sinks {
		s.Discard()
	}
}

// commit puts all outputs in place, or none of the files after the first that
// fails.
func commit(sinks []sink) error {
	defer discard(sinks)
	for _, s := range sinks {
		if err := s.protected.violated(); err != nil {
			return err
		}
	}
	for _, s := range sinks {
		if err := s.Commit(); err != nil {
			return err
		}
	}
	return nil
}

func flush(sinks []sink) {
	for _, s := range sinks {
		_ = s.Flush() // an error stays in the writer and is reported by commit
	}
}

// failureError is an error of the tool that is not about usage: exit 3.
type failureError struct{ message string }

func (e *failureError) Error() string { return e.message }

func failure(format string, args ...any) error {
	return &failureError{strings.TrimSpace(sprintf(format, args...))}
}

// isFailure reports that a run cannot go on, and not that something about its
// inputs is wrong.
func isFailure(err error) bool {
	return errors.As(err, new(*failureError)) || errors.As(err, new(*report.WriteError))
}

// unwritable calls an output what it is called on the command line.
func unwritable(name string, err error) error {
	var write *report.WriteError
	if errors.As(err, &write) {
		err = &report.WriteError{Name: name, Err: write.Err}
	}
	return err
}

// interrupted reports that a run ended because it was told to.
func interrupted(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err())
}
