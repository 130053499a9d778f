package coll

import "github.com/cayleycoll/cayleycoll/internal/program"

// spectralRoom is the vectors that a processor keeps between the rounds of a
// spectral sum: one that it makes, and the two that it makes it of.
const spectralRoom = 3

// layRounds is what this process does in each round of a spectral sum (one factor
// A - λI): a rank's vector goes once to every process that has neighbours of it;
// every processor's next vector is made of its own, of that of the round before
// where the round wants it, and of its neighbours', in the order of the generators.
func layRounds[T float64 | float32](j *job[T], plan *spectralPlan) *planned[T] {
	g, f := j.p.g, j.p.g.far
	rounds := len(plan.lambda)
	x := &planned[T]{plan: f.ch.Plan(), act: func(j *job[T], k int, a *action[T]) { farRound(j, plan, k, a) }}
	at := func(r, k int) extent[T] {
		if k == 0 {
			return extent[T]{rank: r, vec: program.Src, n: j.n}
		}
		return extent[T]{rank: r, vec: program.Room, at: k % spectralRoom * j.n, n: j.n}
	}
	for k := range rounds {
		var s plannedStep[T]
		out, in := make([][]extent[T], len(f.ranks)), make([][][2]int, len(f.ranks))
		sent := map[[2]int][2]int{} // by rank and process: the action and the operand that it is for
		var again [][2][2]int       // operands that have come for another action
		for r := range g.size {
			here := f.process[r]
			a := action[T]{to: at(r, k+1), from: []extent[T]{at(r, k), at(r, max(0, k-1))}}
			for _, q := range plan.neighbours(k, r) {
				there, operand := f.process[q], [2]int{len(s.do), len(a.from)}
				a.from = append(a.from, at(int(q), k))
				if there == here || there != f.me && here != f.me {
					continue
				}
				first, ok := sent[[2]int{int(q), here}]
				switch {
				case ok && here == f.me:
					again = append(again, [2][2]int{operand, first})
				case here == f.me:
					in[there] = append(in[there], operand)
				case !ok:
					out[here] = append(out[here], at(int(q), k))
				}
				if !ok {
					sent[[2]int{int(q), here}] = operand
				}
			}
			if here == f.me {
				s.do = append(s.do, a)
			}
		}
		if err := s.messages(j.p.member, allreduce, x.plan, out, in); err != nil {
			j.p.lost(err)
		}
		for _, o := range again {
			s.do[o[0][0]].from[o[0][1]].room = s.do[o[1][0]].from[o[1][1]].room
		}
		x.steps = append(x.steps, s)
	}
	var last plannedStep[T]
	for _, r := range f.ranks[f.me] {
		last.do = append(last.do, action[T]{to: extent[T]{rank: r, vec: program.Dst, n: j.n}, from: []extent[T]{at(r, rounds)}})
	}
	x.plan.EndRound()
	x.steps = append(x.steps, last)
	return x
}

// farRound makes a rank's next vector; the step behind the last round copies it.
func farRound[T float64 | float32](j *job[T], plan *spectralPlan, k int, a *action[T]) {
	next, own := j.where(&a.to), j.where(&a.from[0])
	if k == len(plan.lambda) {
		move(next, own)
		return
	}
	team := j.s.teams[j.p.t.id]
	from := team.operand[:0]
	for i := range a.from[2:] {
		from = append(from, &j.where(&a.from[2+i])[0])
	}
	team.operand = from
	var older []T
	if plan.takesOlder(k) {
		older = j.where(&a.from[1])
	}
	spectralFactor(plan, k, next, own, older, from)
}
