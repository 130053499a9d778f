package coll

import "sync"

// parker puts the one thread or goroutine that owns it to sleep. The owner
// calls prepare, looks once more for a reason to stay awake, then calls sleep
// or cancel; a wake after prepare is never lost. sleep may return early.
type parker interface {
	prepare()
	cancel()
	sleep()
	wake()
}

// goParker is a parker made of what every system has. Its wake leaves a host asleep
// whose processor could not go on: in Goroutines mode there are as many hosts as
// processors, and most of them wait for something else. That this is known holds
// because a host says what it waits for before it prepares, and until it is awake it
// waits for nothing else.
type goParker struct {
	mu     sync.Mutex
	cond   sync.Cond
	asleep bool
	h      *host
}

func newGoParker(h *host) parker {
	p := &goParker{h: h}
	p.cond.L = &p.mu
	return p
}

func (p *goParker) prepare() {
	p.mu.Lock()
	p.asleep = true
	p.mu.Unlock()
}

func (p *goParker) cancel() {
	p.mu.Lock()
	p.asleep = false
	p.mu.Unlock()
}

func (p *goParker) sleep() {
	p.mu.Lock()
	for p.asleep {
		p.cond.Wait()
	}
	p.mu.Unlock()
}

func (p *goParker) wake() {
	p.mu.Lock()
	if p.asleep && p.h.ready() {
		p.asleep = false
		p.cond.Signal()
	}
	p.mu.Unlock()
}
