package asm

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// yard is memory in which every vector of a call lies as it likes within its cache
// line, between words that must stay. It is filled once: new vectors for each call
// would take longer than the kernels.
type yard[T Elem] struct {
	slots, fresh [][]T // a vector lies in a slot; fresh is what that holds between calls
	src, dst     []*T
	from         [][]T // src as slices
}

// placed is one call: where its vectors lie, and how much of them it is for.
type placed struct {
	alias  []int // of each destination the source that it is, or -1
	at     []int // of each slot the elements from a cache line to the vector; the sources come first
	ns     int
	off, n int
}

// lead is how many elements before and after a vector are looked at.
const lead = 16

// newYard has room for so many vectors of at most so many elements.
func newYard[T Elem](r *rand.Rand, vectors, most int) *yard[T] {
	y := &yard[T]{}
	for range vectors {
		v := make([]T, most+3*lead+64)
		for uintptr(unsafe.Pointer(&v[0]))%64 != 0 {
			v = v[1:]
		}
		fill(r, v)
		y.slots, y.fresh = append(y.slots, v), append(y.fresh, append([]T{}, v...))
	}
	return y
}

// slot is where destination d lies.
func (c *placed) slot(d int) int {
	if c.alias[d] >= 0 {
		return c.alias[d]
	}
	return c.ns + d
}

// lay makes src, dst and from those of the call.
func (y *yard[T]) lay(c *placed) {
	y.src, y.dst, y.from = y.src[:0], y.dst[:0], y.from[:0]
	for s := range c.ns {
		v := y.slots[s][lead+c.at[s]:]
		y.src, y.from = append(y.src, &v[0]), append(y.from, v)
	}
	for d := range c.alias {
		s := c.slot(d)
		y.dst = append(y.dst, &y.slots[s][lead+c.at[s]])
	}
}

// try makes the call that is laid out, and checks that every destination holds
// want from off on and that nothing else has changed; then all is fresh again.
func (y *yard[T]) try(t *testing.T, c *placed, name string, want []T, f func(dst, src []*T)) {
	t.Helper()
	f(y.dst, y.src)
	check := func(what string, s int, got, want []T) {
		if !bytes.Equal(raw(got), raw(want)) { // or perhaps other NaNs
			differ(t, fmt.Sprintf("%s of %T, %+v: slot %d, %s", name, *new(T), *c, s, what), got, want)
		}
	}
	for d := range c.alias {
		s := c.slot(d)
		lo := lead + c.at[s] + c.off
		check("result", s, y.slots[s][lo:lo+c.n], want)
	}
	for d := range c.alias {
		s := c.slot(d)
		lo := lead + c.at[s] + c.off
		copy(y.slots[s][lo:lo+c.n], y.fresh[s][lo:])
	}
	for s := range c.ns + len(c.alias) {
		end := lead + c.at[s] + c.off + c.n + lead
		check("around", s, y.slots[s][:end], y.fresh[s][:end])
	}
}

// untouched checks all there is, however far from the vectors.
func (y *yard[T]) untouched(t *testing.T) {
	t.Helper()
	for s, v := range y.slots {
		differ(t, fmt.Sprintf("slot %d of %T in the end", s, v[0]), v, y.fresh[s])
	}
}

func raw[T Elem](v []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v)*int(unsafe.Sizeof(*new(T))))
}

// deck deals the places within a cache line at random, each once before any
// comes again.
type deck struct {
	r     *rand.Rand
	cards []int
	next  int
}

func newDeck[T Elem](r *rand.Rand) *deck {
	d := &deck{r: r, cards: make([]int, 64/unsafe.Sizeof(*new(T)))}
	for i := range d.cards {
		d.cards[i] = i
	}
	return d
}

func (d *deck) deal() int {
	if d.next == 0 {
		d.r.Shuffle(len(d.cards), func(i, j int) { d.cards[i], d.cards[j] = d.cards[j], d.cards[i] })
		d.next = len(d.cards)
	}
	d.next--
	return d.cards[d.next]
}

// skipped reports whether the short tests leave out length n.
func skipped(n int) bool { return testing.Short() && n > 70 && n%37 != 0 }
