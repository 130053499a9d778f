//go:build mpi && cgo

package mpi

// #include <stdlib.h>
// #include "layer.h"
import "C"

import (
	"fmt"
	"hash/fnv"
	"os"
	"runtime"
	"sync"
	"time"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/coll/transport"
)

type world struct{}

// peers are the processes of a machine.
type peers struct {
	w          *C.cc_world
	rank, size int
	tags       int
	cores      []int
	crowded    bool // the node has more processes than cores for them
	native     bool // MPI's own collectives serve the world; of machines that are open at a time, one
	failed     bool
	open       map[*channel]bool
	letters
}

// joining keeps machines that are made at a time apart.
var joining sync.Mutex

// Join is transport.Remote's. Other machines may run meanwhile.
func (world) Join(cores []int) (transport.Peers, error) {
	joining.Lock()
	defer joining.Unlock()
	if err := acquire(); err != nil {
		return nil, err
	}
	p := &peers{open: map[*channel]bool{}, letters: letters{lent: map[C.uint64_t]*runtime.Pinner{}, bodies: map[*C.cc_letter]placed{}}}
	if err := p.join(cores); err != nil {
		release(true) // of MPI that has failed nothing more is wanted
		return nil, err
	}
	return p, nil
}

// join finds out who the processes are and which cores are this process's own: all that
// it may use, if the launcher bound it, else its part of those that all processes of the
// node may use.
func (p *peers) join(cores []int) error {
	mask := fnv.New64a()
	fmt.Fprint(mask, cores)
	if err := p.awaited(func() C.int { return C.cc_open(&p.w, C.uint64_t(mask.Sum64())) }); err != nil {
		return err
	}
	var rank, size, tags, place, places, alike C.int
	lock()
	err := failure(C.cc_opened(p.w, &rank, &size, &tags, &place, &places, &alike))
	unlock()
	if err != nil {
		return err
	}
	p.rank, p.size, p.tags, p.cores = int(rank), int(size), int(tags), cores
	p.coming = unsafe.Slice(C.cc_coming(p.w), p.size)
	if n, k, i := len(cores), int(places), int(place); alike != 0 && k > 1 {
		if p.crowded = n < k; p.crowded {
			p.cores = cores[i%n : i%n+1]
		} else {
			p.cores = cores[n*i/k : n*(i+1)/k]
		}
	}
	err = p.awaited(func() C.int {
		if p.crowded || natives > 0 {
			return C.cc_any(p.w, 1)
		}
		return C.cc_any(p.w, 0)
	})
	if err != nil {
		return err
	}
	lock()
	defer unlock()
	// MPI's collectives do not give the core away while they wait, nor the lock: two
	// machines that were in them at a time could wait for each other crosswise.
	switch p.native = C.cc_is(p.w) == 0; os.Getenv("COLL_MPI_COLLECTIVES") {
	case "native":
		p.native = true
	case "own":
		p.native = false
	}
	if p.native {
		natives++
	}
	return nil
}

// awaited begins something that all processes do and waits for it. Between two looks the
// lock is free: a machine may be in a collective of MPI's own, for which the others need
// theirs.
func (p *peers) awaited(begin func() C.int) error {
	lock()
	err := failure(begin())
	unlock()
	for done := C.int(0); done == 0 && err == nil; time.Sleep(20 * time.Microsecond) {
		lock()
		err = failure(C.cc_opening(p.w, &done))
		unlock()
	}
	return err
}

// natives counts the open machines that MPI's own collectives serve: one, unless
// COLL_MPI_COLLECTIVES says so. The lock guards it.
var natives int

// Rank and the others are transport.Peers's.
func (p *peers) Rank() int    { return p.rank }
func (p *peers) Size() int    { return p.size }
func (p *peers) Cores() []int { return p.cores }
func (p *peers) Most() int    { return maxInt }

// Renew gives the lock away between two looks: another machine may be in a collective of
// MPI's own, for which the other processes need theirs.
func (p *peers) Renew() error {
	for begun := time.Now(); ; time.Sleep(20 * time.Microsecond) {
		if done, err := p.renew(); done || err != nil {
			return err
		}
		if time.Since(begun) > renewal {
			lock()
			defer unlock()
			return p.note(fmt.Errorf("mpi: after a Run that failed, messages were still under way %v later", renewal))
		}
	}
}

func (p *peers) renew() (bool, error) {
	lock()
	defer unlock()
	var done C.int
	if err := p.note(failure(C.cc_renew(p.w, &done))); err != nil || done == 0 {
		return false, err
	}
	for c := range p.open {
		c.free()
	}
	clear(p.open)
	for _, pin := range p.lent {
		pin.Unpin()
	}
	for _, at := range p.bodies {
		at.pin.Unpin()
	}
	clear(p.lent)
	clear(p.bodies)
	return true, nil
}

func (p *peers) Close(lost bool) error {
	lock()
	p.failed = p.failed || lost || len(p.lent)+len(p.bodies) > 0 // MPI still reads or writes them
	if p.native {
		natives--
	}
	var err error
	if !p.failed { // else messages may still come to where they were to go
		for c := range p.open {
			c.free()
		}
		err = failure(C.cc_close(p.w))
	}
	unlock()
	if p.failed {
		keep(p)
	}
	if e := release(p.failed); err == nil {
		err = e
	}
	return err
}

// note remembers that MPI has failed. The caller has the lock.
func (p *peers) note(err error) error {
	p.failed = p.failed || err != nil
	return err
}

// Channel is transport.Peers's. A channel has two tags; the highest is Renew's.
func (p *peers) Channel(id int, processes []int) (transport.Channel, error) {
	if id > p.tags/2-1 {
		return nil, fmt.Errorf("mpi: group %d, and this MPI has tags for %d; split fewer groups in one Run", id, p.tags/2)
	}
	me := -1
	ranks := make([]C.int, len(processes))
	for i, r := range processes {
		ranks[i] = C.int(r)
		if r == p.rank {
			me = i
		}
	}
	room := roomFor(len(processes))
	lock()
	defer unlock()
	c := &channel{p: p, me: me, size: len(processes), whole: id == 0 && p.native}
	c.c = C.cc_channel_new(p.w, C.int(2*id), C.int(me), C.int(len(ranks)), &ranks[0], C.size_t(room))
	if c.c == nil {
		return nil, p.note(errMemory)
	}
	p.open[c] = true
	c.all = unsafe.Slice((*byte)(unsafe.Pointer(C.cc_own(c.c))), room*c.size)
	c.own = c.all[:room]
	c.at = unsafe.Slice(C.cc_at(c.c), c.size)
	return c, nil
}

// roomFor is how long a message among so many processes may be: room for small vectors, less
// where many fill it. It is whole words, as messages are: a longer one is cut off, which MPI
// calls an error.
func roomFor(processes int) int { return max(512, min(4096, 65536/processes)) &^ 7 }

// renewal is how long the processes have to end what a failed Run left.
const renewal = 15 * time.Second

const maxInt = 1<<31 - 1 // of C

func pointer(b []byte) *C.char { return (*C.char)(unsafe.Pointer(unsafe.SliceData(b))) }

// processes is how many there are; MPI is initialised.
func processes() (int, error) {
	var rank, size C.int
	lock()
	defer unlock()
	err := failure(C.cc_size(&rank, &size))
	return int(size), err
}
