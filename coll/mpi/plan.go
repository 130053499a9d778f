//go:build mpi && cgo

package mpi

// #include "layer.h"
import "C"

import (
	"runtime"
	"unsafe"

	"github.com/cayleycoll/cayleycoll/coll/transport"
)

// plan is persistent requests.
type plan struct {
	c     *channel
	p     *C.cc_plan
	pins  runtime.Pinner
	rooms [][]byte
	err   error // there was no memory for it
}

func (c *channel) Plan() transport.Plan {
	p := &plan{c: c, p: C.cc_plan_new(c.c)}
	if p.p == nil {
		p.err = errMemory
		return p
	}
	if c.plans == nil {
		c.plans = map[*plan]bool{}
	}
	c.plans[p] = true
	return p
}

func (p *plan) EndRound() {
	if p.err == nil {
		p.err = failure(C.cc_plan_round(p.p))
	}
}

func (p *plan) Start(round int) error {
	lock()
	defer unlock()
	if p.err != nil {
		return p.c.p.note(p.err)
	}
	return p.c.p.note(failure(C.cc_plan_start(p.p, C.int(round))))
}

func (p *plan) pin(b []byte) *C.char {
	p.pins.Pin(unsafe.SliceData(b))
	p.rooms = append(p.rooms, b)
	return pointer(b)
}

func (p *plan) Send(to int, b []byte) error {
	at := p.pin(b)
	lock()
	defer unlock()
	if p.err != nil {
		return p.c.p.note(p.err)
	}
	return p.c.p.note(failure(C.cc_plan_send(p.p, C.int(to), at, C.size_t(len(b)))))
}

func (p *plan) Receive(from int, b []byte) error {
	at := p.pin(b)
	lock()
	defer unlock()
	if p.err != nil {
		return p.c.p.note(p.err)
	}
	return p.c.p.note(failure(C.cc_plan_receive(p.p, C.int(from), at, C.size_t(len(b)))))
}

func (p *plan) Poll(round, polls int, yield bool) (bool, error) {
	return p.c.p.looks(polls, yield, func(polls C.int) (bool, error) {
		var done C.int
		code := C.cc_plan_poll(p.p, C.int(round), polls, &done)
		return done != 0, p.c.p.note(failure(code))
	})
}

func (p *plan) Close() {
	lock()
	defer unlock()
	delete(p.c.plans, p)
	p.free()
}

func (p *plan) free() {
	if p.p != nil {
		C.cc_plan_free(p.p)
	}
	p.pins.Unpin()
}
