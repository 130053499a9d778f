package coll

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"
	"weak"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// allocated is the bytes of the heap that are in use or not yet swept.
func allocated() uint64 {
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

// lingers looks after collections of garbage, whose consequences come a little later, whether
// something is still so, until it is not, and gives up in the end.
func lingers(so func() bool) bool {
	for since := time.Now(); time.Since(since) < 20*time.Second; time.Sleep(time.Millisecond) {
		runtime.GC()
		if !so() {
			return false
		}
	}
	return true
}

// byOne lets rank 0 do something while all others wait in a barrier.
func byOne(p *Proc, f func()) {
	Barrier(p)
	if p.Rank() == 0 {
		f()
	}
	Barrier(p)
}

// around is the ranks before and after one of a group.
func around(q *Proc) (before, after int) {
	return (q.Rank() + q.Size() - 1) % q.Size(), (q.Rank() + 1) % q.Size()
}

// TestSplitsInALoop: halves of halves that exchange, again and again, leave neither memory nor
// mappings behind, nor do sums on rings: what nobody holds is given back during the Run.
func TestSplitsInALoop(t *testing.T) {
	const times, most = 400, 5 << 20
	for _, host := range modes {
		m := machine(t, Config{P: 4, Host: host, Protocol: ProtocolRing})
		for what, call := range map[string]func(q *Proc, x, y []float64){
			"heads":  func(q *Proc, x, y []float64) { exchangeAround(q, x[:1], y[:1]) },
			"rings":  func(q *Proc, x, y []float64) { exchangeAround(q, x[:aloneLeast], y[:aloneLeast]) },
			"pieces": func(q *Proc, x, y []float64) { exchangeAround(q, x, x) },
			"arcs":   func(q *Proc, x, y []float64) { Allreduce(q.Using(Spectral), x[:1], x[:1], Sum) },
		} {
			runtime.GC()
			before, maps := allocated(), leftovers().maps
			err := m.Run(context.Background(), func(p *Proc) error {
				x, y := make([]float64, 6000), make([]float64, 6000)
				for k := range times {
					for q := p; q.Size() > 1; {
						q = q.Split(2*q.Rank()/q.Size(), k*q.Rank()%3)
						call(q, x, y)
					}
				}
				byOne(p, func() {
					if lingers(func() bool { return allocated() > before+most }) {
						t.Errorf("%v: %s: %d KiB, %d before", host, what, allocated()>>10, before>>10)
					}
					if after := leftovers().maps; after > maps+100 {
						t.Errorf("%v: %s: %d mappings, %d before", host, what, after, maps)
					}
				})
				return nil
			})
			if err != nil || t.Failed() {
				t.Fatal(err)
			}
		}
	}
}

func exchangeAround(q *Proc, dst, src []float64) {
	before, after := around(q)
	Exchange(q, dst, before, src, after)
}

// TestLostInASplit: a message that nobody received ends its Run, and no later one, with an error
// that names its ends; of several it is the first by their ranks in the machine. So it is
// whether somebody holds the group to the end, or nobody, or it has been collected by then.
func TestLostInASplit(t *testing.T) {
	const p = 6
	for _, host := range modes {
		m := machine(t, Config{P: p, Host: host})
		for _, until := range []string{"held", "dropped", "collected"} {
			var groups [p]weak.Pointer[group]
			var kept [p]*Proc
			err := m.Run(context.Background(), func(w *Proc) error {
				q := w.Split(w.Rank()%2, -w.Rank())
				groups[w.Rank()] = weak.Make(q.g)
				if until == "held" {
					kept[w.Rank()] = q
				}
				x := []float64{1}
				Allreduce(q, x, x, Sum)
				switch q.Rank() {
				case 0: // rank 4 or 5 of the machine
					Exchange(q, x, 1, nil, -1)
				case 1:
					Exchange(q, nil, -1, x, 0)
					Exchange(q, nil, -1, x, 2)
				case 2: // rank 0 or 1
					Exchange(q, nil, -1, x, 0)
				}
				for range remembered { // in the place of those
					Exchange(w, nil, w.Rank(), []int32{}, w.Rank())
				}
				byOne(w, func() {
					if until == "collected" && lingers(func() bool {
						m.splits.mu.Lock()
						defer m.splits.mu.Unlock()
						return len(m.splits.held) > 0
					}) {
						t.Errorf("%v: a group that nobody holds is still there", host)
					}
				})
				return nil
			})
			const want = "rank 0 (2 of the group of color 0) sent 1 float64 by exchange to rank 4 (0 of the group of color 0), which never received it"
			var e *Error
			if !errors.As(err, &e) || e.Kind != ErrMissing || e.Text != want || e.Rank != 0 || e.Other != 4 {
				t.Errorf("%v, %s: %v, want %s", host, until, err, want)
			}
			for r, q := range kept {
				if q != nil && (q.g.edges.made != nil || slotOf[float64](q.g).Load() != nil) {
					t.Errorf("%v: what the group of rank %d has is not given back at the end of its Run", host, r)
				}
			}
			if lingers(func() bool { return until != "held" && groups[p-1].Value() != nil }) {
				t.Errorf("%v, %s: the group outlives its Run", host, until)
			}
			late := &edge{heads: new(buffers.Queue)} // of a group of this Run that was given back late
			late.heads.Acquire()
			late.heads.Publish()
			m.splits.gone(&traffic{edges: edges{made: map[[2]int]*edge{{0, 1}: late}}})
			if err := m.Run(context.Background(), func(w *Proc) error { Barrier(w); return nil }); err != nil || len(m.splits.held) > 0 {
				t.Errorf("%v, %s: the next Run: %v; %d groups are held", host, until, err, len(m.splits.held))
			}
			runtime.KeepAlive(&kept)
		}
	}
}
