package mcptest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
)

// Handler is a server over Streamable HTTP. It answers as JSON, or as events
// when asked at a path that ends in /events.
func Handler(mode Mode) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			http.Error(w, "use POST", http.StatusMethodNotAllowed)
			return
		}
		message, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		if mode == Silent {
			<-r.Context().Done()
			return
		}
		answers := mode.Answers(message)
		if len(answers) == 0 {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		var head request
		if json.Unmarshal(message, &head) == nil && head.Method != "initialize" && r.Header.Get("Mcp-Protocol-Version") == "" {
			http.Error(w, "no revision", http.StatusBadRequest)
			return
		}
		if !strings.HasSuffix(r.URL.Path, "/events") {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, answers[len(answers)-1])
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		for _, answer := range answers {
			fmt.Fprintf(w, "event: message\ndata: %s\n\n", answer)
		}
		for mode == Flooding {
			if _, err := fmt.Fprint(w, ": more\n\n"); err != nil {
				return
			}
		}
	})
}

// OlderHandler is a server over the HTTP+SSE transport of 2024-11-05: answers
// come over the stream that a GET opens. messages is where it has requests
// sent, a path or a URL.
func OlderHandler(mode Mode, messages string) http.Handler {
	var mu sync.Mutex
	answers := make(chan string, 100)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			message, err := io.ReadAll(r.Body)
			if err != nil || r.URL.Path != messages {
				http.NotFound(w, r)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			for _, answer := range mode.Answers(message) {
				answers <- answer
			}
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "event: endpoint\ndata: %s\n\n", messages)
		for {
			w.(http.Flusher).Flush()
			select {
			case answer := <-answers:
				fmt.Fprintf(w, "event: message\ndata: %s\n\n", answer)
			case <-r.Context().Done():
				return
			}
		}
	})
}
