package coll

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// script is what two processors do with each other, one side each: X exchanges in place,
// O out of place, S sends, R receives.
type script struct {
	sides  [2]string
	most   int  // the longest message for which nobody waits for ever
	asides bool // exchanges in place of more than pieceMost elements are put aside
}

var scripts = []script{
	{[2]string{"X", "X"}, 1 << 30, false},
	{[2]string{"XX", "XX"}, 1 << 30, false},
	{[2]string{"X", "RS"}, 1 << 30, false},
	{[2]string{"X", "O"}, 1 << 30, false},
	{[2]string{"X", "SR"}, 1 << 30, true},
	{[2]string{"SXR", "XX"}, 1 << 30, true},
	{[2]string{"SXR", "SRX"}, ringSlots * slotLength / 4, false},
	{[2]string{"XSR", "XSR"}, ringSlots * slotLength, false},
}

// swaps is how many exchanges of a script swap.
func swaps(script [2]string) (n int) {
	for i := range min(len(script[0]), len(script[1])) {
		if script[0][i] != 'X' || script[1][i] != 'X' || script[0][:i] != script[1][:i] {
			break
		}
		n += 2
	}
	return n
}

// swapLengths are around those at which an exchange in place goes another way.
var swapLengths = []int{0, 1, headBytes / 8, headBytes/8 + 1, aloneLeast, aloneLeast + 1, swapLeast, swapLeast + 1, lendLeast + 1, slotLength + 1, ringSlots * slotLength, ringSlots*slotLength + 1, 2*pieceMost + 7}

// talk is one end of a script: what it has sent and received so far.
type talk struct {
	script         string
	rank, peer     int
	n              int
	sent, received int
	src, dst       []int64
}

// word is element i of the k-th message of a rank.
func word(rank, k, i int) int64 { return int64(rank)<<48 | int64(k)<<32 | int64(i) }

// next prepares the next call of the script.
func (a *talk) next() (call byte, dst []int64, from int, src []int64, to int) {
	call, a.script = a.script[0], a.script[1:]
	src, dst, from, to = a.src[:a.n], a.dst[:a.n], a.peer, a.peer
	switch call {
	case 'X':
		dst = src
	case 'S':
		dst, from = nil, -1
	case 'R':
		src, to = nil, -1
	}
	for i := range src {
		src[i] = word(a.rank, a.sent, i)
	}
	return call, dst, from, src, to
}

// check looks at what a call has received, and writes over what it has sent.
func (a *talk) check(call byte, dst, src []int64) error {
	for i, v := range dst {
		if want := word(a.peer, a.received, i); v != want {
			return fmt.Errorf("rank %d, %c of %d elements: element %d of message %d is %#x, want %#x", a.rank, call, a.n, i, a.received, v, want)
		}
	}
	clear(src)
	if call != 'R' {
		a.sent++
	}
	if call != 'S' {
		a.received++
	}
	return nil
}

// TestSwapStepByStep: two transfers, a step of one or the other, in an order that is drawn.
// Those that are each other's swap, others do not, and always one can go on. Ranks 0 and 3
// are of two teams where there are two cores, 0 and 1 of one.
func TestSwapStepByStep(t *testing.T) {
	m := machine(t, Config{P: 4, Host: Goroutines})
	asInRun(t, m)
	rnd := rand.New(rand.NewPCG(1, 2))
	var words [2][2][]int64
	for i := range words {
		words[i] = [2][]int64{make([]int64, 2*pieceMost+7), make([]int64, 2*pieceMost+7)}
	}
	for round := range 3000 {
		both, n := drawn(rnd, round)
		ranks := [2]int{0, 1 + 2*rnd.IntN(2)}
		var ends [2]talk
		for i := range ends {
			ends[i] = talk{script: both.sides[i], rank: ranks[i], peer: ranks[1-i], n: n, src: words[i][0], dst: words[i][1]}
		}
		var calls [2]*transfer[int64]
		var name [2]byte
		swapped, aside := 0, 0
		step := func(i int) bool {
			a, x := &ends[i], calls[i]
			switch {
			case x == nil && a.script == "":
				return false
			case x == nil:
				call, dst, from, src, to := a.next()
				p := m.world.members[a.rank].using(unchosen)
				x = &transfer[int64]{p: p, dst: dst, src: src, from: from, to: to, same: call == 'X' && n > 0}
				x.open()
				calls[i], name[i] = x, call
				return true
			case x.done():
				if x.swapped {
					swapped++
				}
				if err := a.check(name[i], x.dst, x.src); err != nil {
					t.Fatalf("round %d, %v: %v", round, both, err)
				}
				calls[i] = nil
				return true
			}
			return x.send() || x.receive() || x.trade() || x.takeBack()
		}
		for again := true; again; {
			for i := 0; step(i) || step(1-i); i = rnd.IntN(2) {
			}
			i := slices.IndexFunc(calls[:], func(x *transfer[int64]) bool { return x != nil && x.withholds() })
			if again = i >= 0; again {
				calls[i].putAside()
				aside++
			}
		}
		if ends[0].script+ends[1].script != "" || calls[0] != nil || calls[1] != nil {
			t.Fatalf("round %d, %v, %d elements: neither can go on", round, both, n)
		}
		want := swaps(both.sides)
		if n <= swapLeast && (n <= aloneLeast || !m.world.alone) {
			want = 0
		}
		if (aside > 0) != (both.asides && n > pieceMost) {
			t.Fatalf("round %d, %v, %d elements: %d put aside", round, both, n, aside)
		}
		if swapped != want {
			t.Fatalf("round %d, %v, %d elements: %d swapped, want %d", round, both, n, swapped, want)
		}
		for i, r := range ranks {
			e := m.world.members[r].edge(r, ranks[1-i])
			if e.over.Load() < e.loan || e.copied.Load() != e.pieces.Load() || e.i64.piece != nil {
				t.Fatalf("round %d, %v, %d elements: the loan of rank %d is %d, over %d", round, both, n, r, e.loan, e.over.Load())
			}
		}
	}
}

