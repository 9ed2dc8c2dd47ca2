package mcp

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcp-evref/evref/pkg/diag"
)

// Command is a program that is an MCP server over its standard streams.
type Command struct {
	Name string // looked up like a shell does
	Args []string
	Env  []string // NAME=VALUE, see [Environment]; nothing else is passed on
}

// How long a server that was asked to end may take, twice: after its input was
// closed, and after it was told to terminate.
const grace = time.Second

// CaptureCommand runs a server and lists its tools. The server, and every
// process that it left in its group, has ended when CaptureCommand returns. The
// error is an [*Error], or that of ctx.
func CaptureCommand(ctx context.Context, command Command, o Options) (*Capture, error) {
	o = o.orDefault()
	b := newBudget(o.MaxBytes)
	p, err := start(command, b)
	if err != nil {
		return nil, err
	}
	s := &session{conn: p.conn, clientVersion: o.ClientVersion}
	limited, cancel := context.WithTimeout(ctx, o.Timeout)
	c, err := capture(limited, s)
	cancel()
	state := p.stop(err != nil)
	chatter := p.stdout.heard()
	if err == nil {
		c.Chatter = chatter
		return c, nil
	}
	err = whatFailed(ctx, s, o, b, err)
	var said *Error
	if errors.As(err, &said) && said.unanswered {
		said.explain(state, chatter, p.stderr.lastWords())
	}
	return nil, err
}

// explain adds what is known of a program that did not answer.
func (e *Error) explain(state string, chatter Chatter, lastWords string) {
	if state != "" {
		e.Message += " (" + state + ")"
	}
	if lastWords != "" {
		e.Message += "; its last words were " + lastWords
	} else if chatter.Lines > 0 {
		e.Message += "; it wrote " + chatter.First + " instead"
	}
}

// process is a running server.
type process struct {
	cmd    *exec.Cmd
	conn   sdk.Connection
	pipes  []io.Closer // our ends of its input and output
	stdout *messageLines
	stderr *tail
	group  group
	ended  chan struct{}
}

func start(command Command, b *budget) (*process, error) {
	cmd := exec.Command(command.Name, command.Args...)
	cmd.Env = append([]string{}, command.Env...) // never nil, which would pass everything
	cmd.WaitDelay = grace / 4                    // a grandchild may hold the streams open
	p := &process{cmd: cmd, stderr: &tail{}, ended: make(chan struct{})}
	cmd.Stderr = p.stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.pipes, p.stdout = []io.Closer{stdin, stdout}, newMessageLines(stdout, b)
	p.group.prepare(cmd)
	if err := cmd.Start(); err != nil {
		p.closePipes()
		return nil, cannotStart(command.Name, err)
	}
	p.group.started(cmd)
	transport := &sdk.IOTransport{Reader: io.NopCloser(p.stdout), Writer: stdin, MaxLineLength: -1}
	if p.conn, err = transport.Connect(context.Background()); err != nil {
		p.stop(false)
		return nil, err
	}
	return p, nil
}

func cannotStart(name string, err error) error {
	reason, help := err.Error(), ""
	var lookup *exec.Error
	if errors.As(err, &lookup) {
		reason, help = lookup.Err.Error(), "give its full path, or check PATH"
	}
	return &Error{Message: "server " + diag.Quote(name, 80) + " cannot be started: " + diag.Safe(reason), Help: help}
}

// stop ends the server as the specification of the stdio transport asks: close
// its input, then ask it to terminate, then end it; each to the whole group.
// When something failed, it gives how the program ended by itself, "" when it
// had to be ended.
func (p *process) stop(failed bool) string {
	go func() {
		_ = p.cmd.Wait() // an exit status is read below; a straggler's streams are closed
		close(p.ended)
	}()
	byItself := failed && p.endedWithin(50*time.Millisecond) // it may be on its way out
	p.closePipes()
	if !p.endedWithin(grace) {
		p.group.terminate()
		if !p.endedWithin(grace) {
			p.group.kill()
			<-p.ended
		}
	}
	p.group.kill() // what the program left behind
	p.group.close()
	if byItself && p.cmd.ProcessState != nil {
		return p.cmd.ProcessState.String()
	}
	return ""
}

// closePipes tells a server that nobody writes to it or reads from it any more.
func (p *process) closePipes() {
	for _, pipe := range p.pipes {
		_ = pipe.Close() // closed already when the server has ended
	}
	if p.conn != nil {
		_ = p.conn.Close()
	}
}

func (p *process) endedWithin(d time.Duration) bool {
	select {
	case <-p.ended:
		return true
	case <-time.After(d):
		return false
	}
}
