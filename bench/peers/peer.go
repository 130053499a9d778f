package peers

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/cayleycoll/cayleycoll/bench"
	"github.com/cayleycoll/cayleycoll/coll"
)

// peer is a program that can do a case, ours among them.
type peer interface {
	name() string
	// begin gets ready for the case of v.
	begin(ctx context.Context, v *bench.Vectors) error
	// batch makes one call and times so many more.
	batch(ctx context.Context, calls int) (time.Duration, error)
	// wrong counts the elements of the last result that are not the exact ones.
	wrong(ctx context.Context) (int, error)
	close()
}

func listed(colls []string, coll string) bool { return len(colls) == 0 || slices.Contains(colls, coll) }

// program is a Go program that does not keep anything from batch to batch.
type program interface {
	run(j *job, calls int) time.Duration
}

// programs are what a Go user would write.
func programs() []*goPeer {
	return []*goPeer{
		{called: "go-channels", program: channels{}},
		{called: "go-cond", program: meeting{newCondBarrier}},
		{called: "go-waitgroup-mutex", program: pool{}},
		{called: "go-atomics", program: meeting{newAtomicBarrier}},
		{called: "go-spawn", program: spawn{add}},
		{called: "gonum-blas64", program: spawn{axpy}, colls: []string{"allreduce", "reducescatter"}},
	}
}

// goPeer is a program that runs in this process, on the vectors that ours uses.
type goPeer struct {
	called string
	program
	colls []string // that it has; empty: all
	procs int      // GOMAXPROCS without our machine, which raises it; 0: as it is

	v *bench.Vectors
	j *job
}

func (g *goPeer) name() string            { return g.called }
func (g *goPeer) offers(coll string) bool { return listed(g.colls, coll) }

func (g *goPeer) begin(_ context.Context, v *bench.Vectors) error {
	switch g.program.(type) {
	case spawn, pool:
		if v.Row.Fresh {
			return errors.New("cannot be measured fresh: its ranks do nothing between two calls")
		}
	}
	g.v, g.j = v, newJob(v)
	v.Fill()
	return nil
}

func (g *goPeer) batch(_ context.Context, calls int) (time.Duration, error) {
	if g.procs > 0 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(g.procs))
	}
	return g.run(g.j, calls), nil
}

func (g *goPeer) wrong(context.Context) (int, error) { return g.v.Wrong(), nil }
func (g *goPeer) close()                             {}

// Ours is the name of this library in the column of peers.
const Ours = "cayleycoll"

// ours is coll on a machine.
type ours struct {
	m *coll.Machine
	v *bench.Vectors
}

func (o *ours) name() string { return Ours }

func (o *ours) begin(_ context.Context, v *bench.Vectors) error {
	o.v = v
	v.Fill()
	return nil
}

func (o *ours) batch(ctx context.Context, calls int) (time.Duration, error) {
	return o.v.Batch(ctx, o.m, calls)
}

func (o *ours) wrong(context.Context) (int, error) { return o.v.Wrong(), nil }
func (o *ours) close()                             { o.m.Close() }
