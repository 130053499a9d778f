package coll

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/hypercube"
	"github.com/cayleycoll/cayleycoll/internal/program"
	"github.com/cayleycoll/cayleycoll/sched"
	"github.com/cayleycoll/cayleycoll/spectral"
)

// The orders of the sums as the doc comments of the algorithms state them,
// carried out one operation after another. Nothing here is of the engine.

// order is the operations of a sum: in turn, what rank to has becomes to op
// from[0] op from[1] …; the sum is what rank at has in the end.
type order struct {
	ops []orderOp
	at  int
}

type orderOp struct {
	to   int
	from []int
}

func (o *order) then(to int, from ...int) { o.ops = append(o.ops, orderOp{to, from}) }

// fold is the sum of one vector of every rank in an order.
func fold[T Elem](o order, op Op, x [][]T) []T {
	x = slices.Clone(x)
	begun := make([]bool, len(x))
	for _, next := range o.ops {
		if !begun[next.to] {
			begun[next.to] = true
			x[next.to] = slices.Clone(x[next.to])
		}
		for _, from := range next.from {
			combine(op, x[next.to], x[from])
		}
	}
	return x[o.at]
}

// blockSize is the elements of the blocks that an allreduce cuts its vectors in.
func (try trial) blockSize(p int) int {
	if try.a == Cayley || try.a == Chunked || try.a == Ring || try.a == File { // ⌈n/P⌉, rounded up to a multiple of 8
		return max(8, ((try.n+p-1)/p+7)/8*8)
	}
	return max(1, try.n)
}

// foldBlock is the sum of a block: by chunked, or a schedule of segments, segment after
// segment, each of ⌈block/segments⌉ elements rounded up to a multiple of 8 in the order
// of a schedule of its own.
func foldBlock[T Elem](w where, try trial, block int, x [][]T) (sum []T) {
	var segments []order
	switch {
	case w.p > 1 && try.a == Chunked:
		segments = segmentsOf(w.near, block)
	case w.p > 1 && try.a == File:
		segments = filedOrders(w, try, block)
	default:
		segments = []order{orderOf(w, try, block)}
	}
	if len(segments) == 1 {
		return fold(segments[0], try.op, x)
	}
	n, size := len(x[0]), try.n
	if try.c == allreduce {
		size = try.blockSize(w.p)
	}
	long := max(8, ((size+len(segments)-1)/len(segments)+7)/8*8)
	for _, o := range segments {
		piece := make([][]T, w.p)
		for r := range piece {
			piece[r] = x[r][len(sum):min(n, len(sum)+long)]
		}
		sum = append(sum, fold(o, try.op, piece)...)
	}
	return sum
}

// filedOrders are the orders of the segments of a block by the caller's schedules.
func filedOrders(w where, try trial, block int) (orders []order) {
	is := purpose{sched.Accumulate, program.EveryRoot}
	if try.c == reduce {
		block, is.root = try.root, try.root
	}
	for _, e := range w.file[is] {
		orders = append(orders, sendsOrder(e, block))
	}
	return orders
}

// segmentsOf are the orders of the segments of a block in an accumulation.
func segmentsOf(g cayley.Graph, block int) (orders []order) {
	key := graphKey{g.Name(), false, -1}
	s, ok := graphOrders.Load(key)
	if !ok {
		var err error
		if s, _, err = sched.BuildChunks(g, sched.Accumulate); err != nil {
			panic(err)
		}
		graphOrders.Store(key, s)
	}
	for _, segment := range s.(*sched.Chunked).Segments {
		if t, ok := segment.(*sched.Template); ok {
			orders = append(orders, orderIn(t, block))
			continue
		}
		e, err := segment.Expand()
		if err != nil {
			panic(err)
		}
		orders = append(orders, sendsOrder(e, block))
	}
	return orders
}

