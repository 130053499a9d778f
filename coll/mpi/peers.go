//go:build mpi && cgo

package mpi

// #include <stdlib.h>
// #include "layer.h"
import "C"

import (
	"fmt"
	"hash/fnv"
	"os"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/coll"
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
}

// Join is coll.Remote's.
func (world) Join(cores []int) (coll.Peers, error) {
	if err := acquire(); err != nil {
		return nil, err
	}
	p := &peers{open: map[*channel]bool{}}
	lock()
	var rank, size, tags C.int
	err := failure(C.cc_open(&p.w, &rank, &size, &tags))
	if err == nil {
		p.rank, p.size, p.tags = int(rank), int(size), int(tags)
		err = p.place(cores)
	}
	unlock()
	if err != nil {
		release(true) // of MPI that has failed nothing more is wanted
		return nil, err
	}
	return p, nil
}

// place finds out which cores are this process's own: all that it may use, if
// the launcher bound it, else its part of those that all processes of the node
// may use.
func (p *peers) place(cores []int) error {
	mask := fnv.New64a()
	fmt.Fprint(mask, cores)
	var rank, size, alike C.int
	if err := failure(C.cc_node(C.uint64_t(mask.Sum64()), &rank, &size, &alike)); err != nil {
		return err
	}
	p.cores = cores
	if n, k, i := len(cores), int(size), int(rank); alike != 0 && k > 1 {
		if p.crowded = n < k; p.crowded {
			p.cores = cores[i%n : i%n+1]
		} else {
			p.cores = cores[n*i/k : n*(i+1)/k]
		}
	}
	roomy(len(p.cores))
	var any C.int
	if p.crowded || natives > 0 {
		any = 1
	}
	err := failure(C.cc_any(&any))
	// MPI's collectives do not give the core away while they wait, nor the lock: two
	// machines that were in them at a time could wait for each other crosswise.
	switch p.native = any == 0; os.Getenv("COLL_MPI_COLLECTIVES") {
	case "native":
		p.native = true
	case "own":
		p.native = false
	}
	if err == nil && p.native {
		natives++
	}
	return err
}

// natives counts the open machines that MPI's own collectives serve: one, unless
// COLL_MPI_COLLECTIVES says so. The lock guards it.
var natives int

// Rank and the others are coll.Peers's.
func (p *peers) Rank() int    { return p.rank }
func (p *peers) Size() int    { return p.size }
func (p *peers) Cores() []int { return p.cores }
func (p *peers) Most() int    { return most }

func (p *peers) Post(to int, head, body []byte) (uint64, error) {
	lock()
	defer unlock()
	var ticket C.uint64_t
	err := failure(C.cc_post(p.w, C.int(to), pointer(head), C.size_t(len(head)), pointer(body), C.size_t(len(body)), &ticket))
	return uint64(ticket), p.note(err)
}

func (p *peers) Posted(ticket uint64) (bool, error) {
	lock()
	defer unlock()
	var done C.int
	err := failure(C.cc_posted(p.w, C.uint64_t(ticket), &done))
	return done != 0, p.note(err)
}

func (p *peers) Letter() (from int, text []byte, ok bool, err error) {
	if !tryLock() {
		return 0, nil, false, nil
	}
	defer unlock()
	var source, found C.int
	var n C.size_t
	if err := failure(C.cc_probe(p.w, &source, &n, &found)); err != nil || found == 0 {
		return 0, nil, false, p.note(err)
	}
	text = make([]byte, n)
	err = failure(C.cc_fetch(p.w, pointer(text), n))
	return int(source), text, err == nil, p.note(err)
}

func (p *peers) Renew() error {
	lock()
	defer unlock()
	var done C.int
	if err := p.note(failure(C.cc_renew(p.w, renewal, &done))); err != nil {
		return err
	}
	if done == 0 {
		return p.note(fmt.Errorf("mpi: after a Run that failed, messages were still under way %d s later", renewal))
	}
	for c := range p.open {
		c.free()
	}
	clear(p.open)
	return nil
}

func (p *peers) Close(lost bool) error {
	lock()
	p.failed = p.failed || lost
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
	if e := release(p.failed); err == nil {
		err = e
	}
	return err
}

// note remembers that MPI has failed.
func (p *peers) note(err error) error {
	p.failed = p.failed || err != nil
	return err
}

// Channel is coll.Peers's. A channel has two tags; the highest is Renew's.
func (p *peers) Channel(id int, processes []int) (coll.Channel, error) {
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
	// Room for small vectors, less where many processes fill it.
	room := max(512, min(4096, 65536/len(processes)))
	lock()
	defer unlock()
	c := &channel{p: p, me: me, size: len(processes), whole: id == 0 && p.native, room: room}
	c.c = C.cc_channel_new(p.w, C.int(2*id), C.int(me), C.int(len(ranks)), &ranks[0], C.size_t(room))
	p.open[c] = true
	c.all = unsafe.Slice((*byte)(unsafe.Pointer(C.cc_own(c.c))), room*c.size)
	c.own = c.all[:room]
	c.at = unsafe.Slice(C.cc_at(c.c), c.size)
	return c, nil
}

// renewal is how many seconds the processes have to end what a failed Run left.
const renewal = 15

const maxInt = 1<<31 - 1

// most is what an int of C counts, less the head of a letter in elements of 4 bytes.
const most = maxInt - 63

func pointer(b []byte) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(b)) }

// processes is how many there are; MPI is initialised.
func processes() (int, error) {
	var rank, size C.int
	lock()
	defer unlock()
	err := failure(C.cc_size(&rank, &size))
	return int(size), err
}
