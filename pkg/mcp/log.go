package mcp

import (
	"bytes"
	"encoding/json"
)

// LogLine is one line of a session log, such as an inspector, a proxy or a
// client's debug output writes: a JSON-RPC message, often with a timestamp and
// a direction before it, or inside an object of the logger's own.
type LogLine struct {
	// Message is the text of the message as logged, nil when there is none.
	Message []byte
	// Offset is where the message begins in the line, in bytes.
	Offset int
	// Alone: there is nothing but white space around the message.
	Alone bool
	// Broken: the line has something of a message, but no whole one.
	Broken bool
}

// maxObjects bounds how many objects of a line are looked at: a logger's own
// come before the message, and there are few of them.
const maxObjects = 8

// ReadLogLine finds the JSON-RPC message, or the batch of them, in a line. It
// only finds where the message is; reading it strictly is left to the caller. A
// line without one is chatter, unless it is Broken.
func ReadLogLine(line []byte) LogLine {
	text := bytes.TrimSpace(line)
	start := bytes.Index(line, text)
	if isBatch(text) {
		return LogLine{Message: text, Offset: start, Alone: true}
	}
	from := 0
	for range maxObjects {
		i := bytes.IndexByte(text[from:], '{')
		if i < 0 {
			break
		}
		from += i
		if object := leadingObject(text[from:]); isRPC(object) {
			return LogLine{Message: object, Offset: start + from, Alone: len(object) == len(text)}
		}
		from++
	}
	return LogLine{Broken: bytes.Contains(text, []byte(`"jsonrpc"`))}
}

// leadingObject gives the object that text begins with, nil when it is not one.
func leadingObject(text []byte) []byte {
	var raw json.RawMessage
	d := json.NewDecoder(bytes.NewReader(text))
	if d.Decode(&raw) != nil {
		return nil
	}
	return text[:d.InputOffset()]
}

func isRPC(object []byte) bool {
	var message struct {
		Version json.RawMessage `json:"jsonrpc"`
	}
	return json.Unmarshal(object, &message) == nil && message.Version != nil
}

func isBatch(text []byte) bool {
	var messages []json.RawMessage
	if !bytes.HasPrefix(text, []byte{'['}) || json.Unmarshal(text, &messages) != nil || len(messages) == 0 {
		return false
	}
	for _, m := range messages {
		if !isRPC(m) {
			return false
		}
	}
	return true
}
