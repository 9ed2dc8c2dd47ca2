package mcp

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestPublishedServers captures servers of others, and compares every tool with
// what a conversation written out by hand gets from them, byte for byte. It runs
// where EVREF_NPM_SERVERS names a folder with them; docs/captures/run.sh makes
// one.
func TestPublishedServers(t *testing.T) {
	folder := os.Getenv("EVREF_NPM_SERVERS")
	if folder == "" {
		t.Skip("EVREF_NPM_SERVERS names no folder with servers; docs/captures/run.sh makes one")
	}
	environment, _ := Environment(nil)
	for name, args := range map[string][]string{
		"mcp-server-everything": nil, "mcp-server-filesystem": {t.TempDir()}, "mcp-server-memory": nil,
	} {
		program := filepath.Join(folder, "node_modules", ".bin", name)
		c, err := CaptureCommand(context.Background(), Command{Name: program, Args: args, Env: environment}, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		answer := byHand(t, program, args)
		rest := answer
		for i, tool := range c.Tools {
			at := bytes.Index(rest, tool)
			if at < 0 {
				t.Errorf("%s: tool %d is not what the server sent: %.200s", name, i, tool)
				continue
			}
			rest = rest[at+len(tool):]
		}
		if len(c.Tools) == 0 {
			t.Errorf("%s: no tools", name)
		}
		t.Logf("%s: %d tools, %d bytes, revision %s", name, len(c.Tools), len(answer), c.ProtocolVersion)
	}
}

// byHand gives the line that answers tools/list.
func byHand(t *testing.T, program string, args []string) []byte {
	t.Helper()
	server := exec.Command(program, args...)
	in, err := server.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		in.Close()
		server.Process.Kill()
		server.Wait()
	}()
	lines := bufio.NewReader(out)
	answerTo := func(id int, request string) []byte {
		io.WriteString(in, request+"\n")
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				t.Fatalf("%s: %v", program, err)
			}
			if bytes.Contains(line, fmt.Appendf(nil, `"id":%d`, id)) && bytes.Contains(line, []byte(`"result":`)) {
				return line
			}
		}
	}
	answerTo(1, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return answerTo(2, `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}`)
}
