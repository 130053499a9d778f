package bench

import (
	"context"
	"errors"
	"testing"

	"github.com/cayleycoll/cayleycoll/coll"
)

// TestFreshData: each call of fresh vectors sends other data than the one before, the last what was filled in.
func TestFreshData(t *testing.T) {
	for _, coll := range []string{"allreduce", "broadcast"} {
		v, err := NewVectors(Row{Coll: coll, Procs: 2, Bytes: 64 * 8})
		if err != nil {
			t.Fatal(err)
		}
		x := v.Src[0]
		if coll == "broadcast" {
			x = v.Dst[0]
		}
		v.Fresh = true
		for calls := 1; calls <= 4; calls++ {
			filled, sent := x[line], []float64(nil)
			v.Repeat(0, calls, func(int) { sent = append(sent, x[line]) })
			if len(sent) != calls || sent[calls-1] != filled {
				t.Errorf("%s: %d calls of %v send %v", coll, calls, filled, sent)
			}
			for i := range sent[1:] {
				if sent[i] == sent[i+1] {
					t.Errorf("%s: of %d calls, call %d sends what the one before sent", coll, calls, i+1)
				}
			}
		}
	}
}

// TestBatchCalls: a batch is as many calls as it says and one before, fresh or not, and its time is that
// of all. Nothing is measured once the context has ended.
func TestBatchCalls(t *testing.T) {
	for _, fresh := range []bool{false, true} {
		m, err := coll.New(coll.Config{P: 2})
		if err != nil {
			t.Fatal(err)
		}
		v, err := NewVectors(Row{Coll: "allreduce", Alg: "direct", Procs: 2, Bytes: 64})
		if err != nil {
			t.Fatal(err)
		}
		v.Fresh = fresh
		took, err := v.Batch(t.Context(), m, 7)
		if err != nil || took <= 0 || v.Wrong() > 0 {
			t.Errorf("fresh %v: %v, %d wrong, %v", fresh, took, v.Wrong(), err)
		}
		for _, c := range m.Counters() {
			if c.Collective == "allreduce" && (c.Calls != 8 || c.Algorithm != coll.Direct) {
				t.Errorf("fresh %v: %d calls by %s, want 8 by direct", fresh, c.Calls, c.Algorithm)
			}
		}
		if _, limit, err := v.Limit(t.Context(), m); err != nil || len(limit) != 2 { // forth, and back in turns
			t.Errorf("fresh %v: limits %v, %v", fresh, limit, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := v.Batch(ctx, m, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("a batch after the end: %v", err)
		}
		if _, _, err := v.Limit(ctx, m); !errors.Is(err, context.Canceled) {
			t.Errorf("a limit after the end: %v", err)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}
