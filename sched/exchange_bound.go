package sched

// weights is the bound of the most loaded generators: the best of the sets of
// generators whose load is at least some value.
func (t *ExchangeTemplate) weights(adj *adjacency, dist []int32) (best int) {
	load := make([]int, adj.d)
	for _, x := range t.Gen {
		load[x]++
	}
	heavy := make([]bool, adj.d)
	for n := 0; n < adj.d-1 && n < 16; {
		top := -1
		for x, l := range load {
			if !heavy[x] {
				top = max(top, l)
			}
		}
		for x, l := range load {
			if !heavy[x] && l >= top-top/64 { // loads that are meant to be equal
				heavy[x] = true
				n++
			}
		}
		sum := 0
		for v, c := range cheapest(adj, heavy) {
			if t.Scope.Has(int(dist[v])) {
				sum += int(c)
			}
		}
		best = max(best, (sum+n-1)/n)
	}
	return best
}

// cheapest is the least number of heavy letters in a word of each vertex.
func cheapest(adj *adjacency, heavy []bool) []int32 {
	cost := make([]int32, adj.g.Order())
	for v := range cost {
		cost[v] = -1
	}
	layer, next := []int32{0}, []int32{}
	for c := int32(0); len(layer) > 0; c++ {
		for i := 0; i < len(layer); i++ {
			u := layer[i]
			if cost[u] >= 0 {
				continue
			}
			cost[u] = c
			for x := range int32(adj.d) {
				if v := adj.next(u, x); cost[v] < 0 {
					if heavy[x] {
						next = append(next, v)
					} else {
						layer = append(layer, v)
					}
				}
			}
		}
		layer, next = next, layer[:0]
	}
	return cost
}
