//go:build mpi && cgo

package mpi

// #cgo noescape cc_share
// #cgo nocallback cc_share
// #cgo noescape cc_poll
// #cgo nocallback cc_poll
// #include "layer.h"
import "C"

import (
	"runtime"
	"time"
	"unsafe"
)

// channel is messages between some processes. That of all of them has MPI's own
// collectives, which wait: when they are called, all processes have come and agree,
// and no processor of any has anything else to do. The others make theirs of
// messages, so that several can be under way on different hosts.
type channel struct {
	p        *peers
	c        *C.cc_channel
	me, size int
	whole    bool
	all, own []byte     // in C: the messages, and the first of them
	at       []C.size_t // in C: where they begin
	pins     runtime.Pinner
	pinned   bool
	counts   [4][]C.int
	plans    map[*plan]bool
	breathed time.Time // when a processor last was in Go's scheduler
}

// Close is transport.Channel's: nothing is under way.
func (c *channel) Close() {
	lock()
	defer unlock()
	if c.p.open[c] {
		delete(c.p.open, c)
		c.free()
	}
}

func (c *channel) free() {
	for p := range c.plans {
		p.pins.Unpin()
	}
	c.pins.Unpin()
	C.cc_channel_free(c.c)
}

// Room and the others are transport.Channel's.
func (c *channel) Room() []byte { return c.own }

func (c *channel) Share(polls int, yield bool) (bool, error) {
	begun := false
	return c.p.looks(polls, yield, func(polls C.int) (bool, error) {
		if begun {
			return c.came(C.cc_poll(c.c, polls))
		}
		begun = true
		return c.came(C.cc_share(c.c, polls))
	})
}

func (c *channel) Message(process int) []byte {
	i := process - c.me
	if i < 0 {
		i += c.size
	}
	m := unsafe.Pointer(&c.all[c.at[i]])
	return unsafe.Slice((*byte)(m), *(*uint64)(m))
}

func (c *channel) Poll(polls int, yield bool) (bool, error) {
	return c.p.looks(polls, yield, func(polls C.int) (bool, error) { return c.came(C.cc_poll(c.c, polls)) })
}

// looks is look for so many times. Where processes share cores, the core is given away
// between two looks, and the lock before it, which another thread of this process may need
// for as long as the core is gone; after some waiting the thread sleeps. Where they do not,
// nothing is given away: a thread that yields often owes the scheduler for it, and beside
// busy programs Linux 6.18 has let such a thread wait for two seconds.
func (p *peers) looks(polls int, yield bool, look func(polls C.int) (bool, error)) (bool, error) {
	each := polls
	if p.crowded && !yield {
		each = 1
	}
	for ; polls > 0; polls -= each {
		lock()
		done, err := look(C.int(each))
		unlock()
		if done || err != nil {
			return done, err
		}
		if yield && p.crowded {
			time.Sleep(20 * time.Microsecond)
		} else {
			p.Yield()
		}
	}
	return false, nil
}

// came is what a look found. The caller has the lock.
func (c *channel) came(code C.int) (bool, error) {
	if code < 0 {
		return false, c.p.note(failure(-code))
	}
	if code > 0 && c.pinned {
		c.pins.Unpin()
		c.pinned = false
	}
	return code > 0, nil
}

// pin keeps memory where it is until Poll says that it is no longer used.
func (c *channel) pin(b []byte) *C.char {
	if len(b) > 0 {
		c.pins.Pin(unsafe.SliceData(b))
		c.pinned = true
	}
	return pointer(b)
}

func (c *channel) Send(to int, b []byte) error {
	at := c.pin(b)
	lock()
	defer unlock()
	return c.p.note(failure(C.cc_send(c.c, C.int(to), at, C.size_t(len(b)))))
}

func (c *channel) Receive(from int, b []byte) error {
	at := c.pin(b)
	lock()
	defer unlock()
	return c.p.note(failure(C.cc_receive(c.c, C.int(from), at, C.size_t(len(b)))))
}
