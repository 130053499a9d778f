package cayley

// Automorphisms are conjugations by renamings of the symbols: for star the n-1
// rotations of 1 … n-1 (transitive), for transposition the maps x → ax+b if n
// is prime (transitive) and the n rotations else, for bubble the reversal, for
// pancake the identity alone. Image is O(n).
func (g *permGraph) Automorphisms() Automorphisms {
	if len(g.maps) == 0 {
		return alone{}
	}
	return renamings{g}
}

type renamings struct{ *permGraph }

func (r renamings) Count() int            { return len(r.maps) }
func (r renamings) GenImage(j, k int) int { return r.to[j][k] }

func (r renamings) Image(j, v int) int {
	var p perm
	unrank(&p, r.n, r.n, uint64(v))
	q := conjugate(&r.maps[j], &p, r.n)
	return rank(&q, r.n, r.n)
}

// conjugate is c·p·c⁻¹, which carries c[i] to c[p[i]].
func conjugate(c, p *perm, n int) (q perm) {
	for i := range n {
		q[c[i]&15] = c[p[i]&15]
	}
	return q
}

// rename keeps the renamings and where they carry the generators. The first is the identity; of one or two
// symbols all carry every arrangement to itself.
func (g *permGraph) rename(maps []perm) {
	if g.n <= 2 {
		maps = maps[:1]
	}
	index := make(map[perm]int, len(g.moves))
	for k, mv := range g.moves {
		index[mv.from] = k
	}
	g.maps = maps
	for j := range maps {
		to := make([]int, len(g.moves))
		for k := range g.moves {
			to[k] = index[conjugate(&maps[j], &g.moves[k].from, g.n)]
		}
		g.to = append(g.to, to)
	}
}

// cycles are the rotations of the symbols fixed … n-1.
func cycles(n, fixed int) []perm {
	var list []perm
	for j := range max(n-fixed, 1) {
		p := identity(n)
		for i := fixed; i < n; i++ {
			p[i] = uint8(fixed + (i-fixed+j)%(n-fixed))
		}
		list = append(list, p)
	}
	return list
}

// affine are the maps x → ax+b mod n, the identity first.
func affine(n int) []perm {
	var list []perm
	for a := 1; a < n; a++ {
		for b := range n {
			var p perm
			for x := range n {
				p[x] = uint8((a*x + b) % n)
			}
			list = append(list, p)
		}
	}
	return list
}

func prime(n int) bool {
	for p := 2; p*p <= n; p++ {
		if n%p == 0 {
			return false
		}
	}
	return n > 1
}
