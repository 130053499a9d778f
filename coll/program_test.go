package coll

import (
	"context"
	"errors"
	"testing"
)

// TestMakingIsLeftOff: who makes a long program looks for the end of the Run, and
// what it has left unfinished is made by the next.
func TestMakingIsLeftOff(t *testing.T) {
	m := machine(t, Config{P: 128})
	err := m.Run(context.Background(), func(q *Proc) error {
		if q.Rank() == 0 {
			m.fail(errOnPurpose)
			q.g.compiledBy(q.member, broadcast, byRing, 0)
			t.Error("made to its end after that of the Run")
		}
		return nil
	})
	if !errors.Is(err, errOnPurpose) {
		t.Fatal(err)
	}
	err = m.Run(context.Background(), func(q *Proc) error {
		x := []float64{float64(q.Rank() + 1)}
		Broadcast(q.Using(Ring), x, 0)
		if x[0] != 1 {
			t.Errorf("rank %d has %v", q.Rank(), x[0])
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
