package bench

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
)

// serial is the definition of every collective: what the destinations hold
// after it, given what destinations and sources hold before. The blocks of a v-form are as
// long as its vectors say or, of an alltoallv, as its counts do.
func serial(row *Row, dst, src [][]float64) {
	p, n := len(src), row.Bytes/8
	old := make([][]float64, p)
	for q := range src {
		old[q] = append([]float64(nil), src[q]...)
	}
	at := 0 // the beginning of rank r's block
	for r := range p {
		sum := func(lo, end int) []float64 {
			x := make([]float64, len(dst[r]))
			for _, from := range old[:end] {
				for i := range x {
					x[i] += from[lo+i]
				}
			}
			return x
		}
		switch row.Coll {
		case "broadcast":
			copy(dst[r], dst[0])
		case "reduce":
			if r == 0 {
				copy(dst[r], sum(0, p))
			}
		case "allreduce", "allreducefunc":
			copy(dst[r], sum(0, p))
		case "gather", "gatherv", "allgather", "allgatherv":
			if len(dst[r]) == 0 { // not the root
				continue
			}
			at := 0
			for q := range p {
				at += copy(dst[r][at:], old[q])
			}
		case "scatter", "scatterv":
			at += copy(dst[r], old[0][at:])
		case "reducescatter", "reducescatterv":
			at += copy(dst[r], sum(at, p))
		case "alltoallv":
			got, _ := layoutOf[float64](row).pairs(r)
			at := 0
			for q := range p {
				_, gives := layoutOf[float64](row).pairs(q)
				from := 0
				for _, k := range gives[:r] {
					from += k
				}
				at += copy(dst[r][at:at+got[q]], old[q][from:from+gives[r]])
			}
		case "alltoall":
			for q := range p {
				copy(dst[r][q*n:(q+1)*n], old[q][r*n:])
			}
		case "scan":
			copy(dst[r], sum(0, r+1))
		case "exscan":
			if r > 0 {
				copy(dst[r], sum(0, r))
			}
		case "exchange":
			copy(dst[r], old[(r+p-1)%p])
		}
	}
}

// TestContentsAreRight: what is wanted after one, two and three calls is what
// the definition gives, for data of both kinds.
func TestContentsAreRight(t *testing.T) {
	for _, op := range operations {
		for _, procs := range []int{1, 2, 3, 5, 8} {
			for _, inPlace := range []bool{false, true} {
				for _, n := range []int{1, 7, 1500} {
					for _, steady := range []bool{false, true} {
						if inPlace && !op.inPlace || steady && !(inPlace && op.folds) {
							continue
						}
						r := Row{Coll: op.name, Alg: "direct", Procs: procs, Bytes: 8 * n, InPlace: inPlace}
						testContents(t, &r, steady)
					}
				}
			}
		}
	}
}

func testContents(t *testing.T, r *Row, steady bool) {
	var cs []*contents[float64]
	var dst, src [][]float64
	tables := newTables[float64](r.Procs)
	for q := range r.Procs {
		c := &contents[float64]{tables: tables, rank: q}
		c.set(r)
		c.steady = steady
		d, s := newVectors[float64]([]Row{*r}, q).args(r, q)
		c.fill(d, s)
		cs, dst, src = append(cs, c), append(dst, d), append(src, s)
	}
	calls := 3
	op := operationOf(r.Coll)
	if r.InPlace && op.folds && !steady {
		calls = 1
	}
	for k := range calls {
		serial(r, dst, src)
		for q, c := range cs {
			if n := c.wrong(dst[q], k+1); n != 0 {
				t.Fatalf("%+v, steady %v: rank %d, after %d calls: %d of the right elements are called wrong", *r, steady, q, k+1, n)
			}
		}
	}
	if survives := op.form == "reduce" || op.form == "reducescatter" || op.form == "scan"; steady && survives {
		if !slices.ContainsFunc(dst, func(x []float64) bool { return slices.ContainsFunc(x, func(v float64) bool { return v != 0 }) }) {
			t.Fatalf("%+v: all of the steady data cancels", *r)
		}
	}
	for q, c := range cs { // one element after another
		looked := 0
		for _, s := range c.wanted(calls) {
			looked += s.n
		}
		if r.Coll != "barrier" && (q == 0 && r.Coll != "exscan" || op.ragged) && looked != len(dst[q]) {
			t.Fatalf("%+v: %d of %d elements are looked at", *r, looked, len(dst[q]))
		}
		for i := 0; i < looked; i += 1 + looked/50 {
			kept := dst[q][i]
			for _, bad := range []float64{kept + 1, -kept - 1, math.NaN(), math.Inf(1)} {
				dst[q][i] = bad
				if n := c.wrong(dst[q], calls); n != 1 {
					t.Fatalf("%+v: element %d of rank %d is %v instead of %v, and %d are counted", *r, i, q, bad, kept, n)
				}
			}
			dst[q][i] = kept
		}
	}
}

