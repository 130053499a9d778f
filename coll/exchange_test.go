package coll

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/race"
)

// TestExchange passes vectors around a ring, in and out of place, of lengths
// around the slots and the rings, with nothing between the calls.
func TestExchange(t *testing.T) {
	step := 1
	if race.Enabled {
		step = 3 // both in place and not, short and long
	}
	for _, host := range modes {
		for _, p := range sizes(1, 2, 3, 8, 17) {
			m := machine(t, Config{P: p, Host: host})
			err := m.Run(context.Background(), func(q *Proc) error {
				r := q.Rank()
				for round := 0; round < 20; round += step {
					for _, n := range []int{0, 1, headBytes / 8, headBytes/8 + 1, slotLength - 1, slotLength + 1, ringSlots*slotLength + 1, 20000, round / 18 * (2*pieceMost + 7)} {
						shift := 1 + round%max(1, p-1)
						from, to := (r-shift+p*p)%p, (r+shift)%p
						src, dst := make([]float64, n), make([]float64, n)
						if round%2 == 1 {
							dst = src
						}
						for i := range src {
							src[i] = float64(r*n + i + round)
						}
						Exchange(q, dst, from, src, to)
						for i, v := range dst {
							if want := float64(from*n + i + round); v != want {
								return fmt.Errorf("n=%d: dst[%d] is %v, want %v", n, i, v, want)
							}
						}
					}
				}
				return nil
			})
			if err != nil {
				t.Fatalf("%v P=%d: %v", host, p, err)
			}
			if n := m.world.teams[0].shared.exchanges.load(); n == 0 && m.links == nil {
				t.Error("no exchange ran on rings")
			}
		}
	}
}

func mustID(a Algorithm) algorithmID {
	id, ok := idOf(a)
	if !ok {
		panic(a)
	}
	return id
}

// TestLent: what is longer than its ring is lent. Its sender stays until it is copied;
// in place, what is lent is a copy, and a piece goes after the other.
func TestLent(t *testing.T) {
	m := machine(t, Config{P: 2, Host: Goroutines})
	asInRun(t, m)
	a, b := m.world.members[0], m.world.members[1]
	src, dst := make([]int64, 2*pieceMost+7), make([]int64, 2*pieceMost+7)
	for _, inPlace := range []bool{false, true} {
		for i := range src {
			src[i], dst[i] = int64(i), -1
		}
		x := transfer[int64]{p: a.using(unchosen), src: src, to: 1, from: -1}
		y := transfer[int64]{p: b.using(unchosen), dst: dst, to: -1, from: 0}
		want := 2
		if inPlace {
			x.dst, x.same, x.from, want = src, true, 0, 4 // whom it receives from is not whom it sends to
		}
		x.open()
		y.open()
		for y.got < len(dst) {
			want--
			if !x.send() || x.send() || x.takeBack() || x.done() || x.owed != inPlace || x.lent > 0 == inPlace {
				t.Fatal("a sender does not wait for what it has lent")
			}
			clear(x.src[:x.sent]) // as what is received in place would do
			if !y.receive() || x.out.over.Load() < x.lent || x.out.copied.Load() != x.out.pieces.Load() {
				t.Fatal("a piece that is copied is not given back")
			}
		}
		if x.send(); want != 1 || x.owed || x.sent != len(src) || !y.done() {
			t.Errorf("in place %v: %d pieces too few, sent %d of %d", inPlace, want-1, x.sent, len(src))
		}
		for i, v := range dst {
			if v != int64(i) {
				t.Fatalf("in place %v: element %d is %d", inPlace, i, v)
			}
		}
	}
}

