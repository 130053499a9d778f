package spectral_test

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/spectral"
)

// The Petersen graph has diameter 2 and the eigenvalues 3, 1 and -2: two
// rounds, and every processor has the sum.
func ExampleNew() {
	g, err := cayley.Parse("petersen")
	if err != nil {
		panic(err)
	}
	p, err := spectral.New(g)
	if err != nil {
		panic(err)
	}
	y, err := p.Simulate([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Lambda, p.Scale)
	fmt.Printf("%.12g\n", y)
	// Output:
	// [-2 1] [0.2 0.5]
	// [55 55 55 55 55 55 55 55 55 55]
}
