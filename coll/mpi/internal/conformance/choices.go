//go:build mpi

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/mpi"
	"github.com/cayleycoll/cayleycoll/sched"
	"github.com/cayleycoll/cayleycoll/sched/format"
)

// choices makes the calls that need a machine of their own: by schedules out of
// files, and by the algorithms that a tuning table chooses.
func choices(p int) error {
	name := fmt.Sprintf("ring:%d", p)
	if d := dimension(p); 1<<d == p {
		name = fmt.Sprintf("hypercube:%d", d)
	}
	g, err := cayley.Parse(name)
	if err != nil {
		return err
	}
	c := coll.Config{P: p, Host: coll.Auto, Stall: 20 * time.Second, Tuning: &coll.Tuning{Rules: []coll.Rule{
		{Collective: "allreduce", Procs: [2]int{2, 1 << 10}, Bytes: [2]int64{0, 300}, Algorithm: coll.Doubling},
		{Collective: "allreduce", Procs: [2]int{2, 1 << 10}, Bytes: [2]int64{301, 1 << 20}, Algorithm: coll.Ring},
		{Collective: "allgather", Procs: [2]int{2, 1 << 10}, Bytes: [2]int64{0, 1 << 20}, Algorithm: coll.Bruck},
	}}}
	for _, task := range []sched.Task{sched.Broadcast, sched.Accumulate, sched.Exchange} {
		s, bound, err := sched.Plan(g, sched.Request{Task: task})
		if err != nil {
			return err
		}
		var file bytes.Buffer
		if err := format.Write(&file, s, bound); err != nil {
			return err
		}
		if s, err = coll.FromSchedule(&file); err != nil {
			return err
		}
		c.Schedules = append(c.Schedules, s)
	}
	near, err := coll.New(local(c))
	if err != nil {
		return err
	}
	defer near.Close()
	c.Remote = mpi.World()
	far, err := coll.New(c)
	if err != nil {
		return err
	}
	defer far.Close()
	if got := far.Choice("allreduce", 8); got != coll.Doubling {
		return fmt.Errorf("the tuning table chooses %q, want doubling", got)
	}
	var trials []trial
	for _, n := range []int{1, 30, 3000} {
		for _, collective := range []string{"allgather", "reducescatter", "allreduce", "alltoall"} {
			trials = append(trials, trial{collective: collective, by: coll.File, n: n})
		}
		trials = append(trials, trial{collective: "allreduce", n: n}, trial{collective: "allgather", n: n})
	}
	differs := false
	for _, t := range trials {
		got, err := once(far, t)
		if err != nil {
			return fmt.Errorf("%v: %w", t, err)
		}
		want, err := once(near, t)
		if err != nil {
			return fmt.Errorf("%v in one process: %w", t, err)
		}
		t.by = coll.Direct
		direct, err := once(near, t)
		if err != nil {
			return err
		}
		for r := range got {
			if got[r] == nil { // of another process
				continue
			}
			if err := differ(got[r], want[r]); err != nil {
				return fmt.Errorf("rank %d, %v by a schedule or a table: %w", r, t, err)
			}
			differs = differs || differ(got[r], direct[r]) != nil
		}
	}
	if p >= 4 && !differs {
		return errors.New("no sum by a schedule or a table has other bits than by direct: were they obeyed?")
	}
	return nil
}

// local is the same machine in one process.
func local(c coll.Config) coll.Config {
	c.Host = coll.Goroutines
	return c
}

// once makes a call on all processors of a machine.
func once(m *coll.Machine, t trial) ([][]float64, error) {
	results := make([][]float64, m.Config().P)
	err := m.Run(context.Background(), func(q *coll.Proc) error {
		results[q.Rank()] = perform[float64](q, t)
		return nil
	})
	return results, err
}

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
			time.Sleep(time.Second)
		}
		x := make([]float64, 3000) // a meeting that binds
		coll.Allreduce(q, x, x, coll.Max)
		return nil
	})
	if !errors.Is(err, coll.ErrStalled) {
		return fmt.Errorf("a processor that is late: Run returned %v", err)
	}
	if err := agreed(m); err != nil {
		return fmt.Errorf("after a processor that was late: %w", err)
	}
	return nil
}

// refuses wants no machine in any process where one cannot make its part, or has
// another Config, an error that names that process, and MPI as before.
func refuses(p, rank, processes int) error {
	tuning := func(below int64) *coll.Tuning {
		return &coll.Tuning{Rules: []coll.Rule{{Collective: "allreduce", Procs: [2]int{2, 64}, Bytes: [2]int64{0, below}, Algorithm: coll.Doubling}}}
	}
	odd := rank == processes-1
	for _, c := range []struct {
		name, want string
		change     func(*coll.Config)
	}{
		{"another P", "P is", func(c *coll.Config) { c.P = 2 * p }},
		{"another tuning table", fmt.Sprintf("the Tuning of process %d", processes-1), func(c *coll.Config) { c.Tuning = tuning(300) }},
		{"another protocol", fmt.Sprintf("the Protocol of process %d", processes-1), func(c *coll.Config) { c.Protocol = coll.InPlace }},
		{"a core that is none", "Cores[0] is 5000", func(c *coll.Config) { c.Cores = []int{5000} }},
	} {
		config := coll.Config{P: p, Remote: mpi.World(), Tuning: tuning(200)}
		if odd {
			c.change(&config)
		}
		m, err := coll.New(config)
		if err == nil {
			m.Close()
		}
		if !errors.Is(err, coll.ErrUsage) || !strings.Contains(err.Error(), c.want) || !odd && !strings.Contains(err.Error(), fmt.Sprintf("process %d", processes-1)) {
			return fmt.Errorf("%s in one process: New returned %v, want %q", c.name, err, c.want)
		}
	}
	return nil
}

// dimension is of the largest hypercube of p vertices at most.
func dimension(p int) (d int) {
	for 2<<d <= p {
		d++
	}
	return d
}