// TestBrokenResult: what a call leaves is right, and wrong by as many elements as are harmed
// after it.
func TestBrokenResult(t *testing.T) {
	m, err := coll.New(coll.Config{P: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for _, name := range Measurable()[1:] {
		r := Row{Coll: name, Alg: "direct", Procs: 5, Bytes: 8 * 6}
		tables := newTables[float64](r.Procs)
		if err := m.Run(context.Background(), func(p *coll.Proc) error {
			c := &contents[float64]{tables: tables, rank: p.Rank()}
			c.set(&r)
			dst, src := newVectors[float64]([]Row{r}, p.Rank()).args(&r, p.Rank())
			c.fill(dst, src)
			loopOf[float64](&r, p.Rank())(p, dst, src, 1)
			if n := c.wrong(dst, 1); n != 0 {
				t.Errorf("%s: %d wrong elements on rank %d", name, n, p.Rank())
			}
			if c.wanted(1) == nil {
				return nil
			}
			last := len(dst) - 1
			for what, harm := range map[string]struct {
				do   func(x []float64)
				want int
			}{
				"a broken word":       {func(x []float64) { x[last]++ }, 1},
				"neighbours swapped":  {func(x []float64) { x[last], x[last-1] = x[last-1], x[last] }, 2},
				"what lies a word on": {func(x []float64) { copy(x, x[1:]) }, last},
			} {
				x := slices.Clone(dst)
				if harm.do(x); c.wrong(x, 1) != harm.want {
					t.Errorf("%s: of %s on rank %d, %d elements are counted, want %d", name, what, p.Rank(), c.wrong(x, 1), harm.want)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPoisonIsWrong: a collective that does nothing is found out, in every type.
func TestPoisonIsWrong(t *testing.T) {
	for _, op := range operations[1:] {
		poisoned[float64](t, op.name)
		poisoned[float32](t, op.name)
		poisoned[int64](t, op.name)
		poisoned[int32](t, op.name)
	}
}

func poisoned[T coll.Elem](t *testing.T, name string) {
	const n = period // what comes of all data, a 0 among them
	r := Row{Coll: name, Procs: 3, Bytes: n * sizeOf[T]()}
	tables, count := newTables[T](3), 0
	for q := range 3 {
		c := &contents[T]{tables: tables, rank: q}
		c.set(&r)
		dst, src := newVectors[T]([]Row{r}, q).args(&r, q)
		c.fill(dst, src)
		count += c.wrong(dst, 1)
	}
	want := 0
	for q := range 3 {
		want += layoutOf[T](&r).of(operationOf(name).dst, q)
	}
	if name == "broadcast" || name == "exscan" {
		want -= n // rank 0's
	}
	if count != want {
		t.Errorf("%s of %T: %d elements are wrong before the call, want %d", name, *new(T), count, want)
	}
}

// TestDataAreExact: the sums fit every type with any number of processors.
func TestDataAreExact(t *testing.T) {
	if top*coll.MaxP >= 1<<24 {
		t.Errorf("%d processors sum to more than a float32 holds exactly", coll.MaxP)
	}
	for _, procs := range []int{1, 2, 1000, 5000} {
		got := tableOf[int64](1, procs)
		for _, i := range []int{0, 1, 500, period - 1} {
			want := 0
			for q := range procs {
				want += base((i + stride*q) % period)
			}
			if got[i] != int64(want) {
				t.Fatalf("element %d of %d processors sums to %d, want %d", i, procs, got[i], want)
			}
		}
	}
}

func TestMemory(t *testing.T) {
	for _, c := range []struct {
		name string
		want int64
	}{
		{"barrier", 0}, {"broadcast", 4}, {"reduce", 5}, {"allreduce", 8}, {"gather", 8}, {"scatter", 8},
		{"allgather", 20}, {"reducescatter", 20}, {"alltoall", 32}, {"scan", 8}, {"exscan", 8}, {"exchange", 8},
		{"allreducefunc", 8}, {"gatherv", 8}, {"scatterv", 8}, {"allgatherv", 20}, {"reducescatterv", 20}, {"alltoallv", 32},
	} {
		r := Row{Coll: c.name, Procs: 4, Bytes: 1 << 30}
		if got := r.Memory(); got != c.want<<30 {
			t.Errorf("%s: %d bytes, want %d GiB", c.name, got, c.want)
		}
	}
	for _, bytes := range []int{1 << 29, 1 << 30} { // 2⁶² of 65,536, and 2⁶³
		r := Row{Coll: "alltoall", Procs: 1 << 16, Bytes: bytes}
		if got, want := r.Memory(), int64(min(uint64(bytes)<<33, math.MaxInt64)); got != want {
			t.Errorf("alltoall of %d: %d bytes, want %d", bytes, got, want)
		}
	}
}

// TestEveryCollective measures all collectives by all algorithms in every type,
// briefly, and finds nothing wrong.
func TestEveryCollective(t *testing.T) {
	for _, elem := range Types {
		t.Run(elem, func(t *testing.T) {
			pl := Plan{Colls: Measurable(), AllAlgs: elem == "float64" || !testing.Short(), Procs: []int{3}, Sizes: []int{264}, Type: elem, Budget: 1, MaxBytes: 1 << 24}
			if elem == "float64" && !testing.Short() {
				pl.Procs, pl.Sizes = []int{1, 2, 5}, []int{8, 8 << 10}
			}
			res, err := Measure(context.Background(), pl, func(string) {})
			if err != nil {
				t.Fatal(err)
			}
			seen := map[string]bool{}
			for _, r := range res.Rows {
				seen[fmt.Sprint(r.Coll, r.InPlace)] = true
				if r.Wrong != 0 || r.P50 <= 0 || r.Min > r.P50 || r.P50 > r.P99 || r.Incomplete {
					t.Errorf("%+v", r)
				}
				if (r.Type == "") != (elem == "float64") {
					t.Errorf("type %q", r.Type)
				}
			}
			for _, name := range Measurable() {
				if !seen[name+"false"] || operationOf(name).inPlace != seen[name+"true"] {
					t.Errorf("%s: not measured, or in place where there is no such thing", name)
				}
			}
			if !res.Meta.Complete {
				t.Error("not complete")
			}
		})
	}
}

func TestNoCheck(t *testing.T) {
	pl := Plan{Colls: []string{"allreduce"}, Procs: []int{2}, Sizes: []int{64}, NoCheck: true, Budget: 1, MaxBytes: 1 << 20}
	res, err := Measure(context.Background(), pl, func(string) {})
	if err != nil || len(res.Rows) != 2 || res.Rows[0].Wrong != 0 {
		t.Errorf("%+v, %v", res, err)
	}
}
