package bench

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// vectors is the memory of one processor for the largest case of a machine.
type vectors[T coll.Elem] struct {
	dst, src []T
}

func newVectors[T coll.Elem](rows []Row, rank int) vectors[T] {
	var dst, src int
	for i := range rows {
		r := &rows[i]
		op, at := operationOf(r.Coll), layoutOf[T](r)
		d, s := at.of(op.dst, rank), at.of(op.src, rank)
		if r.InPlace {
			d, s = max(d, s), 0
		}
		dst, src = max(dst, d), max(src, s)
	}
	all := 2 * rows[0].Procs
	return vectors[T]{onPages[T](dst, 2*rank, all), onPages[T](src, 2*rank+1, all)}
}

// onPages is n elements, vector which of so many. Up to 16 begin pages, no two under
// one tag: see [asm.Tag]. Else one run in many, by where the vectors happen to lie, has sums
// that take two to three times as long. More lie where make puts them: the pages between
// them would cost more than that, a tenth for 128.
func onPages[T coll.Elem](n, which, of int) []T {
	const page = 4096
	perPage, tags := page/sizeOf[T](), 1<<bits.Len(uint(of-1))
	if tags > 16 {
		return make([]T, n+perPage)[:n:n] // no line of it is the next one's
	}
	v := make([]T, n+2*tags*perPage)
	at := int(-uintptr(unsafe.Pointer(&v[0]))%page) / sizeOf[T]()
	for int(asm.Tag(uintptr(unsafe.Pointer(&v[at]))))%tags != which {
		at += perPage
	}
	return v[at : at+n : at+n]
}

// args is dst and src of a case for one rank; in place the shorter one is a part
// of the longer.
func (v vectors[T]) args(r *Row, rank int) (dst, src []T) {
	op, at := operationOf(r.Coll), layoutOf[T](r)
	d, s := at.of(op.dst, rank), at.of(op.src, rank)
	own := at.begin(rank)
	switch {
	case !r.InPlace:
		return v.dst[:d], v.src[:s]
	case d == s || d == 0 || s == 0:
		return v.dst[:d], v.dst[:s]
	case d > s:
		return v.dst[:d], v.dst[own : own+s]
	}
	return v.dst[own : own+d], v.dst[:s]
}

// Memory is the bytes of the vectors of a case, of all processors together; math.MaxInt64 if they
// are more.
func (r *Row) Memory() int64 {
	op, p := operationOf(r.Coll), r.Procs
	sum := int64(op.dst.of(0, p)+op.src.of(0, p)) + int64(p-1)*int64(op.dst.of(1, p)+op.src.of(1, p))
	if sum > math.MaxInt64/int64(max(1, r.Bytes)) {
		return math.MaxInt64
	}
	return sum * int64(r.Bytes)
}

// lists is the bytes of the counts that the processors pass to a v-form.
func (r *Row) lists() int64 {
	each := int64(r.Procs) * int64(unsafe.Sizeof(r.Procs))
	if r.Coll == "alltoallv" { // to each and from each
		each *= 2
	}
	return int64(r.Procs) * each
}
