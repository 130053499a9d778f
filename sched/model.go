package sched

import "fmt"

// Model says whether the two directions of a link may be used in one step.
type Model uint8

const (
	TwoWay Model = iota // every arc carries a word in every step (Definition 2.13)
	OneWay              // an edge carries one word a step, in one direction (Definition 2.19)
)

// String is the model's name in schedule files.
func (m Model) String() string {
	switch m {
	case TwoWay:
		return "two-way"
	case OneWay:
		return "one-way"
	}
	return fmt.Sprintf("Model(%d)", uint8(m))
}

// notOurs is the error of a task or a model that is none.
func notOurs(t Task, m Model) error {
	return fmt.Errorf("sched: want one of the tasks and models of this package, not %s and %s", t, m)
}

// Task is one of the paper's universal communication tasks.
type Task uint8

const (
	Broadcast  Task = iota // Definition 2.14; MPI_Allgather
	Accumulate             // Definition 6.6, for all distances; MPI_Reduce_scatter_block
	Exchange               // Definition 2.15; MPI_Alltoall
)

// String is the task's name in schedule files.
func (t Task) String() string {
	switch t {
	case Broadcast:
		return "broadcast"
	case Accumulate:
		return "accumulate"
	case Exchange:
		return "exchange"
	}
	return fmt.Sprintf("Task(%d)", uint8(t))
}
