package coll

import "github.com/cayleycoll/cayleycoll/internal/asm"

// Allgather by direct: P²·n elements copied, each once, a source read from memory once by
// its own team, or by each.

func (j *job[T]) directAllgather() {
	p := j.p
	in := p.g.medium(int64(j.fullest()))
	j.s.packNear(p, in)
	p.publish()
	p.meetFar(in)
	if in != inVectors {
		j.spreadPayloads(in)
	} else {
		j.spreadBlocks()
	}
	p.leaveFrom(in)
}

// fullest is the elements of the team that has most blocks, or the longest.
func (j *job[T]) fullest() int {
	if j.c.collective().counted() {
		return j.p.layout.fullest
	}
	return j.n * j.p.g.most
}

// spreadPayloads copies what the teams have packed to the team's destinations.
func (j *job[T]) spreadPayloads(in medium) {
	p := j.p
	to := j.s.teams[p.t.id].dst
	for i, t := range p.g.teams {
		if p.g.dense { // a team's payloads lie side by side, as in every destination
			lo, _ := j.blockOf(t.ranks[0])
			_, hi := j.blockOf(t.ranks[len(t.ranks)-1])
			from := j.s.wordsOf(p, i, in, hi-lo)
			for _, to := range to {
				asm.Copy(to[lo:hi], from)
			}
			continue
		}
		n := 0
		for _, r := range t.ranks {
			lo, hi := j.blockOf(r)
			n += hi - lo
		}
		from := j.s.wordsOf(p, i, in, n)
		for _, r := range t.ranks {
			lo, hi := j.blockOf(r)
			for _, to := range to {
				asm.Copy(to[lo:hi], from[:hi-lo])
			}
			from = from[hi-lo:]
		}
	}
}

// spreadBlocks is the team's share of an allgather, and of its v-form, on the vectors:
// its processors' destinations get all blocks, or all destinations its processors' blocks.
// Short blocks are gathered in one destination, from which the others are copied whole: a
// call of copy costs what it copies only from some hundred bytes on. With each block copied
// to each destination two cores (Zen 4) take 4 and 7 times as long, 64 and 256 processors, with
// 64 bytes a block, 1.7 and 1.6 with 512.
func (j *job[T]) spreadBlocks() {
	p := j.p
	own := j.s.ownDestinations(p)
	distant := j.servesDistant()
	if !distant && j.gathers() {
		j.spreadAll(own[:1], passage{}) // what spreadFirst reads
		j.spreadFirst(j.s.teams[p.t.id].dst, j.copiesPast())
		return
	}
	ranks, all := len(own), len(j.s.teams[p.t.id].dst[0])*sizeOf[T]()
	w := j.passageOf(own[0], all*ranks*(p.g.size+1)/p.g.size)
	w.others = distant && p.t.beginWriting(j.c, all)
	if distant || j.serves() {
		j.spreadOf(p.t.ranks, j.s.destinations(p), w)
		p.t.endWriting(p.others() * all / p.g.size * ranks) // about as much of unlike blocks: they are even
	} else {
		j.spreadAll(own, w)
	}
}

// serveLeast is the bytes of all vectors, counted as if none were in place, from which teams
// copy their own processors' blocks to all destinations. They read no more than these, which
// the processors may have just written, and write as much as otherwise. Two cores (a Xeon; in
// brackets where processors write what they give before each call and read what they get
// after it) take 0.8 … 1.0 (0.85 … 1.0) of the time by 8 from 64 KiB a block on, but with 4 KiB
// 1.0 (1.3 … 1.5): what goes between the cores are P/2 copies of a block, where it else is one.
// Another Xeon takes 1.0 … 1.1 (1.2 … 1.35) with 4 to 6 MiB by 16 and 32, by 8 with 64 KiB a block
// 0.8 (1.2). Where every team has one processor they do from spreadFrom on (ways), which mostly is
// always: by 2 it takes 0.7 … 1.0 (0.5 … 0.7). Two near cores of a Zen 4 take 0.8 … 1.0 (0.65 … 1.05) where
// the vectors of one are more than half the second cache, and 0.75 … 0.95 (1.1 … 1.3) where they are not
// (BenchmarkStoring).
const serveLeast = 9 << 19 // 64 KiB a block by 8

// serves reports whether the teams copy what their own processors give: all say the same,
// whoever of them is in place.
func (j *job[T]) serves() bool {
	g, bytes := j.p.g, j.bytesApart()
	long := bytes >= serveLeast
	if g.alone {
		long = bytes/int64(g.size) >= int64(g.m.spreadFrom)
	}
	return long && j.even() && !j.takes()
}

// servesDistant reports whether they do, being far apart: see direct_past.go.
func (j *job[T]) servesDistant() bool {
	return j.p.g.most <= fewGiven && j.distant(len(j.s.teams[j.p.t.id].dst[0])*sizeOf[T]()) && j.even()
}

// even reports whether no team has much more to give than others.
func (j *job[T]) even() bool { return j.c.collective() == allgather || j.p.g.even(j.p.offsets) }

// even reports whether no team has a quarter more of such blocks than if they were of one length.
func (g *group) even(offsets []int) bool {
	for _, t := range g.teams {
		own := 0
		for _, r := range t.ranks {
			own += offsets[r+1] - offsets[r]
		}
		if 4*own*g.size > 5*offsets[g.size]*len(t.ranks) {
			return false
		}
	}
	return true
}

// gathers reports whether blocks are so short: all teams say the same, also those of one.
func (j *job[T]) gathers() bool {
	g := j.p.g
	return g.most > 1 && len(j.s.teams[j.p.t.id].dst[0])*sizeOf[T]() <= gatherMost*g.size
}

// gatherMost is the bytes a block up to which it pays to gather the blocks in one destination
// first. By 4 to 64 processors that takes 0.7 … 1.0 of the time with 2 KiB, and with 4 KiB 0.5 … 1.0
// (Emerald Rapids, in the second and the last cache, whether what is given and got is used between
// the calls or not); with 6 and 8 KiB both ways take the same. On Zen 4 they do with 2 KiB, and this
// one takes 0.9 … 1.15 of the time with 4.
const gatherMost = 4 << 10

// spreadFirst copies the first of the team's destinations to the others, but for what
// others may be reading: the block that is the processor's own source.
func (j *job[T]) spreadFirst(dst [][]T, past bool) {
	p, src := j.p, j.s.teams[j.p.t.id].src
	for lo := 0; lo < len(dst[0]); lo += nearTile {
		hi := min(len(dst[0]), lo+nearTile)
		from := dst[0][lo:hi]
		for i, to := range dst[1:] {
			if i%64 == 0 {
				p.look()
			}
			a, b := j.blockOf(p.t.ranks[i+1])
			if own := src[i+1]; a == b || &own[0] != &to[a] {
				a, b = hi, hi
			}
			if a > lo {
				copyInto(p, past, to[lo:min(hi, a)], from[:min(hi, a)-lo])
			}
			if b < hi {
				b = max(lo, b)
				copyInto(p, past, to[b:hi], from[b-lo:])
			}
		}
	}
}
