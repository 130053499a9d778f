package coll

import "github.com/cayleycoll/cayleycoll/internal/program"

// The scheduled algorithms across processes follow the programs that they have in
// one process, of all ranks of the group: so the bits are the same. What a step
// moves from one process to another is one message, by a persistent request; the
// rest of the step is done in place, by the speaker. Messages keep the processes
// in step, and nothing else does.

// planKey is a program at one length.
type planKey struct {
	c    collective
	a    algorithmID
	root int
	n    int
	kind uint8
}

// mostPlans bounds the schedules that a group keeps room and requests for.
const mostPlans = 32

// acrossBySchedule carries a collective out by its program.
func (j *job[T]) acrossBySchedule() {
	if j.by() == bySpectral {
		j.spectralAllreduce()
		return
	}
	prog, err := j.p.g.compiledFor(j.p.member, j.c.collective(), j.by(), j.c.root())
	if err != nil {
		j.p.misuse(j.c.collective(), "%s by %s: %v", j.c.collective(), j.by(), err)
	}
	block, stride := prog.Pieces(j.n)
	if j.c.collective() == alltoall && j.c.op() == overwrites {
		j.keep()
	}
	j.acrossByPlan(prog.Room*max(1, prog.Chunks)*stride, func() *planned[T] { return j.layProgram(prog, block, stride) })
}

// acrossByPlan carries a collective out by what lay says that this process does,
// with so many elements of room for every rank.
func (j *job[T]) acrossByPlan(room int, lay func() *planned[T]) {
	p, f := j.p, j.p.g.far
	j.s.teams[p.t.id].tmpRoom(len(p.t.ranks), room)
	p.publish()
	p.meet()
	if p.t.id == 0 {
		p.open(j.c, nil, 0)
		p.commit(j.c, 0)
		k := planKey{j.c.collective(), j.by(), j.c.root(), j.n, elemKind[T]()}
		if !j.c.collective().rooted() {
			k.root = 0
		}
		plan, ok := f.plans[k].(*planned[T])
		if !ok {
			plan = lay()
			f.keepPlan(k, plan)
		}
		j.follow(plan)
	}
	p.step()
}

// keepPlan remembers a plan, and gives up all others when there are too many: all
// processes make the same plans in the same order.
func (f *far) keepPlan(k planKey, plan interface{ close() }) {
	if len(f.plans) >= mostPlans {
		for _, old := range f.plans {
			old.close()
		}
		f.plans = nil
	}
	if f.plans == nil {
		f.plans = map[planKey]interface{ close() }{}
	}
	f.plans[k] = plan
}

func (x *planned[T]) close() { x.plan.Close() }

// follow is the program, step by step.
func (j *job[T]) follow(x *planned[T]) {
	p := j.p
	for round := range x.steps {
		s := &x.steps[round]
		for i := range s.out {
			move(s.out[i].room, j.where(&s.out[i]))
		}
		if err := x.plan.Start(round); err != nil {
			p.lost(err)
		}
		p.waitFor(func(polls int, yield bool) (bool, error) { return x.plan.Poll(round, polls, yield) }, false)
		for i := range s.do {
			if x.act != nil {
				x.act(j, round, &s.do[i])
			} else {
				j.act(&s.do[i])
			}
		}
	}
}

// act is a copy or a fold.
func (j *job[T]) act(a *action[T]) {
	to := j.where(&a.to)
	if !a.fold {
		move(to, j.where(&a.from[0]))
		return
	}
	own := j.s.teams[j.p.t.id]
	list := own.into(&to[0])
	for k := range a.from {
		list = append(list, &j.where(&a.from[k])[0])
	}
	own.fold(j.c.op(), list, 0, len(to))
}

// where is an extent's elements: in its message's room when packing, or where they
// came by a message; else in the rank's vector.
func (j *job[T]) where(o *extent[T]) []T {
	m := j.p.g.members[o.rank]
	if m == nil {
		return o.room
	}
	team := j.s.teams[m.t.id]
	v := team.src[m.place]
	switch o.vec {
	case program.Dst:
		v = team.dst[m.place]
	case program.Room:
		v = team.tmp[m.place]
	}
	return v[o.at:][:o.n]
}
