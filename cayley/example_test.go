package cayley_test

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
)

// The augmented cube of dimension 4: beside the unit vectors, those that end in 2, 3 or 4
// ones. Half the diameter of the cube.
func ExampleNewCayley() {
	binary, err := cayley.BinaryGroup(4)
	if err != nil {
		panic(err)
	}
	g, err := cayley.NewCayley("augmented cube", binary, []int{1, 2, 4, 8, 0b11, 0b111, 0b1111})
	if err != nil {
		panic(err)
	}
	fmt.Println(g.Order(), g.Degree(), cayley.Spheres(g))
	// Output: 16 7 [1 7 8]
}

// The Petersen graph by Definition 2.1: Γ is S_5, H what carries {0,1} to itself, so that
// the coset gH is the pair g{0,1}; an arc leads to each pair that is disjoint.
func ExampleNewCoset() {
	s5, err := cayley.SymmetricGroup(5)
	if err != nil {
		panic(err)
	}
	elements := func(arrangements ...[]int) (list []int) {
		for _, a := range arrangements {
			v, err := cayley.Rank(a)
			if err != nil {
				panic(err)
			}
			list = append(list, v)
		}
		return list
	}
	h, err := cayley.Subgroup(s5, elements([]int{1, 0, 2, 3, 4}, []int{0, 1, 3, 2, 4}, []int{0, 1, 2, 4, 3})...)
	if err != nil {
		panic(err)
	}
	g, err := cayley.NewCoset("petersen", s5, h, elements([]int{2, 3, 0, 1, 4}, []int{2, 4, 0, 1, 3}, []int{3, 4, 0, 1, 2}))
	if err != nil {
		panic(err)
	}
	fmt.Println(len(h), g.Order(), cayley.Spheres(g))
	for k := range g.Degree() {
		fmt.Println(cayley.Unrank(5, g.Rep(g.Neighbor(0, k)))[:2])
	}
	// Output:
	// 12 10 [1 3 6]
	// [2 3]
	// [2 4]
	// [3 4]
}

// The vertices of star:4 are the arrangements of four symbols.
func ExampleUnrank() {
	g, err := cayley.Star(4)
	if err != nil {
		panic(err)
	}
	v, err := cayley.Rank([]int{2, 0, 3, 1})
	if err != nil {
		panic(err)
	}
	for k := range g.Degree() {
		fmt.Println(cayley.Unrank(4, g.Neighbor(v, k)))
	}
	// Output:
	// [0 2 3 1]
	// [3 0 2 1]
	// [1 0 3 2]
}
