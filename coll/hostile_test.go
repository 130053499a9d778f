package coll

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cayleycoll/cayleycoll/coll/transport"
)

// hostile is a transport within this process that does everything coll/transport allows: words
// move a few at a time, when somebody looks; those of different pairs and channels, and letters,
// pass each other; a sender's memory is read late and a receiver's written early; what is no
// longer to be read is overwritten. It also finds out who uses it as nobody may.
type hostile struct {
	sync.Mutex
	n       int
	room    int
	inline  int // of longer bodies the place is asked before their turn
	rng     *rand.Rand
	flows   map[flowKey]*flow
	letters [][]*parcel // by from*n+to, in order
	renews  int         // how many wait to begin anew
	epoch   int
	cut     atomic.Bool                              // the connection of the first process and the last has failed
	slow    func(from, to int, kind letterKind) bool // what is late with its letters; may be nil
	deaf    map[int]bool                             // processes that no warning reaches before they have sent one
	warned  map[int]bool                             // those that have
	until   atomic.Int64                             // calls of these two before it does, 0: it does not
	shares  func(process, polls int)                 // what Share does first; may be nil
	faults  []string
}

var errCut = errors.New("hostile: connection failed")

// failed is what a process that has a connection less meets with.
func (p *hostilePeers) failed() error {
	if p.rank > 0 && p.rank < p.h.n-1 {
		return nil
	}
	if p.h.until.Load() > 0 && p.h.until.Add(-1) == 0 {
		p.h.cut.Store(true)
	}
	if p.h.cut.Load() {
		return errCut
	}
	return nil
}

// parcel is a letter on its way.
type parcel struct {
	to, from   int
	head, body []byte
	lent       bool
	ticket     uint64
	into       []byte
	placed     bool
	early      bool
	at         int
	delay      int
}

func newHostile(n int, seed uint64) *hostile {
	h := &hostile{n: n, rng: rand.New(rand.NewPCG(seed, 1)), flows: map[flowKey]*flow{}, letters: make([][]*parcel, n*n), warned: map[int]bool{}}
	h.room, h.inline = 8*(20+h.rng.IntN(100)), h.rng.IntN(50)
	if h.rng.IntN(3) == 0 {
		h.room = 4096
	}
	return h
}

// fault notes what nobody may do.
func (h *hostile) fault(format string, args ...any) {
	if len(h.faults) < 20 {
		h.faults = append(h.faults, fmt.Sprintf(format, args...))
	}
}

// hostileRemote is the transport as one process has it.
type hostileRemote struct {
	h    *hostile
	rank int
}

func (r hostileRemote) Join(cores []int) (transport.Peers, error) {
	return &hostilePeers{h: r.h, rank: r.rank, cores: cores, open: map[*hostileChannel]bool{}}, nil
}

// hostilePeers is transport.Peers.
type hostilePeers struct {
	h       *hostile
	rank    int
	cores   []int
	tickets uint64
	out     []*parcel
	last    []byte // the head given last
	open    map[*hostileChannel]bool
	closed  bool
}

func (p *hostilePeers) Rank() int    { return p.rank }
func (p *hostilePeers) Size() int    { return p.h.n }
func (p *hostilePeers) Cores() []int { return p.cores }
func (p *hostilePeers) Most() int    { return 1<<31 - 1 }
func (p *hostilePeers) Yield()       {}

func (p *hostilePeers) Channel(id int, processes []int) (transport.Channel, error) {
	p.h.Lock()
	defer p.h.Unlock()
	c := &hostileChannel{p: p, id: id, processes: slices.Clone(processes), me: slices.Index(processes, p.rank)}
	c.room = make([]byte, p.h.room)
	c.messages = make([][]byte, len(processes))
	for o := range p.open {
		if o.id == id {
			p.h.fault("channel %d made twice", id)
		}
	}
	p.open[c] = true
	return c, nil
}