// TestTakeBack: a short loan is the receiver's, if it begins to copy, or the sender's
// again, who puts it into the ring, whatever comes first; the next message is lent when
// both are done with it.
func TestTakeBack(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2) // on any number of cores
	asInRun(t, m)
	a, b := m.world.members[0], m.world.members[1]
	n := lendLeast + 1
	fresh := func(first int32) (x, y *transfer[int32]) {
		src, dst := make([]int32, n), make([]int32, n)
		for i := range src {
			src[i] = first + int32(i)
		}
		x = &transfer[int32]{p: a.using(unchosen), src: src, to: 1, from: -1}
		y = &transfer[int32]{p: b.using(unchosen), dst: dst, to: -1, from: 0}
		x.open()
		y.open()
		if x.done() || y.done() {
			t.Fatal("done before anything is")
		}
		return x, y
	}
	got := func(y *transfer[int32], first int32) {
		t.Helper()
		for !y.done() {
			if !y.receive() {
				t.Fatalf("%d: received %d of %d", first, y.got, n)
			}
		}
		for i, v := range y.dst {
			if v != first+int32(i) {
				t.Fatalf("element %d is %d, want %d", i, v, first+int32(i))
			}
		}
	}

	one, first := fresh(1000)
	if !one.send() || one.lent == 0 {
		t.Fatal("a vector is not lent")
	}
	got(first, 1000)
	if one.takeBack() || !one.send() || !one.done() {
		t.Fatal("a loan that is over is taken back")
	}

	two, second := fresh(2000)
	two.send()
	if number := two.lent; !two.takeBack() || two.takeBack() || two.out.withdrawn.Load() != number {
		t.Fatal("a loan is not taken back")
	}
	for two.send() {
	}
	if !two.done() {
		t.Fatal("a sender waits for a receiver that has not come")
	}
	clear(two.src)
	three, third := fresh(3000)
	if three.send(); three.lent > 0 || !three.done() {
		t.Fatal("a vector is lent while the receiver has not seen that the last one was taken back")
	}
	clear(three.src)
	got(second, 2000)
	four, fourth := fresh(4000)
	if four.send(); four.lent == 0 || !four.takeBack() {
		t.Fatal("a vector is not lent when the last loan is over")
	}
	second.receive() // the loan is not its own
	if four.out.over.Load() >= four.out.loan {
		t.Fatal("who has all it wants ends another's loan")
	}
	for four.send() {
	}
	got(third, 3000)
	got(fourth, 4000)
	if four.out.over.Load() != four.out.loan {
		t.Error("a loan is not over")
	}

	// Both at once: the receiver has begun, or has only said so, when the sender withdraws.
	five, fifth := fresh(5000)
	five.send()
	fifth.receive()
	six, sixth := fresh(6000)
	six.send()
	sixth.read(sixth.in.heads.Peek())
	if !sixth.begin(n) {
		t.Fatal("a loan is refused that stands")
	}
	for range 2 {
		if six.takeBack() {
			t.Fatal("a loan is taken back that the receiver has begun to copy")
		}
	}
	got(sixth, 6000)
	if !six.send() || !six.done() {
		t.Fatal("a loan is not over when it is copied after all")
	}
	seven, seventh := fresh(7000)
	seven.send()
	seven.out.begun.Store(seven.lent)
	for range 2 {
		if seven.takeBack() {
			t.Fatal("a loan is taken back while the receiver may copy it")
		}
	}
	if !seventh.receive() || seventh.got > 0 || !seventh.refused {
		t.Fatal("a loan that was withdrawn is copied")
	}
	if !seven.takeBack() {
		t.Fatal("a loan that was refused is not taken back")
	}
	for seven.send() {
	}
	if !seven.done() {
		t.Fatal("a sender waits for a receiver that has refused")
	}
	clear(seven.src)
	got(seventh, 7000)
}