// TestOfferIsTakenWhole: who receives over what it has sent only in part leaves an offer to
// its sender, which may have to withdraw it.
func TestOfferIsTakenWhole(t *testing.T) {
	m := machine(t, Config{P: 3, Host: Goroutines})
	asInRun(t, m)
	call := func(rank int, dst []int64, from int, src []int64, to int) *transfer[int64] {
		same := dst != nil && src != nil
		x := &transfer[int64]{p: m.world.members[rank].using(unchosen), dst: dst, src: src, from: from, to: to, same: same}
		x.open()
		return x
	}
	all := func(x *transfer[int64]) bool {
		for !x.done() && (x.send() || x.receive() || x.trade() || x.takeBack()) {
		}
		return x.done()
	}
	const n = slotLength + 1
	x, y, short := make([]int64, n), make([]int64, n), make([]int64, slotLength)
	for i := range x {
		x[i] = int64(i)
	}
	for range ringSlots - 1 { // one slot is left of the ring from 1 to 2
		if !all(call(1, nil, -1, short[:headBytes/8+1], 2)) {
			t.Fatal("a message does not go into the ring")
		}
	}
	before := call(1, nil, -1, x, 0)
	if !all(before) { // what x receives
		t.Fatal("a message is not taken back")
	}
	offer, over := call(0, x, 1, x, 1), call(1, y, 0, y, 2)
	if offer.send(); !offer.offers || offer.lent == 0 {
		t.Fatal("nothing is on offer")
	}
	if all(over) || over.sent != slotLength || over.got != 0 || offer.out.begun.Load() > 0 {
		t.Fatalf("%d elements of what is on offer are received where %d have been sent", over.got, over.sent)
	}
	if !all(offer) || offer.swapped {
		t.Fatal("who offers waits for one who does not swap")
	}
	for range ringSlots - 1 {
		if !all(call(2, short[:headBytes/8+1], 1, nil, -1)) {
			t.Fatal("a message does not come out of the ring")
		}
	}
	last := call(2, make([]int64, n), 1, nil, -1)
	all(last)
	if !all(over) || !all(last) {
		t.Fatal("an exchange in place waits for ever")
	}
	for i, v := range y {
		if v != int64(i) || last.dst[i] != 0 {
			t.Fatalf("element %d is %d, and what was sent %d", i, v, last.dst[i])
		}
	}
}

// drawn is a script, either side first, and a length for it.
func drawn(rnd *rand.Rand, round int) (s script, n int) {
	n = swapLengths[rnd.IntN(len(swapLengths)-1)]
	if round%50 == 0 {
		n = swapLengths[len(swapLengths)-1]
	}
	k := rnd.IntN(len(scripts))
	for n > scripts[k].most || scripts[k].asides && n > pieceMost && launched.processes > 0 {
		k = rnd.IntN(len(scripts))
	}
	s = scripts[k]
	if rnd.IntN(2) == 0 {
		s.sides[0], s.sides[1] = s.sides[1], s.sides[0]
	}
	return s, n
}

// TestSwapAtRandom: the scripts by processors that come late.
func TestSwapAtRandom(t *testing.T) {
	rounds := 300
	if testing.Short() || launched.processes > 0 {
		rounds = 60
	}
	for _, host := range modes {
		for _, p := range sizes(2, 3, 6) {
			m := machine(t, Config{P: p, Host: host})
			err := m.Run(context.Background(), func(q *Proc) error {
				same := rand.New(rand.NewPCG(uint64(p), 0)) // alike on all
				own := rand.New(rand.NewPCG(uint64(p), uint64(q.Rank()+1)))
				src, dst := make([]int64, 2*pieceMost+7), make([]int64, 2*pieceMost+7)
				for round := range rounds {
					both, n := drawn(same, round)
					peer, script := (same.IntN(p)-q.Rank()+p)%p, ""
					switch {
					case peer == q.Rank():
						script = "X"
					case q.Rank() < peer:
						script = both.sides[0]
					default:
						script = both.sides[1]
					}
					a := talk{script: script, rank: q.Rank(), peer: peer, n: n, src: src, dst: dst}
					for a.script != "" {
						if own.IntN(4) == 0 {
							time.Sleep(time.Duration(own.IntN(50)) * time.Microsecond)
						}
						call, dst, from, src, to := a.next()
						Exchange(q, dst, from, src, to)
						if err := a.check(call, dst, src); err != nil {
							return fmt.Errorf("round %d, %v: %w", round, both, err)
						}
					}
				}
				return nil
			})
			if err != nil {
				t.Errorf("%v P=%d: %v", host, p, err)
			}
		}
	}
}
