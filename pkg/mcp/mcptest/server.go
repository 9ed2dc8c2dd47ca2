// Package mcptest is a small MCP server for tests, well behaved or not.
package mcptest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// Mode is how a server behaves.
type Mode string

// The modes.
const (
	Good       Mode = "good"        // three tools on two pages
	Chatty     Mode = "chatty"      // greets on its standard output
	Asking     Mode = "asking"      // pings and asks for roots before it answers
	Batching   Mode = "batching"    // puts its answers into arrays
	NoTools    Mode = "no-tools"    // does not know tools/list
	Stateless  Mode = "stateless"   // knows the newest revision only, without handshake
	OldVersion Mode = "old-version" // speaks 2024-11-05
	Unknown    Mode = "unknown"     // speaks a revision nobody knows
	Refusing   Mode = "refusing"    // refuses every request
	Circular   Mode = "circular"    // its second page leads to itself
	NoArray    Mode = "no-array"    // its tools are no array
	OddCursor  Mode = "odd-cursor"  // its cursor is a number
	BadAnswer  Mode = "bad-answer"  // its result is not an object
	BadBytes   Mode = "bad-bytes"   // its result is not UTF-8
	NotRPC     Mode = "not-rpc"     // answers with JSON that is no JSON-RPC
	Silent     Mode = "silent"      // never answers
	Flooding   Mode = "flooding"    // sends without end
	LongLine   Mode = "long-line"   // sends one line without end
	Dying      Mode = "dying"       // says why and goes away
	Stubborn   Mode = "stubborn"    // outlives its input and SIGTERM
	Parent     Mode = "parent"      // leaves a child that holds its streams open
	Showing    Mode = "showing"     // its one tool describes its environment
)

// Tools are the definitions that a good server lists, as it spells them: an
// unknown annotation, escapes, number texts and repeated names are all kept by
// who looks at raw bytes.
func Tools() []string {
	return []string{
		`{"name":"read_drafts","description":"Reads \u0064rafts.","inputSchema":{"type":"object","properties":{"limit":{"type":"integer","maximum":1.0e2}}},"annotations":{"readOnlyHint":true,"io.modelcontextprotocol/action-metadata":{"outcome":"benign"},"vendor.example/note":1.50E+2}}`,
		`{"name":"send_email","description":"Sends 9007199254740993 mails.","inputSchema":{"type":"object"},"annotations":{"readonlyHint":false}}`,
		`{"name":"list_inbox","inputSchema":{"type":"object"},"_meta":{"a":1,"a":2}}`,
	}
}

// Serve is a server over standard streams. It gives the exit code.
func Serve(mode Mode, in io.Reader, out, errors io.Writer) int {
	switch mode {
	case Chatty:
		fmt.Fprint(out, "Welcome!\n[INFO] listening on stdio\n{ not json }\n\n")
	case Dying:
		fmt.Fprint(errors, "reading config\nfatal: no API key\n")
		return 7
	case Stubborn:
		signal.Ignore(syscall.SIGTERM)
	case Parent:
		if err := leaveChild(out, errors); err != nil {
			fmt.Fprintln(errors, err)
			return 1
		}
	case LongLine:
		for filler := strings.Repeat("x", 1<<16); ; {
			if _, err := io.WriteString(out, filler); err != nil {
				return 1
			}
		}
	}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		for _, answer := range mode.Answers(line) {
			if _, err := io.WriteString(out, answer+"\n"); err != nil {
				return 1
			}
		}
		for mode == Flooding {
			if _, err := io.WriteString(out, `{"jsonrpc":"2.0","method":"notifications/message","params":{}}`+"\n"); err != nil {
				return 1
			}
		}
		if err != nil {
			break
		}
	}
	for mode == Stubborn {
		time.Sleep(time.Hour)
	}
	return 0
}

// leaveChild starts this program again as a stubborn server, if its main
// function looks at MCPTEST_MODE, and writes the child's process id to the file
// named by MCPTEST_PIDFILE.
func leaveChild(out, errors io.Writer) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	child := exec.Command(self)
	child.Env = append(os.Environ(), "MCPTEST_MODE="+string(Stubborn))
	child.Stdout, child.Stderr = out, errors
	if err := child.Start(); err != nil {
		return err
	}
	return os.WriteFile(os.Getenv("MCPTEST_PIDFILE"), fmt.Append(nil, child.Process.Pid), 0o600)
}

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Cursor json.RawMessage            `json:"cursor"`
		Meta   map[string]json.RawMessage `json:"_meta"`
	} `json:"params"`
}

// Answers gives the messages that answer one message.
func (mode Mode) Answers(message []byte) []string {
	var r request
	if json.Unmarshal(message, &r) != nil || r.ID == nil || r.Method == "" || mode == Silent || mode == Stubborn {
		return nil
	}
	body := mode.body(r)
	answer := fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,%s}`, r.ID, body)
	switch mode {
	case Asking:
		return []string{
			`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}`,
			`{"jsonrpc":"2.0","id":"a","method":"ping"}`,
			`{"jsonrpc":"2.0","id":"b","method":"roots/list"}`,
			`{"jsonrpc":"2.0","id":4711,"result":{"tools":"not yours"}}`,
			answer,
		}
	case Batching:
		return []string{"[" + answer + "]"}
	case NotRPC:
		return []string{`{"tools":[]}`}
	}
	return []string{answer}
}
