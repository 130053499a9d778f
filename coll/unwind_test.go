package coll

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"
)

// TestUnwindingIsFast cancels processors inside collectives of many MiB, that
// spin and that sleep, and prints how long the slowest took from the
// cancellation to the return of Run. CAYLEYCOLL_LONG=1 takes vectors of 64 MiB.
func TestUnwindingIsFast(t *testing.T) {
	longest, tries := 1<<20, 2 // elements of the longest vector
	if testing.Short() || raceEnabled {
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
	for _, host := range modes {
		for _, p := range []int{2, 8} {
			m := machine(t, Config{P: p, Host: host})
			for c := barrier; c < split; c++ {
				for _, a := range offered[c] {
					if a == File {
						continue
					}
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
					best := time.Hour // a machine that others use may hold up any one try
					for try := range tries {
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
						worst, best = max(worst, took), min(best, took)
						if !errors.Is(err, errOnPurpose) {
							t.Fatal(err)
						}
					}
					all = append(all, figure{fmt.Sprintf("%v P=%d %s by %s", host, p, c, a), worst})
					if best > time.Second {
						t.Errorf("%s took %v at the least", all[len(all)-1].what, best)
					}
				}
			}
			// Asleep: the others have long been waiting.
			ctx, cancel := context.WithCancelCause(context.Background())
			var at time.Time
			time.AfterFunc(50*time.Millisecond, func() {
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
			all = append(all, figure{fmt.Sprintf("%v P=%d asleep", host, p), time.Since(at)})
		}
	}
	slices.SortFunc(all, func(a, b figure) int { return int(b.took - a.took) })
	for _, f := range all[:8] {
		t.Logf("%v: %s", f.took, f.what)
	}
	t.Logf("unwound in %v at most, the median of %d kinds of calls %v", all[0].took, len(all), all[len(all)/2].took)
}
