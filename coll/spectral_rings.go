package coll

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// The spectral sum on rings, as processors joined by wires would do it: in each
// step every processor puts its vector into a ring for each neighbour that wants
// it and takes its own neighbours' out. No signal ends a step; a processor that is ahead waits
// for room. The acting processor of a team does it for all of the team's.
//
// Nobody waits for ever: of the teams that are behind all others one can always
// go on, since what it takes has been put there before anybody went on to the
// next step, and what it puts finds room.

// maxLanes bounds the rings of a group, some 40 KiB each.
const maxLanes = 1 << 13

// lane is the ring of one arc, at either end.
type lane[T Elem] struct {
	edge *edge
	ring *buffers.Ring[T]
	team *team // at the other end
}

// lanes is the rings of a part from and to every rank of a team, by place.
type lanes[T Elem] struct {
	out  [][]lane[T]
	in   [][]lane[T]
	slot [][]int32 // by place and neighbour: its lane in in; a neighbour twice has one
}

// lanesOf makes the lanes of the caller's team at first use, those of each part of the
// plan: an arc in several parts has one ring.
func (j *job[T]) lanesOf(plan *spectralPlan) ([]lanes[T], error) {
	own := j.s.teams[j.p.t.id]
	if own.lanes != nil {
		return own.lanes, nil
	}
	if plan.arcs > maxLanes {
		return nil, fmt.Errorf("the graph has %d arcs, and rings are made for at most %d; want Config.Protocol \"\" or \"direct\"", plan.arcs, maxLanes)
	}
	all := make([]lanes[T], len(plan.parts))
	for i, part := range plan.parts {
		if err := j.lanesOfPart(&all[i], part); err != nil {
			return nil, err
		}
	}
	own.lanes = all
	return all, nil
}

func (j *job[T]) lanesOfPart(l *lanes[T], part spectralPart) error {
	p := j.p
	n := len(p.t.ranks)
	*l = lanes[T]{out: make([][]lane[T], n), in: make([][]lane[T], n), slot: make([][]int32, n)}
	end := func(from, to, other int) (lane[T], error) {
		e := p.g.lanes.get(p.g, from, to)
		r, err := ringOf[T](&p.g.lanes, e)
		return lane[T]{e, r, p.g.members[other].t}, err
	}
	for v, neighbours := range part {
		place := map[int32]int32{}
		for _, q := range neighbours {
			_, twice := place[q]
			if m := p.g.members[v]; m.t == p.t {
				if !twice {
					in, err := end(int(q), v, int(q))
					if err != nil {
						return err
					}
					place[q] = int32(len(l.in[m.place]))
					l.in[m.place] = append(l.in[m.place], in)
				}
				l.slot[m.place] = append(l.slot[m.place], place[q])
			}
			if m := p.g.members[q]; m.t == p.t && !twice {
				out, err := end(int(q), v, v)
				if err != nil {
					return err
				}
				l.out[m.place] = append(l.out[m.place], out)
			}
		}
	}
	return nil
}

// spectralOnRings is spectralSum by rings.
func spectralOnRings[T float64 | float32](j *job[T], plan *spectralPlan) {
	p := j.p
	all, err := j.lanesOf(plan)
	if err != nil {
		p.misuse(allreduce, "allreduce by spectral on rings: %v", err)
	}
	own := j.s.teams[p.t.id]
	part := min(j.n, slotLength)
	own.room(len(p.t.ranks), part)
	p.publish()
	p.greet()
	for lo := 0; lo < j.n; lo += part {
		n := min(part, j.n-lo)
		at := func(place, k int) []T {
			if k == 0 {
				return own.src[place][lo:][:n]
			}
			return own.scratch[3*place+k%3][:n]
		}
		steps := len(plan.lambda)
		for k := range steps {
			l := &all[plan.part[k]]
			for i := range p.t.ranks {
				for _, to := range l.out[i] {
					put(p, to, at(i, k))
				}
			}
			for i := range p.t.ranks {
				slots := own.operand[:0]
				for _, from := range l.in[i] {
					slots = append(slots, &take(p, from)[0])
				}
				for _, s := range l.slot[i] {
					slots = append(slots, slots[s])
				}
				own.operand = slots
				var older []T
				if plan.takesOlder(k) {
					older = at(i, k-1)
				}
				spectralFactor(plan, k, at(i, k+1), at(i, k), older, slots[len(l.in[i]):])
				for _, from := range l.in[i] {
					from.ring.Release()
					if from.edge.full.Load() {
						from.edge.full.Store(false)
						p.ringBell(from.team)
					}
				}
			}
		}
		for i := range p.t.ranks {
			move(own.dst[i][lo:][:n], at(i, steps))
		}
	}
	p.leave()
}

// put sends a vector into a ring.
func put[T Elem](p *Proc, to lane[T], x []T) {
	slot, ok := to.ring.Acquire()
	for !ok {
		rung := p.t.bell.Load()
		to.edge.full.Store(true)
		if slot, ok = to.ring.Acquire(); !ok {
			p.c.await(&p.t.bell, rung+1)
			slot, ok = to.ring.Acquire()
		}
	}
	copy(slot, x)
	to.ring.Publish()
	p.ringBell(to.team)
}

// take is the vector at the head of a ring, which stays there until Release.
func take[T Elem](p *Proc, from lane[T]) []T {
	for {
		rung := p.t.bell.Load()
		if slot, ok := from.ring.Peek(); ok {
			return slot
		}
		p.c.await(&p.t.bell, rung+1)
	}
}

// ringBell rings a team's bell.
func (p *Proc) ringBell(t *team) {
	if t == p.t {
		return // the caller acts for it
	}
	t.bell.Add(1)
	p.wake()
}
