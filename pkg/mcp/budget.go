package mcp

import (
	"fmt"
	"io"
	"sync/atomic"
)

// budget counts what a server may still send. It is shared by all streams of
// one capture.
type budget struct {
	limit int64
	left  atomic.Int64
}

func newBudget(limit int) *budget {
	b := &budget{limit: int64(limit)}
	b.left.Store(int64(limit))
	return b
}

// spent reports that more was sent than is allowed.
func (b *budget) spent() bool { return b.left.Load() < 0 }

func (b *budget) err() *Error {
	return &Error{
		Message: fmt.Sprintf("server sent more than %d bytes", b.limit),
		Help:    "raise the limit with --max-capture-size if that is what it should send",
	}
}

// reader takes what is read from r out of the budget and fails when that is
// used up.
func (b *budget) reader(r io.Reader) io.Reader { return &budgetReader{r, b} }

type budgetReader struct {
	io.Reader
	budget *budget
}

func (r *budgetReader) Read(p []byte) (int, error) {
	if r.budget.spent() {
		return 0, r.budget.err()
	}
	n, err := r.Reader.Read(p)
	if r.budget.left.Add(-int64(n)) < 0 {
		return 0, r.budget.err()
	}
	return n, err
}
