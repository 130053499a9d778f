package coll

// AllreduceFunc is Allreduce by an operator of the caller's: on every processor
// dst = f(… f(f(src of rank 0, src of rank 1), src of rank 2) …), where f(acc, x)
// changes acc to acc op x and leaves x alone (MPI_Op_create). f gets whole
// vectors of n elements, so that it may be any operation on vectors: it need not
// be commutative nor work element by element. One processor calls it, P-1 times,
// while the others wait: a slow path beside Sum, Prod, Min and Max. So f makes no
// collectives, and its time is time that Config.Stall counts. All processors pass the
// same f. On a machine of several processes one processor of each calls it, on the vectors of
// all: it must give the same bits everywhere, and what else it does happens once a process.
// len(dst) = len(src) = n on all; dst and src may be the same slice.
//
// Cost: three signals; 2P·n elements of traffic beside what f does.
func AllreduceFunc[T Elem](p *Proc, dst, src []T, f func(acc, x []T)) {
	n := len(src)
	a := p.choose(allreducefunc, n*sizeOf[T](), elemKind[T]())
	if f == nil {
		p.refuse(allreducefunc, "allreducefunc without a function; want f(acc, x)")
	}
	p.checkLength(allreducefunc, "dst", len(dst), n, "as src")
	checkApart(p, allreducefunc, dst, src)
	a = checkNaN(p, a, allreducefunc, "src", src)
	j := newJob(p, newCall[T](allreducefunc, a, 0, 0, n), dst, src)
	if p.g.far != nil {
		j.acrossFunc(f)
		return
	}
	if !j.give() || !p.enter(j.c) {
		return
	}
	if n == 0 {
		p.signalAll(j.c)
		return
	}
	g, first := p.g, p.g.teams[0]
	if p.t == first {
		j.s.teams[0].acc = grown(j.s.teams[0].acc, n)
	}
	p.publish()
	p.meet()
	acc := j.s.teams[0].acc
	if p.t == first {
		carry(p, false, acc, j.s.srcOf(g, 0))
		for r := 1; r < g.size; r++ {
			p.look()
			p.c.callBack(func() { f(acc[:n:n], j.s.srcOf(g, r)[:n:n]) })
		}
	}
	p.step()
	for _, dst := range j.s.teams[p.t.id].dst {
		carry(p, false, dst, acc)
	}
	p.step()
	p.leave()
}
