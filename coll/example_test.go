package coll_test

import (
	"fmt"

	"github.com/cayleycoll/cayleycoll/coll"
)

func ExampleAllreduce() {
	coll.Run(4, func(p *coll.Proc) error {
		x := []float64{float64(p.Rank()), 1}
		coll.Allreduce(p, x, x, coll.Sum)
		if p.Rank() == 2 {
			fmt.Println(x)
		}
		return nil
	})
	// Output: [6 4]
}

func ExampleAllgather() {
	coll.Run(3, func(p *coll.Proc) error {
		all := make([]int64, 6)
		coll.Allgather(p, all, []int64{int64(p.Rank()), 10 * int64(p.Rank())})
		if p.Rank() == 0 {
			fmt.Println(all)
		}
		return nil
	})
	// Output: [0 0 1 10 2 20]
}

func ExampleExchange() {
	coll.Run(4, func(p *coll.Proc) error {
		left, right := (p.Rank()+3)%4, (p.Rank()+1)%4
		halo := make([]float64, 1)
		coll.Exchange(p, halo, left, []float64{float64(p.Rank())}, right)
		if p.Rank() == 0 {
			fmt.Println("from the left:", halo[0])
		}
		return nil
	})
	// Output: from the left: 3
}

func ExampleProc_Using() {
	coll.Run(8, func(p *coll.Proc) error {
		q := p.Using(coll.Cayley) // the optimal schedule of the 3-cube
		x := []float64{1}
		coll.Allreduce(q, x, x, coll.Sum)
		if p.Rank() == 0 {
			fmt.Println(x[0])
		}
		return nil
	})
	// Output: 8
}

func ExampleBarrier() {
	coll.Run(4, func(p *coll.Proc) error {
		if p.Rank() == 3 {
			fmt.Println("before")
		}
		coll.Barrier(p)
		if p.Rank() == 0 {
			fmt.Println("after")
		}
		return nil
	})
	// Output:
	// before
	// after
}
