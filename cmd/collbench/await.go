package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"
)

// await runs f, but stops waiting for it when the command is interrupted: the
// computations take no context. People at a terminal see that it goes on.
func await[T any](cmd *cobra.Command, f func() (T, error)) (T, error) {
	type result struct {
		v   T
		err error
	}
	done := make(chan result, 1)
	go func() {
		v, err := f()
		done <- result{v, err}
	}()
	show := newProgress(cmd.ErrOrStderr())
	defer show.rest()
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for {
		select {
		case r := <-done:
			return r.v, r.err
		case <-cmd.Context().Done():
			var none T
			return none, interrupted("nothing was written")
		case <-second.C:
			show.work()
		}
	}
}

// patience is how long a writer may take to see that it is interrupted. Longer takes one
// that works something out, or waits for somebody to read: it is left.
const patience = 200 * time.Millisecond

// patiently runs what writes, and leaves it if the context has ended and it does not.
func patiently(ctx context.Context, write func() error) error {
	done := make(chan error, 1)
	go func() { done <- write() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return errInterrupted
	}
}
