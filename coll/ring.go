package coll

// The algorithm "ring" passes words from each rank to the next. Allgather: P-1
// steps of n elements into every processor, the fewest elements and the most
// steps.

func ringAllgather(g *group) (*program, error) {
	c := newCompiler(g)
	for k := 1; k < g.size; k++ {
		c.step()
		for r := range g.size {
			b := (r - k + g.size) % g.size
			c.add(r, b, b+1, false, (r-1+g.size)%g.size)
		}
	}
	return c.done(), nil
}
