package pipeline

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// numbers is a source of n pieces of work.
func numbers(n int) func(*int) (bool, error) {
	i := 0
	return func(in *int) (bool, error) {
		if i == n {
			return false, nil
		}
		*in = i
		i++
		return true, nil
	}
}

func TestOrder(t *testing.T) {
	for _, jobs := range []int{0, 1, 2, 8, 33} {
		next := 0
		err := Run(t.Context(), jobs, numbers(500), func() func(*int, *int) {
			return func(in, out *int) {
				for range rand.IntN(3) {
					runtime.Gosched()
				}
				*out = *in
			}
		}, func(out *int) error {
			if *out != next {
				t.Fatalf("%d jobs: got %d, want %d", jobs, *out, next)
			}
			next++
			return nil
		})
		if err != nil || next != 500 {
			t.Errorf("%d jobs: %d results, %v", jobs, next, err)
		}
	}
}

func TestEnds(t *testing.T) {
	double := func() func(*int, *int) { return func(in, out *int) { *out = 2 * *in } }
	broken := errors.New("broken")

	t.Run("an error of read comes after the results before it", func(t *testing.T) {
		source, results := numbers(5), 0
		err := Run(t.Context(), 2, func(in *int) (bool, error) {
			if more, _ := source(in); more {
				return true, nil
			}
			return false, broken
		}, double, func(*int) error { results++; return nil })
		if !errors.Is(err, broken) || results != 5 {
			t.Errorf("%v after %d results", err, results)
		}
	})
	t.Run("the last piece can come with an error", func(t *testing.T) {
		results := 0
		err := Run(t.Context(), 2, func(*int) (bool, error) { return true, broken }, double, func(*int) error { results++; return nil })
		if !errors.Is(err, broken) || results != 1 {
			t.Errorf("%v after %d results", err, results)
		}
	})
	t.Run("an error of write stops the reading", func(t *testing.T) {
		if err := Run(t.Context(), 2, numbers(1<<30), double, func(*int) error { return broken }); !errors.Is(err, broken) {
			t.Error(err)
		}
	})
	t.Run("the context stops everything", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if err := Run(ctx, 2, numbers(1<<30), double, func(*int) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
	t.Run("the context does not wait for a read", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		never := make(chan struct{})
		defer close(never)
		err := Run(ctx, 2, func(*int) (bool, error) { <-never; return false, nil }, double, func(*int) error { return nil })
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
	t.Run("a panic of a worker is the caller's", func(t *testing.T) {
		defer func() {
			if r := recover(); r != "odd" {
				t.Errorf("recovered %v", r)
			}
		}()
		_ = Run(t.Context(), 2, numbers(10), func() func(*int, *int) {
			return func(in, _ *int) {
				if *in == 3 {
					panic("odd")
				}
			}
		}, func(*int) error { return nil })
		t.Error("no panic")
	})
}

// TestInterruptIsTold: a run that ctx has ended is never taken for one that has
// read everything, however the goroutines meet.
func TestInterruptIsTold(t *testing.T) {
	for n := range 2000 {
		ctx, cancel := context.WithCancel(context.Background())
		var given atomic.Int64
		err := Run(ctx, 2, func(*int) (bool, error) {
			if given.Add(1) == 2 {
				<-ctx.Done()
			}
			return given.Load() < 1000, nil
		}, func() func(*int, *int) { return func(*int, *int) {} }, func(*int) error {
			cancel() // while an answer is written
			for range 50 {
				runtime.Gosched() // the reader ends in the meantime
			}
			return nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("run %d, after %d pieces: %v", n, given.Load(), err)
		}
	}
}
