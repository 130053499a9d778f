//go:build linux || darwin

package asm

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// guarded returns bytes that begin right after an inaccessible page and others
// that end right before one: touching a byte beyond either is a fault.
func guarded(t *testing.T, bytes int) (first, last []byte) {
	t.Helper()
	page := unix.Getpagesize()
	open := (bytes + page - 1) / page * page
	m, err := unix.Mmap(-1, 0, open+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Skipf("mmap: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Munmap(m); err != nil {
			t.Error(err)
		}
	})
	for _, g := range [][]byte{m[:page], m[page+open:]} {
		if err := unix.Mprotect(g, unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return m[page : page+bytes], m[page+open-bytes : page+open]
}

// fenced is vectors that begin right after inaccessible pages, and others that end
// right before some.
type fenced[T Elem] struct{ heads, tails [][]T }

func newFenced[T Elem](t *testing.T, vectors, most int) fenced[T] {
	var f fenced[T]
	for range vectors {
		h, l := guarded(t, most*int(unsafe.Sizeof(*new(T))))
		f.heads = append(f.heads, unsafe.Slice((*T)(unsafe.Pointer(&h[0])), most))
		f.tails = append(f.tails, unsafe.Slice((*T)(unsafe.Pointer(&l[0])), most))
	}
	return f
}

// pushed is the vectors of n elements pushed against the guards before them, against
// those behind them, and by turns.
func (f fenced[T]) pushed(n int) (against [3][][]T) {
	for i := range f.heads {
		head, tail := f.heads[i][:n], f.tails[i][len(f.tails[i])-n:]
		against[0], against[1] = append(against[0], head), append(against[1], tail)
		if i%2 == 1 {
			head = tail
		}
		against[2] = append(against[2], head)
	}
	return against
}

// within fails the test, and tells what touched a guard, if f does.
func within(t *testing.T, f func(), what string, args ...any) {
	t.Helper()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if fault := recover(); fault != nil {
			t.Fatalf("%s: %v", fmt.Sprintf(what, args...), fault)
		}
	}()
	f()
}

// fencedFold runs whatever can fold so many sources to so many destinations; the
// first destination is the last source, if asked.
func fencedFold[T Elem](t *testing.T, op Op, v [][]T, ns, nd int, inPlace bool, n int) {
	t.Helper()
	src, dst := pointers(v[:ns]), pointers(v[ns:ns+nd])
	if inPlace {
		dst[0] = src[ns-1]
	}
	for _, w := range ways(op, dst, src) {
		within(t, func() { w.f(op, dst, src, 0, n) }, "%v of %T by %s, %d to %d, n %d", op, *new(T), w.name, ns, nd, n)
	}
}

// fencedRest runs what takes two vectors, or has a shape of its own.
func fencedRest[T Elem](t *testing.T, v [][]T, n int) {
	t.Helper()
	for op := Sum; op <= Max; op++ {
		within(t, func() { Add(op, v[0], v[1]) }, "%v of %T by Add, n %d", op, *new(T), n)
	}
	within(t, func() { Copy(v[0], v[1]) }, "Copy of %T, n %d", *new(T), n)
	within(t, func() { CopyNT(v[0], v[1]) }, "CopyNT of %T, n %d", *new(T), n)
	for ns := 1; ns < len(v)-2; ns += 2 {
		neighbor := func() {}
		switch w := any(v).(type) {
		case [][]float64:
			neighbor = func() { Neighbor(&w[0][0], &w[1][0], pointers(w[2:2+ns]), 1, 1, 0, n) }
		case [][]float32:
			neighbor = func() { Neighbor(&w[0][0], &w[1][0], pointers(w[2:2+ns]), 1, 1, 0, n) }
		}
		within(t, neighbor, "Neighbor of %T, %d sources, n %d", *new(T), ns, n)
	}
}

func guardedAll[T Elem](t *testing.T) {
	size := int(unsafe.Sizeof(*new(T)))
	short := newFenced[T](t, 11, lengths-1)
	for n := 1; n < lengths; n++ {
		if skipped(n) {
			continue
		}
		for _, v := range short.pushed(n) {
			fencedRest(t, v, n)
			for op := Sum; op <= Max; op++ {
				fencedFold(t, op, v, 1+n%3, 2, n%2 == 0, n)
				fencedFold(t, op, v, 4+n%5, 1+n%3, n%4 == 1, n)
			}
		}
	}
	// Around the lengths where other code begins, or a call of it ends: the string
	// instruction, its runs, tiles, the relay's, the loop for two to two, the
	// elements that one call is given, and what the first cache holds.
	long := newFenced[T](t, 8, max(2*run/size, addStretch)+8)
	for _, at := range []int{stringFrom / size, run / size, 2 * run / size, tile, 2 * tile, relayTile / size, 4 * relayTile / size,
		relayTileNT / size, 4 * relayTileNT / size, pairsFrom / size, stretch, 1 << 17 / 8, addStretch, firstCache / 2 / size, firstCache / 3 / size} {
		for _, n := range []int{at - 1, at, at + 1, at + 7} {
			if n < 1 || n > len(long.heads[0]) || testing.Short() && n > 8<<10 {
				continue
			}
			for _, v := range long.pushed(n) {
				fencedRest(t, v, n)
				fencedFold(t, Op(n%4), v, 2, 2, false, n)
				fencedFold(t, Sum, v, 2, 1, false, n)
				fencedFold(t, Sum, v, 2, 2, false, n)
				fencedFold(t, Sum, v, 4, 4, false, n)
			}
		}
	}
}

// TestGuardPages runs every kernel at both edges of accessible memory, with every
// length.
func TestGuardPages(t *testing.T) {
	eachVariant(t, func(t *testing.T) {
		eachType(t, guardedAll[float64], guardedAll[float32], guardedAll[int64], guardedAll[int32])
	})
}

// TestPointersAtTheEdge: no more pointers are read than there are vectors.
func TestPointersAtTheEdge(t *testing.T) {
	if relayTile == 0 || Variant() == generic {
		t.Skip("this build has no relay")
	}
	const n = 3 * relayPastTile / 8
	table := func(v [][]float64) []*float64 {
		_, b := guarded(t, len(v)*int(unsafe.Sizeof(&v[0][0])))
		p := unsafe.Slice((**float64)(unsafe.Pointer(&b[0])), len(v))
		for i := range p { // which the garbage collector does not see there
			*(*uintptr)(unsafe.Pointer(&p[i])) = uintptr(unsafe.Pointer(&v[i][0]))
		}
		return p
	}
	for ns := aheadGroup; ns <= 2*aheadGroup+1; ns++ {
		v := aligned(2*ns, n)
		src, dst := table(v[:ns]), table(v[ns:])
		for how := relayNear; how <= relayNext; how++ {
			within(t, func() { relay(how, dst, src, 0, n) }, "relay %d of %d", how, ns)
		}
		within(t, func() { foldFast(Sum, dst, src, 0, n); foldNTFast(Sum, dst, src, 0, n) }, "fold of %d", ns)
		runtime.KeepAlive(v)
	}
}
