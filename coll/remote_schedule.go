package coll

import (
	"math/bits"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/internal/asm"
)

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

// planned is a program as this process carries it out.
type planned[T Elem] struct {
	steps []plannedStep[T]
	plan  Plan
}

type plannedStep[T Elem] struct {
	out []extent[T] // what is packed for other processes
	do  []action[T]
}

// extent is elements of a rank's vector, or of a message.
type extent[T Elem] struct {
	rank int
	vec  vec
	at   int
	n    int
	room []T // of the message
}

// action makes to of from: a copy, or a fold.
type action[T Elem] struct {
	to   extent[T]
	from []extent[T]
	fold bool
}

// acrossBySchedule carries a collective out by its program.
func (j *job[T]) acrossBySchedule() {
	p, f := j.p, j.p.g.far
	if compilers[programKey{j.c.collective(), j.by()}] == nil && j.by() != byDoubling {
		p.misuse("%s by %s is not offered across processes; want direct or another schedule", j.c.collective(), j.by())
	}
	prog, err := j.program()
	if err != nil {
		p.misuse("%s by %s: %v", j.c.collective(), j.by(), err)
	}
	block := j.n
	if prog.parts > 1 {
		block = piece(j.n, prog.parts)
	}
	stride := block
	if prog.chunks > 1 {
		stride = piece(block, prog.chunks)
	}
	if j.c.collective() == alltoall && j.op != 0 {
		j.keep()
	}
	j.s.teams[p.t.id].tmpRoom(len(p.t.ranks), prog.tmp*max(1, prog.chunks)*stride)
	p.publish()
	p.meet()
	if p.t.id == 0 {
		p.open(j.c, nil, 0)
		p.commit(j.c, 0)
		k := planKey{j.c.collective(), j.by(), j.root, j.n, elemKind[T]()}
		if !j.c.collective().rooted() {
			k.root = 0
		}
		plan, ok := f.plans[k].(*planned[T])
		if !ok {
			plan = j.lay(prog, block, stride)
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

// program is the program of the collective for all ranks of the group.
func (j *job[T]) program() (*program, error) {
	all := j.p.g.shadow()
	if j.c.collective() == allreduce && j.by() == byDoubling {
		c := newCompiler(all, 0)
		c.doublingAllreduce()
		return c.done(), nil
	}
	return all.compiled(j.c.collective(), j.by(), j.root)
}

// shadow is the group as if all its members were in one process: for that its
// programs are made.
func (g *group) shadow() *group {
	g.mu.Lock()
	defer g.mu.Unlock()
	f := g.far
	if f.shadow == nil {
		one := &team{}
		f.shadow = &group{m: g.m, size: g.size, run: g.run, name: g.name, teams: []*team{one}, members: make([]*member, g.size)}
		for r := range f.shadow.members {
			f.shadow.members[r] = &member{t: one}
		}
	}
	return f.shadow
}

// doublingAllreduce is the program of what stages do in one process.
func (c *compiler) doublingAllreduce() {
	c.tmp = 2
	size := c.g.size
	steps := bits.Len(uint(size)) - 1
	core, k := 1<<steps, 0
	at := func(r int) ref {
		if k == 0 {
			return src(r, 0)
		}
		return tmp(r, k&1)
	}
	if extra := size - core; extra > 0 {
		c.step()
		for r := range core {
			if r < extra {
				c.fold(1, tmp(r, 1), src(r, 0), src(r+core, 0))
			} else {
				c.copy(1, tmp(r, 1), src(r, 0))
			}
		}
		k = 1
	}
	for bit := 1; bit < core; bit *= 2 {
		c.step()
		for r := range core {
			c.fold(1, tmp(r, (k+1)&1), at(r&^bit), at(r|bit))
		}
		k++
	}
	c.step()
	for r := range size {
		c.copy(1, dst(r, 0), at(r&(core-1)))
	}
}

// lengthOf is the elements of a rank's src or dst.
func (j *job[T]) lengthOf(v vec, rank int) int {
	all := j.n * j.p.g.size
	switch c := j.c.collective(); {
	case c == alltoall, c == allgather && v == inDst, c == reducescatter && v == inSrc,
		c == gather && v == inDst && rank == j.root, c == scatter && v == inSrc && rank == j.root:
		return all
	case c == reduce && v == inDst && rank != j.root, c == gather && v == inDst, c == scatter && v == inSrc:
		return 0
	}
	return j.n
}

// layer works out what this process does in each step of a program.
type layer struct {
	prog          *program
	n             int
	block, stride int // as of a run
	length        func(v vec, rank int) int
}

// extent is run.at with places for vectors: a segment of count blocks from the
// k-th after f on, for the vertex x.
func (l *layer) extent(f ref, x int, k, count int32, chunk int) (rank, lo, n int) {
	rank, at := int(f.rank), int(f.at)
	if labels := &l.prog.labels; labels.kind != asWritten {
		rank = labels.product(x, rank)
		if at < 0 {
			at = ^at
		} else {
			at = labels.product(x, at)
		}
	}
	at += int(k)
	from, to := chunk*l.stride, min(l.block, (chunk+1)*l.stride)
	if l.prog.parts > 1 {
		to = min(to, l.n-at*l.block)
	}
	switch {
	case f.vec == inTmp:
		lo, n = (at*max(1, l.prog.chunks)+chunk)*l.stride, max(0, to-from)
		if count > 1 {
			n = int(count) * l.stride
		}
	case count > 1:
		all := l.length(f.vec, rank)
		lo = min(all, at*l.block)
		n = min(all, (at+int(count))*l.block) - lo
	default:
		lo, n = at*l.block+from, max(0, to-from)
	}
	return rank, lo, n
}

// vertices are those whose ops make the whole program, root being a vertex.
func (l *layer) vertices(size, root int) []int {
	switch {
	case l.prog.labels.kind == asWritten:
		return []int{0}
	case l.prog.rooted:
		return []int{root}
	}
	all := make([]int, size)
	for r := range all {
		all[r] = r
	}
	return all
}

// lay works out what this process does in each step.
func (j *job[T]) lay(prog *program, block, stride int) *planned[T] {
	g, f := j.p.g, j.p.g.far
	x := &planned[T]{plan: f.ch.Plan()}
	l := &layer{prog, j.n, block, stride, j.lengthOf}
	vertices := l.vertices(g.size, j.root)
	for step := range prog.steps {
		var s plannedStep[T]
		out, in := make([][]extent[T], len(f.ranks)), make([][][2]int, len(f.ranks))
		move := func(o *op, v int, k, count int32) {
			to := extent[T]{vec: o.to.vec}
			if to.rank, to.at, to.n = l.extent(o.to, v, k, count, int(o.chunk)); to.n <= 0 {
				return
			}
			a, here := action[T]{to: to, fold: o.fold}, f.home[to.rank]
			for i, r := range prog.from[o.a:o.b] {
				from := extent[T]{vec: r.vec, n: to.n}
				from.rank, from.at, _ = l.extent(r, v, k, count, int(o.chunk))
				there := f.home[from.rank]
				switch {
				case here == f.me && there != f.me:
					in[there] = append(in[there], [2]int{len(s.do), i})
				case here != f.me && there == f.me:
					out[here] = append(out[here], from)
				}
				a.from = append(a.from, from)
			}
			if here == f.me {
				s.do = append(s.do, a)
			}
		}
		for _, v := range vertices {
			ops := prog.ops[0][prog.first[0][step]:prog.first[0][step+1]]
			for i := range ops {
				if ops[i].count > 1 && stride < block {
					for k := range ops[i].count {
						move(&ops[i], v, k, 1)
					}
					continue
				}
				move(&ops[i], v, 0, ops[i].count)
			}
		}
		if err := s.messages(j.p.member, j.c.collective(), x.plan, out, in); err != nil {
			j.p.lost(err)
		}
		x.steps = append(x.steps, s)
	}
	return x
}

// messages makes the step's messages: one to every process that needs anything,
// one from every process that has anything needed.
func (s *plannedStep[T]) messages(m *member, c collective, plan Plan, out [][]extent[T], in [][][2]int) error {
	for k := range in {
		n := 0
		for _, i := range in[k] {
			n += s.do[i[0]].from[i[1]].n
		}
		if n == 0 {
			continue
		}
		m.checkMessage(c, n)
		room := make([]T, n)
		for _, i := range in[k] {
			from := &s.do[i[0]].from[i[1]]
			from.room, room = room[:from.n], room[from.n:]
		}
		first := in[k][0]
		if err := plan.Receive(k, bytesOf(unsafe.Slice(&s.do[first[0]].from[first[1]].room[0], n))); err != nil {
			return err
		}
	}
	for k := range out {
		n := 0
		for _, o := range out[k] {
			n += o.n
		}
		if n == 0 {
			continue
		}
		m.checkMessage(c, n)
		room := make([]T, n)
		if err := plan.Send(k, bytesOf(room)); err != nil {
			return err
		}
		for _, o := range out[k] {
			o.room, room = room[:o.n], room[o.n:]
			s.out = append(s.out, o)
		}
	}
	plan.EndRound()
	return nil
}

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
		p.waitFor(func(polls int, yield bool) (bool, error) { return x.plan.Poll(round, polls, yield) })
		own := j.s.teams[p.t.id]
		for i := range s.do {
			a := &s.do[i]
			to := j.where(&a.to)
			if !a.fold {
				move(to, j.where(&a.from[0]))
				continue
			}
			with := append(own.operand[:0], &to[0])
			for k := range a.from {
				with = append(with, &j.where(&a.from[k])[0])
			}
			own.operand = with
			asm.Fold(j.op.kernel(), with[:1], with[1:], 0, len(to))
		}
	}
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
	case inDst:
		v = team.dst[m.place]
	case inTmp:
		v = team.tmp[m.place]
	}
	return v[o.at:][:o.n]
}