// orderOf is the documented order for a block of an allreduce or reducescatter;
// that of a reduce has its root.
func orderOf(w where, try trial, block int) order {
	p := w.p
	if p == 1 {
		return order{}
	}
	if try.c == reduce {
		block = try.root
	}
	switch try.a {
	case Tree:
		if try.c != reduce {
			block = 0
		}
		return treeOrder(p, block)
	case Ring:
		return ringOrder(p, block)
	case Doubling:
		return pairsOrder(p, false)
	case Halving:
		return pairsOrder(p, true)
	case Cayley:
		if try.c == reduce {
			return graphOrder(w.graph, true, block)
		}
		return graphOrder(w.near, false, block)
	}
	o := order{}
	for r := 1; r < p; r++ {
		o.then(0, r)
	}
	return o
}

// treeOrder: v counts from the root; in step k, v, a multiple of 2^(k+1),
// appends what v+2^k has.
func treeOrder(p, root int) (o order) {
	for k := 1; k < p; k *= 2 {
		for v := 0; v+k < p; v += 2 * k {
			o.then((root+v)%p, (root+v+k)%p)
		}
	}
	o.at = root
	return o
}

// ringOrder: the rank after the block's or root's, the next, …, and it last.
func ringOrder(p, block int) order {
	o := order{at: (block + 1) % p}
	for i := 2; i <= p; i++ {
		o.then(o.at, (block+i)%p)
	}
	return o
}

// pairsOrder: rank r+P' after rank r, then a balanced tree over ranks 0 … P'-1,
// the lower part first; its pairs are one rank apart to begin with, or P'/2.
func pairsOrder(p int, farFirst bool) (o order) {
	core := 1 << (bits.Len(uint(p)) - 1)
	for r := core; r < p; r++ {
		o.then(r-core, r)
	}
	for k := 1; k < core; k *= 2 {
		apart := k
		if farFirst {
			apart = core / 2 / k
		}
		for r := range core {
			if r&apart == 0 { // both ranks of a pair have the same; one is enough
				o.then(r, r+apart)
			}
		}
	}
	return o
}

// graphOrders are those of schedules, which take long to find.
var graphOrders sync.Map

type graphKey struct {
	name   string
	rooted bool
	block  int
}

func graphOrder(g cayley.Graph, rooted bool, block int) order {
	key := graphKey{g.Name(), rooted, block}
	if o, ok := graphOrders.Load(key); ok {
		return o.(order)
	}
	o := order{}
	switch group, ok := g.(cayley.Cayley); {
	case rooted:
		o = rootedOrder(g, block)
	case ok:
		o = templateOrder(group, block)
	default:
		o = writtenOrder(g, block)
	}
	graphOrders.Store(key, o)
	return o
}

// arrivals appends the moves from one vertex to another, those that a vertex
// gets in a step in the order of their keys.
func (o *order) arrivals(moves []arrival) {
	slices.SortFunc(moves, func(a, b arrival) int {
		return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.key, b.key))
	})
	for _, a := range moves {
		o.then(a.to, a.from)
	}
}

type arrival struct{ time, key, from, to int }

// rootedOrder: the tree of shortest paths to vertex 0, moved to the root; what
// arrives in one step is added in the order of the vertices before the move. A
// graph without a group has a tree for each root.
func rootedOrder(g cayley.Graph, root int) order {
	move, from := func(v int32) int { return int(v) }, root
	if group, ok := g.(cayley.Cayley); ok {
		move, from = func(v int32) int { return group.Mul(root, int(v)) }, 0
	}
	e, _, err := sched.Rooted(g, from, sched.Accumulate)
	if err != nil {
		panic(err)
	}
	o := order{at: root}
	var moves []arrival
	for _, s := range e.Sends {
		moves = append(moves, arrival{int(s.Time), int(s.From), move(s.From), move(s.To)})
	}
	o.arrivals(moves)
	return o
}

// templateOrder: in the tree of block r, v stands for rank r·v; what arrives in
// one step is added in the order of the generators.
func templateOrder(g cayley.Cayley, r int) order {
	var t *sched.Template
	var err error
	if cayley.IsHypercube(g) {
		t, err = hypercube.Accumulate(g.Degree())
	} else {
		t, err = sched.Make(g, sched.Accumulate)
	}
	if err != nil {
		panic(err)
	}
	return orderIn(t, r)
}

