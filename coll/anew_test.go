package coll

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/buffers"
)

// TestWrittenAnew: a vector is written anew that has changed twice in a row, whatever others do.
func TestWrittenAnew(t *testing.T) {
	type look struct {
		at    uintptr
		words uint64
		want  bool
	}
	for _, looks := range [][]look{
		{{64, 1, false}, {64, 2, false}, {64, 3, true}, {64, 4, true}, {64, 4, false}, {64, 5, false}, {64, 6, true}},
		{{64, 0, false}, {64, 0, false}, {64, 1, false}, {64, 0, true}},
		{{64, 1, false}, {128, 1, false}, {64, 2, false}, {128, 1, false}, {64, 3, true}, {128, 1, false}, {128, 2, false}, {64, 4, true}, {128, 3, true}},
	} {
		var all glimpses
		for i, l := range looks {
			if got := all.anew(l.at, l.words); got != l.want {
				t.Errorf("%v: look %d says %v", looks, i, got)
			}
		}
	}
	var all glimpses
	for i := range uint64(3) { // more vectors than are remembered: none is taken for another
		for v := range uintptr(1000) {
			if all.anew(64+v*4096, i*1000+uint64(v)) && i < 2 {
				t.Fatalf("vector %d has been seen %d times, and is written anew", v, i+1)
			}
		}
	}
}

// TestGlimpse: the first word, the middle one and the last count.
func TestGlimpse(t *testing.T) {
	testGlimpse[float64](t)
	testGlimpse[int32](t)
}

func testGlimpse[T Elem](t *testing.T) {
	v := make([]T, 1025)
	glimpse := func() uint64 { return glimpseOf(unsafe.Pointer(&v[0]), len(v), sizeOf[T]()) }
	was := glimpse()
	for _, i := range []int{0, len(v) / 2, len(v) - 1} {
		v[i] = 1
		if is := glimpse(); is == was {
			t.Errorf("%T: word %d does not count", v, i)
		} else {
			was = is
		}
	}
	for k, change := range []func(T) T{func(x T) T { return -x }, func(x T) T { return 2 * x }, func(x T) T { return x + 1 }} {
		was := glimpse()
		for i := range v[1:] { // all but the last: it would stand out
			v[i] = change(v[i])
		}
		if glimpse() == was {
			t.Errorf("%T: change %d of all words but one does not count", v, k)
		}
	}
}

