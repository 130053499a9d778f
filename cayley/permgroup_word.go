package cayley

import "math/bits"

// Elements of a PermGroup as words of coset representatives, one a level.

// word is an element as the places it takes in the orbits, level by level.
type word [maxLevels]uint16

// digits reads an element's number: the digit of a level counts the images of
// its orbit, under the levels before, that are less than its own.
func (g *PermGroup) digits(v int) (w word) {
	var set [MaxPoints / 64]uint64
	for i := range g.levels {
		l := &g.levels[i]
		digit := v / l.stride
		v -= digit * l.stride
		if i == 0 {
			w[0] = uint16(digit)
			continue
		}
		set = g.images(&w, i)
		j := 0
		for c := bits.OnesCount64(set[0]); digit >= c; c = bits.OnesCount64(set[j]) {
			digit -= c
			j++
		}
		image := 64*j + bits.TrailingZeros64(nth(set[j], digit))
		w[i] = uint16(l.place[g.back(&w, i, image)])
	}
	return w
}

// number is the other way round.
func (g *PermGroup) number(w *word) int {
	v := 0
	for i := range g.levels {
		l := &g.levels[i]
		if i == 0 {
			v = int(w[0]) * l.stride
			continue
		}
		set := g.images(w, i)
		image := g.under(w, i, int(l.orbit[w[i]]))
		digit := bits.OnesCount64(set[image/64] & (1<<(image%64) - 1))
		for j := range image / 64 {
			digit += bits.OnesCount64(set[j])
		}
		v += digit * l.stride
	}
	return v
}

// images is the image of level i's orbit under the levels before it, as bits.
func (g *PermGroup) images(w *word, i int) (set [MaxPoints / 64]uint64) {
	for _, x := range g.levels[i].orbit {
		y := g.under(w, i, int(x))
		set[y/64] |= 1 << (y % 64)
	}
	return set
}

// under carries a point by the first `levels` levels of w, the last one first.
func (g *PermGroup) under(w *word, levels, x int) int {
	for i := levels - 1; i >= 0; i-- {
		x = int(g.levels[i].to[w[i]][x])
	}
	return x
}

// back undoes under.
func (g *PermGroup) back(w *word, levels, x int) int {
	for i := range levels {
		x = int(g.levels[i].from[w[i]][x])
	}
	return x
}

// sift finds the element that carries the points of the levels to these images.
func (g *PermGroup) sift(image *[maxLevels]int) int {
	var w word
	for i := range g.levels {
		w[i] = uint16(g.levels[i].place[g.back(&w, i, image[i])])
	}
	return g.number(&w)
}
