//go:build mpi && cgo

package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/coll"
	"github.com/cayleycoll/cayleycoll/coll/mpi"
)

// otherCounts is a v-form in which rank 0 counts on want elements from the last rank
// or for it, and all others on n from each and for each.
func otherCounts(collective string, n, want int) func(*coll.Proc, func()) error {
	return func(p *coll.Proc, _ func()) error {
		size := p.Size()
		counts, wrong := slices.Repeat([]int{n}, size), slices.Repeat([]int{n}, size)
		if p.Rank() == 0 {
			wrong[size-1] = want
		}
		total := (size-1)*n + wrong[size-1]
		switch collective {
		case "alltoallv":
			coll.Alltoallv(p, make([]int64, total), wrong, make([]int64, size*n), counts)
		case "gatherv":
			coll.Gatherv(p, make([]int64, total), make([]int64, n), wrong, 0)
		case "scatterv":
			coll.Scatterv(p, make([]int64, n), make([]int64, total), wrong, 0)
		}
		return nil
	}
}

// endless is more elements than a message between processes may have, of memory that
// must not be touched.
func endless() []int32 {
	const n = 1 << 31
	b, err := syscall.Mmap(-1, 0, 4*n, syscall.PROT_NONE, syscall.MAP_PRIVATE|syscall.MAP_ANON|syscall.MAP_NORESERVE)
	if err != nil {
		panic(err)
	}
	return unsafe.Slice((*int32)(unsafe.Pointer(&b[0])), n)
}

// tooLong is a call of more elements than fit a message.
func tooLong(call func(p *coll.Proc, x []int32)) func(*coll.Proc, func()) error {
	x := endless()
	return func(p *coll.Proc, _ func()) error {
		call(p, x)
		coll.Barrier(p)
		return nil
	}
}

// interrupted ends Runs in the midst of long calls, by a context of one process,
// and wants all processes back: none may be in a collective of MPI's that another
// does not come to.
func interrupted(m *coll.Machine, rank, processes, tries int) error {
	last := m.Config().P - 1
	for _, c := range []struct {
		name string
		call func(p *coll.Proc, x []float64, i []int64)
	}{
		{"max", func(p *coll.Proc, x []float64, _ []int64) { coll.Allreduce(p, x, x, coll.Max) }},
		{"sum of integers", func(p *coll.Proc, _ []float64, i []int64) { coll.Allreduce(p, i, i, coll.Sum) }},
		{"sum in the order of the ranks", func(p *coll.Proc, x []float64, _ []int64) { coll.Allreduce(p, x, x, coll.Sum) }},
		{"alltoall", func(p *coll.Proc, x []float64, _ []int64) { coll.Alltoall(p, x, x) }},
	} {
		for try := range tries {
			const n = 20000
			size := n / (last + 1) * (last + 1)
			ctx, cancel := context.WithCancel(context.Background())
			if rank == try%processes {
				time.AfterFunc(time.Duration(1000+137*try)*time.Microsecond, cancel)
			}
			err := m.Run(ctx, func(p *coll.Proc) error {
				x, i := make([]float64, size), make([]int64, size)
				for {
					c.call(p, x, i)
				}
			})
			cancel()
			if err != context.Canceled {
				return fmt.Errorf("%s that is cancelled: Run returned %v", c.name, err)
			}
		}
	}
	return agreed(m)
}

