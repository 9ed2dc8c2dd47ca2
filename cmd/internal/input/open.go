package input

import (
	"io"
	"os"
)

// Opened is one input that is read as a stream.
type Opened struct {
	io.Reader
	Name  string // as it is called in output
	Stdin bool
	file  *os.File
}

// Close closes a file; standard input stays open.
func (o *Opened) Close() {
	if o.file != nil {
		o.file.Close()
	}
}

// IsDir reports that a name leads to a directory.
func (o *Options) IsDir(name string) bool {
	info, err := os.Stat(o.Path(name))
	return name != "-" && err == nil && info.IsDir()
}

// Open opens one named input, "-" for standard input. The error is an
// [*OpenError].
func (o *Options) Open(name string) (*Opened, error) {
	if name == "-" {
		shown := o.StdinName
		if shown == "" {
			shown = "-"
		}
		return &Opened{Reader: o.Stdin, Name: shown, Stdin: true}, nil
	}
	o.opening(name)
	f, err := os.Open(o.Path(name))
	if err != nil {
		return nil, &OpenError{err}
	}
	return &Opened{Reader: f, Name: name, file: f}, nil
}
