package cayley

// Distances in Cayley graphs of S_n that are formulas of the arrangement.

// permMetric is a permGraph with such a formula.
type permMetric struct{ *permGraph }

// Dist is the distance from the identity, O(n).
func (g permMetric) Dist(v int) int {
	var p perm
	unrank(&p, g.n, g.n, uint64(v))
	return g.dist(&p, g.n)
}

// inversions counts pairs out of order: the bubble-sort distance.
func inversions(p *perm, n int) int {
	count := 0
	for i := range n {
		for j := range i {
			if p[j] > p[i] {
				count++
			}
		}
	}
	return count
}

// cycleDist is n minus the number of cycles: each transposition joins or splits.
func cycleDist(p *perm, n int) int {
	nontrivial, moved, _ := countCycles(p, n)
	return moved - nontrivial
}

// starDist is Akers and Krishnamurthy's formula: every symbol out of place
// moves once and every cycle is entered once, except that of symbol 0, which is
// entered and left for nothing.
func starDist(p *perm, n int) int {
	nontrivial, moved, zero := countCycles(p, n)
	if zero {
		return moved + nontrivial - 2
	}
	return moved + nontrivial
}

// countCycles is the number of cycles longer than 1, of symbols in them, and
// whether 0 is one of these.
func countCycles(p *perm, n int) (nontrivial, moved int, zero bool) {
	seen := 0
	for i := range n {
		if seen>>i&1 == 1 || int(p[i]) == i {
			continue
		}
		nontrivial++
		for j := i; seen>>j&1 == 0; j = int(p[j&15]) {
			seen |= 1 << j
			moved++
		}
	}
	return nontrivial, moved, p[0] != 0
}
