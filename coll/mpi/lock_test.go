//go:build mpi && cgo

package mpi

import (
	"sync/atomic"
	"testing"
	"time"
)

// TestLockIsShared: who takes the lock again and again does not keep it from others,
// who would have to come just between unlock and lock.
func TestLockIsShared(t *testing.T) {
	var taken atomic.Int64
	var stop atomic.Bool
	done := make(chan bool)
	go func() {
		defer close(done)
		for !stop.Load() {
			lock()
			for begun := time.Now(); time.Since(begun) < 50*time.Microsecond; {
			}
			taken.Add(1)
			unlock()
		}
	}()
	const times, most = 50, 100
	waits := int64(0)
	for range times {
		before := taken.Load()
		lock()
		waits += taken.Load() - before
		unlock()
		time.Sleep(time.Millisecond)
	}
	stop.Store(true)
	<-done
	t.Logf("%d times taken by one, while another took it %d times", waits, times)
	if waits > times*most {
		t.Errorf("the other waited for %d at a time", waits/times)
	}
}
