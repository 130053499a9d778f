package threads

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

// TestParkers: a wake after prepare is never lost, whether it comes before the
// sleep or in it, and one that comes late does no harm.
func TestParkers(t *testing.T) {
	for name, newParker := range map[string]func(func() bool) Parker{"thread": NewParker, "go": NewGoParker} {
		err := func() error {
			p := newParker(func() bool { return true }) // its owner waits for nothing
			for range 100 {
				p.Wake()
				p.Prepare()
				p.Wake()
				p.Sleep()
				p.Prepare()
				p.Cancel()
				p.Wake()
			}
			for i := range 30 {
				p.Prepare()
				var woken atomic.Bool
				ended := make(chan struct{})
				time.AfterFunc(time.Duration(i%3)*time.Millisecond, func() { woken.Store(true); p.Wake(); close(ended) })
				p.Sleep()
				slept := woken.Load()
				if <-ended; i%3 == 2 && !slept { // a wake that has not ended may end the next sleep early
					return errors.New("does not sleep")
				}
			}
			return nil
		}()
		if err != nil {
			t.Errorf("%s parker: %v", name, err)
		}
	}
}

// TestNotReady: a goroutine that could not go on is left asleep.
func TestNotReady(t *testing.T) {
	ready := false
	p := &goParker{ready: func() bool { return ready }}
	p.cond.L = &p.mu
	p.Prepare()
	if p.Wake(); !p.asleep {
		t.Error("woken before it could go on")
	}
	ready = true
	p.Wake()
	p.Sleep() // returns
}
