package coll

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cayleycoll/cayleycoll/buffers"
	"github.com/cayleycoll/cayleycoll/internal/threads"
)

// TestArguments: what a collective is called with is looked at before anything is
// written, every argument of every collective, and the error says what is wrong.
func TestArguments(t *testing.T) {
	const p = 3
	vector := func(n int) []float64 { return make([]float64, n) }
	ones, ragged := []int{1, 1, 1}, []int{1, 2, 3}
	add := func(acc, x []float64) { acc[0] += x[0] }
	for _, c := range []struct {
		text string
		f    func(q *Proc, x []float64) // x is 4·p elements
	}{
		{"broadcast with root 3; want a rank from 0 to 2", func(q *Proc, x []float64) { Broadcast(q, x, p) }},
		{"broadcast with root -1", func(q *Proc, x []float64) { Broadcast(q, x, -1) }},

		{"reduce with root 3", func(q *Proc, x []float64) { Reduce(q, x, x, Sum, p) }},
		{"reduce by operator 4", func(q *Proc, x []float64) { Reduce(q, x, x, Max+1, 0) }},
		{"reduce: dst has 11 elements, want 12", func(q *Proc, x []float64) { Reduce(q, x[:11], vector(12), Sum, 1) }},
		{"reduce: dst and src overlap", func(q *Proc, x []float64) { Reduce(q, x[1:], x[:11], Sum, 1) }},

		{"allreduce by operator 4", func(q *Proc, x []float64) { Allreduce(q, x, x, Max+1) }},
		{"allreduce: dst has 1 elements, want 2", func(q *Proc, x []float64) { Allreduce(q, x[:1], x[:2], Sum) }},
		{"allreduce: dst and src overlap", func(q *Proc, x []float64) { Allreduce(q, x[:2], x[1:3], Sum) }},

		{"allreducefunc without a function", func(q *Proc, x []float64) { AllreduceFunc(q, x, x, nil) }},
		{"allreducefunc: dst has 3 elements, want 2", func(q *Proc, x []float64) { AllreduceFunc(q, x[:3], vector(2), add) }},
		{"allreducefunc: dst and src overlap", func(q *Proc, x []float64) { AllreduceFunc(q, x[:2], x[1:3], add) }},

		{"gather with root 3", func(q *Proc, x []float64) { Gather(q, x, vector(4), p) }},
		{"gather: dst has 11 elements, want 12", func(q *Proc, x []float64) { Gather(q, x[:11], vector(4), 1) }},
		{"gather: dst and src overlap, but src is not dst[4:8], this processor's own block; pass that block", func(q *Proc, x []float64) { Gather(q, x, x[3:7], 1) }},
		{"gatherv with root -1", func(q *Proc, x []float64) { Gatherv(q, x, vector(1), ones, -1) }},
		{"gatherv: dst has 4 elements, want 3", func(q *Proc, x []float64) { Gatherv(q, x[:4], vector(1), ones, 1) }},
		{"gatherv: src has 3 elements, want 2, the root's own count", func(q *Proc, x []float64) { Gatherv(q, x[:6], vector(3), ragged, 1) }},
		{"gatherv: dst and src overlap", func(q *Proc, x []float64) { Gatherv(q, x[:6], x[2:][:ragged[q.Rank()]], ragged, 1) }},

		{"scatter with root 3", func(q *Proc, x []float64) { Scatter(q, vector(4), x, p) }},
		{"scatter: src has 12 elements, want 9", func(q *Proc, x []float64) { Scatter(q, vector(3), x, 1) }},
		{"scatter: src and dst overlap", func(q *Proc, x []float64) { Scatter(q, x[3:7], x, 1) }},
		{"scatterv with root 3", func(q *Proc, x []float64) { Scatterv(q, vector(1), x, ones, p) }},
		{"scatterv: src has 2 elements, want 3", func(q *Proc, x []float64) { Scatterv(q, vector(1), x[:2], ones, 1) }},
		{"scatterv: dst has 3 elements, want 2, the root's own count", func(q *Proc, x []float64) { Scatterv(q, vector(3), x[:6], ragged, 1) }},
		{"scatterv: src and dst overlap, but dst is not src[1:3], this processor's own block", func(q *Proc, x []float64) { Scatterv(q, x[2:][:ragged[q.Rank()]], x[:6], ragged, 1) }},

		{"allgather: dst has 11 elements, want 12", func(q *Proc, x []float64) { Allgather(q, x[:11], vector(4)) }},
		{"allgather: dst and src overlap", func(q *Proc, x []float64) { Allgather(q, x, x[2:6]) }},
		{"allgatherv: dst has 7 elements, want 6", func(q *Proc, x []float64) { Allgatherv(q, x[:7], vector(ragged[q.Rank()]), ragged) }},
		{"allgatherv: src has 4 elements", func(q *Proc, x []float64) { Allgatherv(q, x[:6], vector(4), ragged) }},
		{"allgatherv: dst and src overlap", func(q *Proc, x []float64) { Allgatherv(q, x[:6], x[2:][:ragged[q.Rank()]], ragged) }},
		{"allgatherv: counts has length 4, want 3", func(q *Proc, x []float64) { Allgatherv(q, x[:4], x[:1], []int{1, 1, 1, 1}) }},
		{"allgatherv: counts[1] is -1", func(q *Proc, x []float64) { Allgatherv(q, x[:1], vector(1), []int{1, -1, 1}) }},

		{"reducescatter by operator 4", func(q *Proc, x []float64) { ReduceScatter(q, vector(4), x, Max+1) }},
		{"reducescatter: src has 12 elements, want 15", func(q *Proc, x []float64) { ReduceScatter(q, vector(5), x, Sum) }},
		{"reducescatter: src and dst overlap", func(q *Proc, x []float64) { ReduceScatter(q, x[2:6], x, Sum) }},
		{"reducescatterv by operator 4", func(q *Proc, x []float64) { ReduceScatterv(q, vector(1), x[:3], ones, Max+1) }},
		{"reducescatterv: src has 5 elements, want 6", func(q *Proc, x []float64) { ReduceScatterv(q, vector(ragged[q.Rank()]), x[:5], ragged, Sum) }},
		{"reducescatterv: dst has 4 elements", func(q *Proc, x []float64) { ReduceScatterv(q, vector(4), x[:6], ragged, Sum) }},
		{"reducescatterv: src and dst overlap", func(q *Proc, x []float64) { ReduceScatterv(q, x[2:][:ragged[q.Rank()]], x[:6], ragged, Sum) }},

		{"alltoall: src has 11 elements, want a multiple of 3", func(q *Proc, x []float64) { Alltoall(q, vector(11), x[:11]) }},
		{"alltoall: dst has 9 elements, want 12", func(q *Proc, x []float64) { Alltoall(q, vector(9), x) }},
		{"alltoall: dst and src overlap", func(q *Proc, x []float64) { Alltoall(q, x[:6], x[3:9]) }},
		{"alltoallv: dst has 4 elements, want 3", func(q *Proc, x []float64) { Alltoallv(q, vector(4), ones, x[:3], ones) }},
		{"alltoallv: src has 4 elements, want 3", func(q *Proc, x []float64) { Alltoallv(q, vector(3), ones, x[:4], ones) }},
		{"alltoallv: dst and src overlap", func(q *Proc, x []float64) { Alltoallv(q, x[:3], ones, x[1:4], ones) }},
		{"alltoallv: dst and src overlap", func(q *Proc, x []float64) { Alltoallv(q, x[:3], ones, x[:6], ragged) }},
		{"alltoallv: dstCounts[1] is 2 and srcCounts[1] is 1; want the same", func(q *Proc, x []float64) { Alltoallv(q, vector(4), []int{1, 2, 1}, x[:3], ones) }},
		{"alltoallv in place: dstCounts[0] is 1 and srcCounts[0] is 2", func(q *Proc, x []float64) { Alltoallv(q, x[:3], ones, x[:3], []int{2, 1, 0}) }},

		{"scan by operator 4", func(q *Proc, x []float64) { Scan(q, x, x, Max+1) }},
		{"scan: dst has 12 elements, want 1", func(q *Proc, x []float64) { Scan(q, x, vector(1), Sum) }},
		{"exscan: dst and src overlap", func(q *Proc, x []float64) { Exscan(q, x[:2], x[1:3], Sum) }},

		{"exchange from rank 3 of 3; want rank 0 to 2, or a negative one for nobody", func(q *Proc, x []float64) { Exchange(q, x, p, x, -1) }},
		{"exchange to rank 3 of 3", func(q *Proc, x []float64) { Exchange(q, x, -1, x, p) }},
		{"exchange: dst and src overlap", func(q *Proc, x []float64) { Exchange(q, x[1:3], q.Rank(), x[:2], q.Rank()) }},
		{"exchange: dst and src overlap", func(q *Proc, x []float64) { Exchange(q, x[:3], q.Rank(), x[:2], q.Rank()) }},
	} {
		for name, m := range map[string]*Machine{"one team": machine(t, Config{P: p, Cores: threads.Cores()[:1]}), "teams": teamed(t, Config{P: p}, p)} {
			err := within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					whole := vector(4*p + 2*buffers.LineWords)
					x := whole[buffers.LineWords:][:4*p]
					for i := range whole {
						whole[i] = 7
					}
					defer func() {
						for i, v := range whole {
							if v != 7 {
								t.Errorf("%s, %s: rank %d has %v in place %d", c.text, name, q.Rank(), v, i-buffers.LineWords)
								break
							}
						}
					}()
					c.f(q, x)
					return nil
				})
			})
			if why := plain(err, c.text); why != "" || errors.Is(err, ErrMismatch) || !strings.Contains(err.Error(), "arguments_test.go:") {
				t.Errorf("%s, %s: %v %s", c.text, name, err, why)
			}
			if e := (*Error)(nil); !errors.As(err, &e) || e.Collective != strings.FieldsFunc(c.text, func(r rune) bool { return r == ' ' || r == ':' })[0] {
				t.Errorf("%s, %s: the error is not that of the collective: %+v", c.text, name, e)
			}
		}
	}
}

