package coll

import (
	"context"
	"errors"
	"testing"
)

// TestCountersOfGroups: calls of Split groups are counted, each once, and so are the
// bytes of the v-forms, in both modes.
func TestCountersOfGroups(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 6, Host: host})
		err := m.Run(context.Background(), func(q *Proc) error {
			half := q.Split(q.Rank()%2, 0)
			x, mine, all := make([]float64, 5), make([]int32, 6), make([]int32, 21)
			for range 3 {
				Allreduce(half, x, x, Sum)
				Allreduce(q.Using(Tree), x, x, Sum)
			}
			Exchange(half, x, (half.Rank()+2)%3, []float64{1, 2, 3, 4, 5}, (half.Rank()+1)%3)
			Allgatherv(q, all, mine[:q.Rank()+1], []int{1, 2, 3, 4, 5, 6})
			Gatherv(half, all[:6], mine[:half.Rank()+1], []int{1, 2, 3}, 0)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]Counter{
			"allreduce direct":  {Calls: 2 * 3, Bytes: 2 * 3 * 40}, // two groups
			"allreduce tree":    {Calls: 3, Bytes: 3 * 40},
			"exchange rings":    {Calls: 6, Bytes: 6 * 40},
			"allgatherv direct": {Calls: 1, Bytes: 21 * 4},
			"gatherv direct":    {Calls: 2, Bytes: 2 * 6 * 4},
		}
		list := m.Counters()
		for _, c := range list {
			if w, ok := want[c.Collective+" "+string(c.Algorithm)]; !ok || c.Calls != w.Calls || c.Bytes != w.Bytes {
				t.Errorf("%v: %+v, want %+v", host, c, w)
			}
		}
		if len(list) != len(want) {
			t.Errorf("%v: %+v", host, list)
		}
	}
}

// TestCountersOfWhatFailed: what a processor gave to a v-form that another never came to stays among
// the bytes; the call that failed is none of the calls, as nobody of the first team came to it.
func TestCountersOfWhatFailed(t *testing.T) {
	for _, host := range modes {
		m := machine(t, Config{P: 3, Host: host})
		run := func(from int) error {
			return within(t, func() error {
				return m.Run(context.Background(), func(q *Proc) error {
					if q.Rank() >= from {
						Allgatherv(q, make([]int32, 6), make([]int32, q.Rank()+1), []int{1, 2, 3})
					}
					return nil
				})
			})
		}
		if err := run(0); err != nil {
			t.Fatal(err)
		}
		if err := run(2); !errors.Is(err, ErrMissing) {
			t.Errorf("%v: %v, want that two are missing", host, err)
		}
		if list := m.Counters(); len(list) != 1 || list[0].Calls != 1 || list[0].Bytes != (6+3)*4 {
			t.Errorf("%v: %+v, want 1 call of 6 elements, and 3 more elements", host, list)
		}
	}
}
