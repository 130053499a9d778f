package coll

import "fmt"

// Config.RefuseNaN: what a processor gives to a call is looked through before it arrives, so that
// a NaN reaches nobody, and nobody's dst has been written.

// refusing is a bit of what choose returns, and says that NaN is refused. So calls that refuse none
// have nothing more to look at: with one processor they take 20 ns, and would take 21.
const refusing algorithmID = 1 << 7

// checkNaN ends the Run if NaN is refused and there is one in a vector that the processor gives.
// It returns the algorithm, without that bit.
func checkNaN[T Elem](p *Proc, a algorithmID, c collective, what string, given []T) algorithmID {
	if a&refusing != 0 {
		return of[T]().refuseNaN(p, a, c, what, given)
	}
	return a
}

// refuseNaN is checkNaN where NaN is refused. That the Run has failed, or that the group is of an
// earlier one, is said on arrival. Inlined, it makes the frame of every call longer.
//
//go:noinline
func (engineOf[T]) refuseNaN(p *Proc, a algorithmID, c collective, what string, given []T) algorithmID {
	if elemKind[T]() < floats {
		first, n := nansAmong(p, given)
		if n > 0 && !p.c.m.hot.stop.Load() && !p.g.ended() {
			p.badNaN(c, what, first, n, len(given))
		}
	}
	return a &^ refusing
}

// onlyIf is what a processor gives that gives a vector or nothing.
func onlyIf[T Elem](gives bool, x []T) []T {
	if gives {
		return x
	}
	return nil
}

func (m *member) badNaN(c collective, what string, first, n, of int) {
	m.badCall(ErrNaN, c, m.next(c), fmt.Sprintf("%s: %s has %d NaN among %d elements, the first at %[2]s[%[5]d]", c, what, n, of, first))
}

// nansAmong is where in x the first NaN is, and how many there are. It leaves off when the Run
// has failed. For the watch it is part of the collective.
func nansAmong[T Elem](p *Proc, x []T) (first, n int) {
	if p.c.timed() {
		p.c.since.Store(atWork)
		defer p.c.working()
	}
	for lo := 0; lo < len(x); lo += betweenLooks(1) {
		if lo > 0 && p.c.m.hot.stop.Load() {
			break
		}
		piece := x[lo:min(len(x), lo+betweenLooks(1))]
		if !mayHoldNaN(piece) {
			continue
		}
		for i, v := range piece {
			if v == v {
				continue
			}
			if n == 0 {
				first = lo + i
			}
			n++
		}
	}
	return first, n
}

// mayHoldNaN is true of vectors with a NaN, since their sum is one, and of some others, in which
// infinities of both signs or sums that overflow meet. Eight sums at a time are as fast as
// memory (BenchmarkRefuseNaN); to compare each element with itself takes twice as long.
func mayHoldNaN[T Elem](x []T) bool {
	var a, b, c, d, e, f, g, h T
	for ; len(x) >= 8; x = x[8:] {
		a, b, c, d = a+x[0], b+x[1], c+x[2], d+x[3]
		e, f, g, h = e+x[4], f+x[5], g+x[6], h+x[7]
	}
	for _, v := range x {
		a += v
	}
	sum := (a + b + c + d) + (e + f + g + h)
	return sum != sum
}
