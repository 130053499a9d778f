package coll

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
)

// TestLooksInLongWork: who is at work on long vectors looks for the end of the Run
// now and then. The Run fails at the moment when the second of two processors says
// that it has come, and the first begins its work: it leaves off at an early part.
// No clock: what it has written by then is counted, in the try that had least. A
// thread that loses its core in that moment makes it more, never less.
func TestLooksInLongWork(t *testing.T) {
	const p, parts, enough, tries, most = 2, 16, 3, 30, 20 // most in percent: allreduce stores a part of the 16 to two vectors
	if raceEnabled {
		t.Skip("kernels under the race detector are other ones")
	}
	begun := 0 // collectives of which work was seen
	for c := broadcast; c < split; c++ {
		if c == exchange || c == allreducefunc { // in the one nobody works on another's vectors, the other's dst is written last
			continue
		}
		s := step{c: c, alg: Direct}
		all := 0
		for all < parts*part(p) {
			s.n += part(p)
			all = 0
			for r := range p {
				dst, _, _ := s.shape(p, r)
				all += dst
			}
		}
		m := machine(t, Config{P: p})
		if len(m.world.teams) < p {
			t.Skip("one core: who works is the last to come")
		}
		var armed, woken atomic.Int32
		m.hosts[0].park = &tripwire{m.hosts[0].park, func() {
			if armed.Load() == 1 && woken.Add(1) == 2 {
				m.fail(errOnPurpose)
			}
		}}
		var dsts, srcs [p][]int64
		for r := range p {
			dst, src, _ := s.shape(p, r)
			dsts[r], srcs[r] = make([]int64, dst), make([]int64, src)
		}
		least, seen := 100, 0
		for try := 0; try < tries && (seen < enough || least > most); try++ {
			armed.Store(0)
			woken.Store(0)
			err := m.Run(context.Background(), func(q *Proc) error {
				dst, src := dsts[q.Rank()], srcs[q.Rank()]
				invoke(q, &s, dst, src) // makes what is made once
				for i := range dst {
					dst[i] = -1
				}
				Barrier(q)
				if q.Rank() == 0 {
					m.hot.sleepers.Add(1)
					armed.Store(1)
				}
				for armed.Load() == 0 {
					runtime.Gosched()
				}
				invoke(q, &s, dst, src)
				return nil
			})
			m.hot.sleepers.Add(-1)
			if !errors.Is(err, errOnPurpose) {
				t.Fatalf("%v: %v", c, err)
			}
			written := 0
			for _, dst := range dsts {
				for _, v := range dst {
					if v != -1 {
						written++
					}
				}
			}
			if written > 0 {
				seen++
				least = min(least, written*100/all)
			}
		}
		if seen > 1 { // one alone may have lost its core
			begun++
			if least > most {
				t.Errorf("%v: %d%% of the vectors at the least written after the end of the Run", c, least)
			}
		}
	}
	t.Logf("of %d collectives work was begun and left off", begun)
}