// recovers lets Runs fail in every way, and wants the same error everywhere, the
// right one, and a machine that runs again, which it would not after a wait that ran out.
func recovers(m *coll.Machine) error {
	last := m.Config().P - 1
	for _, c := range []struct {
		name string
		is   error
		text []string
		f    func(p *coll.Proc, cancel func()) error
	}{
		{"an error", nil, []string{fmt.Sprintf("rank %d", last), "no luck"}, func(p *coll.Proc, _ func()) error {
			if p.Rank() == last {
				return errors.New("no luck")
			}
			coll.Barrier(p)
			return nil
		}},
		{"a mismatch", coll.ErrMismatch, []string{"allreduce of 3 float64 (sum", "allreduce of 3 float64 (max", "failures.go:"}, func(p *coll.Proc, _ func()) error {
			op, x := coll.Sum, make([]float64, 3)
			if p.Rank() == last {
				op = coll.Max
			}
			coll.Allreduce(p, x, x, op)
			return nil
		}},
		{"a message from who has returned", coll.ErrMissing, []string{"rank 0 in exchange with rank " + fmt.Sprint(last) + ", which has returned", "failures.go:"}, func(p *coll.Proc, _ func()) error {
			coll.Barrier(p)
			if p.Rank() == 0 {
				coll.Exchange(p, make([]float64, 3), last, nil, -1)
			}
			return nil
		}},
		{"a message from who is in a collective", coll.ErrMismatch, []string{"(0 of ", "(1 of ", "which is in scan", "failures.go:"}, func(p *coll.Proc, _ func()) error {
			color := 0
			if p.Rank() > 0 && p.Rank() < last {
				color = -1
			}
			q := p.Split(color, 0)
			switch x := make([]float64, 3); p.Rank() {
			case 0:
				coll.Exchange(q, x, 1, nil, -1)
			case last:
				coll.Scan(q, x, x, coll.Sum)
			}
			return nil
		}},
		{"other lengths", coll.ErrMismatch, []string{"allgather of blocks of 2", "allgather of blocks of 3000", "failures.go:"}, func(p *coll.Proc, _ func()) error {
			n := 2
			if p.Rank() == last {
				n = 3000
			}
			coll.Allgather(p, make([]float32, n*p.Size()), make([]float32, n))
			return nil
		}},
		{"a NaN", coll.ErrNaN, []string{fmt.Sprintf("rank %d: reduce: src has 2 NaN among 3000 elements, the first at src[1]", last), "failures.go:", "#1 barrier"}, func(p *coll.Proc, _ func()) error {
			coll.Barrier(p)
			x := make([]float64, 3000)
			if p.Rank() == last {
				x[1], x[2999] = math.NaN(), math.NaN()
			}
			coll.Reduce(p, make([]float64, len(x)), x, coll.Sum, 0)
			return nil
		}},
		{"a NaN in a message", coll.ErrNaN, []string{fmt.Sprintf("rank %d (1 of the group of color 0): exchange: src has 1 NaN among 1 elements, the first at src[0]", last)}, func(p *coll.Proc, _ func()) error {
			color := 0
			if p.Rank() > 0 && p.Rank() < last {
				color = -1
			}
			x, q := []float32{float32(math.NaN())}, p.Split(color, 0)
			switch p.Rank() { // what is received over it is not looked at
			case 0:
				coll.Exchange(q, x, 1, nil, -1)
			case last:
				coll.Exchange(q, nil, -1, x, 0)
			}
			coll.Barrier(p)
			return nil
		}},
		{"other counts", coll.ErrMismatch, []string{"counts on 9 elements"}, otherCounts("alltoallv", 0, 9)},
		{"other counts of many", coll.ErrMismatch, []string{"counts on 20001 elements", "sends 20000"}, otherCounts("alltoallv", 20000, 20001)},
		{"other counts to gather", coll.ErrMismatch, []string{"sends 20000 elements", "counts on 20001"}, otherCounts("gatherv", 20000, 20001)},
		{"other counts to scatter", coll.ErrMismatch, []string{"has room for 20000 elements", "sends 20001"}, otherCounts("scatterv", 20000, 20001)},
		{"a processor that has returned", coll.ErrMissing, []string{"has returned"}, func(p *coll.Proc, _ func()) error {
			if p.Rank() != last {
				coll.Barrier(p)
			}
			return nil
		}},
		{"a processor that has returned, in a group", coll.ErrMissing, []string{"has returned", "failures.go:"}, func(p *coll.Proc, _ func()) error {
			if q := p.Split(0, -p.Rank()); p.Rank() != last {
				coll.Barrier(q)
			}
			return nil
		}},
		{"a message of another length", coll.ErrMismatch, []string{"which sent 3 int32"}, func(p *coll.Proc, _ func()) error {
			switch p.Rank() {
			case last:
				coll.Exchange(p, nil, -1, make([]int32, 3), 0)
			case 0:
				coll.Exchange(p, make([]int32, 4), last, nil, -1)
			}
			coll.Barrier(p)
			return nil
		}},
		{"an exchange of too much", coll.ErrUsage, []string{"exchange sends 2147483648 elements", "want at most"}, tooLong(func(p *coll.Proc, x []int32) {
			switch p.Rank() {
			case last:
				coll.Exchange(p, nil, -1, x, 0)
			case 0:
				coll.Exchange(p, x[:4], last, nil, -1)
			}
		})},
		{"a broadcast of too much", coll.ErrUsage, []string{"broadcast moves 2147483648 elements", "want at most"}, tooLong(func(p *coll.Proc, x []int32) {
			coll.Broadcast(p, x, 0)
		})},
		{"a gather of too much", coll.ErrUsage, []string{"gatherv moves 2147483648 elements", "want at most"}, tooLong(func(p *coll.Proc, x []int32) {
			counts := make([]int, p.Size())
			counts[last] = len(x)
			coll.Gatherv(p, x, x[:counts[p.Rank()]], counts, 0)
		})},
		{"cancelling", context.Canceled, nil, func(p *coll.Proc, cancel func()) error {
			if p.Rank() == last {
				cancel()
			}
			for {
				coll.Barrier(p)
			}
		}},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		err := m.Run(ctx, func(p *coll.Proc) error { return c.f(p, cancel) })
		cancel()
		if err == nil || c.is != nil && !errors.Is(err, c.is) {
			return fmt.Errorf("%s: Run returned %v", c.name, err)
		}
		for _, want := range c.text {
			if !strings.Contains(err.Error(), want) {
				return fmt.Errorf("%s: %v, want %q in it", c.name, err, want)
			}
		}
		// All have the same error, and the machine runs again.
		var same bool
		err2 := m.Run(context.Background(), func(p *coll.Proc) error {
			h := int64(0)
			for _, b := range []byte(err.Error()) {
				h = h*131 + int64(b)
			}
			lo, hi := []int64{h}, []int64{h}
			coll.Allreduce(p, lo, lo, coll.Min)
			coll.Allreduce(p, hi, hi, coll.Max)
			same = lo[0] == hi[0]
			return nil
		})
		if err2 != nil {
			return fmt.Errorf("after %s: %w", c.name, err2)
		}
		if !same {
			return fmt.Errorf("%s: not the same everywhere: %w", c.name, err)
		}
	}
	return nil
}

