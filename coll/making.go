package coll

import (
	"errors"
	"runtime/debug"
	"time"
)

// making is a value that can take seconds to make, a program or a plan. A goroutine of
// its own makes it, so that whoever waits for it can look for the end of the Run: the value
// is finished all the same, and there for the next.
type making[T any] struct {
	done  chan struct{}
	v     T
	err   error
	panic *broken
}

// broken is a panic of a graph of the caller's, in making.
type broken struct {
	value any
	stack string
}

// begin starts the making. by is the member that asks for it, nil outside of Runs.
func begin[T any](m *Machine, by *member, f func() (T, error)) *making[T] {
	x := &making[T]{done: make(chan struct{}), err: errors.New("the goroutine that made it has ended")}
	if by != nil { // outside of Runs one waits to the end
		m.makers.Add(1)
	}
	go func() {
		if by != nil {
			defer m.makers.Done()
		}
		defer close(x.done)
		defer func() {
			if v := recover(); v != nil {
				x.panic = &broken{v, string(debug.Stack())}
			}
		}()
		x.v, x.err = f()
	}()
	return x
}

// wait blocks until the value is there. A member that waits unwinds if its Run ends
// before; by is nil outside of Runs. A graph of the caller's that panicked fails the Run,
// even if f recovers: the collective cannot go on.
func (x *making[T]) wait(by *member) (T, error) {
	select {
	case <-x.done:
	default:
		x.await(by)
	}
	switch {
	case x.panic == nil:
	case by == nil:
		panic(x.panic.value)
	default:
		by.c.endedBy(*x.panic)
		by.c.unwind()
	}
	return x.v, x.err
}

func (x *making[T]) await(by *member) {
	if by == nil {
		<-x.done
		return
	}
	if c := by.c; c.timed() { // to wait for the library is not to be late
		c.since.Store(atWork)
		defer c.working()
	}
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-x.done:
			return
		case <-look.C:
			by.look()
		}
	}
}
