package coll

import "github.com/cayleycoll/cayleycoll/buffers"

// stages are the vectors of an algorithm that makes, step after step, a new
// vector of every processor's out of those of the step before: src, then room
// of the teams' own, then dst; on a line, its banks in turn. A long vector goes
// through all steps in parts that stay in the cache.
type stages[T Elem] struct {
	p     *Proc
	s     *typed[T]
	steps int
	back  int // how many steps back a step reads, at most two
	lo, n int // the part: n elements from lo
	line  bool
	near  bool // on a line the team reads its own vectors from a copy
}

// stages prepares the team's part of so many steps and says how long the parts of
// the vectors are; it comes before publish.
func (j *job[T]) stages(steps, back int) (v stages[T], part int) {
	p := j.p
	v = stages[T]{p: p, s: j.s, steps: steps, back: back}
	fits := p.g.mediumOf(j.n) == inLine
	switch want := p.c.m.cfg.Protocol; {
	case want == ProtocolLine && !fits && steps > 0:
		p.misuse(j.c.collective(), "%s by %s on lines: %d elements of each of %d processors do not fit, a team has room for %d; want Config.Protocol \"\" or \"direct\"", j.c.collective(), j.by(), j.n, p.g.most, buffers.LineWords)
	case fits && (want == ProtocolLine || want == ProtocolByLength):
		v.line, v.near = true, j.s.packNear(p, inLine)
		return v, j.n
	}
	part = segment[T](segmentBytes, 4*p.g.size, j.n)
	j.s.teams[p.t.id].scratchRoom(len(p.t.ranks), part)
	return v, part
}

// arrived returns when all have come. On lines nobody touches others' vectors.
func (v *stages[T]) arrived() {
	v.p.publish()
	if v.line {
		v.p.greet()
	} else {
		v.p.meet()
	}
}

// at is the vector of a rank after k steps. The last step writes to dst, unless
// it reads as far back as src: that may be dst.
func (v *stages[T]) at(r, k int) []T {
	m := v.p.g.seats[r]
	o := v.s.teams[m.t.id]
	if v.line {
		var from []T
		switch n := v.n * len(m.t.ranks); {
		case v.near && m.t == v.p.t:
			from = v.nearAt(k, n)
		case k == 0:
			from = v.s.packed(v.p, m.t.id, inLine, n)
		default:
			from = buffers.Payload[T](&m.t.stage, v.p.t.staged+uint64(k), n)
		}
		return from[m.place*v.n:][:v.n]
	}
	switch i := m.place; {
	case k == 0:
		return o.src[i][v.lo:][:v.n]
	case k == v.steps && !v.readsSrcLast():
		return o.dst[i][v.lo:][:v.n]
	default:
		return o.scratch[3*i+k%3][:v.n]
	}
}

// nearAt is where the team itself has n elements after k steps: as packNear left them after none.
func (v *stages[T]) nearAt(k, n int) []T {
	return v.s.teams[v.p.t.id].near[k%3*buffers.LineWords:][:n]
}

// readsSrcLast reports whether the last step reads src.
func (v *stages[T]) readsSrcLast() bool { return v.line || v.steps <= v.back }

// step ends step k (from 1): its vectors may then be read. Three of a line's four banks
// are in use: that of step k+1, which is being written, of step k, which it is made of,
// and of step k-1, which a team that is one step behind still reads.
func (v *stages[T]) step(k int) {
	p := v.p
	if !v.line {
		p.step()
		return
	}
	p.look()
	seq := p.t.staged + uint64(k)
	if v.near {
		n := v.n * len(p.t.ranks)
		copyWords(buffers.Payload[T](&p.t.stage, seq, n), v.nearAt(k, n))
	}
	p.t.stage.Publish(seq, uint64(k), uint64(v.n))
	p.wake()
	for _, t := range p.g.teams {
		if t != p.t {
			p.c.await(t.stage.Flag(seq), seq)
		}
	}
}

// end copies to dst what the last step could not write there.
func (v *stages[T]) end() {
	t := v.p.t
	if v.readsSrcLast() {
		for i, r := range t.ranks {
			move(v.s.teams[t.id].dst[i][v.lo:][:v.n], v.at(r, v.steps))
		}
	}
	if v.line {
		t.staged += uint64(v.steps)
	}
}
