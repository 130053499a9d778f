package coll_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll"
)

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

// What is not a vector need not be moved: the processors of a process share the variable. The
// Barrier orders memory; there must be another one before the variable is written again.
func ExampleBarrier_struct() {
	var shared struct {
		name   string
		layers []int
	}
	coll.Run(4, func(p *coll.Proc) error {
		if p.Rank() == 1 {
			shared.name, shared.layers = "wide", []int{64, 10}
		}
		coll.Barrier(p)
		if p.Rank() == 3 {
			fmt.Println(shared.name, shared.layers)
		}
		return nil
	})
	// Output: wide [64 10]
}

func ExampleBroadcast() {
	coll.Run(4, func(p *coll.Proc) error {
		x := make([]float64, 3)
		if p.Rank() == 1 {
			copy(x, []float64{3, 1, 4})
		}
		coll.Broadcast(p, x, 1)
		if p.Rank() == 3 {
			fmt.Println(x)
		}
		return nil
	})
	// Output: [3 1 4]
}

func ExampleReduce() {
	coll.Run(4, func(p *coll.Proc) error {
		x := []int64{int64(p.Rank()), int64(10 - p.Rank())}
		var most []int64 // looked at on the root only
		if p.Rank() == 2 {
			most = make([]int64, 2)
		}
		coll.Reduce(p, most, x, coll.Max, 2)
		if p.Rank() == 2 {
			fmt.Println(most)
		}
		return nil
	})
	// Output: [3 10]
}

func ExampleAllreduce() {
	coll.Run(4, func(p *coll.Proc) error {
		x := []float64{float64(p.Rank()), 1}
		coll.Allreduce(p, x, x, coll.Sum) // in place
		if p.Rank() == 2 {
			fmt.Println(x)
		}
		return nil
	})
	// Output: [6 4]
}

// The operator may be any function of two vectors. Here it composes linear functions a·t + b: it
// does not commute, and does not work element by element.
func ExampleAllreduceFunc() {
	coll.Run(3, func(p *coll.Proc) error {
		f := [][]float64{{2, 0}, {1, 3}, {5, 1}}[p.Rank()] // 2t, t+3, 5t+1
		coll.AllreduceFunc(p, f, f, func(acc, x []float64) {
			acc[0], acc[1] = acc[0]*x[0], x[0]*acc[1]+x[1] // first acc, then x
		})
		if p.Rank() == 0 {
			fmt.Printf("%vt + %v\n", f[0], f[1])
		}
		return nil
	})
	// Output: 10t + 16
}

func ExampleGather() {
	coll.Run(3, func(p *coll.Proc) error {
		var all []int32
		if p.Rank() == 0 {
			all = make([]int32, 6)
		}
		coll.Gather(p, all, []int32{int32(p.Rank()), int32(p.Rank() * p.Rank())}, 0)
		if p.Rank() == 0 {
			fmt.Println(all)
		}
		return nil
	})
	// Output: [0 0 1 1 2 4]
}

// Rank r has r+1 elements; only the root needs to know the counts.
func ExampleGatherv() {
	coll.Run(3, func(p *coll.Proc) error {
		x := []float64{10, 11, 12}[:p.Rank()+1]
		var all []float64
		var counts []int
		if p.Rank() == 2 {
			counts, all = []int{1, 2, 3}, make([]float64, 6)
		}
		coll.Gatherv(p, all, x, counts, 2)
		if p.Rank() == 2 {
			fmt.Println(all)
		}
		return nil
	})
	// Output: [10 10 11 10 11 12]
}

func ExampleScatter() {
	coll.Run(3, func(p *coll.Proc) error {
		var all []float64
		if p.Rank() == 0 {
			all = []float64{0, 1, 10, 11, 20, 21}
		}
		mine := make([]float64, 2)
		coll.Scatter(p, mine, all, 0)
		if p.Rank() == 2 {
			fmt.Println(mine)
		}
		return nil
	})
	// Output: [20 21]
}

