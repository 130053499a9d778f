package format

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// op is one send or receive of one rank.
type op struct {
	send bool
	time int32
	peer int32
	link int32 // the generator of the arc; of arcs without one its number at its tail, and -1 at its head
	arc  int32 // the same, known at both ends
	item int32
	id   int32   // of the hop: the send and the receive of it share it
	deps []int32 // of a send: hops whose words must have come in
}

// program gives the operations of every rank, by rising time. A template is the
// same for every rank but for the names of peers and words, so nothing is
// expanded.
type program struct {
	order, degree int
	task          sched.Task
	total         int64 // sends of all ranks
	rank          func(x int) []op
}

func newProgram(s sched.Schedule) (*program, error) {
	if _, _, err := parts(s); err != nil {
		return nil, err
	}
	switch s := s.(type) {
	case *sched.Template:
		return templateProgram(s), nil
	case *sched.ExchangeTemplate:
		return exchangeProgram(s), nil
	case *sched.Explicit:
		return sendsProgram(s)
	case sched.Expander:
		e, err := s.Expand()
		if err != nil {
			return nil, err
		}
		return sendsProgram(e)
	}
	return nil, fmt.Errorf("format: this format cannot hold a %T", s)
}

func templateProgram(t *sched.Template) *program {
	g, in, arc, list := t.Graph, cayley.In(t.Graph), t.Arcs(), t.Order()
	deps := make(map[int][]int32) // by position in the tree: hops that end there
	for _, v := range list {
		_, b := arc(int(v))
		deps[b] = append(deps[b], v)
	}
	p := &program{order: g.Order(), degree: g.Degree(), task: t.Task, total: int64(len(list)) * int64(g.Order())}
	p.rank = func(x int) []op {
		ops := make([]op, 0, 2*len(list))
		for _, v := range list {
			k := int(t.Gen[v])
			a, b := arc(int(v)) // in the tree of 0
			ops = append(ops,
				op{time: t.Time[v], peer: int32(in(x, k)), link: int32(k), arc: int32(k), item: int32(g.Mul(x, g.Inv(b))), id: v},
				op{send: true, time: t.Time[v], peer: int32(g.Neighbor(x, k)), link: int32(k), arc: int32(k), item: int32(g.Mul(x, g.Inv(a))), id: v, deps: deps[a]})
		}
		return ops
	}
	return p
}

func exchangeProgram(t *sched.ExchangeTemplate) *program {
	g, in := t.Graph, cayley.In(t.Graph)
	type hop struct{ a, b, i int }
	var list []hop
	for v := range g.Order() {
		at := 0
		for i := t.Start[v]; i < t.Start[v+1]; i++ {
			next := g.Neighbor(at, int(t.Gen[i]))
			list = append(list, hop{at, next, i})
			at = next
		}
	}
	slices.SortStableFunc(list, func(a, b hop) int { return cmp.Compare(t.Time[a.i], t.Time[b.i]) })
	p := &program{order: g.Order(), degree: g.Degree(), task: sched.Exchange, total: int64(len(list)) * int64(g.Order())}
	p.rank = func(x int) []op {
		ops := make([]op, 0, 2*len(list))
		for _, h := range list {
			k := int(t.Gen[h.i])
			from, to := g.Mul(x, g.Inv(h.b)), g.Mul(x, g.Inv(h.a))
			send := op{send: true, time: t.Time[h.i], peer: int32(g.Neighbor(x, k)), link: int32(k), arc: int32(k), item: int32(to), id: int32(h.i)}
			if h.a != 0 {
				send.deps = []int32{int32(h.i - 1)}
			}
			ops = append(ops, op{time: t.Time[h.i], peer: int32(in(x, k)), link: int32(k), arc: int32(k), item: int32(from), id: int32(h.i)}, send)
		}
		return ops
	}
	return p
}

// sendsProgram sorts the sends by rank: 16 bytes a send.
func sendsProgram(e *sched.Explicit) (*program, error) {
	n := e.Graph.Order()
	order := make([]int32, len(e.Sends))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(e.Sends[a].Time, e.Sends[b].Time) })
	out, into := make([][]int32, n), make([][]int32, n)
	arc := make([]int32, len(e.Sends)) // by send: its number at its tail
	p := &program{order: n, degree: e.Graph.Degree(), task: e.Task, total: int64(len(e.Sends))}
	for _, i := range order {
		s := &e.Sends[i]
		if s.From < 0 || int(s.From) >= n || s.To < 0 || int(s.To) >= n {
			return nil, fmt.Errorf("format: send %d goes %d → %d, and vertices are 0 to %d: verify the schedule first", i, s.From, s.To, n-1)
		}
		out[s.From], into[s.To] = append(out[s.From], i), append(into[s.To], i)
	}
	number := map[int]int{} // by head: of an arc out of one vertex, which may have as many as there are vertices
	for x, list := range out {
		clear(number)
		for k := range p.degree {
			y := e.Graph.Neighbor(x, k)
			if y < 0 {
				break
			}
			if _, again := number[y]; !again {
				number[y] = k
			}
		}
		for _, i := range list {
			k, ok := number[int(e.Sends[i].To)]
			if !ok {
				return nil, fmt.Errorf("format: send %d uses no arc of the graph, %d → %d: verify the schedule first", i, x, e.Sends[i].To)
			}
			arc[i] = int32(k)
		}
	}
	p.rank = func(x int) []op {
		came := map[[2]int32][]int32{} // by word: hops that brought it here
		var ops []op
		for _, i := range into[x] {
			s := &e.Sends[i]
			came[[2]int32{s.Item, s.Dst}] = append(came[[2]int32{s.Item, s.Dst}], i)
			ops = append(ops, op{time: s.Time, peer: s.From, link: -1, arc: arc[i], item: s.Item, id: i})
		}
		for _, i := range out[x] {
			s := &e.Sends[i]
			ops = append(ops, op{send: true, time: s.Time, peer: s.To, link: arc[i], arc: arc[i], item: s.Item, id: i,
				deps: came[[2]int32{s.Item, s.Dst}]})
		}
		slices.SortStableFunc(ops, func(a, b op) int { return cmp.Compare(a.time, b.time) })
		return ops
	}
	return p, nil
}
