package sched

import (
	"container/heap"
	"math"
	"slices"
)

// cheap finds the cheapest paths when letter x costs price[x].
type cheap struct {
	adj   *adjacency
	price []float64
	cost  []float64
	from  []int32 // by vertex: the vertex before it
	by    []int32 // by vertex: the letter that leads there
	heap  nearest
}

func newCheap(adj *adjacency, p int) *cheap {
	return &cheap{adj: adj, price: make([]float64, adj.d), cost: make([]float64, p), from: make([]int32, p), by: make([]int32, p)}
}

type near struct {
	cost float64
	v    int32
}

type nearest []near

func (h nearest) Len() int           { return len(h) }
func (h nearest) Less(i, j int) bool { return h[i].cost < h[j].cost }
func (h nearest) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *nearest) Push(x any)        { *h = append(*h, x.(near)) }

func (h *nearest) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// search is Dijkstra's, from 0 until vertex `to` is settled; all of them if < 0.
func (c *cheap) search(to int32) {
	for v := range c.cost {
		c.cost[v] = math.Inf(1)
	}
	c.cost[0] = 0
	c.heap = append(c.heap[:0], near{0, 0})
	for len(c.heap) > 0 {
		at := heap.Pop(&c.heap).(near)
		if at.cost > c.cost[at.v] {
			continue
		}
		if at.v == to {
			return
		}
		for x := range int32(c.adj.d) {
			v := c.adj.next(at.v, x)
			if cost := at.cost + c.price[x]; cost < c.cost[v] {
				c.cost[v], c.from[v], c.by[v] = cost, at.v, x
				heap.Push(&c.heap, near{cost, v})
			}
		}
	}
}

// path is the cheapest path to v after a search, first letter first.
func (c *cheap) path(v int32) (w []int32) {
	for ; v != 0; v = c.from[v] {
		w = append(w, c.by[v])
	}
	slices.Reverse(w)
	return w
}
