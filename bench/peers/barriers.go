package peers

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// barrier brings the ranks together: wait returns when all have called it.
type barrier interface{ wait(rank int) }

// condBarrier is the textbook's, by mutex and condition variable.
type condBarrier struct {
	mu      sync.Mutex
	changed *sync.Cond
	p, in   int
	phase   int
}

func newCondBarrier(p int) barrier {
	b := &condBarrier{p: p}
	b.changed = sync.NewCond(&b.mu)
	return b
}

func (b *condBarrier) wait(int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.in++; b.in == b.p {
		b.in = 0
		b.phase++
		b.changed.Broadcast()
		return
	}
	for phase := b.phase; phase == b.phase; {
		b.changed.Wait()
	}
}

// atomicBarrier counts arrivals and spins on a phase; after a while it lets
// others run.
type atomicBarrier struct {
	p     int64
	in    atomic.Int64
	_     [56]byte
	phase atomic.Int64
}

func newAtomicBarrier(p int) barrier { return &atomicBarrier{p: int64(p)} }

func (b *atomicBarrier) wait(int) {
	phase := b.phase.Load()
	if b.in.Add(1) == b.p {
		b.in.Store(0)
		b.phase.Store(phase + 1)
		return
	}
	for spins := 0; b.phase.Load() == phase; spins++ {
		if spins > 100 {
			runtime.Gosched()
		}
	}
}

// meeting is a program in which every rank is a goroutine of its own, and all
// work at once between two barriers.
type meeting struct{ barrier func(p int) barrier }

func (m meeting) run(j *job, calls int) time.Duration {
	b := m.barrier(j.p)
	if j.coll == "barrier" {
		return j.ranks(calls, b.wait, repeated(b.wait))
	}
	return j.ranks(calls, b.wait, func(rank, calls int) {
		for range calls {
			b.wait(rank)
			j.onePass(rank, add)
			b.wait(rank)
		}
	})
}
