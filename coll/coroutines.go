package coll

import (
	"iter"
	"runtime"
)

// spawn sees to it that every processor of the host has a coroutine, which stays from Run
// to Run: to make one takes a microsecond, and the race detector never forgets it. The
// runtime wants them resumed where they were made, on the same thread, locked in the same
// way.
func (h *host) spawn() {
	for i, c := range h.fibers {
		c.live = true
		if i+1 < len(h.fibers) {
			c.after = h.fibers[i+1]
		}
		if c.next != nil {
			continue
		}
		var stop func()
		c.next, stop = iter.Pull(func(yield func(struct{}) bool) {
			c.yield = yield
			for {
				c.body(h.f)
				c.ended, c.live = true, false
				if !yield(struct{}{}) {
					return
				}
			}
		})
		h.stops = append(h.stops, stop)
	}
}

// dismiss ends the coroutines. The host's goroutine is about to end, or one of them by
// runtime.Goexit.
func (h *host) dismiss() {
	for _, stop := range h.stops {
		stop()
	}
	h.stops = nil
	for _, c := range h.fibers {
		c.next, c.yield = nil, nil
	}
}

// prefers says who runs while the processor waits: n, the neighbour after it, if that
// can go on, else whoever resumed it. So a host of k processors goes through a
// collective in k switches, forth in one and back in the next, and not in the 2k
// that it takes to resume each from the same place. A wait resumes the neighbour
// once, and every 256th gives way although the neighbour could go on: so those two
// alone cannot keep the thread, polling or talking to each other.
func (c *fiber) prefers(n *fiber) bool {
	if n == nil || !n.live || !n.ready() {
		return false
	}
	c.turns++
	return c.turns != 0
}

// schedule runs the coroutines of the host in turn until all have ended their part of
// the Run. A processor that calls runtime.Goexit takes this goroutine with it, so the
// deferred call goes on with the others, as often as it takes.
func (h *host) schedule() {
	over := false
	defer func() {
		if !over {
			h.schedule()
		}
	}()
	var idle idler
	busy := 0
	for {
		live, ran := false, false
		for _, c := range h.fibers {
			if c.ended {
				continue
			}
			live = true
			if !c.ready() {
				continue
			}
			ran = true
			if _, ok := c.next(); !ok { // Goexit comes back through the deferred call
				c.ended = true
			}
		}
		switch {
		case !live:
			over = true
			return
		case ran:
			idle.reset()
			if busy++; busy&busyRounds == 0 {
				h.recall()
				if oneThread { // else nothing else of the program runs: no timer, no cancellation, no watch
					runtime.Gosched()
				}
			}
		default:
			idle.wait(h)
		}
	}
}

// busyRounds is how many rounds, less one, a host that always has somebody to run makes between
// two looks for loans to be taken back.
const busyRounds = 63

// ready reports whether one of the host's processors could go on.
func (h *host) ready() bool {
	for _, c := range h.fibers {
		if !c.ended && c.ready() {
			return true
		}
	}
	return false
}
