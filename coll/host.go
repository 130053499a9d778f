package coll

import (
	"fmt"
	"iter"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"
)

// host is what processors run on: a locked, pinned thread, or in Goroutines
// mode a goroutine. A host of several processors runs them as coroutines, one
// after the other; only its own thread touches them.
type host struct {
	m     *Machine
	id    int
	park  parker
	cores []*core
	start chan func(*Proc) error
	back  atomic.Bool // it has left the present Run
}

// newHosts deals the processors to n hosts in blocks of successive ranks.
func newHosts(m *Machine, n int, newParker func(*host) parker) []*host {
	hosts := make([]*host, n)
	first, p := m.span()
	m.cores = make([]*core, p)
	for i := range hosts {
		h := &host{m: m, id: i, start: make(chan func(*Proc) error)}
		h.park = newParker(h)
		for r := share(p, n, i); r < share(p, n, i+1); r++ {
			m.cores[r] = &core{m: m, h: h, rank: first + r, waiting: new(waiting), recorder: new(recorder)}
			h.cores = append(h.cores, m.cores[r])
		}
		hosts[i] = h
	}
	return hosts
}

// share is where part i begins when n things are dealt to parts.
func share(n, parts, i int) int { return int(int64(n) * int64(i) / int64(parts)) }

// serve is the life of a host. It survives processors that call
// runtime.Goexit: the deferred call ends the Run in its place and a fresh
// goroutine takes over.
func (h *host) serve() {
	undo := func() {}
	if h.m.cfg.Host == Threads {
		runtime.LockOSThread()
		undo = pin(h.m.cfg.Cores[h.id])
	}
	closed := false
	defer func() { h.retire(undo, closed) }()
	for f := range h.start {
		if len(h.cores) == 1 {
			h.cores[0].ended = true
			h.cores[0].body(f)
		} else {
			h.spawn(f)
			h.schedule()
		}
		h.leave()
	}
	closed = true
}

// leave says that the host has nothing more to do with the present Run.
func (h *host) leave() {
	h.back.Store(true)
	h.m.left.Done()
}

// retire gives the thread back as it was, and only then lets Close return, or after
// a Goexit Run.
func (h *host) retire(undo func(), closed bool) {
	undo()
	if h.m.cfg.Host == Threads {
		runtime.UnlockOSThread()
	}
	if closed {
		h.m.gone.Done()
		return
	}
	h.leave()
	go h.serve()
}

// spawn makes the coroutines of a Run. The runtime wants them resumed where
// they were made, on the same thread, locked in the same way.
func (h *host) spawn(f func(*Proc) error) {
	for i, c := range h.cores {
		c.live = true
		if i+1 < len(h.cores) {
			c.after = h.cores[i+1]
		}
		c.next, _ = iter.Pull(func(yield func(struct{}) bool) {
			c.yield = yield
			c.body(f)
		})
	}
}

// pass lets others run while the processor waits: n, the neighbour after it, if that
// can go on, else whoever resumed it. So a host of k processors goes through a
// collective in k switches, forth in one and back in the next, and not in the 2k
// that it takes to resume each from the same place. A wait resumes the neighbour
// once, and every 256th gives way although the neighbour could go on: so those two
// alone cannot keep the thread, polling or talking to each other.
func (c *core) pass(n *core) {
	if n != nil && n.live && n.ready() {
		if c.turns++; c.turns != 0 {
			n.resume()
			return
		}
	}
	c.yield(struct{}{})
}

// resume runs a processor until it yields or ends.
func (c *core) resume() {
	_, ok := c.next()
	c.resumed(ok)
}

// resumed notes what came of it.
func (c *core) resumed(yielded bool) { c.live, c.ended = yielded && !c.exits, !yielded }

// schedule runs the coroutines of the host in turn until all have ended. A
// processor that calls runtime.Goexit takes this goroutine with it, so the
// deferred call goes on with the others, as often as it takes.
func (h *host) schedule() {
	over := false
	defer func() {
		if !over {
			h.schedule()
		}
	}()
	var idle idler
	for {
		live, ran := false, false
		for _, c := range h.cores {
			if c.ended {
				continue
			}
			live = true
			if !c.ready() {
				continue
			}
			ran = true
			c.resume() // Goexit comes back through the deferred call
		}
		switch {
		case !live:
			over = true
			return
		case ran:
			idle.reset()
		default:
			idle.wait(h)
		}
	}
}

// ready says whether one of the host's processors could go on.
func (h *host) ready() bool {
	if len(h.cores) == 1 {
		return h.cores[0].ready()
	}
	for _, c := range h.cores {
		if !c.ended && c.ready() {
			return true
		}
	}
	return false
}

// body runs f on a processor and sees to it that the others hear of its end,
// however it ends.
func (c *core) body(f func(*Proc) error) {
	if c.m.hot.stop.Load() {
		return // the Run is over before this processor has begun
	}
	returned := false
	if c.timed() {
		c.since.Store(0)
	}
	unlabel := c.label()
	defer func() {
		unlabel()
		c.release()
		if returned {
			return
		}
		switch v := recover().(type) {
		case unwinding:
			if v.m != c.m || !c.m.hot.stop.Load() { // this Run has not failed, so far
				c.m.fail(usage("rank %d used a processor of another machine, or of a Run that has ended", c.rank))
			}
		case nil:
			text := fmt.Sprintf("rank %d ended by runtime.Goexit; return from f instead", c.rank)
			if c.m.cfg.P > 1 {
				text = fmt.Sprintf("rank %d ended by runtime.Goexit, and the others wait for it; return from f instead", c.rank)
			}
			c.m.fail(&Error{Kind: ErrMissing, Rank: -1, Other: c.rank, Text: text})
			if c.yield != nil { // whoever resumes it next ends as well: that must be its host
				c.exits = true
				c.yield(struct{}{})
			}
		default:
			p := Panic{Rank: c.rank, Value: v, Stack: string(debug.Stack())}
			if b, ok := v.(broken); ok {
				p.Value, p.Stack = b.value, b.stack
			}
			c.m.fail(p)
		}
	}()
	p := c.m.world.members[c.rank].using(chosen)
	if err := f(p); err != nil {
		c.m.fail(fmt.Errorf("coll: rank %d: %w", c.rank, err))
	} else {
		p.finish()
	}
	returned = true
}

// idler spins for Config.SpinFor and then puts a host with a thread to sleep.
type idler struct {
	rounds int
	since  time.Time
}

func (i *idler) reset() { i.rounds = 0 }

func (i *idler) wait(h *host) {
	m := h.m
	if i.rounds++; i.rounds&0xff != 1 {
		return
	}
	if i.rounds == 1 {
		i.since = time.Now()
		return
	}
	if time.Since(i.since) < m.cfg.SpinFor {
		return
	}
	elbow()
	h.sleep()
	i.reset()
}
