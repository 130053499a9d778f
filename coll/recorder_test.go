package coll

import (
	"bytes"
	"context"
	"errors"
	"runtime/pprof"
	"runtime/trace"
	"strings"
	"testing"
	"time"
)

// TestTrace: while a runtime trace is taken every collective is a region of it.
func TestTrace(t *testing.T) {
	for _, host := range modes {
		var b bytes.Buffer
		if err := trace.Start(&b); err != nil {
			t.Skip(err)
		}
		m := machine(t, Config{P: 4, Host: host})
		err := m.Run(context.Background(), func(q *Proc) error {
			x := []float64{1}
			Allreduce(q, x, x, Sum)
			Scan(q.Using(Doubling), x, x, Sum)
			Exchange(q, x, (q.Rank()+3)%4, []float64{2}, (q.Rank()+1)%4)
			return nil
		})
		trace.Stop()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"coll.allreduce", "coll.scan", "coll.exchange"} {
			if !bytes.Contains(b.Bytes(), []byte(name)) {
				t.Errorf("%v: no region %s in %d bytes of trace", host, name, b.Len())
			}
		}
	}
}

// TestLabels: the goroutine profile tells the processors apart, and only during a
// Run.
func TestLabels(t *testing.T) {
	profile := func() string {
		var b bytes.Buffer
		if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, host := range modes {
		for _, p := range []int{2, 5} {
			m := machine(t, Config{P: p, Host: host, Labels: true})
			text := ""
			err := m.Run(context.Background(), func(q *Proc) error {
				Barrier(q)
				if q.Rank() == p-1 {
					text = profile()
				}
				Barrier(q)
				return nil
			})
			if err != nil || !strings.Contains(text, `"coll_rank":"0"`) || !strings.Contains(text, `"coll_rank":"1"`) {
				t.Errorf("%v P=%d: %v\n%s", host, p, err, text)
			}
			if text := profile(); strings.Contains(text, "coll_rank") {
				t.Errorf("%v P=%d: labels after the Run\n%s", host, p, text)
			}
		}
	}
}

// TestCounters: calls, bytes and waiting times, by collective and algorithm.
func TestCounters(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 3, Host: host, Times: true})
		err := m.Run(context.Background(), func(q *Proc) error {
			x, all := make([]float64, 10), make([]float64, 30)
			for range 4 {
				Allreduce(q, x, x, Sum)
			}
			Allreduce(q.Using(Tree), x, x, Sum)
			if q.Rank() == 2 {
				time.Sleep(20 * time.Millisecond)
			}
			Allgather(q, all, x)
			Exchange(q, x, (q.Rank()+2)%3, all[:10], (q.Rank()+1)%3)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]Counter{
			"allreduce direct": {Calls: 4, Bytes: 320}, "allreduce tree": {Calls: 1, Bytes: 80},
			"allgather direct": {Calls: 1, Bytes: 80}, "exchange rings": {Calls: 3, Bytes: 240},
		}
		list := m.Counters()
		for _, c := range list {
			w, ok := want[c.Collective+" "+string(c.Algorithm)]
			if !ok || c.Calls != w.Calls || c.Bytes != w.Bytes {
				t.Errorf("%v: %+v, want %+v", host, c, w)
			}
			// Ranks 0 and 1 wait for rank 2, unless they share its thread.
			if c.Collective == "allgather" && len(m.world.teams) > 1 && c.Waited < 15*time.Millisecond {
				t.Errorf("%v: waited %v in allgather", host, c.Waited)
			}
		}
		if len(list) != len(want) {
			t.Errorf("%v: %+v", host, list)
		}
	}
}

// TestTrail: an error prints the last calls of those it names.
func TestTrail(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 4, Host: host})
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				x := make([]float64, 3)
				for range 20 {
					Allreduce(q, x, x, Max)
				}
				Exchange(q, x, (q.Rank()+3)%4, []float64{1, 2, 3}, (q.Rank()+1)%4)
				Broadcast(q, x, 2)
				if q.Rank() == 3 {
					Barrier(q)
				} else {
					Scan(q, x, x, Sum)
				}
				return nil
			})
		})
		var e *Error
		if !errors.As(err, &e) || e.Kind != ErrMismatch {
			t.Fatal(err)
		}
		const calls = "allreduce of 3 float64 (max, direct); exchange of 3 float64 (rings); 21 broadcast of 3 float64 (root 2, direct); 22 "
		for _, c := range []struct {
			rank  int
			trail string
		}{{e.Rank, e.Trail}, {e.Other, e.OtherTrail}} {
			last := "scan of 3 float64 (sum, direct)"
			if c.rank == 3 {
				last = "barrier"
			}
			if !strings.HasSuffix(c.trail, calls+last) || !strings.Contains(err.Error(), c.trail) || strings.Count(c.trail, ";") > remembered+1 {
				t.Errorf("%v: rank %d: %s", host, c.rank, c.trail)
			}
		}
	}
}
