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

// goParker is a parker made of what every system has.
type goParker struct {
	mu     sync.Mutex
	cond   sync.Cond
	asleep bool
}

func newGoParker() parker {
	p := new(goParker)
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
	if p.asleep {
		p.asleep = false
		p.cond.Signal()
	}
	p.mu.Unlock()
}
