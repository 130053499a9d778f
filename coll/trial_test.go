package coll

import (
	"context"
	"fmt"
	"slices"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/internal/race"
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

// step is the call as programs_test.go defines it.
func (try trial) step() *step {
	return &step{c: try.c, alg: try.a, op: try.op, n: try.n, root: try.root, inPlace: try.inPlace, shift: 1, try: &try}
}

// block is where the block of a rank lies in a vector that has one of each.
func (try trial) block(rank int) (lo, hi int) {
	switch try.c {
	case gatherv, scatterv, allgatherv, reducescatterv:
		_, before := counted(rank+1, func(i int) int { return try.count(0, i) })
		return before[rank], before[rank+1]
	}
	return rank * try.n, (rank + 1) * try.n
}

// inputs is the src of a rank.
func inputs[T Elem](try trial, rank, p int) []T {
	_, n, _ := try.step().shape(p, rank)
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

// reuse does what a caller may do once the call has returned: writes over what it gave and got.
// Nobody is to read it any more. check then sees copies of all.
func (v *prepared[T]) reuse() {
	for k, f := range v.frames {
		kept := slices.Clone(f)
		for _, part := range []*[]T{&v.got, &v.src} {
			if overlap(*part, f) {
				at := (uintptr(unsafe.Pointer(&(*part)[0])) - uintptr(unsafe.Pointer(&f[0]))) / unsafe.Sizeof(f[0])
				*part = kept[at:][:len(*part)]
			}
		}
		for i := range f {
			f[i] = -guarded
		}
		v.frames[k] = kept
	}
}

// result is a frame for n elements of a result.
func (v *prepared[T]) result(n int) []T {
	dst := v.frame(n)
	for i := range dst {
		dst[i] = 77
	}
	return dst
}

// prepare makes the vectors of a call out of the caller's src.
func prepare[T Elem](q *Proc, try trial, given []T) *prepared[T] {
	r, s := q.Rank(), try.step()
	nd, ns, at := s.shape(q.Size(), r)
	v := &prepared[T]{guard: 8 + r%2, given: given}
	var dst, src []T
	switch in := at >= 0 && (try.inPlaceAt(r) || try.c == broadcast); {
	case in && nd < ns:
		src = v.frame(ns)
		dst, v.src, v.lo, v.hi = src[at:at+nd], src, at, at+nd
	case in:
		dst = v.result(nd)
		src = dst[at : at+ns]
	default:
		dst, src = v.result(nd), v.frame(ns)
		v.src = src
	}
	if try.c != broadcast || r == try.root {
		copy(src, given)
	}
	v.got = dst
	switch {
	case try.c == exscan && r == 0:
		copy(dst, src) // is left alone
	case r == try.root:
	case try.c == reduce, try.c == gather, try.c == gatherv:
		v.got, dst = nil, nil
	case try.c == scatter, try.c == scatterv:
		v.src, src = nil, nil
	}
	v.call = calling(q, s, dst, src)
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
	sum := func(r int) []T { // of the blocks of rank r
		lo, hi := try.block(r)
		x := make([][]T, p)
		for s := range x {
			x[s] = given[s][lo:hi]
		}
		return foldBlock(w, try, r, x)
	}
	switch try.c {
	case reduce:
		all := foldBlock(w, try, 0, given)
		sum = func(int) []T { return all }
	case allreduce, allreducefunc:
		if try.a == Spectral && p > 1 {
			sums := spectralSums(w.graph, given)
			sum = func(r int) []T { return sums[r] }
			break
		}
		all := make([]T, 0, try.n)
		for b, size := 0, try.blockSize(p); len(all) < try.n; b++ {
			x := make([][]T, p)
			for s := range x {
				x[s] = given[s][len(all):min(try.n, len(all)+size)]
			}
			all = append(all, foldBlock(w, try, b, x)...)
		}
		sum = func(int) []T { return all }
	case scan, exscan:
		sums := prefixes(try, given)
		return func(r int) []T { return sums[r] }
	}
	return func(r int) (want []T) {
		try.step().define(p, r,
			func(s, lo, n int) { want = append(want, given[s][lo:lo+n]...) },
			func(int, int, int) { want = sum(r) })
		return want
	}
}

// checkedCall is a trial as a processor makes it: it compares the result with what it is to be, and
// looks at what else the call may have written, and at what it was given.
type checkedCall func(q *Proc) error

func checked[T Elem](w where, try trial) checkedCall {
	want := expected[T](w, try)
	return func(q *Proc) error {
		v := prepare(q, try, inputs[T](try, q.Rank(), w.p))
		v.call()
		v.reuse()
		if err := v.check(want(q.Rank())); err != nil {
			return fmt.Errorf("%v of %T, rank %d of %d: %w", try, *new(T), q.Rank(), w.p, err)
		}
		return nil
	}
}

var checkedKinds = [...]func(where, trial) checkedCall{checked[float64], checked[float32], checked[int64], checked[int32]}

// runChecked makes the calls one after another on every processor.
func runChecked(m *Machine, calls ...checkedCall) error {
	return m.Run(context.Background(), func(q *Proc) error {
		for _, call := range calls {
			if err := call(q); err != nil {
				return err
			}
		}
		return nil
	})
}

// runKind makes calls of one of the four types so.
func runKind(m *Machine, kind int, tries ...trial) error {
	calls := make([]checkedCall, len(tries))
	for i, try := range tries {
		calls[i] = checkedKinds[kind](m.where(), try)
	}
	return runChecked(m, calls...)
}

func runAs[T Elem](m *Machine, tries ...trial) error {
	return runKind(m, int(elemKind[T]()), tries...)
}

// elems are the types of elements to try in a test's turn of that number: all, but under
// the race detector, for which every word is work, one after the other.
func elems(turn int) []int {
	if race.Enabled {
		return []int{turn % len(elemNames)}
	}
	all := make([]int, len(elemNames))
	for i := range all {
		all[i] = i
	}
	return all
}