// TestExchangeAtRandom: lengths around those at which messages go another way, in place
// or not, by processors that come late and by some that send before they receive and then
// write over what they sent.
func TestExchangeAtRandom(t *testing.T) {
	lengths := []int{0, 1, headBytes / 8, headBytes/8 + 1, aloneLeast, aloneLeast + 1, lendLeast, lendLeast + 1, nearLeast, nearLeast + 1, slotLength, slotLength + 1, ringSlots * slotLength, ringSlots*slotLength + 1, 30000}
	rounds := 300
	if testing.Short() || launched.processes > 0 {
		rounds = 60
	}
	const atOnce, inPlace, sendFirst = 0, 1, 2
	for _, host := range modes {
		for _, p := range sizes(2, 3, 5) {
			m := machine(t, Config{P: p, Host: host})
			err := m.Run(context.Background(), func(q *Proc) error {
				same := rand.New(rand.NewPCG(uint64(p), 0)) // alike on all
				own := rand.New(rand.NewPCG(uint64(p), uint64(q.Rank()+1)))
				x, y := make([]int64, 30000), make([]int64, 30000)
				for round := range rounds {
					shift, kind, n := same.IntN(p), same.IntN(3), make([]int, p)
					for r := range n {
						n[r] = lengths[same.IntN(len(lengths))]
						switch kind {
						case inPlace:
							n[r] = n[0]
						case sendFirst:
							n[r] = min(n[r], ringSlots*slotLength)
						}
					}
					to, from := (q.Rank()+shift)%p, (q.Rank()-shift+p)%p
					src, dst := x[:n[q.Rank()]], y[:n[from]]
					for i := range src {
						src[i] = int64(round)<<32 | int64(q.Rank()<<24|i)
					}
					if own.IntN(4) == 0 {
						time.Sleep(time.Duration(own.IntN(50)) * time.Microsecond)
					}
					switch kind {
					case atOnce:
						Exchange(q, dst, from, src, to)
					case inPlace:
						Exchange(q, src, from, src, to)
						dst = src
					case sendFirst:
						Exchange(q, nil, -1, src, to)
						clear(src)
						Exchange(q, dst, from, nil, -1)
					}
					for i, v := range dst {
						if want := int64(round)<<32 | int64(from<<24|i); v != want {
							return fmt.Errorf("round %d, kind %d, %d elements: element %d is %#x, want %#x", round, kind, len(dst), i, v, want)
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

// TestBorrowerHolds: who copies from another's vector, or a piece of it, or swaps it, is at work
// on it, so that its owner does not unwind meanwhile.
func TestBorrowerHolds(t *testing.T) {
	for name, exchange := range map[string]func(q *Proc, x []float64){
		"loan":   func(q *Proc, x []float64) { Exchange(q, x, q.Rank()-1, x, 1-2*q.Rank()) },
		"swap":   func(q *Proc, x []float64) { Exchange(q, x, 1-q.Rank(), x, 1-q.Rank()) },
		"pieces": func(q *Proc, x []float64) { Exchange(q, x, (q.Rank()+2)%3, x, (q.Rank()+1)%3) },
	} {
		p := 2
		if name == "pieces" {
			p = 3
		}
		m := machine(t, Config{P: p})
		if len(m.world.teams) < 2 {
			t.Skip("one core: nobody sees another at work")
		}
		var seen, over atomic.Bool
		go func() {
			for ; !seen.Load() && !over.Load(); runtime.Gosched() {
				for _, t := range m.world.teams {
					if t.busy.Load() > 0 {
						seen.Store(true)
					}
				}
			}
		}()
		err := m.Run(context.Background(), func(q *Proc) error {
			x, stop := make([]float64, 1<<20), []int64{0}
			for begun := time.Now(); stop[0] == 0; {
				exchange(q, x)
				if stop[0] = 0; q.Rank() == 0 && (seen.Load() || time.Since(begun) > 10*time.Second) {
					stop[0] = 1
				}
				Broadcast(q, stop, 0)
			}
			return nil
		})
		over.Store(true)
		if err != nil || !seen.Load() {
			t.Errorf("%s: nobody is at work on a vector that is not its own: %v", name, err)
		}
	}
}

// TestRecall: who receives as well waits for the receiver of what it has lent, but not for ever:
// here that one comes only when the call has returned.
func TestRecall(t *testing.T) {
	for _, host := range modes {
		for _, spin := range []time.Duration{0, 1} {
			for _, p := range []int{3, 6} {
				m := machine(t, Config{P: p, Host: host, SpinFor: spin})
				for _, n := range []int{lendLeast + 1, nearLeast + 1, ringSlots * slotLength} {
					err := within(t, func() error {
						return m.Run(context.Background(), func(q *Proc) error {
							x, y, token := make([]int64, n), make([]int64, n), []int64{0}
							a, b, c := 0, p-1, 1 // a lends to b, and tells c, which tells b
							switch q.Rank() {
							case a:
								Exchange(q, y, b, x, b)
								Exchange(q, nil, -1, token, c)
							case b:
								Exchange(q, nil, -1, x, a)
								Exchange(q, token, c, nil, -1)
								Exchange(q, y, a, nil, -1)
							case c:
								Exchange(q, token, a, nil, -1)
								Exchange(q, nil, -1, token, b)
							}
							return nil
						})
					})
					if err != nil {
						t.Errorf("%v, P=%d, %d elements, SpinFor %v: %v", host, p, n, spin, err)
					}
				}
			}
		}
	}
}

// TestBoxed: a message in its head waits there until all that it is received over has been sent.
func TestBoxed(t *testing.T) {
	m := machine(t, Config{P: 3, Host: Goroutines})
	asInRun(t, m)
	for range buffers.QueueSlots {
		if x := transferOf(m, 1, nil, -1, []int64{}, 2); !x.send() || !x.done() {
			t.Fatal("there is no room for a head")
		}
	}
	x, y := []int64{5, 6}, []int64{7, 8}
	over := transferOf(m, 1, y, 0, y, 2)
	if first := transferOf(m, 0, nil, -1, x, 1); !first.send() || !first.done() {
		t.Fatal("a short message is not on its way at once")
	}
	if over.send() || !over.receive() || over.receive() || over.done() || over.got > 0 || y[0] != 7 {
		t.Fatalf("what has not been sent is received over: %v", y)
	}
	if z := transferOf(m, 2, []int64{}, 1, nil, -1); !z.receive() || !z.done() {
		t.Fatal("an empty message is not received")
	}
	if !over.send() || !over.receive() || !over.done() || y[0] != 5 || y[1] != 6 {
		t.Errorf("received %v", y)
	}
}

// TestRefusalKnocks: who waits to hear whether its loan is copied hears that it is not.
func TestRefusalKnocks(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2)
	asInRun(t, m)
	a, b := m.world.members[0], m.world.members[1]
	v := make([]int32, lendLeast+1)
	x := &transfer[int32]{p: a.using(unchosen), src: v, to: 1, from: -1}
	y := &transfer[int32]{p: b.using(unchosen), dst: slices.Clone(v), to: -1, from: 0}
	x.open()
	y.open()
	x.done()
	if !x.send() || x.lent == 0 {
		t.Fatal("a vector is not lent")
	}
	y.in.begun.Store(x.lent)
	if x.takeBack() {
		t.Fatal("a loan is taken back while it may be copied")
	}
	a.listens.Store(true)
	bell := a.bell.Load()
	if !y.receive() || !y.refused || a.bell.Load() == bell {
		t.Errorf("refused %v, and the sender's bell rang %d times", y.refused, a.bell.Load()-bell)
	}
}

// TestExchangeLine: nobody is beyond the ends of a line; other types.
func TestExchangeLine(t *testing.T) {
	m := machine(t, Config{P: 5})
	err := m.Run(context.Background(), func(q *Proc) error {
		left, right := q.Rank()-1, q.Rank()+1
		if right == q.Size() {
			right = -1
		}
		src, dst := []int32{int32(q.Rank())}, []int32{-7}
		Exchange(q, dst, left, src, right)
		if want := int32(left); left >= 0 && dst[0] != want || left < 0 && dst[0] != -7 {
			return fmt.Errorf("dst is %v", dst)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestDeadlock: everybody waits for everybody, and it is said who for whom.
func TestDeadlock(t *testing.T) {
	const remedy = "; let one Exchange send and receive, or take partners in the order of ranks: see the doc of Exchange"
	for _, host := range modes {
		for _, p := range []int{2, 3, 8} {
			m := machine(t, Config{P: p, Host: host})
			x := func() []float64 { return make([]float64, 1) }
			for _, c := range []struct {
				kind error
				text string
				f    func(q *Proc)
			}{
				{ErrDeadlock, "rank 0 in exchange until rank 1 sends 1 float64", func(q *Proc) {
					Exchange(q, x(), (q.Rank()+1)%p, nil, -1)
				}},
				{ErrDeadlock, "rank 0 in exchange until rank 1 receives 5000 int32", func(q *Proc) {
					Exchange(q, nil, -1, make([]int32, 5000), (q.Rank()+1)%p)
				}},
				{ErrDeadlock, remedy, func(q *Proc) { // long sends to the next first
					Exchange(q, nil, -1, make([]int32, 5000), (q.Rank()+1)%p)
					Exchange(q, make([]int32, 5000), (q.Rank()+p-1)%p, nil, -1)
				}},
				{ErrDeadlock, remedy, func(q *Proc) { // to oneself
					Exchange(q, nil, -1, make([]int32, 5000), q.Rank())
				}},
				{ErrDeadlock, remedy, func(q *Proc) { // of two, to the other; the rest wait for these
					if q.Rank() < 2 {
						Exchange(q, nil, -1, make([]int32, 5000), 1-q.Rank())
					} else {
						Exchange(q, make([]int32, 5000), q.Rank()-1, nil, -1)
					}
				}},
				{ErrMismatch, "in exchange until rank 0", func(q *Proc) {
					if q.Rank() == 0 {
						Barrier(q)
					} else {
						Exchange(q, x(), 0, nil, -1)
					}
				}},
				{ErrUsage, "waits in barrier, which the function of allreducefunc called", func(q *Proc) {
					AllreduceFunc(q, x(), x(), func(_, _ []float64) { Barrier(q) })
				}},
				{ErrDeadlock, "rank 0 (0 of the group of color 0) in barrier until rank 1 comes, rank 1 (1 of the group of color 0 of split #2) in barrier until rank 0 comes", func(q *Proc) {
					one, other := q.Split(0, 0), q.Split(0, 0)
					if q.Rank() == 0 {
						one, other = other, one
					}
					Barrier(other)
					Barrier(one)
				}},
				{ErrMissing, "rank 0 has returned", func(q *Proc) {
					if q.Rank() == 1 {
						Exchange(q, x(), 0, nil, -1)
					}
				}},
				{ErrMissing, "rank 1 sent 1 float64 by exchange to rank 0, which never received it", func(q *Proc) {
					if q.Rank() == 1 {
						Exchange(q, nil, -1, x(), 0)
					}
				}},
				{ErrMismatch, "receives 1 float64 from rank", func(q *Proc) {
					n := 1
					if q.Rank() == 1 {
						n = 2
					}
					Exchange(q, x(), (q.Rank()+1)%p, make([]float64, n), (q.Rank()+p-1)%p)
				}},
			} {
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error { c.f(q); return nil })
				})
				if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.text) {
					t.Errorf("%v P=%d: %v, want %v … %s", host, p, err, c.kind, c.text)
				}
				if sends := c.text == remedy || strings.Contains(c.text, "receives 5000"); sends != strings.Contains(err.Error(), remedy) {
					t.Errorf("%v P=%d: %v, with %q: want %v", host, p, err, remedy, sends)
				}
				if err := within(t, func() error { return sum(m) }); err != nil {
					t.Fatalf("%v P=%d: and then: %v", host, p, err)
				}
			}
		}
	}
}

// TestDeadlockFarAway: of many that wait the error names those that wait for one another, whoever waits for them.
func TestDeadlockFarAway(t *testing.T) {
	const p = 12
	for _, host := range modes {
		m := machine(t, Config{P: p, Host: host})
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				from := q.Rank() + 1
				if from == p {
					from = p - 2
				}
				Exchange(q, make([]float64, 1), from, nil, -1)
				return nil
			})
		})
		want := "waiting: rank 10 in exchange until rank 11 sends 1 float64, rank 11 in exchange until rank 10 sends 1 float64, rank 0 in exchange"
		var e *Error
		if !errors.As(err, &e) || e.Kind != ErrDeadlock || e.Rank != 10 || e.Other != 11 || !strings.HasPrefix(e.Text, want) || !strings.Contains(e.Text, "and 4 more") {
			t.Errorf("%v: %v, want %s", host, err, want)
		}
	}
}

// TestInPlaceWaitsForRoom: who receives no more before it has sent more waits for
// the receiver; when that has returned, it is what is missing.
func TestInPlaceWaitsForRoom(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 3, Host: host})
		err := within(t, func() error {
			return m.Run(context.Background(), func(q *Proc) error {
				x, two := make([]float64, ringSlots*slotLength+1000), q.Split(q.Rank()/2, 0)
				switch q.Rank() {
				case 0:
					Exchange(q, x, 1, x, 2)
				case 1:
					Exchange(q, x, -1, x, 0)
					Barrier(two)
				}
				return nil
			})
		})
		var e *Error
		if !errors.As(err, &e) || e.Kind != ErrMissing || !strings.Contains(e.Text, "rank 2 has returned") || !strings.Contains(e.Text, "rank 0 in exchange until rank 2") {
			t.Errorf("%v: %v", host, err)
		}
	}
}