// TestAppendingOperator: a function of AllreduceFunc that appends to what it gets writes
// to nobody's vectors.
func TestAppendingOperator(t *testing.T) {
	err := Run(3, func(q *Proc) error {
		whole, result := []float64{1, 2, 3, 4}, []float64{1, 2, 3, 4}
		for _, dst := range [][]float64{result, whole} {
			AllreduceFunc(q, dst[:2], whole[:2], func(acc, x []float64) { _, _ = append(acc, 9), append(x, 9) })
		}
		if whole[2] != 3 || result[2] != 3 {
			return fmt.Errorf("%v, %v", whole, result)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestBeyondInt: what P blocks of a vector that all give have in all may be more than an int of
// 32 bits; it is neither taken for a short one nor fits what its remainder fits.
func TestBeyondInt(t *testing.T) {
	const p = 256
	x, y := make([]int32, 1<<24+1), make([]int32, p)
	m := machine(t, Config{P: p})
	for text, f := range map[string]func(q *Proc){
		"allgather: dst has 256 elements":     func(q *Proc) { Allgather(q, y, x) },
		"gather: dst has 256 elements":        func(q *Proc) { Gather(q, y, x, q.Rank()) },
		"scatter: src has 256 elements":       func(q *Proc) { Scatter(q, x, y, q.Rank()) },
		"reducescatter: src has 256 elements": func(q *Proc) { ReduceScatter(q, x, y, Sum) },
	} {
		err := m.Run(context.Background(), func(q *Proc) error { f(q); return nil })
		if !errors.Is(err, ErrUsage) || !strings.Contains(err.Error(), text) || !strings.Contains(err.Error(), "want 4294967552, P blocks") {
			t.Errorf("%s: %v", text, err)
		}
	}
	g := &group{m: m, most: 64}
	for _, n := range []int{1 << 26, 1<<26 + 1, 1<<30 + 1} {
		if in := g.mediumOf(n); in != inVectors {
			t.Errorf("%d elements of each of %d processors go by %d", n, g.most, in)
		}
	}
}
