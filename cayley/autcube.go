package cayley

// Automorphisms of Q_d are the d rotations of the coordinates, j carries
// generator k to k+j mod d; of the folded cube the d+1 rotations of its d+1
// generators. Both are transitive on the generators, each generator pair once.
func (c cube) Automorphisms() Automorphisms { return cubeRotations{c} }

type cubeRotations struct{ cube }

func (r cubeRotations) Count() int            { return max(r.gens, 1) }
func (r cubeRotations) GenImage(j, k int) int { return (j + k) % r.gens }

// Image of the folded cube: Z_2^d is Z_2^(d+1) modulo the all-ones vector, so
// rotate d+1 bits and complement if the last is set.
func (r cubeRotations) Image(j, v int) int {
	if j == 0 {
		return v
	}
	g := r.gens
	w := (v<<j | v>>(g-j)) & (1<<g - 1)
	if w>>r.d&1 == 1 {
		w ^= 1<<g - 1
	}
	return w
}
