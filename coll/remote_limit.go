package coll

import "github.com/cayleycoll/cayleycoll/internal/program"

// What passes between processes has a largest size, the transport's: longer calls
// are misuse, and said to be before anything is under way. All processes find it
// alike.

// load is how many elements a process sends or receives in the collective at most, as
// far as its own call says that; the same in all, for one that returned when others
// have bound themselves would leave them waiting.
func (j *job[T]) load() int64 {
	all := int64(max(j.lengthOf(program.Src, j.c.root()), j.lengthOf(program.Dst, j.c.root())))
	switch c := j.c.collective(); {
	case c == alltoall:
		return j.p.g.far.most() * all
	case c == allreducefunc:
		return int64(j.p.g.size) * all
	case c.folds() && !j.chained():
		return j.partsLoad()
	}
	return all
}

// partsLoad is the load of a fold by parts: a process sends all of its vectors, and gets
// its part of everybody's.
func (j *job[T]) partsLoad() int64 {
	f, c := j.p.g.far, j.c.collective()
	own, all := f.most(), int64(j.p.g.size)
	if !j.ordered() && c != scan && c != exscan { // of each process one, folded
		own, all = 1, int64(len(f.ranks))
	}
	return max(own*int64(j.lengthOf(program.Src, 0)), all*j.largestPart())
}

// largestPart is the most elements of a vector that a process folds, what parts deals out.
func (j *job[T]) largestPart() (most int64) {
	f := j.p.g.far
	switch j.c.collective() {
	case reducescatter:
		return f.most() * int64(j.n)
	case reducescatterv:
		for _, ranks := range f.ranks {
			n := 0
			for _, r := range ranks {
				n += j.lengthOf(program.Dst, r)
			}
			most = max(most, int64(n))
		}
		return most
	}
	blocks, processes := (int64(j.n)+15)/16, int64(len(f.ranks)) // see cut
	return min(int64(j.n), 16*((blocks+processes-1)/processes))
}

// most is how many ranks a process has at most.
func (f *far) most() (most int64) {
	for _, ranks := range f.ranks {
		most = max(most, int64(len(ranks)))
	}
	return most
}

const tooMuch = "%s moves %d elements to or from one process; want at most %d"

// checkLoad ends the Run if that is more than the transport takes.
func (j *job[T]) checkLoad(load int64) {
	if most := int64(j.p.g.far.links.peers.Most()); load > most {
		j.p.refuse(j.c.collective(), tooMuch, j.c.collective(), load, most)
	}
}

// checkLengths is checkLoad of what the processes have told, when the call has begun.
func (j *job[T]) checkLengths() {
	if load, most := j.toldLoad(), int64(j.p.g.far.links.peers.Most()); load > most {
		j.p.misuse(j.c.collective(), tooMuch, j.c.collective(), load, most)
	}
}

// toldLoad is the load of calls whose lengths are each processor's own.
func (j *job[T]) toldLoad() (load int64) {
	g, x := j.p.g, j.s.far
	if j.c.collective() != alltoallv {
		for _, n := range x.lens {
			load += int64(n)
		}
		return load
	}
	for _, ranks := range g.far.ranks {
		sent, got := int64(0), int64(0)
		for _, r := range ranks {
			for q := range g.size {
				sent += j.sends(r)[q]
				got += j.sends(q)[r]
			}
		}
		load = max(load, sent, got)
	}
	return load
}

// checkMessage ends the Run if a message of an Exchange or of a schedule has more
// elements than the transport takes.
func (m *member) checkMessage(c collective, n int) {
	if most := m.g.far.links.peers.Most(); n > most {
		m.misuse(c, "%s sends %d elements to another process in one message; want at most %d", c, n, most)
	}
}
