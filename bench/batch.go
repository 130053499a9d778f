package bench

import "time"

// target is how long a batch of calls lasts, so that reading the clock and the
// first call after the filling weigh little.
const target = 200 * time.Microsecond

// mostCalls is how many calls a batch may have.
const mostCalls = 5000

// sizing finds how many calls last for target together.
type sizing struct{ calls, tries int }

// took hears how long the calls took and reports whether they are a batch. The first try, one
// call, says too little: that is cold, waits for who comes from the barrier last, and may have
// been interrupted. A batch by its time alone lasted 5 to 200 µs, and one call only for the
// rest of the run where the first had been interrupted.
func (z *sizing) took(t time.Duration) (found bool) {
	z.tries++
	before := z.calls
	z.calls = max(before, int(min(mostCalls, int64(before)*int64(target)/int64(max(1, t)))))
	return z.tries > 1 && z.calls < 2*before
}
