package bench

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/cayleycoll/cayleycoll/coll"
)

// TestPartnerGone: who is left alone in the middle of a round trip gives up.
func TestPartnerGone(t *testing.T) {
	m, err := coll.New(coll.Config{P: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if len(m.Config().Cores) < 2 {
		t.Skip("one core")
	}
	var l pingPong
	gone, start := errors.New("gone"), time.Now()
	err = m.Run(context.Background(), func(p *coll.Proc) error {
		if p.Rank() == 1 {
			coll.Barrier(p)
			for l.line[0].Load() == 0 { // rank 0 has begun
			}
			return gone
		}
		l.roundTrip(p)
		return nil
	})
	if !errors.Is(err, gone) {
		t.Errorf("%v", err)
	}
	if took := time.Since(start); took > 20*patience {
		t.Errorf("it waited %v", took)
	}
	if trip, err := RoundTrip(m); err != nil || trip <= 0 {
		t.Errorf("the next Run: %v µs, %v", trip, err)
	}
}
