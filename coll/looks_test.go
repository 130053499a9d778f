package coll

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/race"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// TestLooksInLongWork: who is at work on long vectors looks for the end of the Run
// now and then. The second of two processors, as it says that it has come, waits for the
// first words of the other's work, and then fails the Run: the first leaves off at an early
// part. What it has written by then is counted, in the try that had least. A thread that
// loses its core in that moment makes it more, never less. (A Run that fails without the
// wait may be seen to by the first before it works: cores a microsecond apart hear of both
// at once.)
func TestLooksInLongWork(t *testing.T) {
	const p, parts, enough, tries, most = 2, 16, 3, 30, 20 // most in percent: allreduce stores a part of the 16 to two vectors
	if race.Enabled {
		t.Skip("kernels under the race detector are other ones")
	}
	begun := 0 // collectives of which work was seen
	for c := broadcast; c < split; c++ {
		if c == exchange || c == allreducefunc { // in the one nobody works on another's vectors, the other's dst is written last
			continue
		}
		s := step{c: c, alg: Direct}
		all := 0
		for all < parts*betweenLooks(p) {
			s.n += betweenLooks(p)
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
		var dsts, srcs [p][]int64
		m.hosts[0].park = &tripwire{m.hosts[0].park, func() {
			if armed.Load() == 1 && woken.Add(1) == 2 {
				for start := time.Now(); !workBegun(dsts[:], betweenLooks(p)/2) && time.Since(start) < 2*time.Millisecond; { // some work only when the other does
				}
				m.fail(errOnPurpose)
			}
		}}
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
	if begun < 8 {
		t.Errorf("of %d collectives work was begun and left off; want most of them", begun)
	}
	t.Logf("of %d collectives work was begun and left off", begun)
}

// workBegun reports whether one of the words where work may begin is not -1 any more.
func workBegun(dsts [][]int64, step int) bool {
	for _, dst := range dsts {
		for i := 0; i < len(dst); i += step {
			if atomic.LoadInt64(&dst[i]) != -1 {
				return true
			}
		}
	}
	return false
}

// TestSpreadLooks: who copies to many destinations looks for the end of the Run between
// them. The Run fails when the fifth has its words; how many have theirs is counted, in
// the try that had least.
func TestSpreadLooks(t *testing.T) {
	const many, enough, tries = 256, 128, 30
	if race.Enabled || len(threads.Cores()) < 2 {
		t.Skip("another thread reads what is written meanwhile")
	}
	m := machine(t, Config{P: 1})
	from, to, first := make([]int64, brief), make([][]int64, many), make([]*int64, many)
	for i := range to {
		to[i] = make([]int64, brief)
		first[i] = &to[i][0]
	}
	least := many
	begun := time.Now()
	for try := 0; least > enough && (try < tries || time.Since(begun) < 20*time.Second); try++ { // the other may not have a core
		for i := range from {
			from[i] = int64(try + 1)
		}
		var over atomic.Bool
		done := make(chan struct{})
		go func() {
			defer close(done)
			for !over.Load() && atomic.LoadInt64(&to[4][0]) != int64(try+1) {
			}
			m.fail(errOnPurpose)
		}()
		err := m.Run(context.Background(), func(q *Proc) error {
			defer over.Store(true)
			spread(q, passage{}, first, 0, from, nearTile)
			return nil
		})
		<-done
		if err != nil && !errors.Is(err, errOnPurpose) {
			t.Fatal(err)
		}
		served := 0
		for _, x := range to {
			if x[0] == int64(try+1) {
				served++
			}
		}
		least = min(least, served)
	}
	if least > enough {
		t.Errorf("%d of %d have been served when the Run has failed, want %d at most", least, many, enough)
	}
	t.Logf("%d of %d served", least, many)
}
