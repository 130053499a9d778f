package bench

import "github.com/cayleycoll/cayleycoll/coll"

// vectors is the memory of one processor for the largest case of a machine.
// Page-aligned lengths keep two processors off each other's cache lines.
type vectors[T coll.Elem] struct {
	dst, src []T
}

func newVectors[T coll.Elem](rows []Row, rank int) vectors[T] {
	var dst, src int
	for i := range rows {
		r := &rows[i]
		op, n := operationOf(r.Coll), r.Bytes/sizeOf[T]()
		d, s := n*op.dst.of(rank, r.Procs), n*op.src.of(rank, r.Procs)
		if r.InPlace {
			d, s = max(d, s), 0
		}
		dst, src = max(dst, d), max(src, s)
	}
	return vectors[T]{make([]T, dst+512), make([]T, src+512)}
}

// args is dst and src of a case for one rank; in place the shorter one is a part
// of the longer.
func (v vectors[T]) args(r *Row, rank int) (dst, src []T) {
	op, n := operationOf(r.Coll), r.Bytes/sizeOf[T]()
	d, s := n*op.dst.of(rank, r.Procs), n*op.src.of(rank, r.Procs)
	switch {
	case !r.InPlace:
		return v.dst[:d], v.src[:s]
	case d == s || d == 0 || s == 0:
		return v.dst[:d], v.dst[:s]
	case d > s:
		return v.dst[:d], v.dst[rank*n : rank*n+s]
	}
	return v.dst[rank*n : rank*n+d], v.dst[:s]
}

// Memory is the bytes of the vectors of a case, of all processors together.
func (r *Row) Memory() int64 {
	op, p := operationOf(r.Coll), r.Procs
	sum := int64(op.dst.of(0, p)+op.src.of(0, p)) + int64(p-1)*int64(op.dst.of(1, p)+op.src.of(1, p))
	return sum * int64(r.Bytes)
}