func (p *hostilePeers) Post(to int, head, body []byte, lend bool) (uint64, error) {
	h := p.h
	h.Lock()
	defer h.Unlock()
	if err := p.failed(); err != nil && (to == 0 || to == h.n-1) {
		return 0, err
	}
	p.tickets++
	l := &parcel{to: to, from: p.rank, head: slices.Clone(head), body: body, ticket: p.tickets, early: len(body) > h.inline, delay: h.rng.IntN(4)}
	if h.rng.IntN(10) == 0 {
		l.delay += h.rng.IntN(50)
	}
	kind := letterKind(elementsOf[int64](head)[0])
	h.warned[p.rank] = h.warned[p.rank] || kind == letterWarning
	if h.slow != nil && h.slow(p.rank, to, kind) {
		l.delay += 300
	}
	if l.lent = lend && len(body) > 0 && h.rng.IntN(3) > 0; !l.lent {
		l.body = slices.Clone(body)
	}
	h.letters[p.rank*h.n+to] = append(h.letters[p.rank*h.n+to], l)
	p.out = append(p.out, l)
	if l.lent {
		return l.ticket, nil
	}
	return 0, nil
}

func (p *hostilePeers) Posted(ticket uint64) (bool, error) {
	p.h.Lock()
	defer p.h.Unlock()
	p.out = slices.DeleteFunc(p.out, func(l *parcel) bool { return !l.lent || l.at == len(l.body) })
	if ticket == 0 {
		return len(p.out) == 0, nil
	}
	return !slices.ContainsFunc(p.out, func(l *parcel) bool { return l.ticket == ticket }), nil
}

func poison(b []byte) {
	for i := range b {
		b[i] = 0xee
	}
}

func (p *hostilePeers) Letter(place func(head []byte, n int) []byte, busy bool) (from int, head, body []byte, ok bool, err error) {
	h := p.h
	h.Lock()
	defer h.Unlock()
	poison(p.last)
	p.last = nil
	if !busy && h.rng.IntN(3) == 0 {
		return 0, nil, nil, false, nil
	}
	first := h.rng.IntN(h.n)
	for i := range h.n {
		from := (first + i) % h.n
		q := &h.letters[from*h.n+p.rank]
		if h.deaf[p.rank] && !h.warned[p.rank] && len(*q) > 0 && letterKind(elementsOf[int64]((*q)[0].head)[0]) == letterWarning {
			continue
		}
		for k := range *q {
			l := (*q)[k]
			if l.delay > 0 {
				l.delay--
				break
			}
			if !l.placed && len(l.body) > 0 && l.early { // in the order in which they were sent
				hd := slices.Clone(l.head)
				l.into, l.placed = place(hd, len(l.body)), true
				poison(hd)
			}
			if l.placed {
				n := min(len(l.body)-l.at, 1+h.rng.IntN(max(1, len(l.body)/2)))
				copy(l.into[l.at:], l.body[l.at:l.at+n])
				l.at += n
			}
		}
		if len(*q) == 0 {
			continue
		}
		l := (*q)[0]
		if l.delay > 0 {
			continue
		}
		if !l.placed && len(l.body) > 0 {
			hd := slices.Clone(l.head)
			l.into, l.placed = place(hd, len(l.body)), true
			copy(l.into, l.body)
			l.at = len(l.body)
		}
		if l.at < len(l.body) {
			continue
		}
		*q = (*q)[1:]
		p.last = slices.Clone(l.head)
		return from, p.last, l.into, true, nil
	}
	return 0, nil, nil, false, p.failed()
}

func (p *hostilePeers) Arriving(from int) bool {
	p.h.Lock()
	defer p.h.Unlock()
	return len(p.h.letters[from*p.h.n+p.rank]) > 0
}

func (p *hostilePeers) Renew() error {
	if err := p.failed(); err != nil {
		return err
	}
	h := p.h
	h.Lock()
	defer h.Unlock()
	e := h.epoch
	if h.renews++; h.renews == h.n {
		h.renews = 0
		h.epoch++
		clear(h.flows)
		clear(h.letters)
	}
	for begun := time.Now(); h.epoch == e; {
		h.Unlock()
		time.Sleep(50 * time.Microsecond)
		h.Lock()
		if time.Since(begun) > 20*time.Second {
			return fmt.Errorf("process %d is alone in Renew", p.rank)
		}
	}
	p.out = nil
	for c := range p.open {
		poison(c.room)
		for _, m := range c.messages {
			poison(m)
		}
	}
	clear(p.open)
	return nil
}

func (p *hostilePeers) Close(lost bool) error {
	p.h.Lock()
	defer p.h.Unlock()
	if p.closed {
		p.h.fault("closed twice")
	}
	p.closed = true
	return nil
}
