package exact_test

import (
	"fmt"
	"log"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/exact"
	_ "github.com/cayleycoll/cayleycoll/internal/untuned"
)

// The sum of a vector that lies in blocks, one for each processor.
func Example() {
	x := make([]float64, 6000)
	for i := range x {
		x[i] = 1 / float64(i+1)
	}
	for _, size := range []int{1, 2, 3, 8} {
		err := coll.Run(size, func(p *coll.Proc) error {
			lo, hi := len(x)*p.Rank()/p.Size(), len(x)*(p.Rank()+1)/p.Size()
			plain := []float64{0}
			for _, v := range x[lo:hi] {
				plain[0] += v
			}
			coll.Allreduce(p, plain, plain, coll.Sum)

			var s exact.Sum
			s.AddSlice(x[lo:hi])
			w := s.Words()
			coll.Allreduce(p, w, w, coll.Sum)
			if p.Rank() == 0 {
				fmt.Println(plain[0], s.Float64())
			}
			return nil
		})
		if err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// 9.276813744130223 9.276813744130243
	// 9.276813744130225 9.276813744130243
	// 9.276813744130246 9.276813744130243
	// 9.276813744130246 9.276813744130243
}

func ExampleSum_AddDot() {
	x := []float64{1e20, 1, -1e20}
	y := []float64{1e10, 3, 1e10}
	plain := 0.0
	for i := range x {
		plain += float64(x[i] * y[i]) // in two operations on every processor
	}
	var s exact.Sum
	s.AddDot(x, y)
	fmt.Println(plain, s.Float64())
	// Output: 0 3
}

// Sums of the elements of vectors, here of rows that processors have dealt out among them.
func ExampleVector() {
	rows := [][]float64{{1e16, 1}, {1, 2}, {-1e16, 3}, {1, 4}}
	err := coll.Run(2, func(p *coll.Proc) error {
		v := exact.NewVector(2)
		for i := p.Rank(); i < len(rows); i += p.Size() {
			v.Add(rows[i])
		}
		w := v.Words()
		coll.Allreduce(p, w, w, coll.Sum)
		sums := make([]float64, v.Len())
		v.Float64s(sums)
		if p.Rank() == 0 {
			fmt.Println(sums)
		}
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output: [2 10]
}
