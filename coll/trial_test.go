package coll

import (
	"context"
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// trial is one collective call, alike on all processors. What is tested,
// measured for allocations or timed is a trial.
type trial struct {
	c       collective
	a       Algorithm
	op      Op
	n, root int // elements of a block, or of the vector; counts of v-forms are about n
	inPlace bool
	mixed   uint64 // in place on the ranks whose bit is set
	special bool   // data with NaN, infinities and zeros of both signs
}

// inPlaceAt reports whether it is in place on a rank.
func (try trial) inPlaceAt(rank int) bool { return try.inPlace || try.mixed>>rank&1 == 1 }

// takes reports whether a collective takes the trial: spectral is a sum of reals.
func (try trial) takes(kind int) bool {
	return try.a != Spectral || try.op == Sum && kind < 2
}

func (try trial) String() string {
	s := fmt.Sprintf("%s by %s of %d, %v, root %d, in place %v", try.c, try.a, try.n, try.op, try.root, try.inPlace)
	if try.mixed != 0 {
		s += fmt.Sprintf(" or on %b", try.mixed)
	}
	if try.special {
		s += ", special values"
	}
	return s
}

// count is what rank s sends rank r in a v-form; of block r where all have the
// same counts. Some are 0.
func (try trial) count(s, r int) int {
	switch {
	case try.c != alltoallv:
		s = 0
	case try.inPlace || try.mixed != 0: // each gives as much as it gets
		s, r = min(s, r), max(s, r)
	}
	return (try.n*((3*s+5*r+1)%4) + 1) / 2
}

func (try trial) counts(p int, of func(i int) int) (list []int, total int) {
	for i := range p {
		list = append(list, of(i))
		total += of(i)
	}
	return list, total
}

// block is where the block of a rank lies in a vector that has one of each.
func (try trial) block(rank int) (lo, hi int) {
	switch try.c {
	case gatherv, scatterv, allgatherv, reducescatterv:
		_, lo = try.counts(rank, func(i int) int { return try.count(0, i) })
		return lo, lo + try.count(0, rank)
	}
	return rank * try.n, (rank + 1) * try.n
}

// inputs is the src of a rank: for a rooted collective also that of those who
// need none.
func inputs[T Elem](try trial, rank, p int) []T {
	n := try.n
	switch try.c {
	case barrier:
		n = 0
	case scatter, reducescatter, alltoall:
		n *= p
	case gatherv, allgatherv:
		n = try.count(0, rank)
	case scatterv, reducescatterv:
		_, n = try.block(p - 1)
	case alltoallv:
		_, n = try.counts(p, func(r int) int { return try.count(rank, r) })
	}
	switch {
	case try.special:
		return dataOf[T](special, rank, n)
	case try.op == Prod:
		return dataOf[T](near1, rank, n)
	}
	return dataOf[T](rough, rank, n)
}

// prepared is a call with its vectors. Each lies between guards, those of odd
// ranks at odd offsets.
type prepared[T Elem] struct {
	call   func()
	got    []T // where the result will be, nil where there is none
	src    []T // what the call was given, nil where it was given nothing
	given  []T // a copy of it
	lo, hi int // the part of src that is got
	frames [][]T
	guard  int
}

const guarded = 99

// frame is a vector of n elements between guards.
func (v *prepared[T]) frame(n int) []T {
	whole := make([]T, n+2*v.guard)
	for i := range v.guard {
		whole[i], whole[v.guard+n+i] = guarded, guarded
	}
	v.frames = append(v.frames, whole)
	return whole[v.guard:][:n:n]
}

// check compares the result with what is wanted and sees to it that nothing
// else has been written.
func (v *prepared[T]) check(want []T) error {
	if len(v.got) != len(want) {
		return fmt.Errorf("%d elements, want %d", len(v.got), len(want))
	}
	if i := differ(v.got, want); i >= 0 {
		return fmt.Errorf("dst[%d] of %d is %v (%#x), want %v (%#x)", i, len(want), v.got[i], bitsOf(v.got[i]), want[i], bitsOf(want[i]))
	}
	for _, part := range [][2]int{{0, v.lo}, {v.hi, len(v.src)}} {
		if i := differ(v.src[part[0]:part[1]], v.given[part[0]:part[1]]); i >= 0 {
			return fmt.Errorf("src[%d] changed", part[0]+i)
		}
	}
	for _, f := range v.frames {
		for i := range v.guard {
			if f[i] != guarded || f[len(f)-1-i] != guarded {
				return fmt.Errorf("wrote beside a vector of %d", len(f)-2*v.guard)
			}
		}
	}
	return nil
}

// prepare makes the vectors of a call out of the caller's src.
func prepare[T Elem](q *Proc, try trial, given []T) *prepared[T] {
	q = q.Using(try.a)
	p, r, n, root := q.Size(), q.Rank(), len(given), try.root
	v := &prepared[T]{guard: 8 + r%2, given: given}
	// framed is src, out of place or as its own block of a vector that has all.
	framed := func() []T {
		v.src = v.frame(n)
		copy(v.src, given)
		return v.src
	}
	result := func(n int) []T {
		v.got = v.frame(n)
		for i := range v.got {
			v.got[i] = 77
		}
		return v.got
	}
	// same makes dst and src for a result as long as src.
	same := func() (dst, src []T) {
		src = framed()
		if !try.inPlaceAt(r) {
			return result(n), src
		}
		v.got, v.hi = src, n
		return src, src
	}
	// within makes dst of all blocks and src, one of them.
	within := func(all int) (dst, src []T) {
		if !try.inPlaceAt(r) {
			return result(all), framed()
		}
		dst = result(all)
		lo, hi := try.block(r)
		copy(dst[lo:hi], given)
		return dst, dst[lo:hi]
	}
	// part makes src of all blocks and dst, one of them.
	part := func() (dst, src []T) {
		src = framed()
		lo, hi := try.block(r)
		if !try.inPlaceAt(r) {
			return result(hi - lo), src
		}
		v.got, v.lo, v.hi = src[lo:hi], lo, hi
		return v.got, src
	}
	counts, all := try.counts(p, func(i int) int { return try.count(0, i) })
	switch try.c {
	case barrier:
		v.call = func() { Barrier(q) }
	case broadcast:
		buf := result(n)
		if r == root {
			copy(buf, given)
		}
		v.call = func() { Broadcast(q, buf, root) }
	case reduce:
		if r != root {
			src := framed()
			v.call = func() { Reduce(q, nil, src, try.op, root) }
			break
		}
		dst, src := same()
		v.call = func() { Reduce(q, dst, src, try.op, root) }
	case allreduce:
		dst, src := same()
		v.call = func() { Allreduce(q, dst, src, try.op) }
	case allreducefunc:
		dst, src := same()
		v.call = func() { AllreduceFunc(q, dst, src, func(acc, x []T) { combine(try.op, acc, x) }) }
	case gather, gatherv:
		if try.c == gather {
			all = n * p
		}
		var dst, src []T
		if r == root {
			dst, src = within(all)
		} else {
			src, counts = framed(), nil
		}
		v.call = func() { Gatherv(q, dst, src, counts, root) }
		if try.c == gather {
			v.call = func() { Gather(q, dst, src, root) }
		}
	case scatter, scatterv:
		var dst, src []T
		if lo, hi := try.block(r); r == root {
			dst, src = part()
		} else {
			dst, counts = result(hi-lo), nil
		}
		v.call = func() { Scatterv(q, dst, src, counts, root) }
		if try.c == scatter {
			v.call = func() { Scatter(q, dst, src, root) }
		}
	case allgather:
		dst, src := within(n * p)
		v.call = func() { Allgather(q, dst, src) }
	case allgatherv:
		dst, src := within(all)
		v.call = func() { Allgatherv(q, dst, src, counts) }
	case reducescatter:
		dst, src := part()
		v.call = func() { ReduceScatter(q, dst, src, try.op) }
	case reducescatterv:
		dst, src := part()
		v.call = func() { ReduceScatterv(q, dst, src, counts, try.op) }
	case alltoall:
		dst, src := same()
		v.call = func() { Alltoall(q, dst, src) }
	case alltoallv:
		sent, _ := try.counts(p, func(i int) int { return try.count(r, i) })
		come, total := try.counts(p, func(i int) int { return try.count(i, r) })
		dst, src := result(total), []T(nil)
		if try.inPlaceAt(r) {
			dst, src = same()
		} else {
			src = framed()
		}
		v.call = func() { Alltoallv(q, dst, come, src, sent) }
	case scan:
		dst, src := same()
		v.call = func() { Scan(q, dst, src, try.op) }
	case exscan:
		dst, src := same()
		if r == 0 {
			copy(dst, src) // is left alone
		}
		v.call = func() { Exscan(q, dst, src, try.op) }
	case exchange:
		dst, src := same()
		v.call = func() { Exchange(q, dst, (r+p-1)%p, src, (r+1)%p) }
	}
	return v
}

// perform makes the call and returns the caller's result, nil where it has none.
func perform[T Elem](q *Proc, try trial, src []T) []T {
	v := prepare(q, try, src)
	v.call()
	return v.got
}

// where is the group that makes a call.
type where struct {
	p     int
	graph cayley.Graph
	near  cayley.Graph // of universal broadcasts and accumulations
	file  schedules    // the caller's
}

func (m *Machine) where() where {
	w := where{m.cfg.P, m.Graph(), m.cfg.Graph, m.schedules}
	if w.near == nil {
		w.near = near(w.p)
	}
	return w
}

// near is the graph of universal tasks where none was given.
func near(p int) cayley.Graph {
	g, err := cayley.Near(p)
	if err != nil {
		panic(err)
	}
	return g
}

// expected are the results of all ranks by the definition, sums in the order
// that the algorithm documents.
func expected[T Elem](w where, try trial) func(r int) []T {
	p := w.p
	given := make([][]T, p)
	for s := range given {
		given[s] = inputs[T](try, s, p)
	}
	blocks := func(r int) [][]T { // of rank r in every vector
		lo, hi := try.block(r)
		x := make([][]T, p)
		for s := range x {
			x[s] = given[s][lo:hi]
		}
		return x
	}
	switch try.c {
	case barrier:
		return func(int) []T { return nil }
	case broadcast:
		return func(int) []T { return given[try.root] }
	case reduce:
		sum := foldBlock(w, try, 0, given)
		return func(r int) []T {
			if r != try.root {
				return nil
			}
			return sum
		}
	case allreduce, allreducefunc:
		if try.a == Spectral && p > 1 {
			sums := spectralSums(w.graph, given)
			return func(r int) []T { return sums[r] }
		}
		sum := make([]T, 0, try.n)
		for b, size := 0, try.blockSize(p); len(sum) < try.n; b++ {
			x := make([][]T, p)
			for s := range x {
				x[s] = given[s][len(sum):min(try.n, len(sum)+size)]
			}
			sum = append(sum, foldBlock(w, try, b, x)...)
		}
		return func(int) []T { return sum }
	case gather, gatherv, allgather, allgatherv:
		all := slices.Concat(given...)
		return func(r int) []T {
			if (try.c == gather || try.c == gatherv) && r != try.root {
				return nil
			}
			return all
		}
	case scatter, scatterv:
		return func(r int) []T {
			lo, hi := try.block(r)
			return given[try.root][lo:hi]
		}
	case reducescatter, reducescatterv:
		return func(r int) []T { return foldBlock(w, try, r, blocks(r)) }
	case alltoall:
		return func(r int) []T { return slices.Concat(blocks(r)...) }
	case alltoallv:
		return func(r int) (want []T) {
			for s := range p {
				_, before := try.counts(r, func(i int) int { return try.count(s, i) })
				want = append(want, given[s][before:before+try.count(s, r)]...)
			}
			return want
		}
	case scan, exscan:
		sums := prefixes(try, given)
		return func(r int) []T { return sums[r] }
	}
	return func(r int) []T { return given[(r+p-1)%p] } // exchange
}

// runAs makes the calls one after another on every processor and compares
// every result, whatever else they may have written, and what they were given.
func runAs[T Elem](m *Machine, tries ...trial) error {
	want := make([]func(int) []T, len(tries))
	for i, try := range tries {
		want[i] = expected[T](m.where(), try)
	}
	return m.Run(context.Background(), func(q *Proc) error {
		r := q.Rank()
		for i, try := range tries {
			v := prepare(q, try, inputs[T](try, r, m.cfg.P))
			v.call()
			if err := v.check(want[i](r)); err != nil {
				return fmt.Errorf("%v of %T: %w", try, *new(T), err)
			}
		}
		return nil
	})
}

// runKind is runAs of one of the four types.
func runKind(m *Machine, kind int, tries ...trial) error {
	switch kind {
	case 0:
		return runAs[float64](m, tries...)
	case 1:
		return runAs[float32](m, tries...)
	case 2:
		return runAs[int64](m, tries...)
	}
	return runAs[int32](m, tries...)
}

// elems are the types of elements to try in a test's turn of that number: all, but under
// the race detector, for which every word is work, one after the other.
func elems(turn int) []int {
	if raceEnabled {
		return []int{turn % len(elemNames)}
	}
	all := make([]int, len(elemNames))
	for i := range all {
		all[i] = i
	}
	return all
}
