package peers

import "time"

// calmAfter is how long the Go runtime's monitor needs to grow lazy.
const calmAfter = 6 * time.Millisecond

// calm keeps a core busy until the Go runtime's monitor thread sleeps for milliseconds.
// After a process has been idle, as this one is while a C program has its turn, the
// monitor wakes up fifty times at intervals of 20 microseconds (90 with the timer slack
// of Linux), and each time takes a core from a spinning processor for some ten
// microseconds. For an allreduce of 4 KiB on two cores the median batch then took 1.3
// times as long as the fastest; after this wait 1.1 times, as in C. A numeric program
// that keeps calculating does not pay for that.
func (r *run) calm() {
	if r.idle {
		for start := time.Now(); time.Since(start) < calmAfter; {
		}
	}
	r.idle = false
}
