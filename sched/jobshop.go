package sched

import (
	"math/rand/v2"
	"slices"
)

// shop schedules words, the letters of whose paths must keep their order: unit jobs on a
// machine a letter. Every step, every machine takes a word that is due there,
// the longest rest first: at the end only rests of one letter are left, and
// they wait for nothing. So hardly a machine idles before its load is done.
type shop struct {
	*hops
	rng   *rand.Rand // nil: ties in fixed order
	queue [][][]int32
	due   []int   // by machine: no greater length has a word
	wait  []int   // by machine: the words due there
	at    []int32 // by word: its next hop
	moved []int32 // the words that move in this step
}

// jobShop fills the times of the words and returns the last one. It tries again, ties
// broken otherwise, until that is the bound or the greatest load of a machine, or the
// tries are used up.
func (h *hops) jobShop(bound int) (steps int) {
	far := 0
	for v := range len(h.start) - 1 {
		far = max(far, len(h.path(v)))
	}
	bound = max(bound, h.top())
	n := h.letters
	s := &shop{hops: h, queue: make([][][]int32, n), due: make([]int, n), wait: make([]int, n), at: make([]int32, len(h.start)-1)}
	for x := range s.queue {
		s.queue[x] = make([][]int32, far+1)
	}
	steps = s.run()
	tries := min(2000, 20_000_000/(len(h.gen)+1))
	best := slices.Clone(h.time)
	s.rng = rand.New(rand.NewPCG(0, 0x9E3779B97F4A7C15))
	for i := 0; i < tries && steps > bound; i++ {
		if n := s.run(); n < steps {
			steps = n
			copy(best, h.time)
		}
	}
	copy(h.time, best)
	return steps
}

// run leaves the queues empty, as it finds them.
func (s *shop) run() (now int) {
	left := len(s.gen)
	for v := range s.at {
		if s.at[v] = int32(s.start[v]); s.start[v] < s.start[v+1] {
			s.arrive(int32(v))
		}
	}
	for left > 0 {
		now++
		s.moved = s.moved[:0]
		for x := range s.queue {
			if v := s.take(x); v >= 0 {
				s.time[s.at[v]] = int32(now)
				s.at[v]++
				s.moved = append(s.moved, v)
			}
		}
		left -= len(s.moved)
		for _, v := range s.moved {
			if int(s.at[v]) < s.start[v+1] {
				s.arrive(v)
			}
		}
	}
	return now
}

// arrive makes word v due at the machine of its next letter.
func (s *shop) arrive(v int32) {
	x, n := s.gen[s.at[v]], s.start[v+1]-int(s.at[v])
	s.queue[x][n] = append(s.queue[x][n], v)
	s.due[x] = max(s.due[x], n)
	s.wait[x]++
}

// take removes a word of those with the longest rest due at machine x: of a few,
// one that goes on to the machine with the fewest. -1 if none is due.
func (s *shop) take(x int) int32 {
	for s.due[x] > 0 && len(s.queue[x][s.due[x]]) == 0 {
		s.due[x]--
	}
	n := s.due[x]
	if n == 0 {
		return -1
	}
	q := s.queue[x][n]
	best, least := len(q)-1, 0
	if n > 1 {
		for i := range min(8, len(q)) {
			at := len(q) - 1 - i
			if s.rng != nil {
				at = s.rng.IntN(len(q))
			}
			w := s.wait[s.gen[s.at[q[at]]+1]]
			if i == 0 || w < least {
				best, least = at, w
			}
		}
	}
	v := q[best]
	q[best] = q[len(q)-1]
	s.queue[x][n] = q[:len(q)-1]
	s.wait[x]--
	return v
}
