package sched

import "math/rand/v2"

// searchLimit is the most choices the exact search makes.
const searchLimit = 300_000

// search looks for a template of `bound` steps (and more, up to one less
// than what is known) by depth-first search: step by step, generator by
// generator, with a matching of what is left to the slots that are left as the
// bound. If all choices for a number of steps are through, that number is
// impossible for templates, but the bound, which holds for every schedule,
// stays.
func (t *Template) search(adj *adjacency, dist []int32, bound int) {
	want := wanted(adj, dist, t.Scope)
	for steps := bound; steps < t.Steps; steps++ {
		s := &searcher{adj: adj, dist: dist, want: want, steps: steps, budget: searchLimit,
			time: make([]int32, len(dist)), gen: make([]int32, len(dist)), rng: rand.New(rand.NewPCG(uint64(steps), 7))}
		for v := range dist {
			s.gen[v] = -1
			if v != 0 && (want == nil || want[v]) {
				s.open++
			}
		}
		if s.step(1) {
			t.Steps, t.Gen, t.Time = steps, s.gen, s.time
			return
		}
	}
}

type searcher struct {
	adj       *adjacency
	dist      []int32
	want      []bool
	steps     int
	open      int // vertices not served
	budget    int
	gen, time []int32
	rng       *rand.Rand
}

func (s *searcher) served(v int32, before int) bool {
	return v == 0 || s.time[v] > 0 && int(s.time[v]) < before
}

// step fills step `now` and the ones after it.
func (s *searcher) step(now int) bool {
	if s.open == 0 {
		return true
	}
	if now > s.steps || s.open > (s.steps-now+1)*s.adj.d || !s.possible(now) {
		return false
	}
	offers := make([][]int32, s.adj.d)
	for u := range int32(len(s.dist)) {
		if !s.served(u, now) {
			continue
		}
		for x := range int32(s.adj.d) {
			if v := s.adj.next(u, x); v != 0 && s.time[v] == 0 && (s.want == nil || s.want[v]) {
				offers[x] = append(offers[x], v)
			}
		}
	}
	for _, list := range offers {
		s.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return s.fill(now, 0, offers)
}

// fill chooses for generators x … d-1; idling comes last, where there is slack.
func (s *searcher) fill(now, x int, offers [][]int32) bool {
	if x == s.adj.d {
		return s.step(now + 1)
	}
	for _, v := range offers[x] {
		if s.time[v] != 0 {
			continue
		}
		if s.budget--; s.budget < 0 {
			return false
		}
		s.gen[v], s.time[v] = int32(x), int32(now)
		s.open--
		if s.fill(now, x+1, offers) {
			return true
		}
		s.gen[v], s.time[v] = -1, 0
		s.open++
	}
	if (s.steps-now)*s.adj.d+s.adj.d-x-1 < s.open {
		return false
	}
	return s.fill(now, x+1, offers)
}

// possible matches the open vertices to slots (generator, time ≥ now), each
// from the time its tail can be served: the LB3 argument from here on.
func (s *searcher) possible(now int) bool {
	early := make([]int32, len(s.dist)) // the earliest time v can hold the word
	queue := make([]int32, 0, len(s.dist))
	for v := range early {
		if s.served(int32(v), now) {
			early[v] = int32(now) - 1
			queue = append(queue, int32(v))
		}
	}
	for head := 0; head < len(queue); head++ {
		u := queue[head]
		for x := range int32(s.adj.d) {
			if v := s.adj.next(u, x); early[v] == 0 && v != 0 && !s.served(v, now) {
				early[v] = early[u] + 1
				queue = append(queue, v)
			}
		}
	}
	m := &matcher{d: s.adj.d, dist: s.dist, soon: make([]int32, len(s.dist)*s.adj.d), slot: make([]int32, len(s.dist))}
	for u := range int32(len(s.dist)) {
		for x := range int32(s.adj.d) {
			at := early[u] + 1
			m.soon[int(s.adj.next(u, x))*s.adj.d+int(x)] = max(at, int32(now))
		}
	}
	for v := int32(1); int(v) < len(s.dist); v++ {
		if s.time[v] == 0 && (s.want == nil || s.want[v]) {
			m.order = append(m.order, v)
		}
	}
	return m.run(s.steps) == nil
}
