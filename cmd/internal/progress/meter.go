package progress

import (
	"io"
	"time"
)

// Mode is how progress is told.
type Mode int

// The ways to tell progress.
const (
	Never Mode = iota
	Live       // one line of a terminal, which is erased before anything else is written
	Plain      // a line from time to time
)

const (
	liveEvery  = 100 * time.Millisecond
	plainEvery = 30 * time.Second
)

// Meter is a writer to standard error that also shows progress there. All that
// goes to standard error must be written through it, by one goroutine at a time.
type Meter struct {
	w     io.Writer
	mode  Mode
	width int // columns of the terminal
	now   func() time.Time

	begun State // at the start of the rates
	start time.Time
	last  time.Time // when progress was told, or the start
	shown bool      // a live line is on the terminal
}

// New makes a meter. A live line takes less than width columns. now is asked for
// the time.
func New(w io.Writer, mode Mode, width int, now func() time.Time) *Meter {
	return &Meter{w: w, mode: mode, width: width, now: now}
}

// Begin starts the rates: s is what was done before.
func (m *Meter) Begin(s State) {
	if m.mode == Never {
		return
	}
	m.begun, m.start = s, m.now()
	m.last = m.start
}

// Update tells progress when it is time; state is asked for it only then.
func (m *Meter) Update(state func() State) {
	if m.mode == Never {
		return
	}
	every := plainEvery
	if m.mode == Live {
		every = liveEvery
	}
	now := m.now()
	if now.Sub(m.last) < every {
		return
	}
	m.last = now
	line := state().line(m.begun, now.Sub(m.start))
	if m.mode == Plain {
		io.WriteString(m.w, "progress: "+line+"\n")
		return
	}
	m.shown = true
	io.WriteString(m.w, "\r"+fit(line, m.width-1)+"\x1b[K")
}

// Erase takes the live line away, if there is one.
func (m *Meter) Erase() {
	if m.shown {
		m.shown = false
		io.WriteString(m.w, "\r\x1b[K")
	}
}

// Write erases the live line and writes p to standard error.
func (m *Meter) Write(p []byte) (int, error) {
	m.Erase()
	return m.w.Write(p)
}