// TestDeadlockBesides: who has returned is to blame only if somebody waits for it.
func TestDeadlockBesides(t *testing.T) {
	x := func() []float64 { return make([]float64, 1) }
	for _, host := range modes {
		for _, c := range []struct {
			name        string
			kind        error
			rank, other int
			waitFor     []int // by rank; -1: returns
		}{
			{"two for each other", ErrDeadlock, 0, 1, []int{1, 0, -1, -1}},
			{"one after the other", ErrMissing, 1, 2, []int{1, 2, -1, -1}},
			{"each for the next", ErrDeadlock, 0, 1, []int{1, 2, 3, 0}},
		} {
			m := machine(t, Config{P: len(c.waitFor), Host: host})
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					if peer := c.waitFor[q.Rank()]; peer >= 0 {
						Exchange(q, x(), peer, nil, -1)
					}
					return nil
				})
			})
			var e *Error
			if !errors.As(err, &e) || e.Kind != c.kind || e.Rank != c.rank || e.Other != c.other {
				t.Errorf("%v, %s: %+v, want %v of rank %d and %d", host, c.name, err, c.kind, c.rank, c.other)
			}
		}
	}
}

// TestOneWayMayOverlap: what is not received over is not looked at.
func TestOneWayMayOverlap(t *testing.T) {
	err := Run(2, func(q *Proc) error {
		x := []float64{1, 2, 3}
		if q.Rank() == 0 {
			Exchange(q, x[1:], -1, x[:2], 1)
		} else {
			Exchange(q, x[1:], 0, x[:2], -1)
		}
		if x[1] != 2-float64(q.Rank()) || x[2] != 3-float64(q.Rank()) {
			return fmt.Errorf("%v", x)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestManyEmptyMessages: who sends more empty messages than there is room for goes on when
// they are received.
func TestManyEmptyMessages(t *testing.T) {
	m := machine(t, Config{P: 2, Host: Goroutines, Times: true})
	err := within(t, func() error {
		return m.Run(context.Background(), func(q *Proc) error {
			for q.Rank() == 1 && m.fibers[0].since.Load() < 2 { // until the sender waits
				runtime.Gosched()
			}
			for range 3 * buffers.QueueSlots {
				if q.Rank() == 0 {
					Exchange[float64](q, nil, -1, nil, 1)
				} else {
					Exchange[float64](q, nil, 0, nil, -1)
				}
			}
			return nil
		})
	})
	if err != nil {
		t.Error(err)
	}
}

// TestWaitedInExchange: the time that a processor waits for a message is Exchange's.
func TestWaitedInExchange(t *testing.T) {
	m := machine(t, Config{P: 2, Host: Goroutines, Times: true})
	err := m.Run(context.Background(), func(q *Proc) error {
		if q.Rank() == 0 {
			Exchange(q, make([]float64, 1), 1, nil, -1)
			return nil
		}
		for m.fibers[0].since.Load() < 2 { // until it waits
			runtime.Gosched()
		}
		Exchange(q, nil, -1, []float64{1}, 0)
		return nil
	})
	for _, c := range m.Counters() {
		if c.Collective == "exchange" && c.Waited > 0 {
			return
		}
	}
	t.Errorf("%+v: %v", m.Counters(), err)
}

// TestSwapsWithNeighbours: swaps of long messages with several neighbours, one call each, come
// to an end if all go through their neighbours in the order of ranks, whatever the graph; round
// a triangle, each with the next first, they do not.
func TestSwapsWithNeighbours(t *testing.T) {
	const n = 5000 // more than a ring takes
	for _, host := range modes {
		for _, p := range []int{3, 8, 17} {
			m := machine(t, Config{P: p, Host: host})
			for seed := range uint64(4) {
				rng := rand.New(rand.NewPCG(seed, 5))
				near := make([][]int, p)
				for a := range p {
					for b := range a {
						if rng.IntN(3) > 0 {
							near[a], near[b] = append(near[a], b), append(near[b], a)
						}
					}
				}
				err := within(t, func() error {
					return m.Run(context.Background(), func(q *Proc) error {
						for _, r := range slices.Sorted(slices.Values(near[q.Rank()])) {
							src, dst := slices.Repeat([]int32{int32(q.Rank())}, n), make([]int32, n)
							Exchange(q, dst, r, src, r)
							if want := slices.Repeat([]int32{int32(r)}, n); !slices.Equal(dst, want) {
								return fmt.Errorf("wrong from %d", r)
							}
						}
						return nil
					})
				})
				if err != nil {
					t.Errorf("P=%d, %v: %v", p, host, err)
				}
			}
		}
		err := within(t, func() error {
			return machine(t, Config{P: 3, Host: host}).Run(context.Background(), func(q *Proc) error {
				for i := range 2 {
					r := (q.Rank() + 1 + i) % 3
					Exchange(q, make([]int32, n), r, make([]int32, n), r)
				}
				return nil
			})
		})
		if !errors.Is(err, ErrDeadlock) || !strings.Contains(err.Error(), "take partners in the order of ranks") {
			t.Errorf("round a triangle: %v", err)
		}
	}
}
