package bench

import "slices"

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
	form     string // see Form
	ragged   bool   // the blocks are as long as layout says
	dst, src length
	inPlace  bool // dst and src may be the same memory
	folds    bool // elements are added
	all      bool // algbw counts the blocks of all processors, as nccl-tests do
	bus      func(p float64) float64
}

func whole(float64) float64    { return 1 }
func others(p float64) float64 { return (p - 1) / p }
func twice(p float64) float64  { return 2 * (p - 1) / p }

// operations are the collectives that are measured, those of a plan that names none first.
// busbw is as in nccl-tests; they have no scans, whose words cross a link like those of a
// reduce.
var operations = withForms([]operation{
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
})

// withForms are the operations, then those that take other arguments and are otherwise the
// same: v-forms and allreducefunc.
func withForms(list []operation) []operation {
	for i := range list {
		list[i].form = list[i].name
	}
	for _, form := range []string{"gather", "scatter", "allgather", "reducescatter", "alltoall", "allreduce"} {
		op := list[slices.IndexFunc(list, func(op operation) bool { return op.name == form })]
		if form == "allreduce" {
			op.name = "allreducefunc"
		} else {
			op.name, op.ragged = form+"v", true
			op.inPlace = form != "alltoall" // its lengths would have to be alike there and back
		}
		list = append(list, op)
	}
	return list
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

// Measured lists the collectives that a plan measures if it names none.
func Measured() []string {
	return slices.DeleteFunc(Measurable(), func(c string) bool { return Form(c) != c })
}

// Measurable lists the collectives that a plan may name: those of Measured, then the
// v-forms and allreducefunc.
func Measurable() (names []string) {
	for _, op := range operations {
		names = append(names, op.name)
	}
	return names
}

// Form is the collective whose result the named one has: the even form for a v-form,
// allreduce for allreducefunc, else the collective itself.
func Form(name string) string { return operationOf(name).form }
