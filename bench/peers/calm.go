package peers

import "time"

// calmAfter is how long the Go runtime's monitor needs to grow lazy.
const calmAfter = 6 * time.Millisecond

// calm keeps a core busy until the Go runtime's monitor thread sleeps for milliseconds.
// When a process has been idle altogether, as this one is while a C program has its turn,
// the monitor wakes up every 20 microseconds, 90 with the slack of Linux' timers, for the
// first fifty times, and takes a core of a spinning processor for some ten of them: of an
// allreduce of 4 KiB on two cores the median batch took 1.3 times as long as the fastest
// one, after the wait 1.1, as it does in C. A numeric program that goes on calculating
// does not pay that.
func (r *run) calm() {
	if r.idle {
		for start := time.Now(); time.Since(start) < calmAfter; {
		}
	}
	r.idle = false
}
