package bench

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
)

// TestSharesMakeTheResult: the loads and stores that the limit takes time for are all
// that the collective needs, on however many hosts, and no others.
func TestSharesMakeTheResult(t *testing.T) {
	for _, op := range operations[1:] {
		for _, procs := range []int{1, 2, 3, 5, 9} { // with more than 8 an exchange goes otherwise
			for _, n := range []int{1, 7, 40, 3000} {
				for _, inPlace := range []bool{false, true} {
					if inPlace && !op.inPlace {
						continue
					}
					for hosts := 1; hosts <= min(3, procs); hosts++ {
						r := Row{Coll: op.name, Alg: "direct", Procs: procs, Bytes: 8 * n, InPlace: inPlace}
						testShares(t, &r, hosts, (*share[float64]).run, newShare)
						testShares(t, &r, hosts, (*share[float64]).past, newShare)
						if r.turns() {
							testShares(t, &r, hosts, (*share[float64]).turn, newShare)
						}
						if r.short() {
							testShares(t, &r, hosts, (*share[float64]).run, newShortShare)
						}
						if r.keeps() {
							testShares(t, &r, hosts, (*share[float64]).run, newKeeping, newGiving)
						}
					}
				}
			}
		}
	}
}

// testShares runs what all hosts do, step after step.
func testShares(t *testing.T, r *Row, hosts int, run func(*share[float64]), steps ...func(*limits[float64], *Row, int, int) *share[float64]) {
	l := newLimits[float64](r.Procs)
	var cs []*contents[float64]
	var all []vectors[float64]
	tables := newTables[float64](r.Procs)
	for q := range r.Procs {
		c := &contents[float64]{tables: tables, rank: q}
		c.set(r)
		c.steady = false
		v := newVectors[float64]([]Row{*r}, q)
		d, s := v.args(r, q)
		c.fill(d, s)
		if r.Coll == "broadcast" {
			s = d
		}
		cs, all = append(cs, c), append(all, v)
		l.dst[q], l.src[q], l.kept[q] = d, s, make([]float64, len(s))
	}
	moved := 0
	for i := range hosts * len(steps) {
		s := steps[i/hosts](l, r, i%hosts, hosts)
		for _, c := range s.copies {
			moved += len(c[0])
		}
		for _, f := range s.folds {
			if len(f.from) == 1 {
				moved += f.n
			}
		}
		run(s)
	}
	if r.InPlace && len(steps) == 1 && (r.Coll == "alltoall" || r.Coll == "exchange" || r.Coll == "exscan") { // which would need room
		want := map[string]int{"alltoall": r.Procs * (r.Procs - 1), "exchange": r.Procs, "exscan": 1}[r.Coll] * r.Bytes / 8
		if r.Procs > 1 && moved != want {
			t.Errorf("%+v on %d hosts: %d elements are copied, want %d", *r, hosts, moved, want)
		}
		return
	}
	for q, c := range cs {
		if n := c.wrong(l.dst[q], 1); n > 0 {
			t.Errorf("%+v on %d hosts: %d wrong elements on rank %d", *r, hosts, n, q)
		}
		if !r.InPlace && slices.ContainsFunc(all[q].dst[len(l.dst[q]):], func(x float64) bool { return x != 0 }) {
			t.Errorf("%+v on %d hosts: there are stores behind the result of rank %d", *r, hosts, q)
		}
	}
}

// TestEvenShares: of an alltoall in place each of two hosts has half, of the shortest blocks
// too, and reads no block again that it has left.
func TestEvenShares(t *testing.T) {
	const procs = 4
	for _, n := range []int{1, 100, 4096} {
		r := Row{Coll: "alltoall", Procs: procs, Bytes: 8 * n, InPlace: true}
		l := newLimits[float64](procs)
		for q := range procs {
			l.dst[q], l.kept[q] = make([]float64, procs*n), make([]float64, procs*n)
			l.src[q] = l.dst[q]
		}
		by, want := newShare[float64], procs*(procs-1)*n
		if r.keeps() {
			by, want = newGiving[float64], procs*procs*n
		}
		for host := range 2 {
			moved := 0
			s := by(l, &r, host, 2)
			for i, c := range s.copies {
				moved += len(c[0])
				if !r.keeps() && i%2 == 1 && (&c[0][0] != &s.copies[i-1][1][0] || len(c[0]) > swapTile) {
					t.Errorf("%d elements: copy %d does not give back what the one before it took", n, i)
				}
			}
			for _, d := range s.deals {
				moved += len(d.to) * len(d.from) * d.n
			}
			if moved != want/2 {
				t.Errorf("%d elements: host %d moves %d of %d", n, host, moved, want)
			}
		}
	}
}

