// Package pipeline works on a stream in parallel and keeps its order: one
// goroutine reads, several work, and the results come out in the order in which
// the work was read. Memory is bounded by the number of workers and the size of
// one piece of work, however long the stream.
package pipeline

import (
	"context"
	"sync"
)

// Run reads pieces of work until read gives false, hands each to one of jobs
// workers, and gives every result to write in reading order.
//
// In and Out are memory that is used again: read fills an In, a worker turns it
// into an Out, write consumes the Out. newWorker is called once for each worker,
// which then has memory of its own.
//
// Run ends early with the error of read or write, or that of ctx; what was read
// before an error of read is still worked on and written. Its workers have ended
// when it returns; a read that waits for input when ctx is done is left alone. A
// panic of a worker is raised again in the caller.
func Run[In, Out any](ctx context.Context, jobs int, read func(*In) (more bool, err error), newWorker func() func(*In, *Out), write func(*Out) error) error {
	jobs = max(jobs, 1)
	p := &line[In, Out]{
		free:  make(chan *slot[In, Out], 2*jobs+1),
		work:  make(chan *slot[In, Out]),
		order: make(chan *slot[In, Out], 2*jobs+1),
	}
	for range cap(p.free) {
		p.free <- &slot[In, Out]{done: make(chan struct{}, 1)}
	}
	inner, stop := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	go p.read(inner, read)
	for range jobs {
		workers.Go(func() { p.serve(inner, newWorker()) })
	}
	for {
		select {
		case s, more := <-p.order:
			if !more {
				return p.err
			}
			if err := p.write(inner, s, write); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

type slot[In, Out any] struct {
	in       In
	out      Out
	done     chan struct{}
	panicked any
}

type line[In, Out any] struct {
	free, work, order chan *slot[In, Out]
	err               error // of read; set before order is closed
}

// read fills free slots until there is nothing more.
func (p *line[In, Out]) read(ctx context.Context, read func(*In) (bool, error)) {
	defer close(p.order)
	defer close(p.work)
	for {
		var s *slot[In, Out]
		select {
		case s = <-p.free:
		case <-ctx.Done():
			p.err = ctx.Err() // the end of the order is not that of the input
			return
		}
		more, err := read(&s.in)
		p.err = err
		if more {
			p.order <- s // never waits: there are as many places as slots
			select {
			case p.work <- s:
			case <-ctx.Done():
				p.err = ctx.Err()
				return
			}
		}
		if err != nil || !more {
			return
		}
	}
}

// serve is one worker.
func (p *line[In, Out]) serve(ctx context.Context, work func(*In, *Out)) {
	for {
		select {
		case s, more := <-p.work:
			if !more {
				return
			}
			one(s, work)
		case <-ctx.Done():
			return
		}
	}
}

func one[In, Out any](s *slot[In, Out], work func(*In, *Out)) {
	defer func() {
		s.panicked = recover()
		s.done <- struct{}{}
	}()
	work(&s.in, &s.out)
}

// write waits for a slot's work and hands it on.
func (p *line[In, Out]) write(ctx context.Context, s *slot[In, Out], write func(*Out) error) error {
	select {
	case <-s.done:
	case <-ctx.Done():
		return ctx.Err()
	}
	if s.panicked != nil {
		panic(s.panicked)
	}
	if err := write(&s.out); err != nil {
		return err
	}
	p.free <- s
	return nil
}
