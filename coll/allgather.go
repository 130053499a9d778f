package coll

// Allgather leaves src of rank r in block r of dst on every processor
// (MPI_Allgather; the paper's universal broadcast, Definition 2.14).
// len(dst) = P·len(src) on all. In place: src is the caller's own block of dst.
func Allgather[T Elem](p *Proc, dst, src []T) {
	a := p.choose(allgather)
	n := len(src)
	if len(dst) != n*p.g.size {
		p.refuse(allgather, len(dst), n, n*p.g.size, 0)
	}
	if n > 0 && &dst[p.rank*n] != &src[0] && overlap(dst, src) {
		p.misuse("allgather: src overlaps dst elsewhere than in block %d; pass that block or a separate slice", p.rank)
	}
	c := call{word: signature(allgather, elemKind[T](), 0, a), n: uint64(n)}
	s := stateOf[T](p.g)
	if a == Direct || n == 0 {
		directAllgather(p, s, c, dst, src)
	} else {
		scheduledAllgather(p, s, c, dst, src, a)
	}
}
