package mcp

import "time"

// Defaults of [Options].
const (
	DefaultTimeout  = 60 * time.Second
	DefaultMaxBytes = 64 << 20
)

// Options bound a capture. The zero value is the default.
type Options struct {
	// Timeout bounds the whole capture, start of the server included.
	Timeout time.Duration
	// MaxBytes bounds what the server sends, over all messages.
	MaxBytes int
	// ClientVersion is told to the server beside the name evref.
	ClientVersion string
}

func (o Options) orDefault() Options {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.ClientVersion == "" {
		o.ClientVersion = "unknown"
	}
	return o
}

// Error says why a server could not be captured: one line without the name of
// the server, and what to do about it, which may be empty.
type Error struct {
	Message string
	Help    string

	unanswered bool // nothing came from the server
}

func (e *Error) Error() string { return e.Message }
