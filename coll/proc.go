package coll

import "sync/atomic"

// Proc is a processor inside Run, as f sees it. It belongs to its own f: no other goroutine may use
// it, nor the f of another processor, in this Run or a later one. Such use is not detected. The
// call may be taken for the processor's own; it may block forever and ignore cancellation of the
// context (Config.Stall ends some such waits); or it may panic in that other goroutine when the Run
// fails, which ends the process unless the goroutine recovers. Where processors share a thread, it
// may end the process whatever that goroutine does; the Go runtime's last words are then
//
//	fatal error: coro: OS thread locking must match locking at coroutine creation
//
// What ends the Run as a result may ask whether a Proc is used so, or say it. The reason is a Proc
// that f stores where other processors see it, such as in a field of a struct that all share.
//
// A processor may use its own Proc of an earlier Run. A Proc of another machine that is not
// running, or of a group of an earlier Run, ends the Run with ErrUsage. Outside of Runs, any call
// panics with an error that wraps ErrUsage.
type Proc struct {
	*member
	alg algorithmID
}

// member is a processor's part in a group. What every call touches is the first
// cache line; the size is 128 bytes, as of fiber.
type member struct {
	c     *fiber
	t     *team
	g     *group
	rank  int
	place int    // in the team
	seq   uint64 // collectives of this group so far
	own   Proc   // the processor by nobody's choice of algorithm
	*seldom
	_ [56]byte
}

// seldom is what few calls of a member touch.
type seldom struct {
	views [len(algorithms)]Proc
	layout
	divided
	sources   neighbours // of Exchange
	targets   neighbours
	peer      int     // whom the present Exchange waits for
	gives     bool    // it waits for peer to receive; else for peer to send
	withholds bool    // what has come has no room; see relieve
	recalls   bool    // it can take back a loan; see recall
	wanted    wish    // of the present Exchange, from another process
	posts     uint8   // copies sent to other processes
	glances   glances // at what it sends: see exchange_anew.go
	missed    call    // that it came to when the Run had failed
	_         [128]byte
	bell      atomic.Uint64 // rung by others when an Exchange may go on
	listens   atomic.Bool   // to the bell: else nobody need ring it
	_         [116]byte
}

func newMember(c *fiber, g *group, t *team, rank, place int) *member {
	m := &member{c: c, t: t, g: g, rank: rank, place: place, seldom: new(seldom)}
	m.own.member = m
	return m
}

// Rank is the processor's number, 0 … Size()-1.
func (p *Proc) Rank() int { return p.rank }

// Size is P.
func (p *Proc) Size() int { return p.g.size }

// Using returns the same processor with algorithm a for the calls made with the returned Proc, and
// with what Split makes of it; "" means the machine's own choice. An unknown name ends the Run with
// ErrUsage.
func (p *Proc) Using(a Algorithm) *Proc {
	id, ok := idOf(a)
	if !ok {
		p.refuse(finish, "unknown algorithm %q, want one of %s", a, list(algorithms[1:]))
	}
	return p.using(id)
}

func (m *member) using(id algorithmID) *Proc {
	if id == unchosen {
		return &m.own
	}
	v := &m.views[id]
	v.member, v.alg = m, id
	return v
}

// finish is the last collective of every processor: whoever waits for one that
// has returned meets this call instead of its own, and the Run ends with
// ErrMissing.
func (p *Proc) finish() {
	if c := (call{word: signature(finish, 0, 0, byDirect, 0)}); p.enter(c) {
		p.signalAll(c)
	}
}

// Host returns the number of the processor's host among the hosts of its group in this process, and
// how many there are. Processors of one host act together in a collective: those of one thread or,
// if they are goroutines, as many as there would be on a core. Successive ranks of the machine
// share a host.
func (p *Proc) Host() (host, hosts int) { return p.t.id, len(p.g.teams) }
