package bench

import (
	"slices"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// share is what one host does in the direct algorithm of a case.
type share[T coll.Elem] struct {
	folds      []fold[T]
	copies     [][2][]T // dst, src
	deals      []deal[T]
	first, end int  // the host's ranks
	back       bool // that way the folds went last: see turn
}

// fold is elements lo … lo+n-1 of from, added into to.
type fold[T coll.Elem] struct {
	to, from []*T
	lo, n    int
}

// newShare makes the share by what is made for the case's collective.
func newShare[T coll.Elem](l *limits[T], r *Row, host, hosts int) *share[T] {
	m := newMaker(l, r, host, hosts)
	switch Form(r.Coll) {
	case "broadcast":
		m.broadcast()
	case "gather":
		m.gather()
	case "scatter":
		m.scatter()
	case "allgather":
		m.allgather(r.Procs == hosts || r.Memory() >= 9<<19) // as coll does, from serveLeast on
	case "alltoall":
		m.alltoall(r.InPlace)
	case "exchange":
		m.exchange(r.InPlace)
	case "reduce":
		m.reduce(m.dst[:1])
	case "allreduce":
		if r.Coll == "allreducefunc" {
			m.reduceByOne()
			break
		}
		m.reduce(m.dst)
	case "reducescatter":
		m.reduceScatter()
	case "scan":
		m.scan(0)
	case "exscan":
		m.scan(1)
	}
	return &m.share
}

// maker is a share in the making, and what of the case falls to its host: some ranks,
// or a range of every block.
type maker[T coll.Elem] struct {
	share[T]
	layout
	dst, src    [][]T // by rank
	host, hosts int
	lo, hi      int // its range of elements
}

func newMaker[T coll.Elem](l *limits[T], r *Row, host, hosts int) *maker[T] {
	m := &maker[T]{layout: layoutOf[T](r), dst: l.dst, src: l.src, host: host, hosts: hosts}
	m.first, m.end = r.Procs*host/hosts, r.Procs*(host+1)/hosts
	m.lo, m.hi = part(m.n, host, hosts)
	return m
}

// part is a host's range of n elements, cut at cache lines.
func part(n, host, hosts int) (lo, hi int) {
	lines := (n + 15) / 16
	return min(n, 16*(lines*host/hosts)), min(n, 16*(lines*(host+1)/hosts))
}

func (s *share[T]) add(to, from []*T, lo, n int) {
	if n > 0 {
		s.folds = append(s.folds, fold[T]{to, from, lo, n})
	}
}

func (s *share[T]) copy(to, from []T) {
	if len(to) > 0 && &to[0] != &from[0] {
		s.copies = append(s.copies, [2][]T{to, from})
	}
}

// chunk is how many elements are copied at a time: of larger pieces Go's own copy, where
// asm.Copy uses it, bypasses the caches.
const chunk = 32 << 10

func (s *share[T]) run() {
	s.sum()
	s.move()
	for i := range s.deals {
		s.deals[i].run()
	}
}

// use does what the host's ranks do with their vectors before and after a call.
func (s *share[T]) use(users []*user[T]) {
	for _, u := range users[s.first:s.end] {
		u.renew(false)
		u.use()
	}
}

func (s *share[T]) sum() {
	for _, f := range s.folds {
		asm.Fold(asm.Sum, f.to, f.from, f.lo, f.n)
	}
}

func (s *share[T]) move() {
	for _, c := range s.copies {
		to, from := c[0], c[1]
		for lo := 0; lo < len(to); lo += chunk {
			asm.Copy(to[lo:min(len(to), lo+chunk)], from[lo:min(len(to), lo+chunk)])
		}
	}
}

// turn is run, back over the vectors every other time, unless there is more than one fold: caches
// still have what came last.
func (s *share[T]) turn() {
	if s.back = !s.back; !s.back || len(s.folds) > 1 || len(s.deals) > 0 {
		s.run()
		return
	}
	for _, f := range s.folds {
		turned(f.n, func(lo, n int) { asm.Fold(asm.Sum, f.to, f.from, f.lo+lo, n) })
	}
	for _, c := range slices.Backward(s.copies) {
		turned(len(c[0]), func(lo, n int) { asm.Copy(c[0][lo:lo+n], c[1][lo:lo+n]) })
	}
}

// turned does n elements in parts, from the last to the first.
func turned(n int, do func(lo, n int)) {
	step := min(chunk, max(1<<10, n/16&^1023))
	for hi := n; hi > 0; {
		part := (hi-1)%step + 1
		hi -= part
		do(hi, part)
	}
}

// turns reports whether coll goes forth and back in turns with a collective, if not in every case.
func (r *Row) turns() bool {
	switch r.Coll {
	case "scan", "exscan", "alltoallv", "allreducefunc":
		return false
	}
	return true
}

// past is run with stores that bypass the caches.
func (s *share[T]) past() {
	s.sumPast()
	s.movePast()
}

func (s *share[T]) sumPast() {
	for _, f := range s.folds {
		asm.FoldNT(asm.Sum, f.to, f.from, f.lo, f.n)
	}
}

func (s *share[T]) movePast() {
	for _, c := range s.copies {
		asm.CopyNT(c[0], c[1])
	}
}
