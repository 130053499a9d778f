package coll

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/cayleycoll/cayleycoll/coll/transport"
)

// links are a machine's connections to its parts in other processes.
type links struct {
	m      *Machine
	peers  transport.Peers
	all    transport.Channel // of all processes: New's, and then the world's
	first  []int             // by process: its first rank; P at the end
	groups atomic.Int64      // of the present Run, this process being the first in them
	broken atomic.Bool       // a process is lost: no further Run

	posted    atomic.Bool // a message by exchange, or a question, in the present Run
	finishing atomic.Bool // every processor of this process has returned
	settled   uint64      // the latest Run that has ended well, under Machine.mu
	told      bool        // the others know of the failure
	quit      chan struct{}
	done      chan struct{}

	mail       sync.Mutex // of what follows
	foreclosed bool       // this process has told the others how many binding meetings it has begun, in the present Run
	inboxes    map[letterKey]*inbox
	spares     [][]byte
	placing    func(head []byte, n int) []byte   // place
	ends       map[uint64]map[int]*ending        // by Run and process
	warned     map[uint64]error                  // by Run: that another process has failed
	begun      map[uint64]map[int]map[int]uint64 // by Run, process and group: how many binding meetings, if it begins no other
	channels   []transport.Channel               // of the present Run's groups
	fars       []*far                            // the world's, and those
	answers    map[answerKey]call                // a call with its number
}

// far is the part of a group in other processes.
type far struct {
	links     *links
	ch        transport.Channel
	id        int
	me        int           // this process in the channel
	ranks     [][]int       // by process of the channel: its ranks in the group, ascending
	process   []int         // by rank: its process in the channel
	place     []int         // by rank: where it stands among those of its process
	world     []int         // by rank: its rank in the machine
	dense     bool          // the ranks, process after process, are 0, 1, 2, …
	single    bool          // every process has one
	words     []int64       // room for lengths
	processes []int         // of the channel, by their ranks in the machine's
	bindings  atomic.Uint64 // binding meetings of the present Run that this process has begun
	plans     map[planKey]interface{ close() }

	here    []*member // of the group, by rank: nil those in other processes
	meeting call      // that all of this process wait in, with its number; under links.mail
}

// span is the ranks of this process: from first, so many.
func (m *Machine) span() (first, n int) {
	if m.links == nil {
		return 0, m.cfg.P
	}
	l := m.links
	return l.first[l.peers.Rank()], l.first[l.peers.Rank()+1] - l.first[l.peers.Rank()]
}

// fiberOf is the processor of a rank, nil if it is in another process.
func (m *Machine) fiberOf(rank int) *fiber {
	if first, n := m.span(); rank >= first && rank < first+n {
		return m.fibers[rank-first]
	}
	return nil
}

// processOf is the process of a rank of the machine.
func (l *links) processOf(rank int) int {
	p := 0
	for l.first[p+1] <= rank {
		p++
	}
	return p
}

// upTo lists 0 … n-1.
func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// newWorld is the group of all processors.
func (m *Machine) newWorld() (*group, error) {
	if m.links == nil {
		return newGroup(m, m.fibers), nil
	}
	m.links.m = m
	return m.newFarGroup(0, upTo(m.cfg.P))
}

// newFarGroup is the group of the given ranks of the machine. Where they are
// all of this process, that is all there is to it.
func (m *Machine) newFarGroup(id int, world []int) (*group, error) {
	fibers := make([]*fiber, len(world))
	f := &far{links: m.links, id: id, world: world, process: make([]int, len(world)), place: make([]int, len(world)), dense: true, single: true}
	byProcess := make([][]int, m.links.peers.Size())
	for r, w := range world {
		fibers[r] = m.fiberOf(w)
		p := m.links.processOf(w)
		byProcess[p] = append(byProcess[p], r)
	}
	g := newGroup(m, fibers)
	var processes []int
	for p, ranks := range byProcess {
		if ranks == nil {
			continue
		}
		if p == m.links.peers.Rank() {
			f.me = len(processes)
		}
		for i, r := range ranks {
			f.process[r], f.place[r] = len(processes), i
		}
		f.single = f.single && len(ranks) == 1
		processes = append(processes, p)
		f.ranks = append(f.ranks, ranks)
	}
	for r := range world { // every rank's process has been set by now
		f.dense = f.dense && (r == 0 || f.process[r-1] <= f.process[r])
	}
	if len(processes) == 1 {
		return g, nil
	}
	ch := m.links.all // a channel is there once
	if id != 0 {
		var err error
		if ch, err = m.links.peers.Channel(id, processes); err != nil {
			return nil, fmt.Errorf("coll: %w", err)
		}
	}
	f.ch, f.processes, f.here = ch, processes, g.members
	g.far = f
	m.links.mail.Lock()
	defer m.links.mail.Unlock()
	if m.links.foreclosed {
		f.bindings.Store(noMore)
	}
	m.links.fars = append(m.links.fars, f)
	if id != 0 {
		m.links.channels = append(m.links.channels, ch)
	}
	return g, nil
}
