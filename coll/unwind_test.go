package coll

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/internal/race"
)

// pulse measures the machine: how late a goroutine is that only sleeps for a
// millisecond and looks at the clock.
type pulse struct {
	longest atomic.Int64
	stop    chan bool
}

func startPulse(t *testing.T) *pulse {
	p := &pulse{stop: make(chan bool)}
	done := make(chan bool)
	go func() {
		defer close(done)
		for last := time.Now(); ; {
			select {
			case <-p.stop:
				return
			case <-time.After(time.Millisecond):
			}
			now := time.Now()
			p.longest.Store(max(p.longest.Load(), int64(now.Sub(last))))
			last = now
		}
	}()
	t.Cleanup(func() { close(p.stop); <-done })
	return p
}

// factor is how many times as long a millisecond took at the most since the call
// before; at least 1.
func (p *pulse) factor() float64 {
	return max(1, float64(p.longest.Swap(0))/float64(time.Millisecond))
}

// unwound is how soon after a cancellation Run returns on a machine of one's own.
const unwound = 10 * time.Millisecond

// TestUnwindingIsFast cancels processors inside collectives of many MiB, that
// spin and that sleep: Run returns within 10 ms, times how much later than it
// should a goroutine is that only sleeps, in the same time. It prints how long the
// slowest took. CAYLEYCOLL_LONG=1 takes vectors of 64 MiB. What is looked at in
// long work itself: TestLooksInLongWork.
func TestUnwindingIsFast(t *testing.T) {
	longest, tries := 1<<19, 2 // elements of the longest vector
	if race.Enabled {
		t.Skip("its times are the detector's")
	}
	if testing.Short() {
		longest, tries = 1<<17, 1
	}
	if os.Getenv("CAYLEYCOLL_LONG") != "" {
		longest, tries = 8<<20, 4
	}
	type figure struct {
		what string
		took time.Duration
	}
	var all []figure
	beat, widest := startPulse(t), 1.0
	for _, host := range modes {
		for _, p := range []int{2, 8} {
			m := machine(t, Config{P: p, Host: host})
			for c := barrier; c < split; c++ {
				for _, a := range offered[c] {
					s := step{c: c, alg: a, n: longest, shift: 1}
					if dst, src, _ := s.shape(p, 0); max(dst, src) > longest {
						s.n = longest / p
					}
					rooms := make([][2][]float64, p)
					for r := range rooms {
						dst, src, _ := s.shape(p, r)
						rooms[r] = [2][]float64{make([]float64, dst), make([]float64, src)}
					}
					var worst time.Duration
					best, load := time.Hour, 1.0 // a machine that others use may hold up any one try
					least := math.Inf(1)         // of the times, each for how late who sleeps was meanwhile
					late := func() bool { return least > float64(unwound) }
					beat.factor()
					for try := 0; try < tries || late() && try < tries+20; try++ {
						ctx, cancel := context.WithCancelCause(context.Background())
						var at time.Time
						err := within(t, func() error {
							return m.Run(ctx, func(q *Proc) error {
								dst, src := rooms[q.Rank()][0], rooms[q.Rank()][1]
								invoke(q, &s, dst, src)
								if Barrier(q); q.Rank() == 0 {
									time.AfterFunc(time.Duration(1+4*try)*time.Millisecond, func() {
										at = time.Now()
										cancel(errOnPurpose)
									})
								}
								for {
									invoke(q, &s, dst, src)
								}
							})
						})
						took := time.Since(at)
						now := beat.factor()
						worst, best, load = max(worst, took), min(best, took), max(load, now)
						least = min(least, float64(took)/now)
						if !errors.Is(err, errOnPurpose) {
							t.Fatal(err)
						}
					}
					all = append(all, figure{fmt.Sprintf("%v P=%d %s by %s", host, p, c, a), worst})
					widest = max(widest, load)
					if late() {
						t.Errorf("%s took %v at the least, of a machine that lets one who sleeps wait %.1f times as long", all[len(all)-1].what, best, load)
					}
				}
			}
			// Asleep: the others have long been waiting.
			best, load, least := time.Hour, 1.0, math.Inf(1)
			late := func() bool { return least > float64(unwound) }
			for try := 0; try < 2 || late() && try < 20; try++ {
				beat.factor()
				ctx, cancel := context.WithCancelCause(context.Background())
				var at time.Time
				time.AfterFunc(25*time.Millisecond, func() {
					at = time.Now()
					cancel(errOnPurpose)
				})
				err := within(t, func() error {
					return m.Run(ctx, func(q *Proc) error {
						if q.Rank() == p-1 {
							<-ctx.Done()
						}
						for { // the end of ctx may come later to the machine than to f
							Barrier(q)
						}
					})
				})
				if !errors.Is(err, errOnPurpose) {
					t.Fatal(err)
				}
				took, now := time.Since(at), beat.factor()
				best, load, least = min(best, took), max(load, now), min(least, float64(took)/now)
			}
			all = append(all, figure{fmt.Sprintf("%v P=%d asleep", host, p), best})
			if late() {
				t.Errorf("%s took %v at the least, of a machine that lets one who sleeps wait %.1f times as long", all[len(all)-1].what, best, load)
			}
		}
	}
	slices.SortFunc(all, func(a, b figure) int { return int(b.took - a.took) })
	for _, f := range all[:8] {
		t.Logf("%v: %s", f.took, f.what)
	}
	t.Logf("unwound in %v at most, the median of %d kinds of calls %v; a millisecond took %.1f at most", all[0].took, len(all), all[len(all)/2].took, widest)
}

// TestUnwindingOfMany: 4,096 processors are out of a cancelled collective about as soon.
// Who unwinds finds out where it stands only if an error may say so.
func TestUnwindingOfMany(t *testing.T) {
	if race.Enabled || testing.Short() {
		t.Skip("256 MiB of vectors")
	}
	for _, host := range modes {
		unwindMany(t, host)
	}
}

// unwindMany is that in one mode, of 256 MiB of vectors.
func unwindMany(t *testing.T, host HostMode) {
	const p, n = 4096, 8 << 10
	m := machine(t, Config{P: p, Host: host})
	all := make([]float64, p*n)
	beat := startPulse(t)
	best, load, least := time.Hour, 1.0, math.Inf(1)
	late := func() bool { return least > float64(2*unwound) }
	for try := 0; try < 3 || late() && try < 20; try++ {
		beat.factor()
		ctx, cancel := context.WithCancelCause(context.Background())
		var at time.Time
		err := within(t, func() error {
			return m.Run(ctx, func(q *Proc) error {
				x := all[q.Rank()*n:][:n]
				Broadcast(q, x, 0)
				if Barrier(q); q.Rank() == 0 {
					time.AfterFunc(5*time.Millisecond, func() {
						at = time.Now()
						cancel(errOnPurpose)
					})
				}
				for {
					Broadcast(q, x, 0)
				}
			})
		})
		took, now := time.Since(at), beat.factor()
		best, load, least = min(best, took), max(load, now), min(least, float64(took)/now)
		if !errors.Is(err, errOnPurpose) {
			t.Fatal(err)
		}
	}
	if late() {
		t.Errorf("%v: unwound in %v at the least, of a machine that lets one who sleeps wait %.1f times as long", host, best, load)
	}
	for _, c := range m.fibers {
		if c.site != "" {
			t.Errorf("%v: rank %d has found out that it stands in %s", host, c.rank, c.site)
			break
		}
	}
	t.Logf("%v: unwound in %v at the least", host, best)
}
