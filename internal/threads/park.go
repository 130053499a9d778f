package threads

import "sync"

// Parker puts the one thread or goroutine that owns it to sleep. The owner calls Prepare, looks
// once more for a reason to stay awake, then calls Sleep or Cancel; a Wake after Prepare is never
// lost. Sleep may return early.
type Parker interface {
	Prepare()
	Cancel()
	Sleep()
	Wake()
}

// goParker is a parker made of what every system has. Its Wake leaves the owner asleep if that
// could not go on: where every processor has a goroutine, most of them wait for something else.
// ready can be asked because the owner says what it waits for before it prepares, and until it is
// awake it waits for nothing else.
type goParker struct {
	mu     sync.Mutex
	cond   sync.Cond
	asleep bool
	ready  func() bool
}

// NewGoParker is a parker for a goroutine; ready reports whether its owner could go on.
func NewGoParker(ready func() bool) Parker {
	p := &goParker{ready: ready}
	p.cond.L = &p.mu
	return p
}

func (p *goParker) Prepare() {
	p.mu.Lock()
	p.asleep = true
	p.mu.Unlock()
}

func (p *goParker) Cancel() {
	p.mu.Lock()
	p.asleep = false
	p.mu.Unlock()
}

func (p *goParker) Sleep() {
	p.mu.Lock()
	for p.asleep {
		p.cond.Wait()
	}
	p.mu.Unlock()
}

func (p *goParker) Wake() {
	p.mu.Lock()
	if p.asleep && p.ready() {
		p.asleep = false
		p.cond.Signal()
	}
	p.mu.Unlock()
}
