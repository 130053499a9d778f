package sched

import (
	"math"
	"math/rand/v2"
	"slices"
)

const (
	balanceWork  = 12_000_000 // the most letters that balance looks at: a tenth of a second
	balanceEach  = 2_000      // how often it looks at a letter of the options
	balanceTurns = 4          // times that it cools down
	balanceHop   = 0.2        // what a hop costs
)

// balance chooses among the options so that no letter has more than `bound` words, or few
// more. It anneals: words in turn at random try another option, which they keep if that
// lowers the sum of the squares of what loads have above the bound, or by luck, the less
// often the more it raises it and the longer the turn lasts; every other turn begins cool,
// for loads that must all be equal. It returns the choice with the least greatest load seen, nil
// if none is less than that of the first options.
func balance(options [][][]int32, letters, bound int) (best [][]int32) {
	b := &balancer{load: make([]int, letters), bound: bound}
	at := make([]int, len(options))
	var free []int // the words that have a choice
	for e, list := range options {
		b.move(nil, list[0])
		if len(list) > 1 {
			free = append(free, e)
		}
	}
	least, low, now := slices.Max(b.load), b.above(), b.above()
	all := 0
	for _, e := range free {
		for _, letters := range options[e] {
			all += 1 + len(letters)
		}
	}
	most := min(balanceWork, balanceEach*all)
	rng := rand.New(rand.NewPCG(3, 4))
	for work := 0; work < most && now > 0; {
		turn := float64(work) / (float64(most) / balanceTurns)
		heat := 2.0
		if int(turn)%2 == 1 {
			heat = 0.5
		}
		heat *= 1 - turn + math.Floor(turn)
		e := free[rng.IntN(len(free))]
		list := options[e]
		j := rng.IntN(len(list) - 1)
		if j >= at[e] {
			j++
		}
		old, path := list[at[e]], list[j]
		work += len(old) + len(path)
		raised := b.move(old, path)
		if cost := float64(raised) + balanceHop*float64(len(path)-len(old)); cost > 0 && rng.Float64() >= math.Exp(-cost/heat) {
			b.move(path, old)
			continue
		}
		at[e] = j
		if now += raised; now < low {
			low = now
			if top := slices.Max(b.load); top < least {
				least, best = top, best[:0]
				for e, list := range options {
					best = append(best, list[at[e]])
				}
			}
		}
	}
	return best
}

// balancer is the loads of the letters.
type balancer struct {
	load  []int
	bound int
}

// above is the sum of the squares of what loads have above the bound.
func (b *balancer) above() (sum int) {
	for _, l := range b.load {
		sum += max(0, l-b.bound) * max(0, l-b.bound)
	}
	return sum
}

// move puts a word from one path on another and returns by how much that raises above.
func (b *balancer) move(from, to []int32) (raised int) {
	for _, x := range from {
		raised -= max(0, 2*(b.load[x]-b.bound)-1)
		b.load[x]--
	}
	for _, x := range to {
		b.load[x]++
		raised += max(0, 2*(b.load[x]-b.bound)-1)
	}
	return raised
}
