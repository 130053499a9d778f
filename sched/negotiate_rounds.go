package sched

import (
	"math/rand/v2"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

const (
	negotiateRounds   = 400 // the most before it begins anew
	negotiatePressure = 3   // how many times its price a slot costs more for each word that has it
)

// negotiator looks for a schedule of a given number of steps in which every source has ways of
// its own, as routers of circuits do (PathFinder). A link at a time is a slot, which carries one
// word. In rounds each source that shares slots gives up its tree, or its words their paths, and
// finds new ones that are cheapest, each slot at a price that grows with those who have it and
// with the rounds in which it was shared. It ends when none is. Time runs one way, so the cheapest
// path to a vertex takes a look at each arc and step. All numbers are whole: every machine finds
// the same.
type negotiator struct {
	p, steps int
	arcs     []slotArc
	nets     []*net
	links    int
	used     []int32 // by slot ((time-1)·links + link): its words
	past     []int64 // by slot: what it costs for having been shared
	price    []int64 // by slot
	pressure int64   // what it costs to share
	rng      *rand.Rand
	work     int64 // arcs that may still be looked at

	came []int32 // by vertex: when the tree in the making has it, -1: not yet
	cost []int64 // by time and vertex
	by   []int32 // by time and vertex: the arc that leads there, -1: the word waited
}

// slotArc is an arc and the link it takes.
type slotArc struct{ from, to, link int32 }

// net is a word with its ends: those of a broadcast are all in scope, an exchange word has one.
type net struct {
	source int32
	ends   []int32
	hops   []hop
}

// hop is a send of a net: arc and time.
type hop struct{ arc, time int32 }

// newNegotiator has the words of a broadcast or an exchange.
func newNegotiator(g cayley.Graph, r Request) *negotiator {
	p := g.Order()
	n := &negotiator{p: p, came: make([]int32, p)}
	number := map[[2]int]int32{}
	for u := range p {
		for k := range g.Degree() {
			v := g.Neighbor(u, k)
			if v < 0 {
				break
			}
			link, shared := number[[2]int{v, u}]
			if !shared || r.Model == TwoWay {
				link = int32(n.links)
				n.links++
			}
			number[[2]int{u, v}] = link
			n.arcs = append(n.arcs, slotArc{int32(u), int32(v), link})
		}
		var ends []int32
		for v, d := range cayley.DistancesFrom(g, u) {
			switch {
			case !r.Scope.Has(int(d)):
			case r.Task == Exchange:
				n.nets = append(n.nets, &net{source: int32(u), ends: []int32{int32(v)}})
			default:
				ends = append(ends, int32(v))
			}
		}
		if len(ends) > 0 {
			n.nets = append(n.nets, &net{source: int32(u), ends: ends})
		}
	}
	return n
}

// run looks for a schedule of so many steps.
func (n *negotiator) run(steps int) bool {
	n.steps = steps
	slots := n.links * steps
	n.used, n.past, n.price = make([]int32, slots), make([]int64, slots), make([]int64, slots)
	n.cost, n.by = make([]int64, (steps+1)*n.p), make([]int32, (steps+1)*n.p)
	for seed := uint64(0); n.work > 0; seed++ {
		clear(n.used)
		clear(n.past)
		n.rng = rand.New(rand.NewPCG(seed, 11))
		for _, w := range n.nets {
			w.hops = w.hops[:0]
		}
		for round := 0; round < negotiateRounds && n.work > 0; round++ {
			if n.round(round) {
				return true
			}
		}
	}
	return false
}

// round finds new ways for those that share slots, and says whether none do any more.
func (n *negotiator) round(round int) bool {
	n.pressure = int64(min(round, negotiatePressure))
	for i := range n.past {
		n.past[i] += int64(max(0, n.used[i]-1))
		n.reckon(i)
	}
	for _, i := range n.rng.Perm(len(n.nets)) {
		if n.work <= 0 {
			return false
		}
		if w := n.nets[i]; round == 0 || n.shares(w) {
			n.put(w, -1)
			n.route(w)
			n.put(w, 1)
		}
	}
	return slices.Max(n.used) <= 1
}

// slot is that of a hop. Those of a step are together.
func (n *negotiator) slot(h hop) int { return (int(h.time)-1)*n.links + int(n.arcs[h.arc].link) }

// reckon sets the price of a slot. Like ones differ by luck.
func (n *negotiator) reckon(slot int) {
	n.price[slot] = (16 + n.past[slot] + int64(n.rng.Uint32()&3)) * (1 + int64(n.used[slot])*(1+n.pressure))
}

func (n *negotiator) put(w *net, words int32) {
	for _, h := range w.hops {
		i := n.slot(h)
		n.used[i] += words
		n.reckon(i)
	}
}

func (n *negotiator) shares(w *net) bool {
	return slices.ContainsFunc(w.hops, func(h hop) bool { return n.used[n.slot(h)] > 1 })
}
