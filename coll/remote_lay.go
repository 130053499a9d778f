package coll

import (
	"unsafe"

	"github.com/cayleycoll/cayleycoll/coll/transport"
	"github.com/cayleycoll/cayleycoll/internal/program"
)

// What a process does in each step of a program: what it packs for others, which
// messages it sends and gets, and what it copies and folds.

// planned is a program as this process carries it out.
type planned[T Elem] struct {
	steps []plannedStep[T]
	plan  transport.Plan
	act   func(j *job[T], step int, a *action[T]) // what an action is; nil: job.act
}

type plannedStep[T Elem] struct {
	out []extent[T] // what is packed for other processes
	do  []action[T]
}

// extent is elements of a rank's vector, or of a message.
type extent[T Elem] struct {
	rank int
	vec  program.Vec
	at   int
	n    int
	room []T // of the message
}

// action makes to of from: a copy or a fold, unless the plan says otherwise.
type action[T Elem] struct {
	to   extent[T]
	from []extent[T]
	fold bool
}

// layer works out what this process does in each step of a program.
type layer struct {
	prog          *program.Program
	n             int
	block, stride int // as of a run
	length        func(v program.Vec, rank int) int
}

// extent is run.at with places for vectors: count blocks from f on, or a segment of one, for the
// vertex x.
func (l *layer) extent(f program.Ref, x int, count int32, chunk int) (rank, lo, n int) {
	rank, at := l.prog.Locate(f, x, 0)
	from, to := chunk*l.stride, min(l.block, (chunk+1)*l.stride)
	if l.prog.Parts > 1 {
		to = min(to, l.n-at*l.block)
	}
	switch {
	case f.Vec == program.Room:
		lo, n = (at*max(1, l.prog.Chunks)+chunk)*l.stride, max(0, to-from)
		if count > 1 {
			n = int(count) * l.stride
		}
	case count > 1:
		all := l.length(f.Vec, rank)
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
	case l.prog.Labels.None():
		return []int{0}
	case l.prog.Rooted:
		return []int{root}
	}
	return upTo(size)
}

// layProgram works out what this process does in each step of a program.
func (j *job[T]) layProgram(prog *program.Program, block, stride int) *planned[T] {
	g, f := j.p.g, j.p.g.far
	x := &planned[T]{plan: f.ch.Plan()}
	l := &layer{prog, j.n, block, stride, j.lengthOf}
	vertices := l.vertices(g.size, j.c.root())
	for step := range prog.Steps {
		var s plannedStep[T]
		out, in := make([][]extent[T], len(f.ranks)), make([][][2]int, len(f.ranks))
		lay := func(o *program.Op, v int) {
			to := extent[T]{vec: o.To.Vec}
			if to.rank, to.at, to.n = l.extent(o.To, v, o.Count, int(o.Chunk)); to.n <= 0 {
				return
			}
			a, here := action[T]{to: to, fold: o.Fold}, f.process[to.rank]
			for i, r := range prog.From[o.A:o.B] {
				from := extent[T]{vec: r.Vec, n: to.n}
				from.rank, from.at, _ = l.extent(r, v, o.Count, int(o.Chunk))
				there := f.process[from.rank]
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
			ops := prog.Ops[0][prog.First[0][step]:prog.First[0][step+1]]
			for i := range ops {
				lay(&ops[i], v)
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
func (s *plannedStep[T]) messages(m *member, c collective, plan transport.Plan, out [][]extent[T], in [][][2]int) error {
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
