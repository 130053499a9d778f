package sched

// shop schedules an exchange whose letters do not commute. A word is where its
// rest is: all words with the same rest are alike, so a step picks, for every
// generator, a rest that begins with it, the longest first.
type shop struct {
	t     *ExchangeTemplate
	w     *words
	first []int32     // by rest: a word that has it, or 0
	next  []int32     // by word: another word with the same rest
	queue [][][]int32 // by generator and length: rests to try, some stale
	there []bool      // by rest·d + generator: in the queue
	top   []int       // by generator: the greatest length that may have one
}

func (t *ExchangeTemplate) jobShop(w *words) {
	far := 0
	for _, d := range w.dist {
		far = max(far, int(d))
	}
	s := &shop{t: t, w: w, first: make([]int32, len(w.dist)), next: make([]int32, len(w.dist)),
		queue: make([][][]int32, w.d), there: make([]bool, len(w.rest)), top: make([]int, w.d)}
	for x := range s.queue {
		s.queue[x] = make([][]int32, far+1)
	}
	left := len(t.Gen)
	for v := range w.dist {
		if t.Start[v] < t.Start[v+1] {
			s.arrive(int32(v), int32(v))
		}
	}
	moved := make([]int32, w.d) // the words that move in this step, by generator
	rests := make([]int32, w.d)
	for now := int32(1); left > 0; now++ {
		for i := range w.d { // another generator chooses first in every step
			x := (i + int(now)) % w.d
			moved[x], rests[x] = s.take(x)
		}
		for x, v := range moved {
			if v == 0 {
				continue
			}
			i := t.Start[v+1] - int(w.dist[rests[x]])
			t.Gen[i], t.Time[i] = int32(x), now
			left--
			if r := w.rest[int(rests[x])*w.d+x]; r != 0 {
				s.arrive(v, r)
			}
		}
	}
}

// arrive puts word v, whose rest is r now, up for choice.
func (s *shop) arrive(v, r int32) {
	s.next[v] = s.first[r]
	s.first[r] = v
	long := int(s.w.dist[r])
	for x := range s.w.d {
		if i := int(r)*s.w.d + x; s.w.rest[i] >= 0 && !s.there[i] {
			s.there[i] = true
			s.queue[x][long] = append(s.queue[x][long], r)
			s.top[x] = max(s.top[x], long)
		}
	}
}

// take picks a word for generator x: of the longest rests one with the fewest
// other ways, among the few last in the queue. It returns 0 if there is none.
func (s *shop) take(x int) (word, rest int32) {
	for ; s.top[x] > 0; s.top[x]-- {
		q := s.queue[x][s.top[x]]
		best, choices := -1, 0
		for n := len(q) - 1; n >= 0 && n >= len(q)-8; n-- {
			r := q[n]
			if s.first[r] == 0 {
				s.there[int(r)*s.w.d+x] = false
				q[n] = q[len(q)-1]
				q = q[:len(q)-1]
				best = -1 // positions have moved: look again
				n = len(q)
				continue
			}
			if c := s.ways(r); best < 0 || c < choices {
				best, choices = n, c
			}
		}
		s.queue[x][s.top[x]] = q
		if best >= 0 {
			r := q[best]
			v := s.first[r]
			s.first[r] = s.next[v]
			return v, r
		}
	}
	return 0, 0
}

// ways is the number of letters a shortest word of r can begin with.
func (s *shop) ways(r int32) (n int) {
	for _, rest := range s.w.rest[int(r)*s.w.d : (int(r)+1)*s.w.d] {
		if rest >= 0 {
			n++
		}
	}
	return n
}
