package main

import (
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
