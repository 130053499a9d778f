package coll

import (
	"context"
	"testing"
)

// TestVectorsEscape: no collective leaves a caller's vector on a stack, which may move
// while others, who have its address as a number, work on it (see address).
func TestVectorsEscape(t *testing.T) {
	m, counts := machine(t, Config{P: 1}), []int{4}
	err := m.Run(context.Background(), func(p *Proc) error {
		for name, call := range map[string]func(){
			"broadcast":      func() { var x [4]float64; Broadcast(p, x[:], 0) },
			"reduce":         func() { var x, y [4]float64; Reduce(p, x[:], y[:], Sum, 0) },
			"allreduce":      func() { var x, y [4]float64; Allreduce(p, x[:], y[:], Sum) },
			"allreducefunc":  func() { var x, y [4]float64; AllreduceFunc(p, x[:], y[:], func(_, _ []float64) {}) },
			"gather":         func() { var x, y [4]float64; Gather(p, x[:], y[:], 0) },
			"gatherv":        func() { var x, y [4]float64; Gatherv(p, x[:], y[:], counts, 0) },
			"scatter":        func() { var x, y [4]float64; Scatter(p, x[:], y[:], 0) },
			"scatterv":       func() { var x, y [4]float64; Scatterv(p, x[:], y[:], counts, 0) },
			"allgather":      func() { var x, y [4]float64; Allgather(p, x[:], y[:]) },
			"allgatherv":     func() { var x, y [4]float64; Allgatherv(p, x[:], y[:], counts) },
			"reducescatter":  func() { var x, y [4]float64; ReduceScatter(p, x[:], y[:], Sum) },
			"reducescatterv": func() { var x, y [4]float64; ReduceScatterv(p, x[:], y[:], counts, Sum) },
			"alltoall":       func() { var x, y [4]float64; Alltoall(p, x[:], y[:]) },
			"alltoallv":      func() { var x, y [4]float64; Alltoallv(p, x[:], counts, y[:], counts) },
			"scan":           func() { var x, y [4]float64; Scan(p, x[:], y[:], Sum) },
			"exscan":         func() { var x, y [4]float64; Exscan(p, x[:], y[:], Sum) },
			"exchange":       func() { var x, y [4]float64; Exchange(p, x[:], 0, y[:], 0) },
		} {
			want := 2.0
			if name == "broadcast" {
				want = 1
			}
			if made := testing.AllocsPerRun(10, call); made < want {
				t.Errorf("%s: %v of the caller's %v arrays are on the heap", name, made, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
