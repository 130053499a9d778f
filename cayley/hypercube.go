package cayley

import (
	"math/bits"
	"strconv"
)

// cube is Z_2^d under XOR with the unit vectors 1<<k as generators and, when
// folded, the all-ones vector as the last one.
type cube struct {
	d, gens int
	name    string
}

// Hypercube is Q_d: P = 2^d, degree d, diameter d, generator k = 1<<k. Neighbor
// is one XOR. Hypercube(0) is a single vertex (paper, section 2, after 2.1).
func Hypercube(d int) (Cayley, error) {
	if err := cubeSize("hypercube", d); err != nil {
		return nil, err
	}
	return cube{d, d, "hypercube:" + strconv.Itoa(d)}, nil
}

// IsHypercube reports whether g is a Hypercube in name and in arcs, so that its product is
// exclusive or; the name alone proves nothing. O(P·d), or O(1) for a Hypercube itself.
func IsHypercube(g Graph) bool {
	cube, err := Hypercube(g.Degree())
	return err == nil && g.Name() == cube.Name() && Equal(g, cube)
}

// Folded is the folded cube: Q_d and the all-ones generator, P = 2^d, degree
// d+1, diameter ⌈d/2⌉. For d < 2 the all-ones vector adds nothing to Q_d.
func Folded(d int) (Cayley, error) {
	if err := cubeSize("folded", d); err != nil {
		return nil, err
	}
	gens := d
	if d >= 2 {
		gens++
	}
	return cube{d, gens, "folded:" + strconv.Itoa(d)}, nil
}

func cubeSize(family string, d int) error {
	return inRange(family+":"+strconv.Itoa(d), "the dimension", d, 0, maxCube)
}

func (c cube) Name() string          { return c.name }
func (c cube) Order() int            { return 1 << c.d }
func (c cube) Degree() int           { return c.gens }
func (c cube) Neighbor(v, k int) int { return v ^ c.Gen(k) }
func (c cube) Mul(a, b int) int      { return a ^ b }
func (c cube) Inv(a int) int         { return a }

func (c cube) Gen(k int) int {
	if k < c.d {
		return 1 << k
	}
	return 1<<c.d - 1
}

// InverseGen: every generator is its own inverse.
func (c cube) InverseGen(k int) int { return k }

// InNeighbor is Neighbor.
func (c cube) InNeighbor(v, k int) int { return v ^ c.Gen(k) }

// Dist is the number of ones, in the folded cube at most that of zeros and the
// step across.
func (c cube) Dist(v int) int {
	n := bits.OnesCount(uint(v))
	if c.gens > c.d {
		n = min(n, c.d-n+1)
	}
	return n
}