// TestSeldomLooks: vectors that do not change are looked at in one call of lookEvery after a while, and in
// each as soon as one changes again.
func TestSeldomLooks(t *testing.T) {
	m := teamed(t, Config{P: 2}, 2)
	m.freshMost, m.handing = math.MaxInt, true
	if err := m.Run(context.Background(), func(p *Proc) error {
		src := make([]float64, freshFrom/8)
		looks := func(calls int, anew bool) (n int) {
			for range calls {
				if anew {
					src[0]++
				}
				if p.mayBeFresh(freshFrom, freshFrom) {
					n++
					gaveAnew(p.t, src)
				}
			}
			return n
		}
		for _, c := range []struct {
			calls int
			anew  bool
			want  int
		}{{restAfter + 1, false, restAfter + 1}, {10 * lookEvery, false, 10}, {3 * lookEvery, true, 2 + lookEvery}, {lookEvery, true, lookEvery}, {2, false, 2}} {
			if got := looks(c.calls, c.anew); got != c.want {
				return fmt.Errorf("%d calls, written anew: %v: %d looks, want %d", c.calls, c.anew, got, c.want)
			}
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// TestWhoGivesCopies: those whose src is written anew give dst in its place, others do not.
func TestWhoGivesCopies(t *testing.T) {
	const most = 64 << 10
	for _, c := range []struct {
		c               collective
		p, teams, elems int
		anew            uint64 // a bit for each rank that writes its src anew
		distant         bool
		keeps           bool // lines are not handed back: then teams may have any length
		want            uint64
	}{
		{c: allreduce, p: 2, teams: 2, elems: freshFrom / 8, anew: 0b11, want: 0b11},
		{c: allreduce, p: 2, teams: 2, elems: freshFrom / 8, anew: 0b10, want: 0b10},
		{c: allreduce, p: 2, teams: 2, elems: freshFrom/8 - 1, anew: 0b11},
		{c: allreduce, p: 2, teams: 2, elems: freshFrom / 8},
		{c: allreduce, p: 2, teams: 2, elems: 2 * aloneMost / 8, anew: 0b11},
		{c: allreduce, p: 2, teams: 2, elems: 2 * aloneMost / 8, anew: 0b11, distant: true, want: 0b11},
		{c: allreduce, p: 3, teams: 3, elems: freshFrom / 8, anew: 0b101, want: 0b101},
		{c: allreduce, p: 5, teams: 2, elems: freshFrom / 8, anew: 0b11111, want: 0b11111},
		{c: allreduce, p: 5, teams: 2, elems: freshFrom / 8, anew: 0b00101, want: 0b11111}, // the first ones stand for all
		{c: allreduce, p: 5, teams: 2, elems: freshFrom / 8, anew: 0b11011, want: 0b00011},
		{c: allreduce, p: 5, teams: 2, elems: most / 3 / 8, anew: 0b11111, want: 0b11111},
		{c: allreduce, p: 5, teams: 2, elems: most/3/8 + 1, anew: 0b11111, want: 0b00011},
		{c: allreduce, p: 12, teams: 2, elems: 23 << 9 / 8, anew: 1<<12 - 1},
		{c: allreduce, p: 12, teams: 2, elems: 23 << 9 / 8, anew: 1<<12 - 1, distant: true, want: 1<<12 - 1}, // however short its part is
		{c: reduce, p: 2, teams: 2, elems: freshFrom / 8, anew: 0b11, want: 0b10},
		{c: reduce, p: 5, teams: 2, elems: freshFrom / 8, anew: 0b11111, want: 0b00010},
		{c: reduce, p: 5, teams: 2, elems: freshFrom / 8, anew: 0b11101},
		{c: reduce, p: 2, teams: 2, elems: freshFrom / 8, anew: 0b11, keeps: true, want: 0b10},
		{c: reduce, p: 5, teams: 2, elems: aloneMost / 8, anew: 0b11111, keeps: true, want: 0b00010},
		{c: reduce, p: 5, teams: 2, elems: aloneMost/8 + 1, anew: 0b11111, keeps: true},
		{c: allreduce, p: 2, teams: 2, elems: aloneMost/8 + 1, anew: 0b11, keeps: true, want: 0b11},
		{c: allreduce, p: 2, teams: 2, elems: keptAlone / 8, anew: 0b11, keeps: true, want: 0b11},
		{c: allreduce, p: 2, teams: 2, elems: keptAlone/8 - 1, anew: 0b11, keeps: true},
		{c: allreduce, p: 5, teams: 2, elems: keptFrom / 8, anew: 0b11111, keeps: true, want: 0b11111},
		{c: allreduce, p: 5, teams: 2, elems: keptFrom/8 - 1, anew: 0b11111, keeps: true},
		{c: reduce, p: 5, teams: 2, elems: keptFrom / 8, anew: 0b11111, keeps: true, want: 0b00010},
		{c: scan, p: 2, teams: 2, elems: keptAlone / 8, anew: 0b11, keeps: true, want: 0b11},
		{c: scan, p: 2, teams: 2, elems: keptAlone/8 - 1, anew: 0b11, keeps: true},
		{c: scan, p: 5, teams: 2, elems: keptFrom / 8, anew: 0b11111, keeps: true, want: 0b11111},
		{c: scan, p: 5, teams: 2, elems: keptFrom/8 - 1, anew: 0b11111, keeps: true},
		{c: allreduce, p: 5, teams: 2, elems: aloneMost/8 + 1, anew: 0b11111, keeps: true, want: 0b11111},
		{c: scan, p: 5, teams: 2, elems: aloneMost/8 + 1, anew: 0b11111, keeps: true, want: 0b11111},
		{c: scan, p: 2, teams: 2, elems: freshAlone / 8, anew: 0b11, want: 0b11},
		{c: scan, p: 2, teams: 2, elems: freshAlone/8 - 1, anew: 0b11},
		{c: scan, p: 5, teams: 2, elems: freshScan / 8, anew: 0b11111, want: 0b11111},
		{c: scan, p: 5, teams: 2, elems: freshScan/8 - 1, anew: 0b11111},
		{c: exscan, p: 2, teams: 2, elems: freshAlone / 8, anew: 0b11},
		{c: exscan, p: 5, teams: 2, elems: freshScan / 8, anew: 0b11111},
	} {
		m := teamed(t, Config{P: c.p}, c.teams)
		if m.freshMost, m.handing, m.isFar = most, !c.keeps, c.distant; c.keeps {
			m.freshMost = math.MaxInt
		}
		if err := m.Run(context.Background(), func(p *Proc) error {
			const root = 1
			src := make([]float64, c.elems)
			dst := make([]float64, c.elems)
			for range freshAfter + 1 {
				src[0] += float64(c.anew >> p.Rank() & 1)
				callAs(p, c.c, dst, src, Sum, root)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		got := uint64(0)
		for _, o := range m.world.teams {
			w := buffers.Payload[int64](&o.line, freshAfter+1, 2*len(o.ranks))
			for i, r := range o.ranks {
				if a := told[float64](w[2*i:]); a.dst == a.src {
					got |= 1 << r
				}
			}
		}
		if got != c.want {
			t.Errorf("%+v: %b give dst", c, got)
		}
	}
	for _, c := range []struct {
		m              *Machine
		inPlace, isOne bool
	}{
		{machine(t, Config{P: 3, Host: Threads, Cores: everyCore()[:1]}), false, false}, // nobody else reads
		{teamed(t, Config{P: 2}, 2), false, true},
		{teamed(t, Config{P: 2}, 2), true, false},
		{teamed(t, Config{P: 5}, 2), true, false},
	} {
		c.m.freshMost, c.m.handing, c.m.isOne = most, true, c.isOne
		if err := c.m.Run(context.Background(), func(p *Proc) error {
			src := make([]float64, freshFrom/8)
			dst := make([]float64, len(src))
			if c.inPlace {
				dst = src
			}
			for range freshAfter + 1 {
				src[0]++
				Allreduce(p, dst, src, Sum)
			}
			return nil
		}); err != nil || c.m.world.teams[0].glimpses != nil {
			t.Errorf("%v, in place %v, of one core %v: %v, or a team has looked at what it gives", c.m, c.inPlace, c.isOne, err)
		}
	}
}

// callAs is one of the collectives that give copies, or an exscan.
func callAs[T Elem](p *Proc, c collective, dst, src []T, op Op, root int) {
	switch c {
	case allreduce:
		Allreduce(p, dst, src, op)
	case reduce:
		Reduce(p, dst, src, op, root)
	case scan:
		Scan(p, dst, src, op)
	case exscan:
		Exscan(p, dst, src, op)
	}
}

// TestFreshResults: results are right and src is as it was, whoever gives copies.
func TestFreshResults(t *testing.T) {
	for _, p := range []int{2, 3, 5, 8} {
		machines := []*Machine{machine(t, Config{P: p, Host: Threads, Cores: everyCore()})}
		for teams := 2; teams <= min(p, 3); teams++ {
			machines = append(machines, teamed(t, Config{P: p}, teams))
		}
		for i, m := range machines {
			m.freshMost, m.handing = math.MaxInt, i%2 == 0
			if i%2 == 0 {
				testFreshResults[float64](t, m)
			} else {
				testFreshResults[int32](t, m)
			}
		}
	}
}

func testFreshResults[T Elem](t *testing.T, m *Machine) {
	for _, c := range []collective{allreduce, reduce, scan, exscan} {
		for _, n := range []int{freshAlone / 4, freshAlone/4 + 3, 9001} {
			for _, still := range []uint64{0, 0b10, 0b1101} { // ranks whose src does not change
				const rounds, root = freshAfter + 2, 1
				gives := func(rank, round, i int) T { return T((rank+1)*(i%97+1)) + T(round*int(^still>>rank&1)) }
				if err := m.Run(context.Background(), func(p *Proc) error {
					r, size := p.Rank(), p.Size()
					src, dst := make([]T, n), make([]T, n)
					for round := range rounds {
						for i := range src {
							src[i], dst[i] = gives(r, round, i), -1
						}
						gave := slices.Clone(src)
						callAs(p, c, dst, src, Sum, root)
						if !slices.Equal(src, gave) {
							return fmt.Errorf("%v of %d, round %d: src of rank %d has changed", c, n, round, r)
						}
						first := size
						switch {
						case c == scan:
							first = r + 1
						case c == exscan:
							first = r
						}
						if c == reduce && r != root || c == exscan && r == 0 {
							first = 0
						}
						for i, got := range dst {
							want := T(0)
							for k := range first {
								want += gives(k, round, i)
							}
							if first == 0 {
								want = -1
							}
							if got != want {
								return fmt.Errorf("%v of %d, round %d: element %d of rank %d is %v, want %v", c, n, round, i, r, got, want)
							}
						}
					}
					return nil
				}); err != nil {
					t.Errorf("%v: %v", m, err)
				}
			}
		}
	}
}

// TestMismatchWithCopies: where calls do not match, a destination is as it was or has its own source.
func TestMismatchWithCopies(t *testing.T) {
	const n, calls = freshAlone / 8, freshAfter + 2
	for _, p := range []int{2, 5} {
		for _, c := range []collective{allreduce, reduce, scan} {
			m := teamed(t, Config{P: p}, 2)
			m.freshMost, m.handing = math.MaxInt, true
			copied := false
			err := m.Run(context.Background(), func(p *Proc) error {
				src, dst, call := make([]float64, n), make([]float64, n), 0
				defer func() {
					for i, x := range src {
						if x != float64(call+i) {
							t.Errorf("%v by %d: word %d of src of rank %d is %v", c, p.Size(), i, p.Rank(), x)
						}
					}
					if p.Rank() == 1 {
						copied = slices.Equal(dst, src)
					}
					mixed := !slices.Equal(dst, src) && slices.ContainsFunc(dst, func(x float64) bool { return x != -1 })
					if call == calls && mixed { // who is late may unwind from the call before, and then has its result
						t.Errorf("%v by %d: dst of rank %d is neither as it was nor its src", c, p.Size(), p.Rank())
					}
				}()
				for call < calls {
					call++
					for i := range src {
						src[i], dst[i] = float64(call+i), -1
					}
					op := Sum
					if call == calls && p.Rank() == 0 {
						op = Max
					}
					callAs(p, c, dst, src, op, 1)
				}
				return nil
			})
			if !errors.Is(err, ErrMismatch) {
				t.Errorf("%v by %d: %v", c, p, err)
			}
			if p == 2 && !copied {
				t.Errorf("%v: rank 1 has no copy of its source", c)
			}
		}
	}
}

// TestNaNWithCopies: where NaN is refused, a NaN is found before any destination has a copy.
func TestNaNWithCopies(t *testing.T) {
	const n = freshAlone / 8
	for _, p := range []int{2, 5} {
		for _, c := range []collective{allreduce, reduce, scan} {
			m := teamed(t, Config{P: p, RefuseNaN: true}, 2)
			m.freshMost, m.handing = math.MaxInt, true
			if err := m.Run(context.Background(), func(p *Proc) error {
				src, dst := make([]float64, n), make([]float64, n)
				defer func() {
					if slices.ContainsFunc(dst, func(x float64) bool { return x != -1 }) {
						t.Errorf("%v by %d: dst of rank %d is not as it was", c, p.Size(), p.Rank())
					}
				}()
				for call := range freshAfter + 2 {
					for i := range src {
						src[i], dst[i] = float64(call+i), -1
					}
					if call == freshAfter+1 && p.Rank() == p.Size()-1 {
						time.Sleep(5 * time.Millisecond) // the others have come
						src[5] = math.NaN()
					}
					callAs(p, c, dst, src, Sum, 0)
				}
				return nil
			}); !errors.Is(err, ErrNaN) {
				t.Errorf("%v by %d: %v", c, p, err)
			}
		}
	}
}

// TestNoCopyInAnEndedGroup: a call of a group whose Run has ended writes nothing.
func TestNoCopyInAnEndedGroup(t *testing.T) {
	const n = freshAlone / 8
	m := teamed(t, Config{P: 2}, 2)
	m.freshMost, m.handing = math.MaxInt, true
	groups, srcs := make([]*Proc, 2), [2][]float64{make([]float64, n), make([]float64, n)}
	if err := m.Run(context.Background(), func(p *Proc) error {
		g, src := p.Split(0, 0), srcs[p.Rank()]
		groups[p.Rank()] = g
		for range freshAfter + 2 {
			src[0]++
			Allreduce(g, make([]float64, n), src, Sum)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	var dst [2][]float64
	err := m.Run(context.Background(), func(p *Proc) error {
		r := p.Rank()
		dst[r] = make([]float64, n)
		srcs[r][0]++
		Allreduce(groups[r], dst[r], srcs[r], Sum)
		return nil
	})
	if !errors.Is(err, ErrUsage) || slices.ContainsFunc(slices.Concat(dst[:]...), func(x float64) bool { return x != 0 }) {
		t.Errorf("%v, or dst is not as it was", err)
	}
}