// ways are those to end in that fail knows.
var ways = []string{"error", "panic", "mismatch", "cancel", "missing", "config", "exit", "kill", "stop"}

// fail ends the program as asked; the script looks at mpirun's exit code.
func fail(p, rank int, how string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	config := coll.Config{P: p, Remote: mpi.World(), Stall: 30 * time.Second}
	if how == "stop" {
		config.Stall = time.Second
	}
	if how == "config" && rank == 0 {
		os.Setenv("CAYLEYCOLL_TUNING", "/nowhere/tuning.json")
	}
	m, err := coll.New(config)
	if err != nil {
		return err
	}
	defer m.Close()
	if how == "stop" {
		return stopped(m, p)
	}
	return m.Run(ctx, func(q *coll.Proc) error {
		coll.Barrier(q)
		if q.Rank() == p-1 {
			switch how {
			case "error":
				return errors.New("asked to fail")
			case "panic":
				panic("asked to panic")
			case "mismatch":
				coll.Allreduce(q, []int32{1}, []int32{1}, coll.Sum)
			case "cancel":
				cancel()
			case "missing":
				return nil
			case "exit":
				os.Exit(3)
			case "kill":
				self, _ := os.FindProcess(os.Getpid())
				self.Kill()
			}
		}
		for {
			coll.Barrier(q)
		}
	})
}

// stopped sends a message from the last rank to rank 0 and stops its process before the
// words have gone: Run returns where they are awaited, and the program lives on without MPI.
func stopped(m *coll.Machine, p int) error {
	return m.Run(context.Background(), func(q *coll.Proc) error {
		for _, n := range []int{1, 4096} { // the first message finds the way
			x := make([]float64, n)
			coll.Barrier(q)
			switch q.Rank() {
			case p - 1:
				coll.Exchange(q, nil, -1, x, 0)
			case 0:
				coll.Exchange(q, x, p-1, nil, -1)
			}
		}
		if q.Rank() == p-1 {
			syscall.Kill(os.Getpid(), syscall.SIGSTOP)
			time.Sleep(time.Hour) // the thread that the signal is for may have to wait for a core
		}
		return nil
	})
}
