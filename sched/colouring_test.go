package sched

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestColour: words that leave no time of any generator idle, and others, take the
// greatest number of hops of a word or a generator, and nothing twice.
func TestColour(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 200 {
		d, rounds := 1+rng.IntN(12), 1+rng.IntN(6)
		words := make([][]int32, d)
		for range rounds { // every word and every generator has a hop more
			for w, x := range rng.Perm(d) {
				words[w] = append(words[w], int32(x))
			}
		}
		most := rounds
		if rng.IntN(2) == 0 {
			words[0] = append(words[0], 0)
			most++
		}
		start, gen := []int{0}, []int32(nil)
		for _, w := range words {
			gen = append(gen, w...)
			start = append(start, len(gen))
		}
		time := slices.Repeat([]int32{7}, len(gen)) // what is there does not matter
		Colour(start, gen, time, d)
		if last := lastTime(time); last != most {
			t.Fatalf("%v: %d times, want %d", words, last, most)
		}
		used := map[rowTime]bool{}
		for v, w := range words {
			for i := start[v]; i < start[v+1]; i++ {
				if i > start[v] && time[i] <= time[i-1] {
					t.Fatalf("%v: word %d has times %v", words, v, time[start[v]:start[v+1]])
				}
				at := rowTime{int64(gen[i]), int(time[i])}
				if used[at] {
					t.Fatalf("%v: generator %d has time %d twice", words, gen[i], time[i])
				}
				used[at] = true
			}
			slices.Sort(w)
			if now := slices.Sorted(slices.Values(gen[start[v]:start[v+1]])); !slices.Equal(now, w) {
				t.Fatalf("word %d has generators %v, want %v", v, now, w)
			}
		}
	}
}
