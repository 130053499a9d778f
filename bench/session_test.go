package bench

import (
	"context"
	"math"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
)

// TestFinished: the figures of a row are those of its batches. A case that has not had its first limit
// is none of the rows, and one that has not had all of them says so.
func TestFinished(t *testing.T) {
	var all []Row
	for _, bytes := range []int{8, 16, 24, 32} {
		all = append(all, Row{Coll: "allreduce", Procs: 4, Bytes: bytes})
	}
	s := newSession[float64](all, &Plan{})
	for i := range 200 {
		s.times[0] = append(s.times[0], float64(200-i))
	}
	s.times[1], s.times[2] = []float64{3, 1}, []float64{5} // the last case was not begun
	s.batch[0].Store(7)
	s.batch[1].Store(2)
	s.batch[2].Store(3)
	s.wrong[1].Store(4)
	for i := range rounds {
		s.limits[0] = append(s.limits[0], []float64{9, float64(i)})
	}
	s.limits[1] = append(s.limits[1], []float64{6}, []float64{5})
	want := []Row{
		{Coll: "allreduce", Procs: 4, Bytes: 8, Iters: 1400, P50: 101, Min: 1, P99: 199, Limit: rounds / 2},
		{Coll: "allreduce", Procs: 4, Bytes: 16, Iters: 4, P50: 3, Min: 1, P99: 3, Limit: 6, Wrong: 4, Incomplete: true},
	}
	got := s.finish()
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d: %+v", len(got), len(want), got)
	}
	for i, r := range got {
		want[i].bandwidths()
		if r != want[i] {
			t.Errorf("%+v\nwant %+v", r, want[i])
		}
	}
}

// TestSessionWrong: what is wrong after a batch is counted, unless results are not looked at.
func TestSessionWrong(t *testing.T) {
	m, err := coll.New(coll.Config{P: 3})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for _, noCheck := range []bool{false, true} {
		s := newSession[float64]([]Row{{Coll: "allreduce", Alg: "direct", Procs: 3, Bytes: 80}}, &Plan{NoCheck: noCheck})
		s.tables.sum = s.tables.one // another result than there is
		if err := m.Run(context.Background(), s.run); err != nil {
			t.Fatal(err)
		}
		if r := s.finish()[0]; (r.Wrong == 0) != noCheck {
			t.Errorf("unchecked %v: %d wrong elements", noCheck, r.Wrong)
		}
	}
}

// TestWays: a limit knows all ways that there are for its case, and no way is shorter than the round
// trip of a cache line.
func TestWays(t *testing.T) {
	m, err := coll.New(coll.Config{P: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for _, c := range []struct {
		r    Row
		want int
	}{
		{Row{Coll: "barrier"}, 1},
		{Row{Coll: "scan", Bytes: 8}, 1},
		{Row{Coll: "allreduce", Bytes: 8}, 2},                  // also forth and back
		{Row{Coll: "allreduce", Bytes: 1 << 20}, 3},            // and past the caches
		{Row{Coll: "allreduce", Bytes: 1<<20 - 8}, 2},          // not yet
		{Row{Coll: "allgather", Bytes: 1 << 10}, 3},            // by fewer calls
		{Row{Coll: "allgather", Bytes: 1<<10 + 8}, 2},          // no longer
		{Row{Coll: "alltoall", Bytes: byWords}, 3},             // by words
		{Row{Coll: "alltoall", Bytes: byWords + 8}, 2},         // no longer
		{Row{Coll: "alltoall", Bytes: 8, InPlace: true}, 3},    // from a copy
		{Row{Coll: "alltoall", Bytes: 2048, InPlace: true}, 2}, // no longer
		{Row{Coll: "allreducefunc", Bytes: 8}, 1},
	} {
		r := c.r
		r.Alg, r.Procs = "direct", 2
		l := newLimits[float64](2)
		if err := m.Run(context.Background(), func(p *coll.Proc) error {
			dst, src := newVectors[float64]([]Row{r}, p.Rank()).args(&r, p.Rank())
			took := l.round(p, &r, math.MaxFloat64, dst, src, nil)
			if len(took) != c.want {
				t.Errorf("%+v: %d ways, want %d", r, len(took), c.want)
			}
			for _, t1 := range took {
				if t1 != math.MaxFloat64 {
					t.Errorf("%+v: %v is less than a round trip", r, took)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}
