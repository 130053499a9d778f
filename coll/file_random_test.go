package coll

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/sched"
)

// TestAnySchedule: schedules as nobody would make them, of words that go round about and wait, on any
// graph, are carried out bit for bit by teams that hand lines back.
func TestAnySchedule(t *testing.T) {
	for _, seed := range seeds(t, 12, 400) {
		d := newDrawer(t, seed)
		root := d.IntN(d.p)
		list := []sched.Schedule{d.broadcast(), d.accumulate(), d.exchange(), d.rooted(d.broadcast(), root), d.rooted(d.accumulate(), root)}
		for i, s := range list {
			if err := s.(*sched.Explicit).Verify(); err != nil {
				t.Fatalf("seed %d: schedule %d: %v", seed, i, err)
			}
		}
		m := teamed(t, Config{P: d.p, Schedules: list}, 2+d.IntN(min(3, d.p-1)))
		m.freshMost, m.handing = math.MaxInt, true
		for _, c := range []collective{allgather, reducescatter, allreduce, alltoall, broadcast, reduce} {
			kind := d.IntN(len(elemNames))
			for _, n := range []int{0, 1, handedBackLeast / 8, handedBackLeast/2 + d.IntN(100)} {
				try := trial{c: c, a: File, n: n, root: root, inPlace: d.IntN(2) == 0}
				if err := runKind(m, kind, try, try); err != nil {
					t.Fatalf("seed %d: %d processors in %d teams: %v: %v", seed, d.p, len(m.world.teams), try, err)
				}
			}
		}
	}
}

// drawer draws schedules on a graph that it has drawn.
type drawer struct {
	*rand.Rand
	t     *testing.T
	p     int
	graph cayley.Graph
	back  cayley.Graph // its arcs the other way
	busy  map[[3]int32]bool
}

func newDrawer(t *testing.T, seed uint64) *drawer {
	t.Helper()
	d := &drawer{Rand: rand.New(rand.NewPCG(seed, 5)), t: t}
	d.p = 2 + d.IntN(9)
	ring := d.Perm(d.p)
	var arcs, back [][2]int
	for a := range d.p {
		for b := range d.p {
			follows := ring[(slices.Index(ring, a)+1)%d.p] == b // so that all are in reach of all
			if a != b && (follows || d.IntN(3) == 0) {
				arcs, back = append(arcs, [2]int{a, b}), append(back, [2]int{b, a})
			}
		}
	}
	var err error
	if d.graph, err = cayley.NewGraph(fmt.Sprint("drawn ", seed), d.p, arcs); err != nil {
		t.Fatal(err)
	}
	if d.back, err = cayley.NewGraph("back", d.p, back); err != nil {
		t.Fatal(err)
	}
	return d
}

// over is a time after another at which the arc is free.
func (d *drawer) over(from, to, after int32) int32 {
	for {
		after += 1 + int32(d.IntN(3)/2)
		if k := [3]int32{from, to, after}; !d.busy[k] {
			d.busy[k] = true
			return after
		}
	}
}

// trees are a tree of sends out of every vertex.
func (d *drawer) trees(g cayley.Graph) (sends []sched.Send) {
	d.busy = map[[3]int32]bool{}
	for _, source := range d.Perm(d.p) {
		come := map[int]int32{source: 0}
		for len(come) < d.p {
			a := d.IntN(d.p)
			at, has := come[a]
			b := g.Neighbor(a, d.IntN(g.Degree()))
			if _, had := come[b]; !has || b < 0 || had {
				continue
			}
			come[b] = d.over(int32(a), int32(b), at)
			sends = append(sends, sched.Send{Time: come[b], From: int32(a), To: int32(b), Item: int32(source)})
		}
	}
	return sends
}

func (d *drawer) schedule(task sched.Task, sends []sched.Send) *sched.Explicit {
	e := &sched.Explicit{Graph: d.graph, Task: task, Sends: sends}
	for _, s := range sends {
		e.Steps = max(e.Steps, int(s.Time))
	}
	return e
}

func (d *drawer) broadcast() *sched.Explicit { return d.schedule(sched.Broadcast, d.trees(d.graph)) }

// accumulate is a broadcast on the arcs the other way, from its end to its beginning.
func (d *drawer) accumulate() *sched.Explicit {
	sends := d.trees(d.back)
	steps := int32(d.schedule(sched.Broadcast, sends).Steps)
	for i := range sends {
		s := &sends[i]
		s.Time, s.From, s.To = steps+1-s.Time, s.To, s.From
	}
	return d.schedule(sched.Accumulate, sends)
}

// exchange sends every word by a path of its own.
func (d *drawer) exchange() *sched.Explicit {
	d.busy = map[[3]int32]bool{}
	var sends []sched.Send
	for source := range d.p {
		for end := range d.p {
			if source == end {
				continue
			}
			at := int32(0)
			path := d.path(source, end)
			for i, b := range path[1:] {
				at = d.over(int32(path[i]), int32(b), at)
				sends = append(sends, sched.Send{Time: at, From: int32(path[i]), To: int32(b), Item: int32(source), Dst: int32(end)})
			}
		}
	}
	return d.schedule(sched.Exchange, sends)
}

// path is a path that meets no vertex twice.
func (d *drawer) path(from, to int) []int {
	for {
		path := []int{from}
		for range 3 * d.p {
			last := path[len(path)-1]
			if last == to {
				return path
			}
			if b := d.graph.Neighbor(last, d.IntN(d.graph.Degree())); b >= 0 && !slices.Contains(path, b) {
				path = append(path, b)
			}
		}
	}
}

// rooted is the part of a schedule that is one root's.
func (d *drawer) rooted(e *sched.Explicit, root int) *sched.Explicit {
	own := d.schedule(e.Task, slices.DeleteFunc(slices.Clone(e.Sends), func(s sched.Send) bool { return int(s.Item) != root }))
	own.Rooted, own.Root = true, root
	return own
}
