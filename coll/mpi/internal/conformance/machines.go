//go:build mpi && cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/mpi"
)

// stalls wants a processor that is late to end the Run everywhere, and the
// machine to run again.
func stalls(p int) error {
	m, err := coll.New(coll.Config{P: p, Remote: mpi.World(), Stall: 300 * time.Millisecond})
	if err != nil {
		return err
	}
	defer m.Close()
	err = m.Run(context.Background(), func(q *coll.Proc) error {
		if q.Rank() == p-1 {
			time.Sleep(1500 * time.Millisecond)
		}
		x := make([]float64, 3000) // a meeting that binds
		coll.Allreduce(q, x, x, coll.Max)
		return nil
	})
	if !errors.Is(err, coll.ErrStalled) {
		return fmt.Errorf("a processor that is late: Run returned %v", err)
	}
	err = agreed(m)
	for begun := time.Now(); errors.Is(err, coll.ErrStalled) && time.Since(begun) < patience; {
		err = agreed(m) // the system may have kept one from its core
	}
	if err != nil {
		return fmt.Errorf("after a processor that was late: %w", err)
	}
	return nil
}

// together wants Runs of two machines at the same time not to wait for each other, be it
// that those of one fail and that others are made and closed meanwhile. With MPI's own
// collectives for both they would.
func together(m *coll.Machine, p int) error {
	if os.Getenv("COLL_MPI_COLLECTIVES") == "native" {
		return nil
	}
	other, err := coll.New(coll.Config{P: p, Remote: mpi.World(), Stall: patience})
	if err != nil {
		return err
	}
	defer other.Close()
	sums := func(q *coll.Proc) error {
		for i := range 20 {
			x := make([]float64, 100+500*i)
			for k := range x {
				x[k] = float64(q.Rank())
			}
			coll.Allreduce(q, x, x, coll.Sum)
			if want := float64(p * (p - 1) / 2); x[0] != want || x[len(x)-1] != want {
				return fmt.Errorf("two machines at a time: %v and %v, want %v", x[0], x[len(x)-1], want)
			}
		}
		return nil
	}
	fails := func() error {
		err := other.Run(context.Background(), func(q *coll.Proc) error {
			if coll.Barrier(q); q.Rank() == p-1 {
				return errors.New("on purpose")
			}
			coll.Barrier(q)
			return nil
		})
		if err == nil || !strings.Contains(err.Error(), "on purpose") {
			return fmt.Errorf("a failure beside another machine: %v", err)
		}
		third, err := coll.New(coll.Config{P: p, Remote: mpi.World()})
		if err != nil {
			return err
		}
		return third.Close()
	}
	done := make(chan error, 1)
	go func() {
		var err error
		for range 3 {
			err = errors.Join(err, other.Run(context.Background(), sums), fails())
		}
		done <- err
	}()
	for range 10 {
		err = errors.Join(err, m.Run(context.Background(), sums))
	}
	return errors.Join(err, <-done)
}

// forgets wants messages between processes to be let go of when they have gone: they
// would be some 1.5 KiB each.
func forgets(m *coll.Machine) error {
	const messages, most = 6000, 4 << 10
	return m.Run(context.Background(), func(p *coll.Proc) error {
		x, y := make([]float64, 64), make([]float64, 64)
		next, before := (p.Rank()+1)%p.Size(), (p.Rank()+p.Size()-1)%p.Size()
		pass := func(n int) {
			for range n {
				coll.Exchange(p, y, before, x, next)
			}
			coll.Barrier(p)
		}
		pass(messages / 10)  // what is made at first use
		debug.FreeOSMemory() // Go's own garbage is not meant
		was := resident()
		pass(messages)
		debug.FreeOSMemory()
		if now := resident(); now-was > most {
			return fmt.Errorf("%d messages of 512 bytes to each have left %d KiB", messages, now-was)
		}
		return nil
	})
}

// resident is the process's memory in KiB.
func resident() (kib int) {
	status, _ := os.ReadFile("/proc/self/status")
	if _, after, ok := strings.Cut(string(status), "VmRSS:"); ok {
		fmt.Sscan(after, &kib)
	}
	return kib
}