// TestBlocksShared: of the blocks of a gather or scatter every host copies as many elements, and all
// of them once; that of the root is not copied in place.
func TestBlocksShared(t *testing.T) {
	for _, name := range []string{"gather", "scatter", "gatherv", "scatterv"} {
		scatters := strings.HasPrefix(name, "scatter")
		for _, procs := range []int{2, 3, 5, 2 * fewBlocks, 2*fewBlocks + 1} {
			for _, inPlace := range []bool{false, true} {
				const n = 1000
				r := Row{Coll: name, Alg: "direct", Procs: procs, Bytes: 8 * n, InPlace: inPlace}
				whole := make([]float64, procs*n)
				l, in := newLimits[float64](procs), layoutOf[float64](&r)
				for q := range procs {
					own := make([]float64, in.block(q))
					if inPlace && q == 0 {
						own = whole[:len(own)]
					}
					if l.dst[q], l.src[q] = whole, own; scatters {
						l.dst[q], l.src[q] = own, whole
					}
				}
				times := make([]int, procs*n)
				for host := range 2 {
					moved := 0
					for _, c := range newShare(l, &r, host, 2).copies {
						part := c[0] // of whole
						if scatters {
							part = c[1]
						}
						at := cap(whole) - cap(part)
						for i := range part {
							times[at+i]++
						}
						moved += len(part)
					}
					all := procs * n
					if inPlace {
						all -= in.block(0)
					}
					if procs <= 2*fewBlocks && (moved < all/2-16 || moved > all/2+16) {
						t.Errorf("%s, P=%d, in place %v: host %d copies %d of %d elements", name, procs, inPlace, host, moved, all)
					}
				}
				for i, n := range times {
					want := 1
					if inPlace && i < in.block(0) {
						want = 0
					}
					if n != want {
						t.Fatalf("%s, P=%d, in place %v: element %d is copied %d times, want %d", name, procs, inPlace, i, n, want)
					}
				}
			}
		}
	}
}

// TestTrafficRuns: traffic does what it takes the time of.
func TestTrafficRuns(t *testing.T) {
	for _, name := range []string{"broadcast", "allreduce", "allgather", "gather", "scatterv", "alltoallv", "allreducefunc"} {
		for _, n := range []int{40, 1 << 18} { // and past the caches
			m, err := coll.New(coll.Config{P: 3})
			if err != nil {
				t.Fatal(err)
			}
			r := Row{Coll: name, Alg: "direct", Procs: 3, Bytes: 8 * n}
			l, tables := newLimits[float64](3), newTables[float64](3)
			if err := m.Run(context.Background(), func(p *coll.Proc) error {
				c := &contents[float64]{tables: tables, rank: p.Rank()}
				c.set(&r)
				dst, src := newVectors[float64]([]Row{r}, p.Rank()).args(&r, p.Rank())
				c.fill(dst, src)
				if took := l.traffic(p, &r, dst, src, func() { c.fill(dst, src) }); slices.Min(took) <= 0 {
					t.Errorf("%s of %d elements takes %v µs", name, n, took)
				}
				if wrong := c.wrong(dst, 1); wrong > 0 {
					t.Errorf("%s of %d elements: %d are not there on rank %d", name, n, wrong, p.Rank())
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			m.Close()
		}
	}
}

// TestLimitsLeast: the least of the ways' medians, not the median of what was least in a round.
func TestLimitsLeast(t *testing.T) {
	l := Limits{{1, 9}, {5, 3}, {6, 4}}
	if got := l.Least(); got != 4 {
		t.Errorf("the limit is %v, want 4: the medians are 5 and 4", got)
	}
}

// TestTimed: what is short is called often, what is long twice.
func TestTimed(t *testing.T) {
	calls := 0
	if took := timed(func() { calls++; time.Sleep(2 * target) }); calls != 2 || took < 2*target {
		t.Errorf("%d calls of %v, want 2 of %v", calls, took, 2*target)
	}
	for range 10 { // unless the system has other work in the first call
		calls = 0
		if timed(func() { calls++ }); calls > 100 {
			return
		}
	}
	t.Errorf("%d calls of next to nothing", calls)
}
