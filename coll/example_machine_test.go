package coll_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/cayley"
	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/sched"
	"github.com/cayleycoll/cayleycoll/sched/format"
)

func Example() {
	m, err := coll.New(coll.Config{P: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	err = m.Run(context.Background(), func(p *coll.Proc) error {
		x := []float64{float64(p.Rank()), 1}
		coll.Allreduce(p, x, x, coll.Sum)
		if p.Rank() == 0 {
			fmt.Println(x)
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: [6 4]
}

// One vector for each processor, each beginning at a cache line, made once for many Runs.
func Example_slab() {
	m, err := coll.New(coll.Config{P: 4})
	if err != nil {
		log.Fatal(err)
	}
	defer m.Close()
	vectors, err := buffers.NewSlab[float64](4, 100_000)
	if err != nil {
		log.Fatal(err)
	}
	defer vectors.Close() // after the last Run
	for range 2 {
		err := m.Run(context.Background(), func(p *coll.Proc) error {
			x := vectors.Vector(p.Rank())
			x[0] += float64(p.Rank())
			coll.Allreduce(p, x, x, coll.Sum)
			return nil
		})
		if err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(vectors.Vector(3)[0])
	// Output: 30
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

// Processors give up long code of their own when one has failed.
func ExampleProc_Context() {
	m, err := coll.New(coll.Config{P: 4, Host: coll.Goroutines})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	err = m.Run(context.Background(), func(p *coll.Proc) error {
		if p.Rank() == 2 {
			return errors.New("no room on the disk")
		}
		ctx := p.Context()
		for ctx.Err() == nil { // a piece of the work
			time.Sleep(time.Millisecond)
		}
		return context.Cause(ctx)
	})
	fmt.Println(err)
	// Output: coll: rank 2: no room on the disk
}

// Rows and columns of a 2×3 grid of processors.
func ExampleProc_Split() {
	coll.Run(6, func(p *coll.Proc) error {
		row := p.Split(p.Rank()/3, p.Rank())
		column := p.Split(p.Rank()%3, p.Rank())
		x, y := []int64{int64(p.Rank())}, []int64{int64(p.Rank())}
		coll.Allreduce(row, x, x, coll.Sum)
		coll.Allreduce(column, y, y, coll.Sum)
		if p.Rank() == 5 {
			fmt.Printf("row of %d: %d, column of %d: %d\n", row.Size(), x[0], column.Size(), y[0])
		}
		return nil
	})
	// Output: row of 3: 12, column of 2: 7
}

func ExampleMachine_Counters() {
	m, err := coll.New(coll.Config{P: 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	m.Run(context.Background(), func(p *coll.Proc) error {
		x := make([]float64, 10)
		for range 3 {
			coll.Allreduce(p.Using(coll.Tree), x, x, coll.Sum)
		}
		coll.Barrier(p)
		return nil
	})
	for _, c := range m.Counters() {
		fmt.Println(c.Collective, c.Algorithm, c.Calls, "calls,", c.Bytes, "bytes")
	}
	// Output:
	// barrier direct 1 calls, 0 bytes
	// allreduce tree 3 calls, 240 bytes
}

func ExampleMachine_Steps() {
	m, err := coll.New(coll.Config{P: 64}) // the hypercube of degree 6
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	steps, bound, err := m.Steps("allgather", coll.Cayley)
	fmt.Println(steps, bound, err)
	// Output: 11 11 <nil>
}

// A schedule made elsewhere is read, verified and carried out.
func ExampleFromSchedule() {
	g, err := cayley.Parse("petersen")
	if err != nil {
		fmt.Println(err)
		return
	}
	made, bound, err := sched.Plan(g, sched.Request{Task: sched.Broadcast})
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := format.Write(&file, made, bound); err != nil {
		fmt.Println(err)
		return
	}

	s, err := coll.FromSchedule(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := coll.New(coll.Config{P: 10, Schedules: []sched.Schedule{s}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	err = m.Run(context.Background(), func(p *coll.Proc) error {
		all := make([]int32, 10)
		coll.Allgather(p.Using(coll.File), all, []int32{int32(p.Rank())})
		if p.Rank() == 7 {
			fmt.Println(s.Tau(), "steps:", all)
		}
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output: 3 steps: [0 1 2 3 4 5 6 7 8 9]
}

func ExampleAlgorithms() {
	fmt.Println(coll.Algorithms("gather"))
	fmt.Println(coll.Algorithms("exchange"))
	// Output:
	// [direct tree]
	// [rings]
}

// A tuning table chooses the algorithms that the program does not.
func ExampleReadTuning() {
	table, err := coll.ReadTuning(strings.NewReader(`{"format":"cayleycoll/tuning/1","rules":[
	 {"coll":"alltoall","procs":[8,16],"bytes":[0,256],"alg":"bruck"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := coll.New(coll.Config{P: 8, Tuning: table})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	fmt.Println(m.Choice("alltoall", 128), m.Choice("alltoall", 256))
	// Output: bruck direct
}

// Profiles have the labels of the context that Run is given and, with Labels, the rank.
func ExampleConfig_labels() {
	m, err := coll.New(coll.Config{P: 3, Labels: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	var profile strings.Builder // a CPU profile has them too
	pprof.Do(context.Background(), pprof.Labels("job", "solver"), func(ctx context.Context) {
		err = m.Run(ctx, func(p *coll.Proc) error {
			coll.Barrier(p) // all have begun
			if p.Rank() == 1 {
				pprof.Lookup("goroutine").WriteTo(&profile, 1)
			}
			coll.Barrier(p) // none has ended
			return nil
		})
	})
	if err != nil {
		fmt.Println(err)
	}
	for _, labels := range []string{`"coll_rank":"0", "job":"solver"`, `"coll_rank":"2", "job":"solver"`} {
		fmt.Println(strings.Contains(profile.String(), labels))
	}
	// Output:
	// true
	// true
}
