package sched

import "github.com/cayleycoll/cayleycoll/cayley"

// wanted returns the vertices a schedule of this scope serves: those in scope,
// and for scopes with gaps a small set of relays, chosen sphere by sphere from
// the outside as a greedy cover. nil means all.
func wanted(adj *adjacency, dist []int32, scope Scope) []bool {
	if scope.All() {
		return nil
	}
	want := make([]bool, len(dist))
	size := cayley.CountSpheres(dist)
	sphere := make([][]int32, len(size))
	for v, s := range dist {
		sphere[s] = append(sphere[s], int32(v))
		want[v] = scope.Has(int(s))
	}
	for s := len(size) - 1; s > 1; s-- {
		cover(adj, dist, want, sphere[s-1])
	}
	return want
}

// cover adds members of one sphere to want until every wanted vertex of the
// next has a neighbour there that is wanted: most uncovered neighbours first.
func cover(adj *adjacency, dist []int32, want []bool, sphere []int32) {
	done := make(map[int32]bool)
	gain := func(u int32) (n int) {
		for x := range int32(adj.d) {
			if v := adj.next(u, x); v >= 0 && want[v] && dist[v] == dist[u]+1 && !done[v] {
				n++
			}
		}
		return n
	}
	take := func(u int32) {
		want[u] = true
		for x := range int32(adj.d) {
			if v := adj.next(u, x); v >= 0 && dist[v] == dist[u]+1 {
				done[v] = true
			}
		}
	}
	for _, u := range sphere {
		if want[u] {
			take(u)
		}
	}
	byGain := make([][]int32, adj.d+1)
	for _, u := range sphere {
		if n := gain(u); n > 0 {
			byGain[n] = append(byGain[n], u)
		}
	}
	for n := adj.d; n > 0; n-- {
		for i := 0; i < len(byGain[n]); i++ { // gains only shrink: ask again, later
			u := byGain[n][i]
			switch now := gain(u); {
			case now == n:
				take(u)
			case now > 0:
				byGain[now] = append(byGain[now], u)
			}
		}
	}
}
