// Package busy is for tests of what goes on beside other work.
package busy

import (
	"sync"
	"sync/atomic"
)

// Goroutines keeps so many goroutines at work until the function returned is called.
func Goroutines(n int) (end func()) {
	var stop atomic.Bool
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			for !stop.Load() {
			}
		})
	}
	return func() {
		stop.Store(true)
		all.Wait()
	}
}
