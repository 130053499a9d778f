package coll

import "unsafe"

// Whether a vector is written anew before each call that gives it (anew.go, exchange_anew.go): three of its words
// are remembered. Where nothing has changed for long, only some calls look.

const (
	freshAfter = 2  // calls in a row in which its words had changed
	restAfter  = 32 // calls in which none had, after which only one in lookEvery is looked at
	lookEvery  = 7  // a prime: calls alternate
)

// glimpses are of vectors that a team's first processor has given lately.
type glimpses [1 << glimpseBits]struct {
	at uintptr // where the vector lies
	change
}

const glimpseBits = 5

// anew reports whether a vector is written anew between the calls that give it.
func (all *glimpses) anew(at uintptr, words uint64) bool {
	g := &all[hashed(at, glimpseBits)]
	if g.at != at {
		g.at, g.change = at, change{words: words}
		return false
	}
	return g.change.anew(words)
}

// change is of words of a vector.
type change struct {
	words uint64 // the latest
	times int    // in a row that they were others than before; no more than freshAfter
}

func (c *change) anew(words uint64) bool {
	switch {
	case c.words == words:
		c.times = 0
	case c.times < freshAfter:
		c.times++
	}
	c.words = words
	return c.times == freshAfter
}

// glances are how often vectors are looked at.
type glances struct {
	stale  int // since one was written anew
	unseen int // calls before the next
}

// due reports whether a call's are. It is inlined.
func (g *glances) due() bool {
	if g.unseen > 0 {
		g.unseen--
		return false
	}
	return true
}

// saw notes whether a vector was written anew, and returns that.
func (g *glances) saw(anew bool) bool {
	if g.stale++; anew {
		g.stale = 0
	} else if g.stale > restAfter {
		g.unseen = lookEvery - 1
	}
	return anew
}

// gaveAnew reports whether the vector that the team's first processor gives is written anew.
func gaveAnew[T Elem](t *team, src []T) bool {
	if t.glimpses == nil {
		t.glimpses = new(glimpses)
	}
	at := unsafe.Pointer(&src[0])
	return t.glances.saw(t.glimpses.anew(uintptr(at), glimpseOf(at, len(src), sizeOf[T]())))
}

// glimpseOf is a digest of the first word of a vector of n elements of so many bytes, the middle one and the
// last.
func glimpseOf(first unsafe.Pointer, n, size int) (digest uint64) {
	for _, i := range [...]int{0, n / 2, n - 1} {
		if at := unsafe.Add(first, i*size); size == 4 {
			digest = digested(digest, uint64(*(*uint32)(at)))
		} else {
			digest = digested(digest, *(*uint64)(at))
		}
	}
	return digest
}
