package sched

import (
	"math/rand/v2"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// linkFiller makes one-way broadcasts of sends that need not be translates of each other,
// step by step: every link in turn, in random order, takes a word that few have to an end
// that lacks many. O(links·P) a step.
type linkFiller struct {
	p     int
	links [][]arcTo // the one or two arcs that share it
	want  []bool    // by word and vertex
	time  []int32   // by word and vertex: when it came; 0: not yet, -1: its source
	holds []int     // by word: the vertices that have it
	lacks []int     // by vertex: the words that it wants and has not
	sends []Send
}

type arcTo struct{ from, to int32 }

// fillWork bounds the tries: links times words times steps of all of them together.
const fillWork = 100_000_000

// fillLinks looks for a one-way broadcast of fewer than `steps` steps: nil if it finds
// none. Scopes with gaps have none here.
func fillLinks(g cayley.Graph, scope Scope, steps, bound int) (best *Explicit) {
	p := g.Order()
	tries := min(400, fillWork/(1+int64(linksOf(g, OneWay))*int64(p)*int64(steps)))
	if len(scope.At) > 0 || tries == 0 {
		return nil
	}
	f := &linkFiller{p: p, want: make([]bool, p*p), time: make([]int32, p*p), holds: make([]int, p), lacks: make([]int, p)}
	for u := range p {
		for k := range g.Degree() {
			v := g.Neighbor(u, k)
			if v < 0 {
				continue
			}
			switch link := []arcTo{{int32(u), int32(v)}}; {
			case cayley.Arc(g, v, u) < 0:
				f.links = append(f.links, link)
			case u < v:
				f.links = append(f.links, append(link, arcTo{int32(v), int32(u)}))
			}
		}
		for v, d := range cayley.DistancesFrom(g, u) {
			f.want[u*p+v] = scope.Has(int(d))
		}
	}
	rng := rand.New(rand.NewPCG(0, 5))
	for range tries {
		if steps <= bound {
			break
		}
		if n := f.run(steps-1, rng); n > 0 {
			best = &Explicit{Graph: g, Task: Broadcast, Model: OneWay, Scope: scope, Steps: n, Sends: slices.Clone(f.sends)}
			best.tighten(bound)
			steps = best.Steps
		}
	}
	return best
}

// run makes a broadcast of at most so many steps and returns its steps, 0 if there are
// more.
func (f *linkFiller) run(most int, rng *rand.Rand) int {
	left := 0
	clear(f.time)
	clear(f.lacks)
	f.sends = f.sends[:0]
	for w := range f.p {
		f.time[w*f.p+w], f.holds[w] = -1, 1
		for v := range f.p {
			if f.want[w*f.p+v] {
				f.lacks[v]++
				left++
			}
		}
	}
	for step := int32(1); left > 0; step++ {
		if int(step) > most || left > len(f.links)*(most-int(step)+1) {
			return 0
		}
		rng.Shuffle(len(f.links), func(i, j int) { f.links[i], f.links[j] = f.links[j], f.links[i] })
		for _, link := range f.links {
			if s, ok := f.pick(link, step, rng); ok {
				f.time[int(s.Item)*f.p+int(s.To)] = step
				f.holds[s.Item]++
				f.lacks[s.To]--
				f.sends = append(f.sends, s)
				left--
			}
		}
	}
	return int(f.sends[len(f.sends)-1].Time)
}

// pick is the word that a link carries in a step.
func (f *linkFiller) pick(link []arcTo, step int32, rng *rand.Rand) (best Send, ok bool) {
	least := 0
	for _, a := range link {
		for w := range f.p {
			at := w * f.p
			if came := f.time[at+int(a.from)]; came == 0 || came == step || f.time[at+int(a.to)] != 0 || !f.want[at+int(a.to)] {
				continue
			}
			need := 4*f.holds[w] - 4*f.lacks[a.to] + rng.IntN(6)
			if !ok || need < least {
				best, least, ok = Send{Time: step, From: a.from, To: a.to, Item: int32(w)}, need, true
			}
		}
	}
	return best, ok
}
