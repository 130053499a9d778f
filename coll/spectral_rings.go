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
// Nobody waits for ever. Of the teams that are in the earliest step one can always go on: the
// vectors that it takes were put there before their senders went on, and there is room for
// those that it puts.

// maxRings bounds the rings of a group, some 40 KiB each.
const maxRings = 1 << 13

// ringEnd is the ring of one arc, at either end.
type ringEnd[T Elem] struct {
	edge *edge
	ring *buffers.Ring[T]
	team *team // at the other end
}

// partRings is the rings of a part of the plan from and to every rank of a team, by place.
type partRings[T Elem] struct {
	out  [][]ringEnd[T]
	in   [][]ringEnd[T]
	slot [][]int32 // by place and neighbour: its ring in in; a neighbour twice has one
}

// ringsOf makes the rings of the caller's team at first use, for each part of the plan: an arc
// in several parts has one ring.
func (j *job[T]) ringsOf(plan *spectralPlan) ([]partRings[T], error) {
	own := j.s.teams[j.p.t.id]
	if own.rings != nil {
		return own.rings, nil
	}
	if plan.arcs > maxRings {
		return nil, fmt.Errorf("the graph has %d arcs, and rings are made for at most %d; want Config.Protocol \"\" or \"direct\"", plan.arcs, maxRings)
	}
	all := make([]partRings[T], len(plan.parts))
	for i, part := range plan.parts {
		if err := j.ringsOfPart(&all[i], part); err != nil {
			return nil, err
		}
	}
	own.rings = all
	return all, nil
}

func (j *job[T]) ringsOfPart(l *partRings[T], part spectralPart) error {
	p := j.p
	n := len(p.t.ranks)
	*l = partRings[T]{out: make([][]ringEnd[T], n), in: make([][]ringEnd[T], n), slot: make([][]int32, n)}
	end := func(from, to, other int) (ringEnd[T], error) {
		e := p.g.arcs.get(p.g, from, to)
		r, err := ringOf[T](&p.g.arcs, e)
		return ringEnd[T]{e, r, p.g.members[other].t}, err
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
	all, err := j.ringsOf(plan)
	if err != nil {
		p.misuse(allreduce, "allreduce by spectral on rings: %v", err)
	}
	own := j.s.teams[p.t.id]
	part := min(j.n, slotLength)
	own.scratchRoom(len(p.t.ranks), part)
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
					release(p, from)
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
func put[T Elem](p *Proc, to ringEnd[T], x []T) {
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

// take is the vector at the head of a ring, which stays there until release.
func take[T Elem](p *Proc, from ringEnd[T]) []T {
	for {
		rung := p.t.bell.Load()
		if slot, ok := from.ring.Peek(); ok {
			return slot
		}
		p.c.await(&p.t.bell, rung+1)
	}
}

// release makes room for another vector where the one was that take has given.
func release[T Elem](p *Proc, from ringEnd[T]) {
	from.ring.Release()
	if from.edge.full.Load() {
		from.edge.full.Store(false)
		p.ringBell(from.team)
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
