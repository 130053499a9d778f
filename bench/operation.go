package bench

import "github.com/cayleycoll/cayleycoll/coll"

// length is how long a vector of a collective is, in blocks of the case's bytes.
type length uint8

const (
	none      length = iota
	block            // one block
	blocks           // a block of every processor
	rootOnly         // blocks on rank 0, which is the root; nothing elsewhere
	rootBlock        // one block on rank 0, nothing elsewhere
)

// of is the length of a rank's vector, in blocks.
func (l length) of(rank, procs int) int {
	switch {
	case l == block, l == rootBlock && rank == 0:
		return 1
	case l == blocks, l == rootOnly && rank == 0:
		return procs
	}
	return 0
}

// operation is what all cases of a collective have in common.
type operation struct {
	name     string
	dst, src length
	inPlace  bool // dst and src may be the same memory
	folds    bool // elements are added
	all      bool // algbw counts the blocks of all processors, as nccl-tests do
	bus      func(p float64) float64
}

func whole(float64) float64    { return 1 }
func others(p float64) float64 { return (p - 1) / p }
func twice(p float64) float64  { return 2 * (p - 1) / p }

// operations are the collectives that are measured. busbw is as in nccl-tests;
// they have no scans, whose words cross a link like those of a reduce.
var operations = []operation{
	{name: "barrier", bus: whole},
	{name: "broadcast", dst: block, bus: whole},
	{name: "reduce", dst: rootBlock, src: block, inPlace: true, folds: true, bus: whole},
	{name: "allreduce", dst: block, src: block, inPlace: true, folds: true, bus: twice},
	{name: "gather", dst: rootOnly, src: block, inPlace: true, all: true, bus: others},
	{name: "scatter", dst: block, src: rootOnly, inPlace: true, all: true, bus: others},
	{name: "allgather", dst: blocks, src: block, inPlace: true, all: true, bus: others},
	{name: "reducescatter", dst: block, src: blocks, inPlace: true, folds: true, all: true, bus: others},
	{name: "alltoall", dst: blocks, src: blocks, inPlace: true, all: true, bus: others},
	{name: "scan", dst: block, src: block, inPlace: true, folds: true, bus: whole},
	{name: "exscan", dst: block, src: block, inPlace: true, folds: true, bus: whole},
	{name: "exchange", dst: block, src: block, inPlace: true, bus: whole},
}

// operationOf is nil for a name that is not measured.
func operationOf(name string) *operation {
	for i := range operations {
		if operations[i].name == name {
			return &operations[i]
		}
	}
	return nil
}

// Measured lists the collectives that are measured.
func Measured() (names []string) {
	for _, op := range operations {
		if coll.Algorithms(op.name) != nil {
			names = append(names, op.name)
		}
	}
	return names
}

// callOf makes the collective of a case once; to find it by name for every call would
// count as its time. The root is rank 0; an exchange goes round a ring.
func callOf[T coll.Elem](name string) func(p *coll.Proc, dst, src []T) {
	switch name {
	case "barrier":
		return func(p *coll.Proc, _, _ []T) { coll.Barrier(p) }
	case "broadcast":
		return func(p *coll.Proc, dst, _ []T) { coll.Broadcast(p, dst, 0) }
	case "reduce":
		return func(p *coll.Proc, dst, src []T) { coll.Reduce(p, dst, src, coll.Sum, 0) }
	case "allreduce":
		return func(p *coll.Proc, dst, src []T) { coll.Allreduce(p, dst, src, coll.Sum) }
	case "gather":
		return func(p *coll.Proc, dst, src []T) { coll.Gather(p, dst, src, 0) }
	case "scatter":
		return func(p *coll.Proc, dst, src []T) { coll.Scatter(p, dst, src, 0) }
	case "allgather":
		return coll.Allgather[T]
	case "reducescatter":
		return func(p *coll.Proc, dst, src []T) { coll.ReduceScatter(p, dst, src, coll.Sum) }
	case "alltoall":
		return coll.Alltoall[T]
	case "scan":
		return func(p *coll.Proc, dst, src []T) { coll.Scan(p, dst, src, coll.Sum) }
	case "exscan":
		return func(p *coll.Proc, dst, src []T) { coll.Exscan(p, dst, src, coll.Sum) }
	}
	return func(p *coll.Proc, dst, src []T) {
		n := p.Size()
		coll.Exchange(p, dst, (p.Rank()+n-1)%n, src, (p.Rank()+1)%n)
	}
}