func ExampleScatterv() {
	coll.Run(3, func(p *coll.Proc) error {
		var all []float64
		var counts []int
		if p.Rank() == 0 {
			all, counts = []float64{1, 2, 2, 3, 3, 3}, []int{1, 2, 3}
		}
		mine := make([]float64, p.Rank()+1)
		coll.Scatterv(p, mine, all, counts, 0)
		if p.Rank() == 1 {
			fmt.Println(mine)
		}
		return nil
	})
	// Output: [2 2]
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

// In place: src is the caller's own block of dst.
func ExampleAllgatherv() {
	coll.Run(3, func(p *coll.Proc) error {
		counts, offset := []int{2, 0, 1}, []int{0, 2, 2}[p.Rank()]
		all := make([]float64, 3)
		mine := all[offset : offset+counts[p.Rank()]]
		for i := range mine {
			mine[i] = float64(10*p.Rank() + i)
		}
		coll.Allgatherv(p, all, mine, counts)
		if p.Rank() == 1 {
			fmt.Println(all)
		}
		return nil
	})
	// Output: [0 1 20]
}

func ExampleReduceScatter() {
	coll.Run(2, func(p *coll.Proc) error {
		x := []float64{1, 2, 30, 40} // the same on both
		sum := make([]float64, 2)
		coll.ReduceScatter(p, sum, x, coll.Sum)
		if p.Rank() == 1 {
			fmt.Println(sum)
		}
		return nil
	})
	// Output: [60 80]
}

func ExampleReduceScatterv() {
	coll.Run(2, func(p *coll.Proc) error {
		counts := []int{3, 1}
		product := make([]int64, counts[p.Rank()])
		coll.ReduceScatterv(p, product, []int64{1, 2, 3, 4}, counts, coll.Prod)
		if p.Rank() == 0 {
			fmt.Println(product)
		}
		return nil
	})
	// Output: [1 4 9]
}

// A transposition: block r of rank s becomes block s of rank r.
func ExampleAlltoall() {
	coll.Run(3, func(p *coll.Proc) error {
		row := make([]float64, 3)
		for i := range row {
			row[i] = float64(10*p.Rank() + i)
		}
		coll.Alltoall(p, row, row)
		if p.Rank() == 1 {
			fmt.Println(row)
		}
		return nil
	})
	// Output: [1 11 21]
}

// Rank 0 sends two elements to rank 1, which sends one to each.
// The receivers do not know how much they get: the counts go first.
func ExampleAlltoallv() {
	coll.Run(2, func(p *coll.Proc) error {
		src := [][]float64{{5, 6}, {7, 8}}[p.Rank()]
		send := [][]int{{0, 2}, {1, 1}}[p.Rank()] // to rank 0, to rank 1
		receive := make([]int, p.Size())
		coll.AlltoallCounts(p, receive, send)
		dst := make([]float64, receive[0]+receive[1])
		coll.Alltoallv(p, dst, receive, src, send)
		if p.Rank() == 1 {
			fmt.Println(dst)
		}
		return nil
	})
	// Output: [5 6 8]
}

// Every processor knows what it sends, and learns how many elements come from each.
func ExampleAlltoallCounts() {
	coll.Run(3, func(p *coll.Proc) error {
		send := [][]int{{0, 5, 1}, {2, 0, 0}, {7, 4, 3}}[p.Rank()] // to ranks 0, 1, 2
		receive := make([]int, p.Size())
		coll.AlltoallCounts(p, receive, send)
		if p.Rank() == 1 {
			fmt.Println(receive)
		}
		return nil
	})
	// Output: [5 0 4]
}

func ExampleScan() {
	coll.Run(4, func(p *coll.Proc) error {
		x := []float64{float64(p.Rank() + 1)}
		coll.Scan(p, x, x, coll.Sum)
		if p.Rank() == 2 {
			fmt.Println("1 + 2 + 3 =", x[0])
		}
		return nil
	})
	// Output: 1 + 2 + 3 = 6
}

// Where a processor's elements begin if they are numbered from rank to rank.
func ExampleExscan() {
	coll.Run(4, func(p *coll.Proc) error {
		first := []int64{0} // stays on rank 0
		coll.Exscan(p, first, []int64{int64(10 * p.Rank())}, coll.Sum)
		if p.Rank() == 3 {
			fmt.Println(first[0])
		}
		return nil
	})
	// Output: 30
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

// Every processor swaps a vector with each of its neighbours in the machine's graph, whose edges
// lead both ways. All go through their neighbours in the order of ranks, so that long vectors do
// not wait for one another in a circle.
func ExampleExchange_neighbours() {
	torus, err := cayley.Torus(3, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := coll.New(coll.Config{Graph: torus})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	err = m.Run(context.Background(), func(p *coll.Proc) error {
		var near []int
		for k := range m.Graph().Degree() {
			near = append(near, m.Graph().Neighbor(p.Rank(), k))
		}
		slices.Sort(near)
		edge := slices.Repeat([]float64{float64(p.Rank())}, 10_000)
		halo := make([][]float64, len(near))
		for i, r := range near {
			halo[i] = make([]float64, len(edge))
			coll.Exchange(p, halo[i], r, edge, r)
		}
		if p.Rank() == 5 { // in row 1, column 1
			fmt.Println(near, halo[0][0], halo[3][9999])
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: [1 4 6 9] 1 9
}

// Along an axis of a torus all send to one side and receive from the other: generators 2a and 2a+1
// of the torus are the two directions of axis a.
func ExampleExchange_torus() {
	torus, err := cayley.Torus(3, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	coll.Run(torus.Order(), func(p *coll.Proc) error {
		down, up := torus.Neighbor(p.Rank(), 0), torus.Neighbor(p.Rank(), 1)
		halo := make([]float64, 1)
		coll.Exchange(p, halo, up, []float64{float64(p.Rank())}, down)
		if p.Rank() == 1 { // in row 0, column 1
			fmt.Println("sent to", down, "received", halo[0])
		}
		return nil
	})
	// Output: sent to 5 received 9
}