// orderIn is the order of block r by a template.
func orderIn(t *sched.Template, r int) order {
	o, g := order{at: r}, t.Graph
	var moves []arrival
	for v, time := range t.Time {
		if time > 0 {
			to := g.Mul(v, g.Gen(int(t.Gen[v])))
			moves = append(moves, arrival{int(time), int(t.Gen[v]), g.Mul(r, v), g.Mul(r, to)})
		}
	}
	o.arrivals(moves)
	return o
}

// writtenOrder: on a graph without a group, what arrives in one step is added in
// the order of the ranks.
func writtenOrder(g cayley.Graph, r int) order {
	s, _, err := sched.Plan(g, sched.Request{Task: sched.Accumulate, Method: "auto"})
	if err != nil {
		panic(err)
	}
	es, err := program.Sends(s)
	if err != nil {
		panic(err)
	}
	return sendsOrder(es[0], r)
}

// sendsOrder is the same for any schedule written out send by send.
func sendsOrder(e *sched.Explicit, r int) order {
	o := order{at: r}
	var moves []arrival
	for _, s := range e.Sends {
		if int(s.Item) == r {
			moves = append(moves, arrival{int(s.Time), int(s.From), int(s.From), int(s.To)})
		}
	}
	o.arrivals(moves)
	return o
}

// prefixes are the results of a scan or exscan: by direct in the order of the
// ranks; by doubling, where rank r in step k appends what it has to what rank
// r-2^k has.
func prefixes[T Elem](try trial, x [][]T) [][]T {
	sums := slices.Clone(x)
	if try.a == Doubling {
		for k := 1; k < len(x); k *= 2 {
			for r := len(x) - 1; r >= k; r-- {
				sum := slices.Clone(sums[r-k])
				combine(try.op, sum, sums[r])
				sums[r] = sum
			}
		}
	} else {
		for r := 1; r < len(x); r++ {
			sums[r] = slices.Clone(sums[r-1])
			combine(try.op, sums[r], x[r])
		}
	}
	if try.c == exscan { // rank 0 keeps what it had
		sums = append([][]T{x[0]}, sums[:len(x)-1]...)
	}
	return sums
}

// spectralSums are the results of all ranks by the plan of a graph: in step t, on
// every processor, the sum of the neighbours' vectors in the order of the
// round's arcs, less λ times its own, less Low times its own or plus µ times that
// of the step before, all times the scale: the least power of two above that of
// the plan, but in the last step what makes the product of all P times the plan's.
// µ takes the same correction as the vector that it multiplies. Every operation
// is rounded to the type.
func spectralSums[T Elem](g cayley.Graph, given [][]T) [][]T {
	plan, err := spectral.Fewest(g)
	if err != nil {
		panic(err)
	}
	now, before := given, given
	grown, older := 1.0, 1.0 // powers of two by the plan's scales, so far
	for t, scale := range plan.Scale {
		power := 1.0
		for power > scale {
			power /= 2
		}
		for power <= scale {
			power *= 2
		}
		if t == len(plan.Scale)-1 {
			power = scale / grown * float64(len(given))
		}
		next := make([][]T, len(given))
		for v := range next {
			arcs := plan.Arcs(t)
			sum := slices.Clone(now[g.Neighbor(v, arcs[0])])
			for _, k := range arcs[1:] {
				combine(Sum, sum, now[g.Neighbor(v, k)])
			}
			for i, own := range now[v] {
				sum[i] -= T(T(plan.Lambda[t]) * own)
				if plan.Mu != nil && plan.Mu[t] != 0 {
					sum[i] += T(T(plan.Mu[t]*(grown/older)) * before[v][i])
				} else if plan.Low != nil && plan.Low[t] != 0 {
					sum[i] += T(T(-plan.Low[t]) * own)
				}
				sum[i] *= T(power)
			}
			next[v] = sum
		}
		before, now = now, next
		grown, older = grown*(power/scale), grown
	}
	return now
}
