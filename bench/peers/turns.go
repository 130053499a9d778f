package peers

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/perf/benchmath"

	"github.com/cayleycoll/cayleycoll/bench"
)

// entrant is a peer and what it has used up.
type entrant struct {
	peer
	spent time.Duration
	out   string // why it takes no part any more
}

// foreign reports whether this process is idle while the peer has its turn.
func (e *entrant) foreign() bool {
	_, is := e.peer.(*child)
	return is
}

// samples are the times of a peer's turns at one case, in microseconds a call,
// and ours of the turn before each.
type samples struct {
	e            *entrant
	calls, wrong int
	theirs, ours []float64
	spent        time.Duration
}

// A batch of calls lasts for target, or for the time of few calls up to atMost: of long calls
// the first ones after another's turn took up to twice as long as those that followed, and
// how long depended on whose turn that was.
const (
	target = 300 * time.Microsecond
	few    = 8
	atMost = 5 * time.Millisecond
)

// callsOf is how many calls of that length make a batch: an odd number, so that with the one before, which
// is not timed, none in this process sends what the one before sent (bench.Vectors.Repeat).
func callsOf(once time.Duration) int {
	once = max(1, once)
	return min(4999, int(max(target, min(atMost, few*once))/once)) | 1
}

// ready gives a case to a peer, checks its result, and finds how many calls make a
// batch.
func (r *run) ready(ctx context.Context, s *samples, v *bench.Vectors) error {
	r.calm()
	start := time.Now()
	r.idle = s.e.foreign()
	defer func() { s.spent = time.Since(start) }()
	if s.e.spent > r.plan.Peer {
		return fmt.Errorf("its time limit of %v with P=%d is used up", r.plan.Peer, r.p)
	}
	if err := s.e.begin(ctx, v); err != nil {
		return err
	}
	once, err := s.e.batch(ctx, 1)
	if err != nil {
		return err
	}
	if s.wrong, err = s.e.wrong(ctx); err != nil {
		return err
	}
	// The first was cold, and a few calls are mostly the start of a batch.
	for _, calls := range []int{4, 100} {
		if once*time.Duration(calls) > target {
			break
		}
		if once, err = s.e.batch(ctx, calls); err != nil {
			return err
		}
		once /= time.Duration(calls)
	}
	s.calls = callsOf(once)
	s.e.spent += time.Since(start)
	return nil
}

// turn is a batch of ours, then one of theirs.
func (r *run) turn(ctx context.Context, mine, s *samples) error {
	r.calm()
	start := time.Now()
	r.idle = s.e.foreign()
	took, err := mine.e.batch(ctx, mine.calls)
	if err != nil {
		return err
	}
	our := perCall(took, mine.calls)
	mine.theirs, mine.ours = append(mine.theirs, our), append(mine.ours, our)
	if took, err = s.e.batch(ctx, s.calls); err != nil {
		return err
	}
	s.theirs, s.ours = append(s.theirs, perCall(took, s.calls)), append(s.ours, our)
	s.spent += time.Since(start)
	s.e.spent += time.Since(start)
	return nil
}

// perCall is the microseconds of a call, and not 0, of which there is no ratio: a clock may be coarse.
func perCall(took time.Duration, calls int) float64 {
	return float64(max(1, took)) / 1e3 / float64(calls)
}

// row is the figures of the turns.
func (s *samples) row(of bench.Row) Row {
	ratios := make([]float64, len(s.theirs))
	for i := range ratios {
		ratios[i] = s.theirs[i] / s.ours[i]
	}
	sum := benchmath.AssumeNothing.Summary(benchmath.NewSample(ratios, &benchmath.DefaultThresholds), 0.95)
	row := Row{Row: of, Peer: s.e.name(), Ratio: sum.Center}
	if sum.Confidence >= 0.95 && len(ratios) > 5 {
		row.Low, row.High = sum.Lo, sum.Hi
	}
	if row.Peer != Ours {
		row.Alg, row.Graph = "", ""
	}
	row.Iters, row.Wrong = s.calls*len(s.theirs), s.wrong
	row.Finish(s.theirs)
	return row
}
