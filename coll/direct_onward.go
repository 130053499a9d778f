package coll

import (
	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/asm"
)

// Short sums of many processors on two hosts go onward: the first team folds its vectors to
// one, the second goes on with its own and hands the sum back. Each core touches its own
// processors' vectors only, and n elements go each way, not n/2 of each processor's. The
// order is that of the ranks, as each team has ranks that follow one another. But the two
// folds come one after the other, and one signal more. Times those of a fold in ranges by
// both teams at once, on two cores of a Zen 5, where processors write before a call and read
// after it, in brackets where nobody touches the vectors between the calls:
//
//	processors, bytes   cores a microsecond apart   near ones
//	16, 512             0.6 (0.9)                   0.85 (1.0)
//	64, 64              0.6 … 0.75 (0.5 … 1.0)      1.0 (0.95)
//	64, 512             0.7 (0.8)                   0.9 (1.0)
//	64, 4 KiB           0.7 (0.6)                   1.1 (1.1)
//
// With more bytes, or of fewer processors, it takes longer.
const (
	onwardMost = 4 << 10 // bytes of a vector, and
	onwardEach = 128     // for each processor of a team,
	onwardTeam = 8       // the larger of which has so many
)

// goesOnward reports whether a sum of n elements does.
func (j *job[T]) goesOnward() bool {
	g := j.p.g
	return g.onward && j.n*sizeOf[T]() <= min(onwardMost, onwardEach*g.most) && g.mediumOf(j.n) != inLine
}

// foldOnward is such a sum, into dst of the root or, where root is -1, of all. The banks
// serve in turn, as buffers.Line says: a team writes to one again when the other has come to
// the next collective, and has read it by then.
func (j *job[T]) foldOnward(root int) {
	p, n := j.p, j.n
	first, second := p.g.teams[0], p.g.teams[1]
	own, k := j.s.teams[p.t.id], j.c.op().kernel()
	back := root < 0 || p.g.seats[root].t == first
	if back {
		p.t.staged++
	}
	if p.t == first {
		asm.Fold(k, []*T{j.s.onward(p, 0, n)}, own.operands(nil), 0, n)
		p.publish()
		p.greet()
		if back {
			p.c.await(second.stage.Flag(p.t.staged), p.t.staged)
			asm.Fold(k, j.s.results(p, root), []*T{j.s.onward(p, 1, n)}, 0, n)
		}
	} else {
		p.publish()
		p.greet()
		into := j.s.results(p, root)
		if back {
			into = append(into, j.s.onward(p, 1, n))
		}
		asm.Fold(k, into, own.operands(j.s.onward(p, 0, n)), 0, n)
		if back {
			p.t.stage.Publish(p.t.staged, 0, 0)
			p.wake()
		}
	}
	p.leave()
}

// onward is where what a team hands on begins: beside a signal if it fits, the first team's
// beside that of the call.
func (s *typed[T]) onward(p *Proc, team, n int) *T {
	switch {
	case !fitsLine(n):
		return &s.packed(p, team, inBank, n)[0]
	case team == 0:
		return &s.packed(p, team, inLine, n)[0]
	}
	return &buffers.Payload[T](&p.g.teams[team].stage, p.t.staged, n)[0]
}

// operands is sofar, if there is any, and src of the team's processors.
func (t *typedTeam[T]) operands(sofar *T) []*T {
	from := t.from[:0]
	if sofar != nil {
		from = append(from, sofar)
	}
	for _, v := range t.src {
		from = append(from, &v[0])
	}
	return from
}

// results is dst of the root, if it is of the team, or of the whole team where root is -1.
func (s *typed[T]) results(p *Proc, root int) []*T {
	if root < 0 {
		return s.ownDestinations(p)
	}
	to := s.teams[p.t.id].to[:0]
	if p.g.seats[root].t == p.t {
		to = append(to, s.dstAt(p, root))
	}
	return to
}
