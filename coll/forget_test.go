package coll

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"weak"
)

// TestForgets: after a Run the machine holds on to nobody's vectors, whatever the
// last call was, of the world or of a group, and whether or not it failed.
func TestForgets(t *testing.T) {
	failure := errors.New("a failure")
	lengths := []int{1, 300, 20_000}
	if raceEnabled {
		lengths = lengths[1:2]
	}
	for _, host := range modes {
		for _, p := range []int{2, 5} {
			m := machine(t, Config{P: p, Host: host})
			for c := barrier + 1; c < split; c++ {
				for i, a := range offered[c] {
					for k, n := range lengths {
						try := trial{c: c, a: a, n: n}
						frames := make([][]weak.Pointer[float64], p)
						err := m.Run(context.Background(), func(q *Proc) error {
							if (i+k)%2 == 1 {
								q = q.Split(0, 0)
							}
							v := prepare(q, try, inputs[float64](try, q.Rank(), p))
							v.call()
							for _, f := range v.frames {
								frames[q.Rank()] = append(frames[q.Rank()], weak.Make(&f[0]))
							}
							if k == 1 && q.Rank() == 0 {
								return failure
							}
							return nil
						})
						if err != nil && !errors.Is(err, failure) {
							if a == Chunked && errors.Is(err, ErrUsage) { // not for every P
								continue
							}
							t.Fatal(err)
						}
						if kept := kept(frames); kept > 0 {
							t.Errorf("P=%d %v: %v: %d vectors are kept", p, host, try, kept)
						}
					}
				}
			}
		}
	}
}

// kept is how many of the vectors the garbage collector leaves.
func kept(vectors [][]weak.Pointer[float64]) (n int) {
	for range 3 {
		runtime.GC()
		n = 0
		for _, list := range vectors {
			for _, v := range list {
				if v.Value() != nil {
					n++
				}
			}
		}
		if n == 0 {
			break
		}
	}
	return n
}
