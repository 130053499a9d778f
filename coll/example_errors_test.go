package coll_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
)

// If processors disagree, all unwind, and Run says who called what. The whole error also has the
// places of the two calls and the calls before them.
func ExampleMachine_Run() {
	m, err := coll.New(coll.Config{P: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	err = m.Run(context.Background(), func(p *coll.Proc) error {
		x := make([]float64, 1+p.Rank())
		coll.Allreduce(p, x, x, coll.Sum)
		return nil
	})
	fmt.Println(errors.Is(err, coll.ErrMismatch))
	var e *coll.Error
	if errors.As(err, &e) {
		fmt.Println(e.Text)
	}
	// Output:
	// true
	// rank 0 called allreduce of 1 float64 (sum, direct), rank 1 called allreduce of 2 float64 (sum, direct)
}

// A deadline ends collectives, waiting or at work, and then the machine can run again.
func ExampleMachine_Run_deadline() {
	m, err := coll.New(coll.Config{P: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	err = m.Run(ctx, func(p *coll.Proc) error {
		x := make([]float64, 1000)
		for { // for ever, were it not for the deadline
			coll.Allreduce(p, x, x, coll.Max)
		}
	})
	fmt.Println(errors.Is(err, context.DeadlineExceeded))
	fmt.Println(m.Run(context.Background(), func(p *coll.Proc) error {
		coll.Barrier(p)
		return nil
	}))
	// Output:
	// true
	// <nil>
}

// With Stall a Run also ends if one processor waits for another that is busy elsewhere.
func ExampleConfig_stall() {
	m, err := coll.New(coll.Config{P: 2, Host: coll.Goroutines, Stall: 20 * time.Millisecond})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	err = m.Run(context.Background(), func(p *coll.Proc) error {
		if p.Rank() == 1 {
			<-p.Context().Done() // such as a server that does not answer
		}
		coll.Barrier(p)
		return nil
	})
	var e *coll.Error
	if errors.As(err, &e) && e.Kind == coll.ErrStalled {
		fmt.Printf("%s: rank %d has waited for rank %d\n", e.Collective, e.Rank, e.Other)
	}
	// Output: barrier: rank 0 has waited for rank 1
}

// With RefuseNaN the Run ends before a NaN goes from one processor to the others, and its error
// says who gave it and where it is.
func ExampleConfig_refuseNaN() {
	m, err := coll.New(coll.Config{P: 4, RefuseNaN: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	err = m.Run(context.Background(), func(p *coll.Proc) error {
		gradient := []float64{1, 2, 3}
		if p.Rank() == 2 {
			gradient[1] = math.Log(-1)
		}
		coll.Allreduce(p, gradient, gradient, coll.Sum)
		return nil
	})
	fmt.Println(errors.Is(err, coll.ErrNaN))
	var e *coll.Error
	if errors.As(err, &e) {
		fmt.Println(e.Text)
	}
	// Output:
	// true
	// rank 2: allreduce: src has 1 NaN among 3 elements, the first at src[1]
}
